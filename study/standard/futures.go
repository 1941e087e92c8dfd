package standard

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/internal/rng"
	"settle/internal/unfused"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// Future is what the fields R2 to R6 are expected to be with more trials, over what the
// board leaves open of the chances behind its questions and over the trials to come.
type Future struct {
	Trials int // of each question by each model, those that were made among them
	Draws  int

	Width     Spread // R2: the median width of a rank set over the number of models
	CouldLead Spread // R2: how many rank sets hold the first place
	Open      Spread // R3: the share of the order that is undetermined
	TopOpen   Spread // R4: likewise of the ten best
	Apart     Spread // R5: the share of the pairs that are told apart
	Levels    Spread // R6
	Widest    Spread // R6
}

// Spread is the mean over futures and their standard deviation, 0 of a single one.
type Spread struct{ Mean, SD float64 }

// FutureOptions say how futures are drawn and ranked.
type FutureOptions struct {
	Weights metrics.Weights  // of the board's categories
	Metric  metrics.Metric   // that the futures are ranked by, with intervals
	Rules   standings.Rules  // as of the board
	Method  posterior.Method // by which all pairs are compared at once
	Largest int              // draws of the largest |z| of all pairs
	Times   []int            // how many times the board's most trials, ascending
	Seed    uint64

	montecarlo.Options // Replicates are the futures
}

// maxFutureTrials is how many trials are drawn in all at most, which take some seconds.
const maxFutureTrials = 500_000_000

// Futures draws what more trials would make of a tally of two models or more: for each
// draw the chances behind all questions (posterior.NewChances), then trials beside those
// that were made, until every model has as many of every question, and ranks what that
// comes to as the board is ranked. Trials of a draw are kept as more come. It fails
// where there would be more trials than a tally holds or can be drawn in some seconds,
// where the metric cannot score the board or has no intervals, or if ctx ends.
func Futures(ctx context.Context, t *results.Tally, o FutureOptions) ([]Future, error) {
	most := t.MostTrials()
	last := most * o.Times[len(o.Times)-1]
	if work := float64(t.Models) * float64(t.Questions) * float64(last) * float64(o.Replicates); last > results.MaxTrials || work > maxFutureTrials {
		return nil, fmt.Errorf("%d trials of each question are too many to draw", last)
	}
	chances := posterior.NewChances(o.Weights.Floats(), t, nil)
	drawn, err := montecarlo.Each(ctx, o.Options, func(draw int, _ func() bool) ([]Card, error) {
		g := grower{chances: chances.Drawer(), categories: o.Weights.Len()}
		g.begin(t, o.Seed, draw)
		var cards []Card
		for _, times := range o.Times {
			card, err := o.card(ctx, g.grow(most*times))
			if err != nil {
				return nil, err
			}
			cards = append(cards, card)
		}
		return cards, nil
	})
	if err != nil {
		return nil, err
	}
	futures := make([]Future, len(o.Times))
	for i, times := range o.Times {
		var cards []Card
		for _, draw := range drawn {
			cards = append(cards, draw[i])
		}
		futures[i] = expected(cards)
		futures[i].Trials = most * times
	}
	return futures, nil
}

// card is the card of a tally, as far as futures have one.
func (o FutureOptions) card(ctx context.Context, t *results.Tally) (Card, error) {
	rules := o.Rules
	rules.NoIntervals, rules.Pairs = true, standings.NoPairs // all pairs at once are below
	s, err := standings.Rank(ctx, make([]string, t.Models), t, o.Metric, rules)
	if err != nil {
		return Card{}, err
	}
	largest := montecarlo.Options{Replicates: o.Largest, Workers: 1} // beside other futures
	if err := s.CompareAll(ctx, o.Method, o.Seed, largest); err != nil {
		return Card{}, err
	}
	if s.Together == nil {
		return Card{}, ErrNoIntervals
	}
	var c Card
	return c, c.order(s, o.Seed)
}

// grower adds trials to a board.
type grower struct {
	chances    *posterior.ChanceDrawer
	categories int

	stream *rng.Stream
	tally  *results.Tally // what there is so far
	below  []uint32       // by model, question and category: the chance of that or a lower one, in millionths
	made   []int          // trials by model and question
}

// million is in what chances are whole numbers.
const million = 1_000_000

// begin begins a draw: the board itself, and the chances behind it.
func (g *grower) begin(t *results.Tally, seed uint64, draw int) {
	g.stream = rng.New(seed, "futures of a board", draw)
	g.tally = results.NewTally(t.Models, t.Questions, g.categories-1)
	g.tally.Groups = t.Groups
	g.below, g.made = g.below[:0], g.made[:0]
	p := make([]float64, g.categories)
	for model := range t.Models {
		g.chances.Begin(model, g.stream.Float64(), g.stream)
		row := t.Row(model)
		for q := range t.Questions {
			g.chances.Question(q, p)
			sum := 0.0
			for _, chance := range p {
				sum += chance
				g.below = append(g.below, uint32(math.Round(million*sum)))
			}
			for category := 1; category <= t.Top; category++ {
				g.tally.Add(model, q, category, int(row[q*t.Top+category-1]))
			}
			g.made = append(g.made, t.TrialsOf(model, q))
		}
	}
}

// grow adds trials until all have n of every question.
func (g *grower) grow(n int) *results.Tally {
	drawn := make([]int, g.categories)
	var uniform [256]uint32
	for at := range g.made {
		below := g.below[at*g.categories : (at+1)*g.categories]
		clear(drawn)
		for g.made[at] < n {
			trials := uniform[:min(n-g.made[at], len(uniform))]
			g.stream.BelowAll(million, trials)
			addDrawn(drawn, trials, below)
			g.made[at] += len(trials)
		}
		for category, times := range drawn {
			g.tally.Add(at/g.tally.Questions, at%g.tally.Questions, category, times)
		}
	}
	g.tally.Trials = n
	return g.tally
}

// addDrawn counts the categories that uniform numbers stand for, given the chances below the
// upper end of each.
func addDrawn(drawn []int, uniform, below []uint32) {
	last := len(below) - 1
	for category, end := range below[:last] {
		beyond := 0
		for _, u := range uniform {
			if u >= end {
				beyond++
			}
		}
		drawn[category] += len(uniform) - beyond
		drawn[category+1] -= len(uniform) - beyond
	}
	drawn[last] += len(uniform)
}

// expected are the means over futures.
func expected(cards []Card) Future {
	ones := slices.Repeat([]float64{1}, len(cards))
	of := func(field func(Card) float64) Spread {
		values := make([]float64, len(cards))
		for i, c := range cards {
			values[i] = field(c)
		}
		mean, variance := unfused.MeanVariance(values, ones) // the same on every machine, also half-way between two percents
		if len(cards) < 2 {
			return Spread{mean, 0}
		}
		draws := float64(len(cards))
		return Spread{mean, math.Sqrt(variance * draws / (draws - 1))}
	}
	return Future{
		Draws:     len(cards),
		Width:     of(func(c Card) float64 { return c.Width }),
		CouldLead: of(func(c Card) float64 { return float64(c.CouldLead) }),
		Open:      of(func(c Card) float64 { return c.Order.Share() }),
		TopOpen:   of(func(c Card) float64 { return c.Top.Share() }),
		Apart:     of(func(c Card) float64 { return float64(c.Apart) / float64(c.Pairs) }),
		Levels:    of(func(c Card) float64 { return float64(c.Levels) }),
		Widest:    of(func(c Card) float64 { return float64(c.Widest) }),
	}
}
