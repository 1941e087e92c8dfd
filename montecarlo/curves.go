package montecarlo

import (
	"context"
	"fmt"
	"slices"

	"settle/kendall"
	"settle/metrics"
	"settle/replicate"
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
}

// Curves draws replicates from a source, ranks the models of each by every
// metric at every n, and compares the rankings with gold by Kendall's τ_b.
// gold orders the source's models: a larger number is better, an equal one is
// a tie. It fails if the source has fewer than two models, if gold ties all of
// them (there is no τ then), if a metric cannot score its boards, or if ctx
// ends.
func Curves(ctx context.Context, s replicate.Source, ms []metrics.Metric, gold []int, o Options) ([]Curve, error) {
	shape := s.Shape()
	if shape.Models < 2 {
		return nil, fmt.Errorf("τ compares rankings of two models or more, and the board has %d", shape.Models)
	}
	if len(gold) != shape.Models {
		panic(fmt.Sprintf("montecarlo: gold orders %d models, the source has %d", len(gold), shape.Models))
	}
	if slices.Min(gold) == slices.Max(gold) {
		return nil, fmt.Errorf("gold ties all %d models: there is no τ with it", shape.Models)
	}
	plan, err := metrics.NewPlan(ms, shape, 1)
	if err != nil {
		return nil, err
	}
	empty := func() *tauSums { return newTauSums(plan.Slots(), shape.Trials) }
	worker := func() Visit[*tauSums] { return newTauVisitor(s, plan, gold).visit }
	sums, err := Fold(ctx, o, empty, worker)
	if err != nil {
		return nil, err
	}
	curves := make([]Curve, len(ms))
	for i, m := range ms {
		curves[i] = sums.curve(plan.Slot(i), m)
	}
	return curves, nil
}

// tauVisitor is the scratch space of one worker.
type tauVisitor struct {
	plan     *metrics.Plan
	walker   replicate.Walker
	scorer   *metrics.Scorer
	comparer *kendall.Comparer
	taus     []float64 // by slot
}

func newTauVisitor(s replicate.Source, plan *metrics.Plan, gold []int) *tauVisitor {
	return &tauVisitor{plan, s.Walker(), plan.Scorer(), kendall.NewComparer(gold), make([]float64, plan.Slots())}
}

func (v *tauVisitor) visit(r int, into *tauSums, stopped func() bool) {
	into.replicates++
	t := v.walker.Draw(r)
	for {
		v.scorer.Score(t)
		v.comparer.TauBs(v.scorer.Table(), v.taus)
		for slot, tau := range v.taus {
			if t.Trials >= v.plan.FirstTrial(slot) {
				into.at(slot, t.Trials).Add(tau)
			}
		}
		if t.Trials == 1 || stopped() {
			return
		}
		v.walker.Drop()
	}
}

// tauSums are sums over replicates of τ and τ², for every slot and n.
type tauSums struct {
	trials     int
	replicates int
	cells      []Taus // by slot, then n − 1
}

func newTauSums(slots, trials int) *tauSums {
	return &tauSums{trials: trials, cells: make([]Taus, slots*trials)}
}

// at are the sums of a slot at n.
func (s *tauSums) at(slot, n int) *Taus { return &s.cells[slot*s.trials+n-1] }

// Reset forgets everything.
func (s *tauSums) Reset() {
	s.replicates = 0
	clear(s.cells)
}

// Merge adds the sums of other replicates.
func (s *tauSums) Merge(from *tauSums) {
	s.replicates += from.replicates
	for i, cell := range from.cells {
		s.cells[i].Merge(cell)
	}
}

func (s *tauSums) curve(slot int, m metrics.Metric) Curve {
	c := Curve{Metric: m.Name()}
	for n := m.FirstTrial(); n <= s.trials; n++ {
		taus := s.at(slot, n)
		p := Point{N: n, Undefined: taus.Undefined}
		p.Tau, p.SE = taus.Mean(float64(s.replicates))
		c.Points = append(c.Points, p)
	}
	return c
}
