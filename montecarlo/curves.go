package montecarlo

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/kendall"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// Curve is the mean agreement of one metric with gold, against n.
type Curve struct {
	Metric string
	Points []Point // by n, from the metric's first n to N
}

// Point is the mean of τ_b over replicates at one n.
type Point struct {
	N int

	// Tau is the mean, in which an undefined τ counts as 0 (see Taus).
	Tau float64

	// SE is the Monte-Carlo standard error of Tau: the sample standard
	// deviation over replicates, divided by the root of their number. NaN
	// for a single replicate.
	SE float64

	Undefined int // replicates in which τ is undefined

	// Gap is by how much the mean τ is above that of the first metric, and GapSE
	// its standard error: that of the mean of the differences, each of two τ of
	// one replicate. What moves both at once is not in it, so it is smaller than
	// the two standard errors suggest. NaN at an n at which the first metric has
	// no score; GapSE is NaN for a single replicate, too.
	Gap, GapSE float64
}

// Curves draws replicates from a source, ranks the models of each by every
// metric at every n, and compares the rankings with gold by Kendall's τ_b.
// gold orders the source's models: a larger number is better, an equal one is
// a tie. It fails if the source has fewer than two models, if gold ties all of
// them (there is no τ then), if a metric cannot score its boards, or if ctx
// ends.
func Curves(ctx context.Context, s replicate.Source, ms []metrics.Metric, gold []int, o Options) ([]Curve, error) {
	c, err := NewContest(ctx, ms, s.Shape())
	if err != nil {
		return nil, err
	}
	return c.Curves(ctx, s, gold, o)
}

// Contest is what Curves makes of metrics before it draws anything, which takes
// some hundredths of a second: for studies that compare the same metrics on many
// sources of one shape. It is safe for concurrent use.
type Contest struct {
	metrics []metrics.Metric
	shape   results.Shape
	plan    *metrics.Plan
}

// NewContest prepares metrics for boards of a shape. It fails where Curves does.
func NewContest(ctx context.Context, ms []metrics.Metric, shape results.Shape) (*Contest, error) {
	if shape.Models < 2 {
		return nil, fmt.Errorf("τ compares rankings of two models or more, and the board has %d", shape.Models)
	}
	plan, err := metrics.NewPlan(ctx, ms, shape, 1)
	if err != nil {
		return nil, err
	}
	return &Contest{ms, shape, plan}, nil
}

// Curves is the function Curves on a source of the contest's shape.
func (c *Contest) Curves(ctx context.Context, s replicate.Source, gold []int, o Options) ([]Curve, error) {
	if err := c.check(s, gold); err != nil {
		return nil, err
	}
	worker := func() Visit[*tauSums] { return c.visitor(s, gold).visit }
	sums, err := Fold(ctx, o, c.empty, worker)
	if err != nil {
		return nil, err
	}
	return c.curves(sums), nil
}

// Alone is Curves of the replicates 0..replicates−1 in the goroutine that calls
// it, for studies whose workers have a source each. Where stopped says so, it
// ends with what there is by then. A metric that fails panics, as in any Visit.
func (c *Contest) Alone(s replicate.Source, gold []int, replicates int, stopped func() bool) ([]Curve, error) {
	if err := c.check(s, gold); err != nil {
		return nil, err
	}
	sums, visitor := c.empty(), c.visitor(s, gold)
	for r := 0; r < replicates && !stopped(); r++ {
		visitor.visit(r, sums, stopped)
	}
	return c.curves(sums), nil
}

// check fails if gold leaves nothing to compare with.
func (c *Contest) check(s replicate.Source, gold []int) error {
	if s.Shape() != c.shape {
		panic(fmt.Sprintf("montecarlo: a source of %v in a contest on %v", s.Shape(), c.shape))
	}
	if len(gold) != c.shape.Models {
		panic(fmt.Sprintf("montecarlo: gold orders %d models, the source has %d", len(gold), c.shape.Models))
	}
	if slices.Min(gold) == slices.Max(gold) {
		return fmt.Errorf("gold ties all %d models: there is no τ with it", len(gold))
	}
	return nil
}

func (c *Contest) empty() *tauSums { return newTauSums(c.plan.Slots(), c.shape.Trials) }

func (c *Contest) visitor(s replicate.Source, gold []int) *tauVisitor {
	return &tauVisitor{
		c.plan, c.plan.Slot(0), s.Walker(), c.plan.Scorer(), kendall.NewComparer(gold), make([]float64, c.plan.Slots()),
	}
}

func (c *Contest) curves(sums *tauSums) []Curve {
	curves := make([]Curve, len(c.metrics))
	for i, m := range c.metrics {
		curves[i] = sums.curve(c.plan.Slot(i), m, c.metrics[0].FirstTrial())
	}
	return curves
}

// tauVisitor is the scratch space of one worker.
type tauVisitor struct {
	plan     *metrics.Plan
	first    int // the slot of the first metric
	walker   replicate.Walker
	scorer   *metrics.Scorer
	comparer *kendall.Comparer
	taus     []float64 // by slot
}

func (v *tauVisitor) visit(r int, into *tauSums, stopped func() bool) {
	into.replicates++
	t := v.walker.Draw(r)
	for {
		v.scorer.Score(t)
		v.comparer.TauBs(v.scorer.Table(), v.taus)
		first := counted(v.taus[v.first])
		for slot, tau := range v.taus {
			if t.Trials >= v.plan.FirstTrial(slot) {
				cell := into.at(slot, t.Trials)
				cell.gap.Add(cell.tau.Add(tau) - first)
			}
		}
		if t.Trials == 1 || stopped() {
			return
		}
		v.walker.Drop()
	}
}

// tauSums are sums over replicates, for every slot and n.
type tauSums struct {
	trials     int
	replicates int
	cells      []tauCell // by slot, then n − 1
}

// tauCell are sums over replicates of τ and of how far it is above that of the
// first metric.
type tauCell struct {
	tau Taus
	gap Moments
}

func newTauSums(slots, trials int) *tauSums {
	return &tauSums{trials: trials, cells: make([]tauCell, slots*trials)}
}

// at are the sums of a slot at n.
func (s *tauSums) at(slot, n int) *tauCell { return &s.cells[slot*s.trials+n-1] }

// Reset forgets everything.
func (s *tauSums) Reset() {
	s.replicates = 0
	clear(s.cells)
}

// Merge adds the sums of other replicates.
func (s *tauSums) Merge(from *tauSums) {
	s.replicates += from.replicates
	for i, cell := range from.cells {
		s.cells[i].tau.Merge(cell.tau)
		s.cells[i].gap.Merge(cell.gap)
	}
}

func (s *tauSums) curve(slot int, m metrics.Metric, first int) Curve {
	c := Curve{Metric: m.Name()}
	count := float64(s.replicates)
	for n := m.FirstTrial(); n <= s.trials; n++ {
		cell := s.at(slot, n)
		p := Point{N: n, Undefined: cell.tau.Undefined, Gap: math.NaN(), GapSE: math.NaN()}
		p.Tau, p.SE = cell.tau.Mean(count)
		if n >= first {
			p.Gap, p.GapSE = cell.gap.Mean(count)
		}
		c.Points = append(c.Points, p)
	}
	return c
}
