package rankers

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// fittedMethods are the methods that solve equations.
var fittedMethods = []string{"bt", "rao-kupper", "irt-2pl"}

// extreme holds functions that return a board's chances of success, by model and question.
var extreme = map[string]func(model, question int) float64{
	"all wrong":     func(int, int) float64 { return 0 },
	"all right":     func(int, int) float64 { return 1 },
	"one perfect":   func(model, _ int) float64 { return float64(max(0, 1-model)) },
	"one hopeless":  func(model, _ int) float64 { return float64(min(1, model)) },
	"a staircase":   func(model, question int) float64 { return float64(min(1, model/(question+1))) },
	"two camps":     func(model, question int) float64 { return float64((model + question) % 2) },
	"fair coins":    func(int, int) float64 { return 0.5 },
	"middling ones": func(model, question int) float64 { return 1 / (2 + float64((model*7+question*5)%9)) },
}

// On boards however extreme, a method ranks with finite scores, models with equal counts
// tie, and one that is right wherever the others are, and once more often, is not behind.
func TestExtremeBoards(t *testing.T) {
	for _, name := range fittedMethods {
		for _, shape := range [][3]int{{2, 1, 1}, {2, 30, 64}, {11, 30, 1}, {11, 30, 64}, {60, 4, 8}, {5, 800, 1}, {3, 800, 64}} {
			for kind, chance := range extreme {
				t.Run(fmt.Sprintf("%s/%v/%s", name, shape, kind), func(t *testing.T) {
					tally := expectedTally(shape, chance)
					rankAndCheck(t, metric(t, name), tally)
				})
			}
		}
	}
}

// Chances however extreme are ranked, too, and equal ones tie. Item response alone may find
// no end where all outcomes are certain and questions cut the models in two, and says so.
func TestExtremeChances(t *testing.T) {
	for _, name := range fittedMethods {
		for _, shape := range [][2]int{{2, 1}, {2, 30}, {11, 30}, {60, 4}, {3, 800}} {
			for kind, chance := range extreme {
				p := make([][]float64, shape[0])
				for model := range p {
					for q := range shape[1] {
						p[model] = append(p[model], chance(model, q))
					}
				}
				c := metrics.BinaryChances(p)
				scores, keys := make([]float64, len(p)), make([]uint64, len(p))
				if err := rankingOf(t, name, metrics.Weights{}).Limit(&c, scores, keys); err != nil {
					if name == "irt-2pl" && kind == "a staircase" && errors.Is(err, errUnsolved) {
						continue
					}
					t.Errorf("%s, %v, %s: %v", name, shape, kind, err)
				}
				for i := range p {
					if math.IsNaN(scores[i]) || math.IsInf(scores[i], 0) {
						t.Errorf("%s, %v, %s: a score is %v", name, shape, kind, scores[i])
					}
					for j := range i {
						if slices.Equal(p[i], p[j]) && keys[i] != keys[j] {
							t.Errorf("%s, %v, %s: models %d and %d do not tie", name, shape, kind, i, j)
						}
					}
				}
			}
		}
	}
}

// expectedTally has as many successes as the chances say on average, rounded.
func expectedTally(shape [3]int, chance func(model, question int) float64) *results.Tally {
	tally := results.NewTally(shape[0], shape[1], 1)
	tally.Trials = shape[2]
	for model := range shape[0] {
		for q := range shape[1] {
			tally.Add(model, q, 1, int(math.Round(chance(model, q)*float64(shape[2]))))
		}
	}
	return tally
}

func rankAndCheck(t *testing.T, m metrics.Metric, tally *results.Tally) {
	t.Helper()
	scores, keys := make([]float64, tally.Models), make([]uint64, tally.Models)
	if err := m.(metrics.Ranker).Ranking().Rank(tally, scores, keys); err != nil {
		t.Fatal(err)
	}
	for i, score := range scores {
		if math.IsNaN(score) || math.IsInf(score, 0) {
			t.Fatalf("the score of model %d is %v", i, score)
		}
		for j := range scores {
			below, equal := true, true
			for q, k := range tally.Row(i) {
				below = below && k <= tally.Row(j)[q]
				equal = equal && k == tally.Row(j)[q]
			}
			if equal && (keys[i] != keys[j] || scores[i] != scores[j]) {
				t.Errorf("models %d and %d have the same counts, and scores %v and %v", i, j, scores[i], scores[j])
			}
			if below && keys[i] > keys[j] {
				t.Errorf("model %d is above %d, which solved all that it did", i, j)
			}
		}
	}
}

// On 300 boards of all shapes the fits end, and once warm they allocate nothing.
func TestFitsOfRandomBoards(t *testing.T) {
	stream := rng.New(1, "boards of tests", 1)
	for board := range 300 {
		models, questions := 2+int(stream.Below(12)), 1+int(stream.Below(40))
		tally := results.NewTally(models, questions, 1)
		tally.Trials = 1 + int(stream.Below(70))
		for model := range models {
			for q := range questions {
				tally.Add(model, q, 1, int(stream.Below(uint32(tally.Trials+1))))
			}
		}
		for _, name := range fittedMethods {
			if testing.Short() && board > 20 {
				break
			}
			ranking := metric(t, name).(metrics.Ranker).Ranking()
			scores, keys := make([]float64, models), make([]uint64, models)
			rank := func() {
				if err := ranking.Rank(tally, scores, keys); err != nil {
					t.Fatalf("%s, board %d: %v", name, board, err)
				}
			}
			rank()
			if board < 3 {
				if n := testing.AllocsPerRun(10, rank); n != 0 {
					t.Errorf("%s allocates %v times a ranking", name, n)
				}
			}
		}
	}
}

// Of chances, the methods rank what a board of many trials comes to: its order, and its
// scores but for the prior, which counts for less and less.
func TestLimitsOfFits(t *testing.T) {
	for _, name := range fittedMethods {
		const models, questions, trials = 6, 9, 50_000
		tally := results.NewTally(models, questions, 1)
		tally.Trials = trials
		chances := make([][]float64, models)
		for model := range chances {
			chances[model] = make([]float64, questions)
			for q := range chances[model] {
				k := 5_000 + (model*3_001+q*q*907+model*q*433)%40_000
				tally.Add(model, q, 1, k)
				chances[model][q] = float64(k) / trials
			}
		}
		e, err := metrics.Evaluate(t.Context(), metric(t, name), tally)
		if err != nil {
			t.Fatal(err)
		}
		c := metrics.BinaryChances(chances)
		if own := metrics.OwnOrder(metric(t, name), &c); !slices.Equal(own, e.Ordinals) {
			t.Errorf("%s comes to the order %v, and ranks %v at %d trials", name, own, e.Ordinals, trials)
		}
		for model, limit := range metrics.Truths(metric(t, name), &c) {
			if math.Abs(limit-e.Scores[model]) > 1e-2*math.Max(1, limit) {
				t.Errorf("%s of model %d comes to %v, and is %v at %d trials", name, model, limit, e.Scores[model], trials)
			}
		}
	}
}

// W̄ of a complete binary board is k_i(n − k_j)/n summed over questions. Its fit is the same
// by the integers of complete boards and by the sums of any board: here one that is
// unequal by a question that nobody met but the first model, which no pair shares.
func TestFitsOfUnequalBoards(t *testing.T) {
	const models, questions, n = 4, 5, 7
	complete := results.NewTally(models, questions, 1)
	complete.Trials = n
	trials := make([]uint16, models*(questions+1))
	for i := range trials {
		if i%(questions+1) < questions || i == questions {
			trials[i] = n
		}
	}
	unequal := results.NewUnequalTally(models, questions+1, 1, trials)
	for model := range models {
		for q := range questions {
			k := (model*model + 3*q + model*q) % (n + 1)
			complete.Add(model, q, 1, k)
			unequal.Add(model, q, 1, k)
		}
	}
	unequal.Add(0, questions, 1, 3)
	for _, name := range []string{"bt", "rao-kupper"} {
		want, err := metrics.Evaluate(t.Context(), metric(t, name), complete)
		if err != nil {
			t.Fatal(err)
		}
		got, err := metrics.Evaluate(t.Context(), metric(t, name), unequal)
		if err != nil {
			t.Fatal(err)
		}
		for model := range models {
			if math.Abs(got.Scores[model]-want.Scores[model]) > 1e-12*want.Scores[model] {
				t.Errorf("%s: %v, want %v", name, got.Scores, want.Scores)
			}
		}
	}
}

// With two models, strengths have a closed condition: with a and b decisive pairs won,
// a·κπ'/(π + κπ') − b·κπ/(κπ + π') = θ, where θ' = −θ. Here on a graded and unequal board,
// where pairs count by hand: question 1, outcomes 0 2 against 1, 2 trials and 1, √2·½ won
// each way; question 2, 1 1 against 1 0, 2 trials each, 2·½ won by the first, 2·½ tied.
func TestFitsOfGradedBoards(t *testing.T) {
	tally := results.NewUnequalTally(2, 2, 2, []uint16{2, 2, 1, 2})
	tally.Add(0, 0, 2, 1)
	tally.Add(1, 0, 1, 1)
	tally.Add(0, 1, 1, 2)
	tally.Add(1, 1, 1, 1)
	weights, err := metrics.ParseWeights("0,0.5,1")
	if err != nil {
		t.Fatal(err)
	}
	first, second := 1+math.Sqrt2/2, math.Sqrt2/2
	for _, c := range []struct {
		name                 string
		first, second, kappa float64
	}{{"bt", first, second, 1}, {"rao-kupper", first + 1, second + 1, 1.1}} {
		ms, err := metrics.Parse(c.name, metrics.Options{Weights: weights})
		if err != nil {
			t.Fatal(err)
		}
		e, err := metrics.Evaluate(t.Context(), ms[0], tally)
		if err != nil {
			t.Fatal(err)
		}
		x, y := e.Scores[0], e.Scores[1]
		if left := c.first*c.kappa*y/(x+c.kappa*y) - c.second*c.kappa*x/(c.kappa*x+y); math.Abs(left-math.Log(x)) > 1e-9 {
			t.Errorf("%s: %v and %v leave %v", c.name, x, y, left-math.Log(x))
		}
		if math.Abs(x*y-1) > 1e-12 {
			t.Errorf("%s: the strengths multiply to %v", c.name, x*y)
		}
	}
}

// Models whose results are one another's with the questions moved round are alike: moving
// them takes each model to the next, and the board to itself, so that all tie, however
// their results look. Strengths and abilities are then near 0, all of them rounding.
func TestModelsAlikeTie(t *testing.T) {
	stream := rng.New(1, "boards of models alike", 1)
	balanced, err := metrics.ParseWeights("-1,1")
	if err != nil {
		t.Fatal(err)
	}
	thirds, err := metrics.ParseWeights("0,1/3,1")
	if err != nil {
		t.Fatal(err)
	}
	for board := range 60 {
		models, block, top := 2+int(stream.Below(4)), 1+int(stream.Below(3)), 1+board%2
		w := balanced
		if top == 2 {
			w = thirds
		}
		tally := movedRound(stream, models, block, top, board%3 == 0)
		for _, name := range append([]string{"inverse-difficulty"}, fittedMethods...) {
			scores, keys := make([]float64, models), make([]uint64, models)
			if err := rankingOf(t, name, w).Rank(tally, scores, keys); err != nil {
				t.Fatalf("%s, board %d: %v", name, board, err)
			}
			if slices.Max(keys) != slices.Min(keys) {
				t.Errorf("%s, board %d: models that are alike have the keys %v and the scores %v", name, board, keys, scores)
			}
		}
	}
}

// movedRound returns a board of random counts in which each model did on a question what the one
// before it did a block of questions earlier.
func movedRound(stream *rng.Stream, models, block, top int, unequal bool) *results.Tally {
	questions := models * block
	of := func(model, first int) int { return (first + model*block) % questions }
	all, trials := 1+int(stream.Below(50)), make([]uint16, models*questions)
	for first := range questions {
		n := all
		if unequal {
			n = 1 + int(stream.Below(50))
		}
		for model := range models {
			trials[model*questions+of(model, first)] = uint16(n)
		}
	}
	tally := results.NewTally(models, questions, top)
	if tally.Trials = all; unequal {
		tally = results.NewUnequalTally(models, questions, top, trials)
	}
	for first := range questions {
		left := tally.TrialsOf(0, of(0, first))
		for category := 1; category <= top; category++ {
			count := int(stream.Below(uint32(left + 1)))
			left -= count
			for model := range models {
				tally.Add(model, of(model, first), category, count)
			}
		}
	}
	return tally
}

// The two models of the smallest such boards: 6 and 4 of 10, and 4 and 6.
func TestMirroredModelsTie(t *testing.T) {
	tally := results.NewTally(2, 2, 1)
	tally.Trials = 10
	for model, rights := range [][]int{{6, 4}, {4, 6}} {
		for q, right := range rights {
			tally.Add(model, q, 1, right)
		}
	}
	for _, name := range fittedMethods {
		scores, keys := make([]float64, 2), make([]uint64, 2)
		if err := metric(t, name).(metrics.Ranker).Ranking().Rank(tally, scores, keys); err != nil {
			t.Fatal(err)
		}
		if keys[0] != keys[1] || scores[0] != scores[1] {
			t.Errorf("%s: keys %v, scores %v", name, keys, scores)
		}
	}
}
