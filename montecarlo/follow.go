package montecarlo

import (
	"context"
	"fmt"
	"math"

	"settle/kendall"
	"settle/metrics"
	"settle/replicate"
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
	shape := s.Shape()
	if w.Gold != nil {
		if err := checkGold(w.Gold, shape); err != nil {
			return Followed{}, err
		}
	}
	if w.Scores && int64(o.Replicates) > math.MaxUint32 {
		return Followed{}, fmt.Errorf("scores are counted for at most %d replicates, not %d", uint32(math.MaxUint32), o.Replicates)
	}
	plan, err := metrics.NewPlan(ctx, ms, shape, 1)
	if err != nil {
		return Followed{}, err
	}
	var layout *scoreLayout
	if w.Scores {
		layout = newScoreLayout(plan, shape, w.At)
	}
	empty := func() *sums {
		into := new(sums)
		if w.Gold != nil {
			into.taus = newTauSums(plan.Slots(), shape.Trials)
		}
		if layout != nil {
			into.scores = &scoreSums{layout: layout}
		}
		return into
	}
	worker := func() Visit[*sums] { return newVisitor(s, plan, w.Gold, layout).visit }
	all, err := Fold(ctx, o, empty, worker)
	if err != nil {
		return Followed{}, err
	}
	var found Followed
	for i, m := range ms {
		if w.Gold != nil {
			found.Curves = append(found.Curves, all.taus.curve(plan.Slot(i), m, all.replicates))
		}
		if layout != nil {
			found.Scores = append(found.Scores, all.scores.of(i, m, all.replicates))
		}
	}
	return found, nil
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
	walker   replicate.Walker
	scorer   *metrics.Scorer
	comparer *kendall.Comparer // nil for no τ
	taus     []float64         // by slot
	layout   *scoreLayout      // nil for no scores
	last     int               // the n at which the walk ends
}

func newVisitor(s replicate.Source, plan *metrics.Plan, gold []int, layout *scoreLayout) *visitor {
	v := &visitor{plan: plan, walker: s.Walker(), scorer: plan.Scorer(), layout: layout, last: 1}
	if gold != nil {
		v.comparer, v.taus = kendall.NewComparer(gold), make([]float64, plan.Slots())
	} else {
		v.last = layout.at[0]
	}
	if layout != nil {
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
	for slot, tau := range v.taus {
		if n >= v.plan.FirstTrial(slot) {
			into.at(slot, n).Add(tau)
		}
	}
}
