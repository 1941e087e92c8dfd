// Package sequential simulates evaluations that look at their results while
// they run: which policy spends how many trials, and how often repeated looks
// make a wrong call.
//
// Begin with [Evaluate]; [Plan] tells what a policy does next on a board that is
// under way.
//
// It believes that an evaluation runs in rounds. In each, some models get a
// batch of passes (a pass is one trial of every question, as far as an unequal board
// has one left), and then a rule looks at the estimates and may call one model better than another. A call
// stands once it is made, as in a sequential test, so every look is another
// chance to be wrong; a Correction makes the rule strict enough for all of
// them together. Wrong is a call that contradicts gold, and between models that
// tie in gold either call does.
//
// It leaves the drawing of trials to the sources of package replicate, the
// estimates to package metrics, and z to package ranking.
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

// Design is what the policies have in common.
type Design struct {
	Batch      int     // passes of a model between two looks, from 1 to N
	HalfWidth  float64 // of the interval at which HalfWidth stops a model, above 0
	Confidence float64 // of the rule (one-sided) and of the interval (two-sided), above ½ and below 1

	// Trials are N, those of each question that policies give a model; 0 stands for all
	// that replicates have. What replicates have beyond is for TopTwo.
	Trials int

	// Meant is the number of trials of each question at which the boundary of Mixture is
	// nearly lowest; 0 stands for Trials.
	Meant int

	// Costs are what a trial costs, by model, in any unit, each above 0; nil if all cost the
	// same. Power goes by them.
	Costs []float64

	// Policies are those that Evaluate plays; nil stands for all.
	Policies []Policy

	// Sampled is what corrections that step down compare in place of the metric, with
	// standard errors of trials (see Sampled); nil stands for the metric itself.
	Sampled metrics.Estimator
}

// MostTrials are the trials of each question that TopTwo may give one of so many
// models, where other policies give N: half of all trials, or 8·N if that is less.
func MostTrials(trials, models int) int {
	return max(trials, min(trials*models/2, 8*trials, results.MaxTrials))
}

// Alpha is the nominal level: the share of wrong calls that the confidence
// allows.
func (d Design) Alpha() float64 { return 1 - d.Confidence }

// Check reports what is wrong with the design for boards of N trials, or nil.
func (d Design) Check(trials int) error {
	switch {
	case d.Batch < 1 || d.Batch > trials:
		return fmt.Errorf("a batch of %d trials: it must be from 1 to the %d trials of each question", d.Batch, trials)
	case !(d.HalfWidth > 0):
		return fmt.Errorf("a half-width of %v: it must be above 0", d.HalfWidth)
	case !(d.Confidence > 0.5 && d.Confidence < 1):
		return fmt.Errorf("confidence %v: it must be above 0.5 and below 1", d.Confidence)
	}
	return nil
}

// checkCosts reports what is wrong with the costs for so many models, or nil.
func (d Design) checkCosts(models int) error {
	if d.Costs != nil && len(d.Costs) != models {
		return fmt.Errorf("%d costs of %d models", len(d.Costs), models)
	}
	for _, cost := range d.Costs {
		if !(cost > 0) || math.IsInf(cost, 1) {
			return fmt.Errorf("a cost of %v: it must be above 0", cost)
		}
	}
	return nil
}

// looks are the numbers of passes after which a model is looked at: multiples
// of the batch, and at last all trials.
func (d Design) looks(trials int) []int {
	var at []int
	for n := d.Batch; n < trials; n += d.Batch {
		at = append(at, n)
	}
	return append(at, trials)
}

// looksBeyond are looks up to N trials, and then those up to the most.
func (d Design) looksBeyond(trials, most int) (looks []int, whole int) {
	looks = d.looks(trials)
	whole = len(looks)
	for n := trials + d.Batch; n <= most; n += d.Batch {
		looks = append(looks, n)
	}
	return looks, whole
}

// Result is what a policy does under a correction, over all replicates.
type Result struct {
	Policy     Policy
	Correction Correction

	// Trials is the number of trials spent in a replicate, of Budget: all
	// trials of all models on all questions.
	Trials Ratio
	Budget int

	// WrongBoards is the share of replicates with at least one wrong call,
	// with a look after every batch. It is what a correction keeps at or
	// under the nominal level.
	WrongBoards Ratio

	// WrongOnce is that share where the rule looks once, when every model has
	// all its trials, corrected for the comparisons of that look only.
	WrongOnce Ratio

	// WrongCalls is the share of wrong ones among all calls, which all
	// replicates together had so many of.
	WrongCalls   Ratio
	Calls, Wrong int

	// Decided[i] is the mean share of comparisons with a call when at most (i+1)/CurvePoints
	// of the budget is spent: of all pairs, or whether there is a leader. It is nil where the
	// rule calls neighbours alone.
	Decided []float64

	// Undecided is the share of comparisons without a call at the end: pairs
	// of neighbours in the last order, or whether there is a leader.
	Undecided Ratio
}

// Evaluate plays all policies under each of the corrections that suits them on
// o.Replicates replicates of the source, and returns the results by policy, then in the
// order of the corrections. gold holds a level for each model, larger is
// better; it may be nil where replicates have a truth of their own (see Posterior). All
// policies and corrections see the same replicates.
//
// m should be unbiased where models differ in their trials, as metrics.Avg is;
// Bayes@N draws the model with fewer trials closer to the mean of its prior.
// With equally many trials and a uniform prior, the z of both is the same
// (appendix B of "Don't Pass@k").
//
// It fails if the design does not suit the source, m cannot score it, there are
// fewer than two models, gold has another number of them, or ctx ends.
func Evaluate(
	ctx context.Context, source replicate.Source, m metrics.Estimator, gold []int,
	d Design, corrections []Correction, o montecarlo.Options,
) ([]Result, error) {
	d, err := d.of(source, m)
	if err != nil {
		return nil, err
	}
	shape := source.Shape()
	_, own := source.(*truths)
	if shape.Models < 2 || len(gold) != shape.Models && !(own && gold == nil) {
		return nil, fmt.Errorf("%d models and gold for %d: there must be two or more, and gold for each",
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
		budget, pass = uneven.Attempts(), 1 // its paths count attempts themselves
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
				into.Of[i].add(g.play(plan, stopped), g.once(plan))
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

// of is the design for a source and a metric, nothing of it left open.
func (d Design) of(source replicate.Source, m metrics.Estimator) (Design, error) {
	shape := source.Shape()
	if d.Trials == 0 {
		d.Trials = shape.Trials
	}
	if d.Sampled == nil {
		d.Sampled = m
	}
	if d.Trials < 1 || d.Trials > shape.Trials {
		return d, fmt.Errorf("%d of %d trials", d.Trials, shape.Trials)
	}
	if err := cmp.Or(d.Check(d.Trials), d.checkCosts(shape.Models)); err != nil {
		return d, err
	}
	return d, m.Check(shape.Top, 1)
}

// stakes is the range of scores if some plan bets, else 0. Only sampled scores have one.
func (d Design) stakes(plans []plan) (float64, error) {
	if !slices.ContainsFunc(plans, func(p plan) bool { return p.correction == Betting }) {
		return 0, nil
	}
	s, ok := d.Sampled.(*sampled)
	if !ok {
		return 0, fmt.Errorf("%s needs a design whose Sampled comes from Sampled", Betting)
	}
	return s.spread, nil
}
