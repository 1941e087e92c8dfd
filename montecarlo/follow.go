package montecarlo

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"settle/internal/quoted"
	"settle/internal/wire"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// Wanted selects the results to compute at each n: agreement with a reference ranking
// (gold), scores, or both. At least one must be selected.
type Wanted struct {
	Gold   []int // order of the source's models to compare with, as for Curves; nil if τ is not wanted
	Scores bool

	// Own holds one reference order for each metric, to use instead of Gold (see
	// metrics.OwnOrder). It is nil if Gold is used.
	Own [][]int

	// Distributions requests the distributions of τ over replicates, in addition to the
	// curves of its mean.
	Distributions bool

	// At lists, in ascending order, the n from 1 to N at which scores are wanted. nil
	// means all n for which metrics.OnCurve is true. Without Gold and Own, replicates are
	// scored only at these n.
	At []int
}

// Followed holds the requested results, by metric in the given order. Results that were
// not requested are nil.
type Followed struct {
	Curves        []Curve
	Distributions []Distribution
	Scores        []Scores
}

// Follow draws replicates from a source, scores the models of each by every metric, and
// computes the results that w selects at each n. It returns an error in the same cases
// as Curves.
func Follow(ctx context.Context, s replicate.Source, ms []metrics.Metric, w Wanted, o Options) (Followed, error) {
	// Check first, because preparing the metrics takes some time.
	if err := w.check(ms, s.Shape(), o.Replicates); err != nil {
		return Followed{}, err
	}
	c, err := NewContest(ctx, ms, s.Shape(), w.At...)
	if err != nil {
		return Followed{}, err
	}
	return c.Follow(ctx, s, w, o)
}

// A Contest holds metrics that are prepared for boards of one shape: their numbers of
// models, questions and trials. Preparing metrics takes some hundredths of a second.
// Use a Contest to compare the same metrics on many sources of the same shape. It is
// safe for concurrent use.
type Contest struct {
	metrics []metrics.Metric
	shape   results.Shape
	plan    *metrics.Plan
}

// NewContest prepares metrics for boards of a shape. The metrics can then be scored at
// the given numbers of trials, and at all numbers for which metrics.OnCurve is true.
// NewContest returns an error if a metric cannot score such boards, or if ctx ends.
func NewContest(ctx context.Context, ms []metrics.Metric, shape results.Shape, at ...int) (*Contest, error) {
	plan, err := metrics.NewPlan(ctx, ms, shape, 1, at...)
	if err != nil {
		return nil, err
	}
	return &Contest{ms, shape, plan}, nil
}

// Follow draws replicates from a source and computes the results that w selects. It
// does the same as the function Follow, with the contest's metrics. The source must
// have the contest's shape.
func (c *Contest) Follow(ctx context.Context, s replicate.Source, w Wanted, o Options) (Followed, error) {
	f, err := c.following(s, w, o.Replicates)
	if err != nil {
		return Followed{}, err
	}
	worker := func() Visit[*sums] { return f.visitor(s).visit }
	o.Fold = "curves"
	all, err := Fold(ctx, o, f.emptySums, worker)
	if err != nil {
		return Followed{}, err
	}
	return f.results(all), nil
}

// Curves draws replicates from a source and compares their rankings with gold. It does
// the same as the function Curves, with the contest's metrics. The source must have the
// contest's shape.
func (c *Contest) Curves(ctx context.Context, s replicate.Source, gold []int, o Options) ([]Curve, error) {
	found, err := c.Follow(ctx, s, Wanted{Gold: gold}, o)
	return found.Curves, err
}

// Alone does the same as the method Curves for replicates 0..replicates−1, but in the
// calling goroutine, so that each worker can have its own source. Once stopped returns
// true, Alone returns the curves of the replicates drawn so far. It panics if a metric
// fails.
func (c *Contest) Alone(s replicate.Source, gold []int, replicates int, stopped func() bool) ([]Curve, error) {
	f, err := c.following(s, Wanted{Gold: gold}, replicates)
	if err != nil {
		return nil, err
	}
	all, v := f.emptySums(), f.visitor(s)
	for r := 0; r < replicates && !stopped(); r++ {
		v.visit(r, all, stopped)
	}
	all.taus.count()
	return f.results(all).Curves, nil
}

// appliedContest is a contest together with the results that are wanted from one
// source.
type appliedContest struct {
	*Contest
	wanted Wanted
	layout *scoreLayout // nil for no scores
	cheap  []uint64     // by word: the guards of the slots that are scored at every n
}

func (c *Contest) following(s replicate.Source, w Wanted, replicates int) (*appliedContest, error) {
	if s.Shape() != c.shape {
		panic(fmt.Sprintf("montecarlo: the source has shape %v, but the contest has shape %v", s.Shape(), c.shape))
	}
	if err := w.check(c.metrics, c.shape, replicates); err != nil {
		return nil, err
	}
	f := &appliedContest{Contest: c, wanted: w, cheap: c.cheapGuards()}
	if w.Scores {
		f.layout = newScoreLayout(c.plan, c.shape, w.At)
	}
	return f, nil
}

// cheapGuards returns a set of slots as bits (see metrics.Plan.Guards). A slot is a
// group of metrics that rank models alike. The set leaves out the slots of slow metrics
// (see metrics.IsDear).
func (c *Contest) cheapGuards() []uint64 {
	guards := slices.Clone(c.plan.Guards())
	for i, m := range c.metrics {
		if lane := c.plan.Lane(c.plan.Slot(i)); metrics.IsDear(m) {
			guards[lane.Word] &^= lane.Bit()
		}
	}
	return guards
}

// follows reports whether τ must be computed.
func (w Wanted) follows() bool { return w.Gold != nil || w.Own != nil }

// golds returns the reference orders with which rankings are compared, and a name for
// each order.
func (w Wanted) golds(ms []metrics.Metric) (golds [][]int, names []string) {
	if w.Own == nil {
		return [][]int{w.Gold}, []string{"gold"}
	}
	for _, m := range ms {
		names = append(names, "the limiting order of "+quoted.Bare(m.Name()))
	}
	return w.Own, names
}

// check returns an error if w cannot be computed for the given metrics, shape and
// number of replicates.
func (w Wanted) check(ms []metrics.Metric, shape results.Shape, replicates int) error {
	switch {
	case w.Scores && int64(replicates) > math.MaxUint32:
		return fmt.Errorf("scores allow at most %d replicates, not %d", uint32(math.MaxUint32), replicates)
	case !w.follows():
		return nil
	case shape.Models < 2:
		return fmt.Errorf("τ requires at least two models, but the board has %d", shape.Models)
	}
	golds, names := w.golds(ms)
	for i, gold := range golds {
		switch {
		case len(gold) != shape.Models:
			panic(fmt.Sprintf("montecarlo: the gold order has %d models, but the source has %d", len(gold), shape.Models))
		case slices.Min(gold) == slices.Max(gold):
			return fmt.Errorf("%s ties all %d models; τ is undefined", names[i], shape.Models)
		}
	}
	return nil
}

// emptySums returns sums that contain no replicate.
func (f *appliedContest) emptySums() *sums {
	into := new(sums)
	if f.wanted.follows() {
		into.taus = f.newTauSums()
	}
	if f.layout != nil {
		into.scores = &scoreSums{layout: f.layout, stripes: new(stripes)}
	}
	return into
}

// results computes the requested results from the sums over all replicates.
func (f *appliedContest) results(all *sums) Followed {
	var found Followed
	replicates := int(all.replicates.Load())
	for i, m := range f.metrics {
		if f.wanted.follows() {
			curve := all.taus.curve(f.plan.Slot(i), m, replicates)
			found.Curves = append(found.Curves, curve)
			if f.wanted.Distributions {
				found.Distributions = append(found.Distributions, all.taus.distribution(f.plan.Slot(i), m, replicates))
			}
		}
		if f.layout != nil {
			found.Scores = append(found.Scores, all.scores.scores(i, m, replicates))
		}
	}
	return found
}

// sums holds the combined results of some replicates. A field is nil if its result was
// not requested.
type sums struct {
	replicates atomic.Int64
	taus       *tauSums
	scores     *scoreSums
}

// Reset removes all replicates from the sums.
func (s *sums) Reset() {
	s.replicates.Store(0)
	if s.taus != nil {
		s.taus.reset()
	}
	if s.scores != nil {
		s.scores.reset()
	}
}

// Count returns the number of replicates in the sums.
func (s *sums) Count() int { return int(s.replicates.Load()) }

// Code writes the sums to c or reads them from it.
func (s *sums) Code(c *wire.Coder) {
	replicates := int(s.replicates.Load())
	if c.Int(&replicates); replicates < 0 {
		c.Fail("negative number of replicates")
		return
	}
	s.replicates.Store(int64(replicates))
	if s.taus != nil {
		s.taus.code(c, replicates)
	}
	if s.scores != nil {
		s.scores.code(c, replicates)
	}
}

// Merge moves all results from another aggregate to s.
func (s *sums) Merge(from *sums) { from.Spill(s, true) }

// Spill moves the content of s to total. If all is false, parts that need little memory
// can stay in s. Several workers can call Spill at the same time.
func (s *sums) Spill(total *sums, all bool) {
	total.replicates.Add(s.replicates.Swap(0))
	if s.taus != nil {
		s.taus.spill(total.taus, all)
	}
	if s.scores != nil {
		s.scores.spill(total.scores)
	}
}

// visitor computes the results of replicates for one worker, with its own scratch
// space.
type visitor struct {
	*appliedContest
	player *Player
	golds  *Golds // nil for no τ
	last   int    // the largest n at which a replicate is scored

	// copies holds tallies that are to be scored together, if a metric scores several at
	// once.
	copies []*results.Tally
	kept   int // the number of tallies that wait to be scored
}

func (f *appliedContest) visitor(s replicate.Source) *visitor {
	v := &visitor{appliedContest: f, player: NewPlayer(s, f.plan), last: 1}
	if f.wanted.follows() {
		v.golds = NewGolds(f.plan, f.wanted.Gold, f.wanted.Own)
	} else {
		v.last = f.layout.at[0]
	}
	if f.layout != nil {
		v.player.Scorer.Keep()
	}
	if f.plan.Batched() {
		v.copies = make([]*results.Tally, metrics.AtOnce(f.shape))
	}
	return v
}

func (v *visitor) visit(r int, into *sums, stopped func() bool) {
	into.replicates.Add(1)
	if into.taus != nil {
		into.taus.begin()
	}
	if into.scores != nil {
		into.scores.begin()
	}
	t := v.player.Draw(r)
	for {
		switch {
		case !v.needs(t.Trials):
		case v.copies == nil:
			v.look(t, into)
		default:
			v.keep(t, into)
		}
		if stopped() {
			v.kept = 0
			return
		}
		if t.Trials == v.last {
			v.scoreStored(into)
			return
		}
		v.player.Drop()
	}
}

// needs reports whether any result is wanted at n trials.
func (v *visitor) needs(n int) bool {
	return v.golds != nil && metrics.OnCurve(n, v.shape.Trials) || v.layout != nil && v.layout.wants(n)
}

// look computes the scores of the tally t by the metrics, and adds the results to
// total.
func (v *visitor) look(t *results.Tally, total *sums) {
	wanted := total.scores != nil && v.layout.wants(t.Trials)
	switch {
	case wanted || total.taus != nil && metrics.OnGrid(t.Trials, v.shape.Trials):
		v.player.Scorer.Score(t)
	case total.taus != nil:
		v.player.Scorer.ScoreOnly(t, v.cheap)
	}
	if total.taus != nil {
		v.golds.Counts(v.player.Scorer, total.taus.counts(t.Trials))
	}
	if wanted {
		total.scores.store(v.player.Scorer, t.Trials)
	}
}

// keep stores a copy of a tally, so that several tallies can be scored together. Once
// enough copies are stored, it scores them and adds the results to the given sums.
func (v *visitor) keep(t *results.Tally, into *sums) {
	if v.copies[v.kept] == nil {
		v.copies[v.kept] = t.NewLike()
	}
	v.copies[v.kept].CopyFrom(t)
	if v.kept++; v.kept == len(v.copies) {
		v.scoreStored(into)
	}
}

// scoreStored scores all tallies that v.keep has stored, and adds the results to total.
func (v *visitor) scoreStored(total *sums) {
	if v.kept == 0 {
		return
	}
	together := v.copies[:v.kept]
	v.kept = 0
	v.player.Scorer.Ahead(together)
	for _, t := range together {
		v.look(t, total)
	}
}
