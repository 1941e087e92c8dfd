package benchmarks

import (
	"fmt"

	"gonum.org/v1/gonum/stat/combin"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/rng"
	"settle/replicate"
	"settle/results"
	"settle/sim"
	"settle/study/converge"
)

// A growthCase is a board together with the subsets of its models to measure.
type growthCase struct {
	title  string
	tally  *results.Tally
	real   int // number of models of the board; later ones are made up
	sizes  []int
	groups []converge.Group
	ground checks.Ground // ground of checks on how many subsets never settle
}

// subsetsSettleSooner is the reason why one check is not a test. This check says that
// the mean n at which rankings settle grows with the number of models.
var subsetsSettleSooner = checks.Construction.Because(
	"in the same replicate, a ranking of more models settles no earlier than the ranking of any subset of these models")

// Reasons why checks of the share of subsets that never settle are not tests.
var (
	coinsStandIn = checks.Data.Because("the poster is about unpublished models, and coins replace these models here")
	madeUp       = checks.Data.Because("the board has fewer models than the poster compares, and the additional models are made up")
)

// growthCases returns the boards and the subsets of models that the experiment Growth
// measures. There is a board of 20 coins (simulated models), and a board of each
// benchmark with enough models.
func growthCases(o paper.Options) []growthCase {
	coins := paper.Must(sim.Random(growthCoins, paper.Questions, sim.DefaultSpread, o.Seed))
	board := paper.Must(coins.Board(paper.Trials, o.Seed, 0))
	cases := []growthCase{newGrowthCase(o, "20 coins", board, coinsStandIn)}
	for _, b := range o.Boards() {
		board := b.AllModels()
		if len(growthSizes(len(board.Models))) > 1 {
			cases = append(cases, newGrowthCase(o, b.Title, board, b.Ground(neverFitted)))
		}
	}
	return cases
}

// newGrowthCase chooses subsets of the models of a board. If the board has fewer models
// than the poster compares, made-up models are added to it.
func newGrowthCase(o paper.Options, title string, board *results.Board, ground checks.Ground) growthCase {
	c := growthCase{
		title: title, tally: board.Tally(board.Trials()), real: len(board.Models), sizes: growthSizes(len(board.Models)),
		ground: ground,
	}
	for _, size := range c.sizes {
		stream := rng.New(o.Seed, fmt.Sprintf("growth subsets of %d", size), 0)
		c.groups = append(c.groups, chooseSubsets(0, c.real, size, stream))
	}
	if c.real >= growthModels {
		return c
	}
	c.ground = madeUp
	c.tally = fillUp(c.tally, growthMadeUp, o.Seed, "growth made-up models of "+title)
	for _, size := range []int{growthMany, growthModels} {
		if size > c.real {
			stream := rng.New(o.Seed, fmt.Sprintf("growth made-up models, %d of them", size-c.real), 0)
			c.sizes = append(c.sizes, size)
			group := chooseSubsets(c.real, c.real+growthMadeUp, size-c.real, stream)
			for i, subset := range group.Subsets { // each subset is in addition to the models of the board
				group.Subsets[i] = append(lists.Indices(c.real), subset...)
			}
			c.groups = append(c.groups, group)
		}
	}
	return c
}

// growthSizes returns the sizes of subsets for a board with the given number of models.
// They are the poster's 5, 10, 15 and 20 if the board has enough models. Otherwise they
// are up to four sizes, and the largest is the whole board.
func growthSizes(models int) []int {
	if models >= growthModels {
		return []int{5, 10, 15, growthModels}
	}
	var sizes []int
	step := max(2, (models-5)/3)
	for size := 5; size <= models && len(sizes) < 4; size += step {
		sizes = append(sizes, size)
	}
	return sizes
}

// chooseSubsets returns subsets of the given size of the models from..to−1: all of them
// if they are few, otherwise random ones.
func chooseSubsets(from, to, size int, stream *rng.Stream) converge.Group {
	if all := combinations(from, to, size, growthSubsets); all != nil {
		return converge.Group{Subsets: all, All: true}
	}
	var g converge.Group
	for range growthSubsets {
		var subset []int
		for model := from; model < to; model++ {
			// A model is taken with the probability that makes all subsets equally likely
			// (Knuth's selection sampling).
			if int(stream.Below(uint32(to-model))) < size-len(subset) {
				subset = append(subset, model)
			}
		}
		g.Subsets = append(g.Subsets, subset)
	}
	return g
}

// combinations returns all subsets of the given size of the models from..to−1. It
// returns nil if there are more than limit subsets.
func combinations(from, to, size, limit int) [][]int {
	if combin.Binomial(to-from, size) > limit {
		return nil
	}
	all := combin.Combinations(to-from, size)
	for _, subset := range all {
		for i := range subset {
			subset[i] += from
		}
	}
	return all
}

// fillUp returns a tally with made-up models added after the existing ones. Each
// made-up model lies between two existing models. On every question its success
// probability is a weighted mean of their two shares of correct trials. The weight is
// random, and the same on all questions.
func fillUp(t *results.Tally, more int, seed uint64, purpose string) *results.Tally {
	chances := make([][]float64, more)
	for i := range chances {
		stream := rng.New(seed, purpose, i)
		a, b, weight := int(stream.Below(uint32(t.Models))), int(stream.Below(uint32(t.Models-1))), stream.Float64()
		if b >= a {
			b++
		}
		for q := range t.Questions {
			share := weight*float64(t.Row(a)[q]) + (1-weight)*float64(t.Row(b)[q])
			chances[i] = append(chances[i], min(share/float64(t.Trials), 1))
		}
	}
	shape := results.Shape{Models: more, Questions: t.Questions, Trials: t.Trials, Top: t.Top}
	chance := func(model, question int) float64 { return chances[model][question] }
	drawn := replicate.Fresh(shape, chance, seed, purpose+", trials").Walker().Draw(0)
	out := results.NewTally(t.Models+more, t.Questions, t.Top)
	out.Trials = t.Trials
	for model := range out.Models {
		from, at := t, model
		if model >= t.Models {
			from, at = drawn, model-t.Models
		}
		for q, successes := range from.Row(at) {
			out.Add(model, q, 1, int(successes))
		}
	}
	return out
}
