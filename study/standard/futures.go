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

// A Future predicts the fields R2 to R6 of a board with more trials. Each prediction is a mean
// with a standard deviation over many futures, which are simulated boards with the existing trials
// and random additional ones. The outcome probabilities of the questions are also random, given
// the existing trials.
type Future struct {
	Trials int // trials per question and model, including the existing ones
	Draws  int

	Width     Spread // R2: the median width of a rank set divided by the number of models
	CouldLead Spread // R2: number of rank sets that contain the first place
	Open      Spread // R3: undetermined share of the order
	TopOpen   Spread // R4: undetermined share of the order of the ten best models
	Separated Spread // R5: share of separated pairs
	Levels    Spread // R6: number of levels of the partial order
	Widest    Spread // R6: size of the largest set of models without a separated pair
}

// A Spread holds the mean and the standard deviation of a field over futures, which are simulated
// boards with additional trials. SD is 0 for a single future.
type Spread struct{ Mean, SD float64 }

// FutureOptions holds the settings for drawing futures of a board, which have random additional
// trials, and for ranking their models.
type FutureOptions struct {
	Weights metrics.Weights  // weights of the board's categories
	Metric  metrics.Metric   // ranks the futures; must have intervals
	Rules   standings.Rules  // rules of the board's standings
	Method  posterior.Method // compares all pairs at simultaneous confidence
	Largest int              // number of draws of the largest |z| of all pairs, for Method
	Times   []int            // numbers of trials as multiples of the board's largest number of trials, ascending
	Seed    uint64

	montecarlo.Options // Replicates is the number of futures
}

// maxFutureTrials is the largest total number of trials that Futures draws, which takes some
// seconds.
const maxFutureTrials = 500_000_000

// Futures predicts the fields of a tally of at least two models with more trials. It draws
// o.Replicates futures. For each, it draws the outcome probabilities of all questions from their
// posterior (posterior.NewChances). It adds random trials until every model has the same number at
// every question, and ranks the models by the same rules as on the board. Within a future, each
// number of trials extends the trials of the previous number. Futures fails if there would be more
// trials than a tally can hold or than can be drawn in some seconds, if the metric cannot score
// the board or has no intervals, or if ctx ends.
func Futures(ctx context.Context, t *results.Tally, o FutureOptions) ([]Future, error) {
	most := t.MostTrials()
	last := most * o.Times[len(o.Times)-1]
	if work := float64(t.Models) * float64(t.Questions) * float64(last) * float64(o.Replicates); last > results.MaxTrials || work > maxFutureTrials {
		return nil, fmt.Errorf("cannot draw %d trials of each question: too many", last)
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
		futures[i] = expectedFields(cards)
		futures[i].Trials = most * times
	}
	return futures, nil
}

// card ranks the models of a tally and returns a Card in which only the fields that a Future uses
// are set.
func (o FutureOptions) card(ctx context.Context, t *results.Tally) (Card, error) {
	rules := o.Rules
	rules.NoIntervals, rules.Pairs = true, standings.NoPairs // all pairs are compared below
	s, err := standings.Rank(ctx, make([]string, t.Models), t, o.Metric, rules)
	if err != nil {
		return Card{}, err
	}
	largest := montecarlo.Options{Replicates: o.Largest, Workers: 1} // futures already run in parallel
	if err := s.CompareAll(ctx, o.Method, o.Seed, largest); err != nil {
		return Card{}, err
	}
	if s.Together == nil {
		return Card{}, ErrNoIntervals
	}
	var c Card
	return c, c.order(s, o.Seed)
}

// A grower adds random trials to a board.
type grower struct {
	chances    *posterior.ChanceDrawer
	categories int

	stream *rng.Stream
	tally  *results.Tally // existing and added trials
	below  []uint32       // by model, question and category: cumulative probability up to this category, in millionths
	made   []int          // trials by model and question
}

// million is the integer that stands for probability 1: probabilities are stored in millionths.
const million = 1_000_000

// begin starts a new draw: it resets g.tally to the existing trials, which t holds, and draws the
// outcome probabilities of all models at all questions.
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

// grow adds trials until every model has n trials of every question, and returns all trials.
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

// addDrawn turns each of the uniform random numbers into a category, and adds to counts how often
// it drew each category. below[c] is the cumulative probability up to category c, in the same
// unit as the random numbers.
func addDrawn(counts []int, uniform, below []uint32) {
	last := len(below) - 1
	for category, end := range below[:last] {
		beyond := 0
		for _, u := range uniform {
			if u >= end {
				beyond++
			}
		}
		counts[category] += len(uniform) - beyond
		counts[category+1] -= len(uniform) - beyond
	}
	counts[last] += len(uniform)
}

// expectedFields returns the mean and the standard deviation of each field over futures. cards
// holds one card per future.
func expectedFields(cards []Card) Future {
	ones := slices.Repeat([]float64{1}, len(cards))
	of := func(field func(Card) float64) Spread {
		values := make([]float64, len(cards))
		for i, c := range cards {
			values[i] = field(c)
		}
		mean, variance := unfused.MeanVariance(values, ones) // the same on every machine, even halfway between two percentages
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
		Separated: of(func(c Card) float64 { return float64(c.Separated) / float64(c.Pairs) }),
		Levels:    of(func(c Card) float64 { return float64(c.Levels) }),
		Widest:    of(func(c Card) float64 { return float64(c.Widest) }),
	}
}
