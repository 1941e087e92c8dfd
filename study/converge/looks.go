package converge

import (
	"context"
	"fmt"
	"slices"

	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
)

// A Looks holds the results of comparing the rankings by one metric after a few chosen numbers of
// trials.
type Looks struct {
	Metric     string
	Replicates int
	At         []int // numbers of trials per question, ascending

	Agrees  []int // number of replicates whose ranking at At[i] agrees with gold
	Changed []int // number of replicates whose ranking at At[i] differs from that at At[i−1], also among models that tie in gold; 0 for i = 0

	// Every is the number of replicates whose ranking changes at every look after the first.
	Every int
}

// Share returns a count of replicates divided by the number of all replicates.
func (l Looks) Share(count int) float64 { return float64(count) / float64(l.Replicates) }

// Look draws replicates (simulated evaluations) from a source. For every metric, it compares the
// rankings after certain numbers of trials, listed in at. Each ranking is compared with gold (or
// o.Own) and with the ranking before it. Two rankings are the same if every pair of models has
// the same order in both, ties included. o.AnyOrderOfTies says when a ranking agrees with gold.
//
// Look fails if a metric cannot score the source's boards or has no score after at[0] trials. It
// also fails if the numbers of trials do not increase or are not in 1..N, or if ctx ends.
func Look(
	ctx context.Context, s replicate.Source, ms []metrics.Metric, gold []int, at []int, o Options,
) ([]Looks, error) {
	shape := s.Shape()
	for _, gold := range o.golds(gold) {
		mustOrder(gold, shape.Models)
	}
	if err := CheckLooks(at, shape.Trials, ms); err != nil {
		return nil, err
	}
	plan, err := metrics.NewPlan(ctx, ms, shape, 1, at...)
	if err != nil {
		return nil, err
	}
	empty := func() *replicateCounts { return newSeen(plan.Slots(), len(at)) }
	worker := func() montecarlo.Visit[*replicateCounts] { return newObserver(s, plan, gold, at, o).visit }
	o.Fold = "looks"
	all, err := montecarlo.Fold(ctx, o.Options, empty, worker)
	if err != nil {
		return nil, err
	}
	looks := make([]Looks, len(ms))
	for i, m := range ms {
		slot := plan.Slot(i)
		looks[i] = Looks{
			Metric: m.Name(), Replicates: o.Replicates, At: at,
			Agrees: all.Slots[slot].Agrees, Changed: all.Slots[slot].Changed, Every: all.Every[slot],
		}
	}
	return looks, nil
}

// CheckLooks returns an error if the numbers of trials at[0], at[1], … do not increase, or if one
// of them is not in 1..trials. It also returns an error if a metric has no score after at[0]
// trials.
func CheckLooks(at []int, trials int, ms []metrics.Metric) error {
	for i, n := range at {
		if n < 1 || n > trials || i > 0 && n <= at[i-1] {
			return fmt.Errorf("the numbers of trials %v must ascend from 1 to %d", at, trials)
		}
	}
	for _, m := range ms {
		if len(at) > 0 && m.FirstTrial() > at[0] {
			return fmt.Errorf("%s has no score before trial %d, but the first look is after trial %d", m.Name(), m.FirstTrial(), at[0])
		}
	}
	return nil
}

// An observer is one worker's state for comparing the rankings of replicates at all looks.
type observer struct {
	plan     *metrics.Plan
	player   *montecarlo.Player
	golds    *montecarlo.Golds
	anyOrder bool // models that tie in gold can have any order
	at       []int
	agreed   []uint64 // by word: guard bits of the slots that agree at a look

	later [][]uint64 // by slot: keys of the models at the next look
	every []bool     // by slot: the ranking has changed between all looks so far
}

func newObserver(s replicate.Source, plan *metrics.Plan, gold, at []int, o Options) *observer {
	v := &observer{
		plan: plan, player: montecarlo.NewPlayer(s, plan), golds: montecarlo.NewGolds(plan, gold, o.Own),
		anyOrder: o.AnyOrderOfTies, at: at, agreed: make([]uint64, len(plan.Guards())),
		later: make([][]uint64, plan.Slots()), every: make([]bool, plan.Slots()),
	}
	for slot := range v.later {
		v.later[slot] = make([]uint64, s.Shape().Models)
	}
	return v
}

// visit compares the rankings of replicate r at all looks, from the last look to the first, and
// counts the results.
func (v *observer) visit(r int, into *replicateCounts, _ func() bool) {
	t := v.player.Draw(r)
	for i, n := range slices.Backward(v.at) {
		for t.Trials > n {
			v.player.Drop()
		}
		v.player.Scorer.Score(t)
		copy(v.agreed, v.plan.Guards())
		v.golds.StillAgree(v.player.Scorer, v.anyOrder, v.agreed)
		for slot, later := range v.later {
			keys := v.player.Scorer.Keys(slot)
			if lane := v.plan.Lane(slot); v.agreed[lane.Word]&lane.Bit() != 0 {
				into.Slots[slot].Agrees[i]++
			}
			switch changed := !sameOrder(keys, later); {
			case i == len(v.at)-1:
				v.every[slot] = true
			case changed:
				into.Slots[slot].Changed[i+1]++
			default:
				v.every[slot] = false
			}
			copy(later, keys)
		}
	}
	for slot, every := range v.every {
		if every {
			into.Every[slot]++
		}
	}
}

// sameOrder reports whether keys a and keys b put every pair of models in the same order, ties
// included.
func sameOrder(a, b []uint64) bool {
	for i := range a {
		for j := range i {
			if (a[i] < a[j]) != (b[i] < b[j]) || (a[i] > a[j]) != (b[i] > b[j]) {
				return false
			}
		}
	}
	return true
}

// replicateCounts holds counts of replicates for each metric. A metric is given by its slot, an
// index from metrics.Plan.
type replicateCounts struct {
	Slots []seenSlot
	Every []int
}

// A seenSlot holds, for each look, how many replicates agree with gold and how many have changed
// their ranking since the look before. Both counts are for one metric.
type seenSlot struct{ Agrees, Changed []int }

func newSeen(slots, looks int) *replicateCounts {
	s := &replicateCounts{Slots: make([]seenSlot, slots), Every: make([]int, slots)}
	for slot := range slots {
		s.Slots[slot] = seenSlot{make([]int, looks), make([]int, looks)}
	}
	return s
}
