package converge

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/exact"
	"settle/internal/unfused"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
)

// An OfSubsets holds the results of ranking subsets of the models, averaged over a group of
// subsets.
type OfSubsets struct {
	Subsets int

	// Mean is the mean convergence@n over replicates and subsets, where a ranking that never
	// settles counts as N + 1. Never is the share of rankings that never settle.
	Mean, Never Estimated
}

// An Estimated is a mean over subsets and replicates with its standard error. All subsets use the
// same replicates, so SE combines two standard errors. The first is computed over replicates,
// from the mean over all subsets in each replicate. The second is computed over subsets, from the
// mean over all replicates for each subset; it is 0 if the group has all subsets.
type Estimated struct{ Value, SE float64 }

// A Group holds subsets of models whose results are averaged, for example all subsets of one
// size.
type Group struct {
	Subsets [][]int // indices of the models, at least two per subset, without duplicates
	All     bool    // the group has all possible subsets, so they are not a sample
}

// Subsets draws replicates (simulated evaluations) from a source. For every subset of the models,
// it ranks only these models by a metric, and finds the number n of trials from which that
// ranking stays equal to gold. One pass through each replicate is enough for all subsets, because
// the ranking of a subset has settled when its last pair has settled. Subsets fails if Measure
// fails, or if a subset has fewer than two models. Unlike in Measure, gold can tie all models of
// a subset.
func Subsets(
	ctx context.Context, s replicate.Source, m metrics.Metric, gold []int, groups []Group, o montecarlo.Options,
) ([]OfSubsets, error) {
	shape := s.Shape()
	mustOrder(gold, shape.Models)
	if err := checkGroups(groups, shape.Models); err != nil {
		return nil, err
	}
	plan, err := metrics.NewPlan(ctx, []metrics.Metric{m}, shape, 1)
	if err != nil {
		return nil, err
	}
	empty := func() *subsetSums { return newSubsetSums(groups) }
	worker := func() montecarlo.Visit[*subsetSums] {
		v := &pairWalker{
			plan: plan, player: montecarlo.NewPlayer(s, plan), gold: gold, first: plan.FirstTrial(0), groups: groups,
			settled: make([]int, shape.Models*shape.Models),
		}
		return v.visit
	}
	sums, err := montecarlo.Fold(ctx, o, empty, worker)
	if err != nil {
		return nil, err
	}
	out := make([]OfSubsets, len(groups))
	for i, g := range groups {
		of := &sums.Groups[i]
		out[i] = OfSubsets{
			Subsets: len(g.Subsets),
			Mean:    of[0].estimateMean(sums.Replicates, g.All), Never: of[1].estimateMean(sums.Replicates, g.All),
		}
	}
	return out, nil
}

func checkGroups(groups []Group, models int) error {
	for _, g := range groups {
		for _, subset := range g.Subsets {
			if len(subset) < 2 {
				return fmt.Errorf("a ranking requires at least two models, and a subset has %d", len(subset))
			}
			for _, model := range subset {
				if model < 0 || model >= models {
					return fmt.Errorf("a subset has a model whose index %d is out of range for %d models", model, models)
				}
			}
		}
	}
	return nil
}

// A pairWalker is one worker's state for finding where the order of each pair of models settles.
type pairWalker struct {
	plan    *metrics.Plan
	player  *montecarlo.Player
	gold    []int
	first   int // smallest number of trials that the metric can score
	groups  []Group
	open    [][2]int // pairs of models that have agreed with gold so far
	settled []int    // by pair, i·L + j with i < j: the n at which it settles (see Distribution.OnCurve), N + 1 if never
}

func (v *pairWalker) visit(r int, into *subsetSums, stopped func() bool) {
	never := v.walk(r, stopped)
	into.add(v.groups, func(subset []int) [2]int {
		n, lost := v.settlingPoint(subset), 0
		if n == never {
			lost = 1
		}
		return [2]int{n, lost}
	})
}

// walk finds the number of trials at which each pair of models settles in replicate r. It removes
// trials until every pair has disagreed with gold once, or until the metric cannot score fewer
// trials. It returns N + 1, the number that stands for a pair that never settles.
func (v *pairWalker) walk(r int, stopped func() bool) (never int) {
	t := v.player.Draw(r)
	models := len(v.gold)
	v.open = v.open[:0]
	for j := range models {
		for i := range j {
			v.settled[i*models+j] = v.first
			v.open = append(v.open, [2]int{i, j})
		}
	}
	never = t.Trials + 1
	for {
		if !v.plan.Has(t.Trials) {
			v.player.Drop()
			continue
		}
		v.player.Scorer.Score(t)
		keys, still := v.player.Scorer.Keys(0), v.open[:0]
		for _, p := range v.open {
			i, j := p[0], p[1]
			if (keys[i] < keys[j]) == (v.gold[i] < v.gold[j]) && (keys[i] > keys[j]) == (v.gold[i] > v.gold[j]) {
				still = append(still, p)
				continue
			}
			v.settled[i*models+j] = v.plan.Next(t.Trials)
		}
		if v.open = still; len(still) == 0 || t.Trials == v.first || stopped() {
			return never
		}
		v.player.Drop()
	}
}

// settlingPoint returns the number n of trials at which the ranking of a subset settles. This is
// the largest n at which one of its pairs settles.
func (v *pairWalker) settlingPoint(subset []int) int {
	models, at := len(v.gold), v.first
	for k, j := range subset {
		for _, i := range subset[:k] {
			at = max(at, v.settled[min(i, j)*models+max(i, j)])
		}
	}
	return at
}

// SubsetSeparations draws replicates from a source and ranks each subset of the models after all
// N trials, with the interval rule of section 2.7.1 of "Don't Pass@k". Models are ordered by
// their means. Neighbours share a rank if their z is below the one-sided quantile of the
// confidence. Models with equal means are compared as a group (see ranking.Order.Tie).
//
// Both results are indexed by group. The first, wrong, is the share of subsets and replicates in
// which some pair is ranked in the opposite order to gold. For the second, resolved, only pairs
// that differ in gold count: it is the mean share of these pairs that have different ranks.
// SubsetSeparations fails if the metric cannot score the boards, if the confidence is not in (0,
// 1), or if ctx ends.
func SubsetSeparations(
	ctx context.Context, s replicate.Source, m metrics.Estimator, gold []int, groups []Group, confidence float64,
	o montecarlo.Options,
) (wrong, resolved []Estimated, err error) {
	shape := s.Shape()
	if err := checkGroups(groups, shape.Models); err != nil {
		return nil, nil, err
	}
	if err := m.Check(shape.Top, shape.Trials); err != nil {
		return nil, nil, err
	}
	if !(confidence > 0 && confidence < 1) {
		return nil, nil, fmt.Errorf("the confidence must be above 0 and below 1, not %v", confidence)
	}
	empty := func() *subsetSums { return newSubsetSums(groups) }
	worker := func() montecarlo.Visit[*subsetSums] {
		v := &subsetSeparator{
			separator: separator{
				walker: s.Walker(), metric: m, gold: gold, quantile: distuv.UnitNormal.Quantile(confidence),
				estimates: make([]metrics.Estimate, shape.Models), order: make([]int, shape.Models),
			},
			groups: groups, in: make([]bool, shape.Models), some: make([]int, 0, shape.Models),
		}
		return v.visit
	}
	sums, err := montecarlo.Fold(ctx, o, empty, worker)
	if err != nil {
		return nil, nil, err
	}
	for i, g := range groups {
		wrong = append(wrong, sums.Groups[i][0].estimateMean(sums.Replicates, g.All))
		pairs := 0.0 // mean number of pairs in a subset that differ in gold
		for _, subset := range g.Subsets {
			pairs += float64(countDiffering(gold, subset)) / float64(len(g.Subsets))
		}
		separated := sums.Groups[i][1].estimateMean(sums.Replicates, g.All)
		resolved = append(resolved, Estimated{separated.Value / pairs, separated.SE / pairs})
	}
	return wrong, resolved, nil
}

// A subsetSeparator is one worker's state for ranking subsets of models by the interval rule of
// "Don't Pass@k", in which two models share a rank unless they are separated.
type subsetSeparator struct {
	separator // between two visits, its order holds all models
	groups    []Group
	in        []bool // by model: it is in the current subset
	some      []int  // models of the current subset, in the order of their means
}

func (v *subsetSeparator) visit(r int, into *subsetSums, _ func() bool) {
	v.rank(v.walker.Draw(r))
	into.add(v.groups, func(subset []int) [2]int {
		right, wrong := v.countSeparations(subset)
		return [2]int{min(wrong, 1), right + wrong}
	})
}

// countSeparations ranks only the models in a subset and counts their pairs with different ranks.
// It returns the number of pairs whose ranks have the same order as in gold, and the number with
// the opposite order.
func (v *subsetSeparator) countSeparations(subset []int) (right, wrong int) {
	clear(v.in)
	for _, model := range subset {
		v.in[model] = true
	}
	v.some = v.some[:0]
	for _, model := range v.order {
		if v.in[model] {
			v.some = append(v.some, model)
		}
	}
	all := v.order
	v.order = v.some
	right, wrong = v.separations()
	v.order = all
	return right, wrong
}

// countDiffering returns the number of pairs of models in a subset that do not tie in gold.
func countDiffering(gold, subset []int) int {
	pairs := 0
	for k, i := range subset {
		for _, j := range subset[:k] {
			if gold[i] != gold[j] {
				pairs++
			}
		}
	}
	return pairs
}

// A subsetSums adds up two quantities over replicates, for each group of subsets of the models.
// The functions Subsets and SubsetSeparations use it for different quantities.
type subsetSums struct {
	Replicates int
	Groups     [][2]crossedSums // by group and quantity
}

// crossedSums holds sums of a quantity that has one value for each combination of a subset and a
// replicate.
type crossedSums struct {
	BySubset []int         // by subset: sum over replicates
	Over     exact.Moments // moments over replicates of the sum over subsets
}

func newSubsetSums(groups []Group) *subsetSums {
	s := &subsetSums{Groups: make([][2]crossedSums, len(groups))}
	for i, g := range groups {
		for k := range s.Groups[i] {
			s.Groups[i][k].BySubset = make([]int, len(g.Subsets))
		}
	}
	return s
}

// add adds one replicate to the sums. The two quantities to add for a subset are numbers(subset).
func (s *subsetSums) add(groups []Group, numbers func(subset []int) [2]int) {
	s.Replicates++
	for i, g := range groups {
		var sums [2]int
		for k, subset := range g.Subsets {
			for at, n := range numbers(subset) {
				s.Groups[i][at].BySubset[k] += n
				sums[at] += n
			}
		}
		for at, sum := range sums {
			s.Groups[i][at].Over.Add(float64(sum))
		}
	}
}

// estimateMean returns the mean over subsets and replicates, with its standard error. replicates
// is the number of replicates. If all is true, the group has all possible subsets, so that only
// replicates are random.
func (c *crossedSums) estimateMean(replicates int, all bool) Estimated {
	var subsets exact.Moments
	for _, sum := range c.BySubset {
		subsets.Add(float64(sum) / float64(replicates))
	}
	count := float64(len(c.BySubset))
	sum, se := c.Over.Mean(replicates)
	e := Estimated{Value: sum / count, SE: se / count}
	if !all {
		_, between := subsets.Mean(len(c.BySubset))
		e.SE = unfused.Hypot(e.SE, between)
	}
	return e
}
