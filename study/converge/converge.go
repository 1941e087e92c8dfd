// Package converge finds how many trials a ranking needs: the distribution of convergence@n
// over replicates.
//
// Call [Measure] for the distribution, [Look] for rankings at a few numbers of trials,
// [Subsets] for subsets of the models, and [Trace] for one replicate.
//
// As in section 3.3 of "Don't Pass@k", a ranking settles at the smallest n from which it equals
// gold and stays equal up to N. Equal means the same order of every pair of models, ties
// included. To measure when only a part of a ranking settles, such as its first places, use a
// gold in which the other models tie, and accept tied models in any order
// (Options.AnyOrderOfTies).
//
// Do not use it to plan trials for a real board: it needs gold. See study/budget.
package converge

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"settle/internal/aggregate"
	"settle/internal/exact"
	"settle/internal/wire"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
)

// Options hold the settings of a measurement and the definition of agreement.
type Options struct {
	montecarlo.Options

	// AnyOrderOfTies accepts any order of models that tie in gold; by default, they must tie in
	// the ranking too. Measure and Look use this field; Trace has a parameter for it.
	AnyOrderOfTies bool

	// Own holds, by metric, the order on which its rankings must settle, in place of gold; nil
	// for none. See metrics.OwnOrder.
	Own [][]int

	// Worst is the number of replicates to keep among those that settle last.
	Worst int
}

// A Distribution is the distribution of convergence@n of one metric over replicates.
type Distribution struct {
	Metric     string
	Replicates int

	// OnCurve reports whether rankings were compared only at the n of metrics.OnCurve. A
	// ranking that settles at n then equals gold at all of these numbers from n on.
	OnCurve bool

	// Counts holds, at n − 1, the number of replicates that settle at n = 1..N.
	Counts []int

	// First holds, at n − 1 for n = 1..N, the index of the first replicate that settles at n.
	// First[N] is the index of the first replicate that never settles. An element is −1 if
	// there is no such replicate.
	First []int

	// Worst holds the replicates that settle last. Replicates that never settle come first; the
	// others follow by descending n, and by ascending index for equal n.
	Worst []Replicate
}

// A Replicate is the settling point of one replicate.
type Replicate struct {
	Index int
	N     int // convergence@n; N + 1 if it never settles
}

// Measure draws replicates from a source and finds, for every metric, the n at which the
// ranking settles on gold. In gold, a larger number stands for a better model, and equal
// numbers tie. It fails if there are fewer than two models, if gold ties all of them, if a
// metric cannot score the source's boards, or if ctx ends.
func Measure(
	ctx context.Context, s replicate.Source, ms []metrics.Metric, gold []int, o Options,
) ([]Distribution, error) {
	shape := s.Shape()
	if shape.Models < 2 {
		return nil, fmt.Errorf("a ranking requires at least two models, and the board has %d", shape.Models)
	}
	for _, gold := range o.golds(gold) {
		mustOrder(gold, shape.Models)
		if slices.Min(gold) == slices.Max(gold) {
			return nil, fmt.Errorf("no ranking can settle on gold: gold ties all %d models", shape.Models)
		}
	}
	plan, err := metrics.NewPlan(ctx, ms, shape, 1)
	if err != nil {
		return nil, err
	}
	empty := func() *counts { return newCounts(plan.Slots(), shape.Trials, o.Worst) }
	worker := func() montecarlo.Visit[*counts] { return newVisitor(s, plan, gold, o).visit }
	o.Fold = "converge"
	all, err := montecarlo.Fold(ctx, o.Options, empty, worker)
	if err != nil {
		return nil, err
	}
	distributions := make([]Distribution, len(ms))
	for i, m := range ms {
		distributions[i] = all.distribution(plan.Slot(i), m.Name(), o.Replicates)
		distributions[i].OnCurve = !plan.EveryN()
	}
	return distributions, nil
}

// mustOrder panics unless gold has the given number of models.
func mustOrder(gold []int, models int) {
	if len(gold) != models {
		panic(fmt.Sprintf("converge: gold orders %d models, the source has %d", len(gold), models))
	}
}

// golds returns all orders with which rankings are compared.
func (o Options) golds(gold []int) [][]int {
	if o.Own == nil {
		return [][]int{gold}
	}
	return o.Own
}

// A visitor is the scratch space of one worker.
type visitor struct {
	plan     *metrics.Plan
	player   *montecarlo.Player
	golds    *montecarlo.Golds
	anyOrder bool     // accept any order of models that tie in gold
	agreed   []uint64 // by word: guard bits of the slots that have agreed so far
	pending  []int    // these slots
}

func newVisitor(s replicate.Source, plan *metrics.Plan, gold []int, o Options) *visitor {
	return &visitor{
		plan: plan, player: montecarlo.NewPlayer(s, plan), golds: montecarlo.NewGolds(plan, gold, o.Own),
		anyOrder: o.AnyOrderOfTies, agreed: make([]uint64, len(plan.Guards())),
	}
}

// visit walks a replicate backwards until the ranking by every metric has disagreed with gold
// once. A ranking settles at the n just above its first disagreement.
func (v *visitor) visit(r int, into *counts, stopped func() bool) {
	copy(v.agreed, v.plan.Guards())
	v.pending = v.pending[:0]
	for slot := range v.plan.Slots() {
		v.pending = append(v.pending, slot)
	}
	t := v.player.Draw(r)
	for {
		if !v.plan.Has(t.Trials) {
			v.player.Drop()
			continue
		}
		v.player.Scorer.ScoreOnly(t, v.agreed)
		v.golds.StillAgree(v.player.Scorer, v.anyOrder, v.agreed)
		still := v.pending[:0]
		for _, slot := range v.pending {
			lane := v.plan.Lane(slot)
			switch {
			case v.agreed[lane.Word]&lane.Bit() == 0:
				into.add(slot, Replicate{r, v.plan.Next(t.Trials)})
			case t.Trials == v.plan.FirstTrial(slot):
				v.agreed[lane.Word] &^= lane.Bit()
				into.add(slot, Replicate{r, t.Trials})
			default:
				still = append(still, slot)
			}
		}
		v.pending = still
		if len(v.pending) == 0 || stopped() {
			return
		}
		v.player.Drop()
	}
}

// A counts holds the number of replicates that settle at each n, by slot.
type counts struct {
	At    [][]int            // by slot, then n − 1 for n = 1..N+1
	First []aggregate.Firsts // likewise
	Worst []worst            // by slot
}

func newCounts(slots, trials, keep int) *counts {
	c := &counts{make([][]int, slots), make([]aggregate.Firsts, slots), make([]worst, slots)}
	for slot := range slots {
		c.At[slot], c.First[slot] = make([]int, trials+1), aggregate.NewFirsts(trials+1)
		c.Worst[slot] = worst{keep, make([]Replicate, 0, keep+1)}
	}
	return c
}

// add counts a replicate.
func (c *counts) add(slot int, r Replicate) {
	c.At[slot][r.N-1]++
	c.First[slot].Add(r.N-1, r.Index)
	c.Worst[slot].remember(r)
}

// A worst holds the replicates that settle last, in order.
type worst struct {
	keep int // largest number to hold
	list []Replicate
}

// remember keeps a replicate if it is among the worst.
func (w *worst) remember(r Replicate) {
	if len(w.list) == w.keep && (w.keep == 0 || compareWorst(r, w.list[w.keep-1]) >= 0) {
		return
	}
	at, _ := slices.BinarySearchFunc(w.list, r, compareWorst)
	w.list = slices.Insert(w.list, at, r)
	w.list = w.list[:min(len(w.list), w.keep)]
}

// Reset removes all replicates.
func (w *worst) Reset() { w.list = w.list[:0] }

// MergePart adds the worst of other replicates.
func (w *worst) MergePart(from any) {
	for _, r := range from.(*worst).list {
		w.remember(r)
	}
}

// Code writes or reads the replicates.
func (w *worst) Code(c *wire.Coder) {
	count := len(w.list)
	if c.Size(&count, w.keep); c.Reading() {
		w.list = make([]Replicate, count, w.keep+1)
	}
	for i := range w.list {
		c.Int(&w.list[i].Index)
		c.Int(&w.list[i].N)
	}
}

// compareWorst orders two replicates; the one that settles later comes first.
func compareWorst(a, b Replicate) int {
	return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Index, b.Index))
}

// Count returns the number of replicates added, or −1 if slots disagree.
func (c *counts) Count() int {
	count := 0
	for slot, at := range c.At {
		sum := 0
		for _, n := range at {
			sum += n
		}
		if slot > 0 && sum != count {
			return -1
		}
		count = sum
	}
	return count
}

func (c *counts) distribution(slot int, metric string, replicates int) Distribution {
	at := slices.Clone(c.At[slot])
	return Distribution{
		Metric: metric, Replicates: replicates, Counts: at[: len(at)-1 : len(at)-1],
		First: slices.Clone(c.First[slot]), Worst: slices.Clone(c.Worst[slot].list),
	}
}

// settled returns the number of replicates that settle at some n ≤ N.
func (d Distribution) settled() int {
	sum := 0
	for _, count := range d.Counts {
		sum += count
	}
	return sum
}

// Converged returns the share of replicates that settle at some n ≤ N.
func (d Distribution) Converged() float64 { return d.share(d.settled()) }

// Never returns the share of replicates that do not settle.
func (d Distribution) Never() float64 { return d.share(d.Replicates - d.settled()) }

// BeforeLast returns the share of replicates that settle before n = N. In resamples without
// replacement, n = N is the board itself, on which a metric agrees with its own gold for every
// order of the trials.
func (d Distribution) BeforeLast() float64 {
	return d.share(d.settled() - d.Counts[len(d.Counts)-1])
}

func (d Distribution) share(count int) float64 { return float64(count) / float64(d.Replicates) }

// PMF returns, at index n − 1, the share of all replicates that settle at n = 1..N.
func (d Distribution) PMF() []float64 {
	shares := make([]float64, len(d.Counts))
	for i, count := range d.Counts {
		shares[i] = d.share(count)
	}
	return shares
}

// CDF returns, at index n − 1, the share of all replicates that have settled by n = 1..N.
func (d Distribution) CDF() []float64 {
	shares := make([]float64, len(d.Counts))
	sum := 0
	for i, count := range d.Counts {
		sum += count
		shares[i] = d.share(sum)
	}
	return shares
}

// Mean returns the mean convergence@n over the replicates that settle, and its Monte-Carlo
// standard error. Both are NaN if none settles; the error is NaN if only one does.
func (d Distribution) Mean() (mean, se float64) {
	return d.moments().Mean(d.settled())
}

// Restricted returns the mean convergence@n over all replicates and its Monte-Carlo standard
// error, NaN for a single replicate. A replicate that never settles counts as N + 1. The result
// is a lower bound for the mean with more trials, and equals Mean if all replicates settle. It
// is the restricted mean of survival analysis (Royston & Parmar, BMC Medical Research
// Methodology 13, 2013).
func (d Distribution) Restricted() (mean, se float64) {
	all := d.moments()
	all.AddTimes(float64(len(d.Counts)+1), d.Replicates-d.settled())
	return all.Mean(d.Replicates)
}

// moments returns the moments of convergence@n over the replicates that settle.
func (d Distribution) moments() *exact.Moments {
	m := new(exact.Moments)
	for i, count := range d.Counts {
		m.AddTimes(float64(i+1), count)
	}
	return m
}

// Quantile returns the smallest n by which a share q in (0, 1] of all replicates has settled.
// Replicates that never settle count as infinite; the result is 0 if no n ≤ N is enough.
func (d Distribution) Quantile(q float64) int {
	sum := 0
	for i, count := range d.Counts {
		sum += count
		if sum > 0 && float64(sum) >= q*float64(d.Replicates) {
			return i + 1
		}
	}
	return 0
}

// Last returns the largest n at which a replicate settles, or 0 if none does.
func (d Distribution) Last() int {
	for i, count := range slices.Backward(d.Counts) {
		if count > 0 {
			return i + 1
		}
	}
	return 0
}

// OnlyWithLast returns the share of replicates that settle at n = N and not before.
func (d Distribution) OnlyWithLast() float64 { return d.share(d.Counts[len(d.Counts)-1]) }
