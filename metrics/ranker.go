package metrics

import (
	"errors"
	"fmt"

	"settle/internal/quoted"
	"settle/results"
)

// Ranker is a BoardMetric that ranks models by comparing them with each other, as
// elections and ratings do: package rankers has them. It takes boards that are not
// complete, too.
type Ranker interface {
	BoardMetric

	// Ranking returns what ranks boards for one goroutine.
	Ranking() Ranking
}

// Ranking ranks boards, with scratch space of its own: it may allocate when it first
// sees a shape, and then no more.
type Ranking interface {
	// Rank sets the score and the key of each model of a tally, unequal ones among them.
	// A larger key is a better model, equal keys are a tie. It returns an error where the
	// method cannot rank such a board, and the scores and keys then mean nothing.
	Rank(t *results.Tally, scores []float64, keys []uint64) error

	// Limit is Rank of what tallies come to as trials are added without end.
	Limit(c *Chances, scores []float64, keys []uint64) error
}

// MethodOf is all that a Ranker or a Sequential takes: R is what ranks boards.
type MethodOf[R any] struct {
	Name    string
	Weights Weights // of the categories
	Dear    bool    // a ranking takes so long that curves are drawn through some n only: see Grid
	New     func() R
}

// Method is all that a Ranker takes, and SequentialMethod all that a Sequential does.
type (
	Method           = MethodOf[Ranking]
	SequentialMethod = MethodOf[Sequence]
)

// method holds the methods that Ranker and Sequential share.
type method[R any] struct{ MethodOf[R] }

func (m *method[R]) Name() string    { return m.MethodOf.Name }
func (m *method[R]) FirstTrial() int { return 1 }
func (m *method[R]) Dear() bool      { return m.MethodOf.Dear }

func (m *method[R]) Check(top, trials int) error { return checkWeighted(m, m.Weights, top, trials) }

// NewRanker makes a metric of a method.
func NewRanker(m Method) Ranker { return &ranker{method[Ranking]{m}} }

type ranker struct{ method[Ranking] }

func (m *ranker) Ranking() Ranking { return m.New() }

// starter holds the methods of a metric that Check needs.
type starter interface {
	Name() string
	FirstTrial() int
}

// checkWeighted is Check of a metric with a weight for each category.
func checkWeighted(m starter, w Weights, top, trials int) error {
	if top >= w.Len() {
		return fmt.Errorf("%s: outcomes reach category %d, but there are weights for 0..%d only",
			quoted.Bare(m.Name()), top, w.Len()-1)
	}
	return checkTrials(m, trials)
}

// Score ranks all models for the score of one.
func (m *ranker) Score(t *results.Tally, model int) float64 {
	scores := make([]float64, t.Models)
	m.ScoreAll(t, scores)
	return scores[model]
}

func (m *ranker) ScoreAll(t *results.Tally, scores []float64) {
	must(checkTally(m, t))
	if err := m.New().Rank(t, scores, make([]uint64, t.Models)); err != nil {
		panic(Failure{failed(m, err)})
	}
}

// failed says which method cannot rank a board.
func failed(m Metric, err error) error { return fmt.Errorf("%s: %w", quoted.Bare(m.Name()), err) }

// Sequential is a Metric that depends on the order of trials, which counts do not have:
// a rating that is updated match by match. Its Score panics with a Failure.
type Sequential interface {
	Metric

	// Sequence returns what rates boards for one goroutine.
	Sequence() Sequence
}

// Sequence rates the models of a board as its trials come in.
type Sequence interface {
	// Begin takes a board, whose trials are in their order. What the method draws, it
	// draws from the seed alone.
	Begin(b *results.Board, seed uint64)

	// Rank sets the score and the key of each model after the first n trials of each
	// question, or as many of them as there are; n is at least 1.
	Rank(n int, scores []float64, keys []uint64)
}

// ErrOrder says that a score needs the order of trials.
var ErrOrder = errors.New("it depends on the order of trials, which counts do not have")

// NewSequential makes a metric of a method.
func NewSequential(m SequentialMethod) Sequential { return &sequential{method[Sequence]{m}} }

type sequential struct{ method[Sequence] }

func (m *sequential) Sequence() Sequence { return m.New() }

func (m *sequential) Score(*results.Tally, int) float64 { panic(Failure{failed(m, ErrOrder)}) }

// EvaluateInOrder is Evaluate on all trials of a board in the order in which they are
// there, with a metric that depends on it. What the method draws comes from the seed.
func EvaluateInOrder(m Sequential, b *results.Board, seed uint64) Evaluation {
	scores, keys := make([]float64, len(b.Models)), make([]uint64, len(b.Models))
	sequence := m.Sequence()
	sequence.Begin(b, seed)
	sequence.Rank(max(b.Trials(), b.MostTrials()), scores, keys)
	return Evaluation{ordinalsOf(keys), scores}
}

// IsDear tells whether a ranking by a metric takes so long that curves are drawn through
// the numbers of trials of Grid alone.
func IsDear(m Metric) bool {
	dear, ok := m.(interface{ Dear() bool })
	return ok && dear.Dear()
}

// Grid are the numbers of trials at which curves of dear metrics have points: 1, 2, 4, 8,
// … and N.
func Grid(trials int) []int {
	var grid []int
	for n := 1; n < trials; n *= 2 {
		grid = append(grid, n)
	}
	return append(grid, trials)
}

// OnGrid tells whether n is on the Grid up to N trials.
func OnGrid(n, trials int) bool { return n == trials || n&(n-1) == 0 }
