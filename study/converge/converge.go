// Package converge finds how many trials a ranking needs until it settles: the distribution of
// convergence@n over replicates (simulated evaluations).
//
// Call [Measure] for the distribution, [Look] to compare rankings at a few numbers of trials,
// [Subsets] for subsets of the models, and [Trace] for one replicate.
//
// As in section 3.3 of "Don't Pass@k", a ranking settles at n trials if it equals the gold
// (reference) ranking from n on, up to the last trial N. The smallest such n is convergence@n.
// Two rankings are equal if they have the same order of every pair of models, ties included. To
// measure when only a part of a ranking settles, such as its first places, use a gold ranking in
// which the other models tie. Then accept tied models in any order (Options.AnyOrderOfTies).
//
// Do not use the package to plan trials for a real board, because it needs a gold ranking. See
// study/budget.
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

// Options holds the settings of a measurement and says when a ranking agrees with gold.
type Options struct {
	montecarlo.Options

	// AnyOrderOfTies accepts any order of models that tie in gold. By default, such models
	// must also tie in the ranking. Measure and Look use this field; Trace has a parameter
	// for it.
	AnyOrderOfTies bool

	// Own holds, for each metric, the order on which its rankings must settle, in place of
	// gold. It is nil if all metrics use gold. See metrics.OwnOrder.
	Own [][]int

	// Worst is the number of replicates to list in Distribution.Worst, among those that
	// settle last.
	Worst int
}

// A Distribution is the distribution of convergence@n, the number n of trials at which the
// ranking by one metric settles, over replicates.
type Distribution struct {
	Metric     string
	Replicates int

	// OnCurve reports whether rankings were compared only at the numbers of trials of
	// metrics.OnCurve. A ranking that settles at n then equals gold at all of these numbers
	// from n on.
	OnCurve bool

	// Counts holds, at n − 1, the number of replicates that settle at n = 1..N.
	Counts []int

	// First holds, at index n − 1 for n = 1..N, the index of the first replicate that
	// settles at n. First[N] is the index of the first replicate that never settles. An
	// element is −1 if there is no such replicate.
	First []int

	// Worst holds the replicates that settle last. Replicates that never settle come first.
	// The others follow, sorted by descending n, then by ascending index.
	Worst []Replicate
}

// A Replicate holds the number of trials at which the ranking of one replicate settles.
type Replicate struct {
	Index int
	N     int // convergence@n; N + 1 if it never settles
}

// Measure draws replicates (simulated evaluations) from a source. For every metric, it finds the
// number n of trials from which the ranking of a replicate stays equal to gold. In gold, a larger
// number stands for a better model, and equal numbers tie. Measure fails if there are fewer than
// two models, if gold ties all of them, if a metric cannot score the source's boards, or if ctx
// ends.
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

// mustOrder panics unless the length of gold equals the number of models.
func mustOrder(gold []int, models int) {
	if len(gold) != models {
		panic(fmt.Sprintf("converge: the gold order has %d models, but the source has %d", len(gold), models))
	}
}

// golds returns all gold orders with which rankings are compared: o.Own or, if it is nil, only
// gold.
func (o Options) golds(gold []int) [][]int {
	if o.Own == nil {
		return [][]int{gold}
	}
	return o.Own
}

// A visitor is one worker's state for finding where the rankings of replicates settle.
type visitor struct {
	plan     *metrics.Plan
	player   *montecarlo.Player
	golds    *montecarlo.Golds
	anyOrder bool     // models that tie in gold can have any order
	agreed   []uint64 // by word: guard bits of the slots that have agreed so far
	pending  []int    // slots that have agreed so far
}

func newVisitor(s replicate.Source, plan *metrics.Plan, gold []int, o Options) *visitor {
	return &visitor{
		plan: plan, player: montecarlo.NewPlayer(s, plan), golds: montecarlo.NewGolds(plan, gold, o.Own),
		anyOrder: o.AnyOrderOfTies, agreed: make([]uint64, len(plan.Guards())),
	}
}

// visit finds where the rankings of replicate r settle, and counts the results. It removes trials
// one by one until the ranking by every metric has disagreed with gold once. A ranking settles
// one step above the largest n at which it disagrees.
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

// A counts holds, for each metric, the number of replicates whose rankings settle at each number
// n of trials. A metric is given by its slot, an index from metrics.Plan.
type counts struct {
	At    [][]int            // by slot, then n − 1 for n = 1..N+1
	First []aggregate.Firsts // first replicates that settle, with the same index
	Worst []worstReplicates  // by slot
}

func newCounts(slots, trials, keep int) *counts {
	c := &counts{make([][]int, slots), make([]aggregate.Firsts, slots), make([]worstReplicates, slots)}
	for slot := range slots {
		c.At[slot], c.First[slot] = make([]int, trials+1), aggregate.NewFirsts(trials+1)
		c.Worst[slot] = worstReplicates{keep, make([]Replicate, 0, keep+1)}
	}
	return c
}

// add counts the replicate r for one metric. The slot is the index of the metric in the fields of
// c.
func (c *counts) add(slot int, r Replicate) {
	c.At[slot][r.N-1]++
	c.First[slot].Add(r.N-1, r.Index)
	c.Worst[slot].remember(r)
}

// worstReplicates holds the replicates whose rankings settle last, the last one first.
type worstReplicates struct {
	keep int // largest number of replicates to hold
	list []Replicate
}

// remember adds a replicate to the list if it settles late enough. It drops the earliest one if
// the list becomes too long.
func (w *worstReplicates) remember(r Replicate) {
	if len(w.list) == w.keep && (w.keep == 0 || compareWorst(r, w.list[w.keep-1]) >= 0) {
		return
	}
	at, _ := slices.BinarySearchFunc(w.list, r, compareWorst)
	w.list = slices.Insert(w.list, at, r)
	w.list = w.list[:min(len(w.list), w.keep)]
}

// Reset removes all replicates from the list.
func (w *worstReplicates) Reset() { w.list = w.list[:0] }

// MergePart adds those replicates of another worstReplicates that settle late enough.
func (w *worstReplicates) MergePart(from any) {
	for _, r := range from.(*worstReplicates).list {
		w.remember(r)
	}
}

// Code encodes or decodes the replicates.
func (w *worstReplicates) Code(c *wire.Coder) {
	count := len(w.list)
	if c.Size(&count, w.keep); c.Reading() {
		w.list = make([]Replicate, count, w.keep+1)
	}
	for i := range w.list {
		c.Int(&w.list[i].Index)
		c.Int(&w.list[i].N)
	}
}

// compareWorst returns a negative number if replicate a settles later than replicate b, and a
// positive number if earlier. Among replicates that settle at the same n, the smaller index comes
// first.
func compareWorst(a, b Replicate) int {
	return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Index, b.Index))
}

// Count returns the number of replicates counted, or −1 if it differs between metrics.
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

// countSettled returns the number of replicates whose rankings settle at some n ≤ N.
func (d Distribution) countSettled() int {
	sum := 0
	for _, count := range d.Counts {
		sum += count
	}
	return sum
}

// Converged returns the share of replicates whose rankings settle at some n ≤ N.
func (d Distribution) Converged() float64 { return d.share(d.countSettled()) }

// Never returns the share of replicates whose rankings never settle.
func (d Distribution) Never() float64 { return d.share(d.Replicates - d.countSettled()) }

// BeforeLast returns the share of replicates whose rankings settle before the last trial, n = N.
// Settling at n = N can be trivial: a replicate drawn without replacement then has exactly the
// trials of the board, so each metric agrees with its own ranking of the board.
func (d Distribution) BeforeLast() float64 {
	return d.share(d.countSettled() - d.Counts[len(d.Counts)-1])
}

func (d Distribution) share(count int) float64 { return float64(count) / float64(d.Replicates) }

// PMF returns the probability mass function of convergence@n. Its element n − 1 is the share of
// all replicates whose rankings settle at n trials, for n = 1..N.
func (d Distribution) PMF() []float64 {
	shares := make([]float64, len(d.Counts))
	for i, count := range d.Counts {
		shares[i] = d.share(count)
	}
	return shares
}

// CDF returns the cumulative distribution function of convergence@n. Its element n − 1 is the
// share of all replicates whose rankings have settled by n trials, for n = 1..N.
func (d Distribution) CDF() []float64 {
	shares := make([]float64, len(d.Counts))
	sum := 0
	for i, count := range d.Counts {
		sum += count
		shares[i] = d.share(sum)
	}
	return shares
}

// Mean returns the mean convergence@n, the number of trials at which a ranking settles, over the
// replicates that settle. se is its Monte-Carlo standard error. Both are NaN if no replicate
// settles; se is also NaN if only one does.
func (d Distribution) Mean() (mean, se float64) {
	return d.moments().Mean(d.countSettled())
}

// Restricted returns the mean convergence@n (the number of trials at which a ranking settles)
// over all replicates, where a replicate that never settles counts as N + 1. se is the
// Monte-Carlo standard error of the mean, NaN for a single replicate. The mean is at most the
// mean with more trials, and equals Mean if all replicates settle. It is the restricted mean of
// survival analysis (Royston & Parmar, BMC Medical Research Methodology 13, 2013).
func (d Distribution) Restricted() (mean, se float64) {
	all := d.moments()
	all.AddTimes(float64(len(d.Counts)+1), d.Replicates-d.countSettled())
	return all.Mean(d.Replicates)
}

// moments returns the moments of convergence@n, the number of trials at which a ranking settles,
// over the replicates that settle.
func (d Distribution) moments() *exact.Moments {
	m := new(exact.Moments)
	for i, count := range d.Counts {
		m.AddTimes(float64(i+1), count)
	}
	return m
}

// Quantile returns the smallest number n of trials by which at least the share q, in (0, 1], of
// all rankings has settled. It returns 0 if no n ≤ N is enough. Replicates that never settle
// count as part of the total.
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

// Last returns the largest number of trials at which the ranking of a replicate settles, or 0 if
// none settles.
func (d Distribution) Last() int {
	for i, count := range slices.Backward(d.Counts) {
		if count > 0 {
			return i + 1
		}
	}
	return 0
}

// OnlyWithLast returns the share of replicates whose rankings settle only with the last trial, at
// n = N.
func (d Distribution) OnlyWithLast() float64 { return d.share(d.Counts[len(d.Counts)-1]) }
