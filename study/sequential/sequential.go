// Package sequential plans evaluations that look at their results while they run, and simulates
// how often repeated looks decide wrongly.
//
// Call [Plan] to find the trials that a policy runs next on a growing board, a table of the
// outcomes so far. Call [Evaluate] to simulate policies and measure how many trials they spend
// and how often they err.
//
// An evaluation runs in rounds. In each round, some models get a batch of passes; a pass is one
// trial of every question (or of fewer questions, if an unequal board has no more trials). Then a
// rule looks at the estimates and can decide that one model is better than another. A decision,
// also named a call in this package, is final, as in a sequential test. So every look is another
// opportunity to err. A [Correction] makes the rule strict enough for all looks and comparisons
// together. A decision is wrong if it contradicts gold, the reference ranking of the models.
// Between models that tie in gold, any decision is wrong.
//
// Do not use the package for a single look at a finished board: see study/standings.
package sequential

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
)

// A Design holds the settings that all policies share.
type Design struct {
	Batch      int     // passes of a model between two looks, from 1 to N
	HalfWidth  float64 // interval half-width at which the policy HalfWidth stops a model, above 0
	Confidence float64 // confidence of the decision rule (one-sided) and of intervals (two-sided), above ½ and below 1

	// Trials is N, the trials per question that policies give a model; 0 stands for all trials
	// of a replicate. Only policies that can exceed N, such as TopTwo, use the trials of a
	// replicate beyond N.
	Trials int

	// Meant is the number of trials per question for which Mixture is optimized. At that
	// number its boundary is close to the lowest possible. 0 stands for Trials.
	Meant int

	// Costs holds the cost of one trial by model, in any unit, each above 0; nil if all
	// models cost the same. Only the policy Power uses it.
	Costs []float64

	// Policies lists the policies that Evaluate simulates; nil stands for all.
	Policies []Policy

	// Sampled is the metric that step-down corrections compare in place of the main metric.
	// Its σ is the standard error over trials (see the function Sampled). nil stands for the
	// main metric.
	Sampled metrics.Estimator
}

// MostTrials returns the largest number of trials per question that TopTwo can give one model if
// other policies give every model N = trials. It is half of the trials of all models together,
// but at least N and at most 8·N or results.MaxTrials.
func MostTrials(trials, models int) int {
	return max(trials, min(trials*models/2, 8*trials, results.MaxTrials))
}

// Alpha returns the nominal level, 1 − Confidence.
func (d Design) Alpha() float64 { return 1 - d.Confidence }

// Check returns an error if the design is invalid for boards with the given number of trials N.
func (d Design) Check(trials int) error {
	switch {
	case d.Batch < 1 || d.Batch > trials:
		return fmt.Errorf("the batch must be 1 to %[2]d, the trials per question, not %[1]d", d.Batch, trials)
	case !(d.HalfWidth > 0):
		return fmt.Errorf("the half-width must be above 0, not %v", d.HalfWidth)
	case !(d.Confidence > 0.5 && d.Confidence < 1):
		return fmt.Errorf("the confidence must be above 0.5 and below 1, not %v", d.Confidence)
	}
	return nil
}

// checkCosts returns an error if the costs are invalid for the given number of models.
func (d Design) checkCosts(models int) error {
	if d.Costs != nil && len(d.Costs) != models {
		return fmt.Errorf("got %d costs for %d models", len(d.Costs), models)
	}
	for _, cost := range d.Costs {
		if !(cost > 0) || math.IsInf(cost, 1) {
			return fmt.Errorf("a cost must be a finite number above 0, not %v", cost)
		}
	}
	return nil
}

// looks returns the numbers of passes (trials of every question) after which there is a look at a
// model: all multiples of Batch below trials, and trials itself.
func (d Design) looks(trials int) []int {
	var at []int
	for n := d.Batch; n < trials; n += d.Batch {
		at = append(at, n)
	}
	return append(at, trials)
}

// looksBeyond returns the numbers of passes (trials of every question) after which there is a
// look at a model. The numbers go beyond trials, up to limit. whole is the number of looks up to
// trials.
func (d Design) looksBeyond(trials, limit int) (looks []int, whole int) {
	looks = d.looks(trials)
	whole = len(looks)
	for n := trials + d.Batch; n <= limit; n += d.Batch {
		looks = append(looks, n)
	}
	return looks, whole
}

// A Result holds the simulation results of a policy under a correction, over all replicates.
type Result struct {
	Policy     Policy
	Correction Correction

	// Trials is the mean number of trials that the policy spends in a replicate. Budget is
	// the number of all trials of all models on all questions.
	Trials Ratio
	Budget int

	// WrongBoards is the share of replicates with at least one wrong decision, with a look
	// after every batch: the familywise error rate. A valid correction keeps it at or below the
	// nominal level.
	WrongBoards Ratio

	// WrongOnce is the share of replicates with at least one wrong decision if the rule
	// looks only once, when every model has all its trials. The rule is then corrected only
	// for the comparisons of that look.
	WrongOnce Ratio

	// WrongCalls is the share of decisions that are wrong, over all replicates. Calls is the
	// number of all decisions, and Wrong is the number of wrong ones.
	WrongCalls   Ratio
	Calls, Wrong int

	// Decided[i] is the mean share of comparisons that are decided by the time
	// (i+1)/CurvePoints of the budget is spent. The comparisons are all pairs or, under
	// policies with a leader, the single question whether there is a leader. It is nil if the
	// rule only compares neighbours.
	Decided []float64

	// Undecided is the share of comparisons that are undecided at the end. The comparisons
	// are the pairs of neighbours in the last order or, under policies with a leader, the
	// question whether there is one.
	Undecided Ratio
}

// Evaluate simulates all policies on o.Replicates replicates of the source, each policy under the
// given corrections that suit it. It returns the results sorted by policy, then in the order of
// the corrections. gold holds a level for each model, where larger is better. It can be nil if
// replicates have their own truth (see Posterior). All policies and corrections see the same
// replicates.
//
// If models can have different numbers of trials, m should be unbiased, such as metrics.Avg.
// Bayes@N shrinks the model with fewer trials more towards the mean of its prior. With equal
// numbers of trials and a uniform prior, avg@N and Bayes@N give the same z (appendix B of "Don't
// Pass@k").
//
// Evaluate fails if the design does not fit the source, if m cannot score it, if there are fewer
// than two models, if gold has a different number of models, or if ctx ends.
func Evaluate(
	ctx context.Context, source replicate.Source, m metrics.Estimator, gold []int,
	d Design, corrections []Correction, o montecarlo.Options,
) ([]Result, error) {
	d, err := d.withDefaults(source, m)
	if err != nil {
		return nil, err
	}
	shape := source.Shape()
	_, own := source.(*truths)
	if shape.Models < 2 || len(gold) != shape.Models && !(own && gold == nil) {
		return nil, fmt.Errorf("cannot evaluate %d models with %d gold values: at least two models are required, and each needs a gold value",
			shape.Models, len(gold))
	}
	looks, whole := d.looksBeyond(d.Trials, min(shape.Trials, MostTrials(d.Trials, shape.Models)))
	plans := newPlans(d, corrections, shape.Models, looks, whole)
	spread, err := d.stakes(plans)
	if err != nil {
		return nil, err
	}
	budget, pass := shape.Models*shape.Questions*d.Trials, shape.Questions
	if uneven, ok := source.(replicate.Uneven); ok {
		budget, pass = uneven.Attempts(), 1 // paths of this source count attempts, not passes
	}
	worker := func() montecarlo.Visit[*tallies] {
		walker := source.Walker()
		g := newGame(looks, make([]int, shape.Models), d, whole)
		copy(g.gold, gold)
		g.budget = budget / pass
		if spread > 0 {
			g.path.bets(spread)
		}
		return func(r int, into *tallies, stopped func() bool) {
			g.path.record(walker, r, m, d.Sampled, stopped)
			if w, ok := walker.(replicate.Guess); ok {
				copy(g.gold, w.Truth().(*truth).levels)
			}
			for i, plan := range plans {
				into.Of[i].add(g.play(plan, stopped), g.applyOnce(plan))
			}
		}
	}
	empty := func() *tallies { return &tallies{Of: make([]tally, len(plans))} }
	o.Fold = "adapt"
	total, err := montecarlo.Fold(ctx, o, empty, worker)
	if err != nil {
		return nil, err
	}
	all := make([]Result, len(plans))
	for i, plan := range plans {
		all[i] = total.Of[i].result(plan, shape.Models, budget, pass)
	}
	return all, nil
}

// withDefaults returns a copy of the design with all defaults filled in, given the source of
// replicates and the metric. It fails if the design is invalid for them.
func (d Design) withDefaults(source replicate.Source, m metrics.Estimator) (Design, error) {
	shape := source.Shape()
	if d.Trials == 0 {
		d.Trials = shape.Trials
	}
	if d.Sampled == nil {
		d.Sampled = m
	}
	if d.Trials < 1 || d.Trials > shape.Trials {
		return d, fmt.Errorf("the number of trials must be 1 to %[2]d, not %[1]d", d.Trials, shape.Trials)
	}
	if err := cmp.Or(d.Check(d.Trials), d.checkCosts(shape.Models)); err != nil {
		return d, err
	}
	return d, m.Check(shape.Top, 1)
}

// stakes returns the largest possible score minus the smallest if some plan uses Betting, and
// otherwise 0. It fails if Betting is used with a metric that was not made by Sampled, because
// only these metrics have a known range.
func (d Design) stakes(plans []plan) (float64, error) {
	if !slices.ContainsFunc(plans, func(p plan) bool { return p.correction == Betting }) {
		return 0, nil
	}
	s, ok := d.Sampled.(*sampled)
	if !ok {
		return 0, fmt.Errorf("correction %s requires a Design.Sampled that the function Sampled returned", Betting)
	}
	return s.spread, nil
}
