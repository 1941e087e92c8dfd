package metrics

import (
	"errors"
	"fmt"

	"settle/internal/quoted"
	"settle/results"
)

// A Ranker is a BoardMetric that ranks models by comparing them with each other, as
// elections and ratings do. It also accepts incomplete boards. Package rankers provides
// such metrics.
type Ranker interface {
	BoardMetric

	// Ranking returns a new Ranking, for use by one goroutine.
	Ranking() Ranking
}

// A Ranking ranks boards in one goroutine, with its own scratch space. It can allocate
// memory for the first board of a shape, but not for later boards of that shape.
type Ranking interface {
	// Rank sets the score and the key of each model of a tally, which can be unequal. A
	// larger key is better, and equal keys are a tie. If the method cannot rank the board,
	// Rank returns an error, and the scores and keys are undefined.
	Rank(t *results.Tally, scores []float64, keys []uint64) error

	// Limit ranks as Rank does, but from the probabilities in c, to which tallies converge
	// as the number of trials grows.
	Limit(c *Chances, scores []float64, keys []uint64) error
}

// A MethodOf describes a Ranker or a Sequential. R is the type that ranks boards:
// Ranking or Sequence.
type MethodOf[R any] struct {
	Name    string
	Weights Weights // weights of the categories
	Dear    bool    // a ranking takes so long that curves have points only at the n of Grid
	New     func() R
}

// A Method describes a Ranker, and a SequentialMethod describes a Sequential.
type (
	Method           = MethodOf[Ranking]
	SequentialMethod = MethodOf[Sequence]
)

// method implements the methods that are the same for Ranker and Sequential.
type method[R any] struct{ MethodOf[R] }

func (m *method[R]) Name() string    { return m.MethodOf.Name }
func (m *method[R]) FirstTrial() int { return 1 }
func (m *method[R]) Dear() bool      { return m.MethodOf.Dear }

func (m *method[R]) Check(top, trials int) error { return checkWeighted(m, m.Weights, top, trials) }

// NewRanker returns the metric that a method describes.
func NewRanker(m Method) Ranker { return &ranker{method[Ranking]{m}} }

type ranker struct{ method[Ranking] }

func (m *ranker) Ranking() Ranking { return m.New() }

// starter has the methods of a metric that checkTrials calls.
type starter interface {
	Name() string
	FirstTrial() int
}

// checkWeighted implements Check for a metric with one weight per category.
func checkWeighted(m starter, w Weights, top, trials int) error {
	if top >= w.Len() {
		return fmt.Errorf("%s: the board has category %d, but weights are given only up to category %d",
			quoted.Bare(m.Name()), top, w.Len()-1)
	}
	return checkTrials(m, trials)
}

// Score ranks all models and returns the score of one model.
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

// failed returns err prefixed with the name of the metric that cannot rank a board.
func failed(m Metric, err error) error { return fmt.Errorf("%s: %w", quoted.Bare(m.Name()), err) }

// A Sequential is a Metric that depends on the order of trials, such as a rating that
// is updated match by match. Counts do not record this order, so its method Score
// panics with a Failure.
type Sequential interface {
	Metric

	// Sequence returns a new Sequence, for use by one goroutine.
	Sequence() Sequence
}

// A Sequence rates the models of a board while trials are added one by one.
type Sequence interface {
	// Begin starts with the first trial of a board whose trials are in order. The method's
	// random numbers depend on the seed alone.
	Begin(b *results.Board, seed uint64)

	// Rank sets the score and the key of each model after the first n ≥ 1 trials of each
	// question. A question with fewer than n trials counts with all its trials.
	Rank(n int, scores []float64, keys []uint64)
}

// ErrOrder is returned when a score needs the order of trials, which counts do not
// record.
var ErrOrder = errors.New("it depends on the order of trials, which a board of counts does not have")

// NewSequential returns the metric that a method describes.
func NewSequential(m SequentialMethod) Sequential { return &sequential{method[Sequence]{m}} }

type sequential struct{ method[Sequence] }

func (m *sequential) Sequence() Sequence { return m.New() }

func (m *sequential) Score(*results.Tally, int) float64 { panic(Failure{failed(m, ErrOrder)}) }

// EvaluateInOrder scores and orders the models of a board by a metric that depends on
// the order of trials. The method's random numbers depend on the seed alone.
func EvaluateInOrder(m Sequential, b *results.Board, seed uint64) Evaluation {
	scores, keys := make([]float64, len(b.Models)), make([]uint64, len(b.Models))
	sequence := m.Sequence()
	sequence.Begin(b, seed)
	sequence.Rank(max(b.Trials(), b.MostTrials()), scores, keys)
	return Evaluation{ordinalsOf(keys), scores}
}

// IsDear reports whether a ranking by the metric takes so long that curves have points
// only at the numbers of trials in Grid.
func IsDear(m Metric) bool {
	dear, ok := m.(interface{ Dear() bool })
	return ok && dear.Dear()
}

// Grid returns the numbers of trials at which the curve of a dear metric (see IsDear)
// has points: 1, 2, 4, 8, … and N.
func Grid(trials int) []int {
	var grid []int
	for n := 1; n < trials; n *= 2 {
		grid = append(grid, n)
	}
	return append(grid, trials)
}

// OnGrid reports whether n is in Grid(trials), that is, a power of two or equal to
// trials. n must be at most trials.
func OnGrid(n, trials int) bool { return n == trials || n&(n-1) == 0 }
