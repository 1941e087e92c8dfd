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

// Wanted is what to follow over n: agreement with gold, scores, or both, but not nothing.
type Wanted struct {
	Gold   []int // the order of the source's models to compare with, as that of Curves; nil for no τ
	Scores bool

	// At are the n at which scores are wanted, ascending, each from 1 to N; nil for all.
	// Without Gold replicates are scored at these alone.
	At []int
}

// Followed is what was wanted, by metric in the order given; else nil.
type Followed struct {
	Curves []Curve
	Scores []Scores
}

// Follow draws replicates from a source, scores the models of each by every metric, and
// follows what is wanted over n. It fails as Curves does.
func Follow(ctx context.Context, s replicate.Source, ms []metrics.Metric, w Wanted, o Options) (Followed, error) {
	// What cannot be compared is refused before metrics are prepared, which takes a while.
	if err := w.check(s.Shape(), o.Replicates); err != nil {
		return Followed{}, err
	}
	c, err := NewContest(ctx, ms, s.Shape())
	if err != nil {
		return Followed{}, err
	}
	return c.Follow(ctx, s, w, o)
}

// Contest is what Follow makes of metrics before it draws anything, which takes some
// hundredths of a second: for studies that compare the same metrics on many sources of
// one shape. It is safe for concurrent use.
type Contest struct {
	metrics []metrics.Metric
	shape   results.Shape
	plan    *metrics.Plan
}

// NewContest prepares metrics for boards of a shape. It fails if a metric cannot score
// them, or if ctx ends.
func NewContest(ctx context.Context, ms []metrics.Metric, shape results.Shape) (*Contest, error) {
	plan, err := metrics.NewPlan(ctx, ms, shape, 1)
	if err != nil {
		return nil, err
	}
	return &Contest{ms, shape, plan}, nil
}

// Follow is the function Follow on a source of the contest's shape.
func (c *Contest) Follow(ctx context.Context, s replicate.Source, w Wanted, o Options) (Followed, error) {
	f, err := c.following(s, w, o.Replicates)
	if err != nil {
		return Followed{}, err
	}
	worker := func() Visit[*sums] { return f.visitor(s).visit }
	all, err := Fold(ctx, o, f.empty, worker)
	if err != nil {
		return Followed{}, err
	}
	return f.found(all), nil
}

// Curves is the function Curves on a source of the contest's shape.
func (c *Contest) Curves(ctx context.Context, s replicate.Source, gold []int, o Options) ([]Curve, error) {
	found, err := c.Follow(ctx, s, Wanted{Gold: gold}, o)
	return found.Curves, err
}

// Alone is Curves of the replicates 0..replicates−1 in the goroutine that calls
// it, for studies whose workers have a source each. Where stopped says so, it
// ends with what there is by then. A metric that fails panics, as in any Visit.
func (c *Contest) Alone(s replicate.Source, gold []int, replicates int, stopped func() bool) ([]Curve, error) {
	f, err := c.following(s, Wanted{Gold: gold}, replicates)
	if err != nil {
		return nil, err
	}
	all, v := f.empty(), f.visitor(s)
	for r := 0; r < replicates && !stopped(); r++ {
		v.visit(r, all, stopped)
	}
	return f.found(all).Curves, nil
}

// following is what a contest follows on one source.
type following struct {
	*Contest
	gold   []int        // nil for no τ
	layout *scoreLayout // nil for no scores
}

func (c *Contest) following(s replicate.Source, w Wanted, replicates int) (*following, error) {
	if s.Shape() != c.shape {
		panic(fmt.Sprintf("montecarlo: a source of %v in a contest on %v", s.Shape(), c.shape))
	}
	if err := w.check(c.shape, replicates); err != nil {
		return nil, err
	}
	f := &following{Contest: c, gold: w.Gold}
	if w.Scores {
		f.layout = newScoreLayout(c.plan, c.shape, w.At)
	}
	return f, nil
}

// check reports why so many replicates of a shape cannot be followed.
func (w Wanted) check(shape results.Shape, replicates int) error {
	switch {
	case w.Scores && int64(replicates) > math.MaxUint32:
		return fmt.Errorf("scores are counted for at most %d replicates, not %d", uint32(math.MaxUint32), replicates)
	case w.Gold == nil:
		return nil
	case shape.Models < 2:
		return fmt.Errorf("τ compares rankings of two models or more, and the board has %d", shape.Models)
	case len(w.Gold) != shape.Models:
		panic(fmt.Sprintf("montecarlo: gold orders %d models, the source has %d", len(w.Gold), shape.Models))
	case slices.Min(w.Gold) == slices.Max(w.Gold):
		return fmt.Errorf("gold ties all %d models: there is no τ with it", shape.Models)
	}
	return nil
}

// empty are the sums of no replicate.
func (f *following) empty() *sums {
	into := new(sums)
	if f.gold != nil {
		into.taus = newTauSums(f.plan.Slots(), f.shape.Trials)
	}
	if f.layout != nil {
		into.scores = &scoreSums{layout: f.layout}
	}
	return into
}

// found is what the sums say.
func (f *following) found(all *sums) Followed {
	var found Followed
	for i, m := range f.metrics {
		if f.gold != nil {
			curve := all.taus.curve(f.plan.Slot(i), m, all.replicates, f.metrics[0].FirstTrial())
			found.Curves = append(found.Curves, curve)
		}
		if f.layout != nil {
			found.Scores = append(found.Scores, all.scores.of(i, m, all.replicates))
		}
	}
	return found
}

// sums is what replicates are folded into; nil stands for what is not wanted.
type sums struct {
	replicates int
	taus       *tauSums
	scores     *scoreSums
}

// Reset forgets everything.
func (s *sums) Reset() {
	s.replicates = 0
	if s.taus != nil {
		s.taus.reset()
	}
	if s.scores != nil {
		s.scores.reset()
	}
}

// Merge adds the sums of other replicates.
func (s *sums) Merge(from *sums) {
	s.replicates += from.replicates
	if s.taus != nil {
		s.taus.merge(from.taus)
	}
	if s.scores != nil {
		s.scores.merge(from.scores)
	}
}

// visitor is the scratch space of one worker.
type visitor struct {
	plan     *metrics.Plan
	first    int // the slot of the first metric
	walker   replicate.Walker
	scorer   *metrics.Scorer
	comparer *kendall.Comparer // nil for no τ
	taus     []float64         // by slot
	layout   *scoreLayout      // nil for no scores
	last     int               // the n at which the walk ends
}

func (f *following) visitor(s replicate.Source) *visitor {
	v := &visitor{
		plan: f.plan, first: f.plan.Slot(0), walker: s.Walker(), scorer: f.plan.Scorer(), layout: f.layout, last: 1,
	}
	if f.gold != nil {
		v.comparer, v.taus = kendall.NewComparer(f.gold), make([]float64, f.plan.Slots())
	} else {
		v.last = f.layout.at[0]
	}
	if f.layout != nil {
		v.scorer.Keep()
	}
	return v
}

func (v *visitor) visit(r int, into *sums, stopped func() bool) {
	into.replicates++
	if into.scores != nil {
		into.scores.begin()
	}
	t := v.walker.Draw(r)
	for {
		wanted := into.scores != nil && v.layout.wants(t.Trials)
		if wanted || into.taus != nil {
			v.scorer.Score(t)
		}
		if into.taus != nil {
			v.compare(t.Trials, into.taus)
		}
		if wanted {
			into.scores.hold(v.scorer, t.Trials)
		}
		if t.Trials == v.last || stopped() {
			return
		}
		v.walker.Drop()
	}
}

func (v *visitor) compare(n int, into *tauSums) {
	v.comparer.TauBs(v.scorer.Table(), v.taus)
	first := counted(v.taus[v.first])
	for slot, tau := range v.taus {
		if n >= v.plan.FirstTrial(slot) {
			cell := into.at(slot, n)
			cell.gap.Add(cell.tau.Add(tau) - first)
		}
	}
}
