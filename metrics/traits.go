package metrics

import (
	"fmt"
	"strconv"
	"strings"

	"settle/results"
)

// Traits holds properties of a metric that are the same for every board.
type Traits struct {
	Interval bool // the metric has its own interval
	Ranks    bool // it ranks all models together: P(best) and rank sets come from draws of the chances
	Ordered  bool // it depends on the order of trials
	Fits     bool // it is fitted to each board, which takes time

	ByCategory bool // it compares trials by their categories, whatever the weights are

	Plain         bool // it is Bayes@N under a uniform prior, or avg@N: z depends on sums alone
	Weighted      bool // it estimates the mean weight of an outcome
	StandardError bool // σ is the standard error of the score, not the standard deviation of a posterior
	Rule          bool // a suffix of its name selects a rule for its interval, which applies to the questions of this board only
	New           bool // it only estimates scores on questions that are not on the board
	Shrunk        bool // a prior fitted to the board shrinks the means of questions towards each other

	Foresees bool // it scores models on questions that they never met, from the other models

	Bias *Bias // describes the bias of its intervals; nil if they have none
}

// A Bias describes intervals whose coverage is below their nominal confidence.
type Bias struct {
	Until   int    // the least number of trials at which coverage reaches the confidence; 0 if unknown
	Instead string // the metric to use instead
}

// TraitsOf returns the traits of a metric.
func TraitsOf(m Metric) Traits {
	var t Traits
	_, t.Interval = m.(Estimator)
	_, t.Ranks = m.(Ranker)
	_, t.Ordered = m.(Sequential)
	_, t.Fits = m.(Fittable)
	_, t.StandardError = asSampler(m)
	t.Foresees = foresees(m)
	switch m := m.(type) {
	case *weightedMetric:
		t.Weighted, t.Plain, t.StandardError = true, m.name == bayesName || m.name == avgName, !m.shrink
	case *avgWithRule:
		t.Weighted, t.StandardError, t.Rule = true, true, true
	case *fittedMetric:
		t.Weighted, t.New, t.Shrunk = m.sampled == nil, m.anew, true
	case *fit:
		t.New, t.Shrunk = m.anew, true
	case AttemptMetric:
		t.StandardError = true
	}
	if f, err := FamilyOf(m.Name()); err == nil {
		t.ByCategory = f.ByCategory
		if f.Bias != nil {
			t.Bias = f.Bias(m.Name()[len(f.Name):])
		}
	}
	return t
}

// TraitsNamed returns the traits of the metric with the given name. It returns zero
// Traits if there is no such metric.
func TraitsNamed(name string) Traits {
	ms, err := Parse(name, Options{})
	if err != nil || len(ms) != 1 {
		return Traits{}
	}
	return TraitsOf(ms[0])
}

// rootBias describes the bias of the intervals of geom@K, where parameters is the name
// without "geom@". It returns nil if the intervals have no bias. The root of a product
// of estimates is biased unless there are many trials, and more questions do not reduce
// the bias (docs/coverage.md).
func rootBias(parameters string) *Bias {
	const enoughForSquares = 16
	number, _, uniform := strings.Cut(parameters, ":")
	k, err := strconv.Atoi(number)
	if err != nil || !uniform && k == 1 {
		return nil
	}
	b := &Bias{Instead: fmt.Sprintf("geomds@%d", k)}
	if !uniform && k == 2 {
		b.Until = enoughForSquares
	}
	return b
}

// An Offer holds the traits of a family's example metric, and states which kinds of
// boards this metric accepts.
type Offer struct {
	Traits
	First   int  // the smallest n for which there is a score
	Unequal bool // it accepts questions with different numbers of trials, and without trials
	Graded  bool // it accepts outcomes of more than two categories
	Cost    Cost
}

// A Cost is a class of computing time: how long one ranking takes.
type Cost string

// The classes of computing time. The time in microseconds depends on the machine and
// the board.
const (
	LookUp   Cost = "look-up" // sums of numbers that are computed once for all boards
	PerBoard Cost = "board"   // computed anew for each board
	PerGrid  Cost = "grid"    // so slow that curves have points at n = 1, 2, 4, … and N only
	External Cost = "program" // set by an external program
)

// Offer returns the traits of the family's example metric and the kinds of boards that
// it accepts.
func (f Family) Offer() (Offer, error) {
	m, err := f.Instance(Options{})
	if err != nil {
		return Offer{}, err
	}
	t := Offer{Traits: TraitsOf(m), First: m.FirstTrial(), Cost: costOf(m)}
	uneven := results.NewUnequalTally(1, 2, 1, []uint16{16, 17})
	t.Unequal = checkTally(m, uneven) == nil
	weights, err := ParseWeights("0,1/2,1")
	if err != nil {
		return Offer{}, err
	}
	if graded, err := f.Instance(Options{Weights: weights}); err == nil {
		t.Graded = graded.Check(2, 16) == nil
	}
	return t, nil
}

// Instance returns the example metric of a family, made with the given options.
func (f Family) Instance(o Options) (Metric, error) {
	return f.New(f.example()[len(f.Name):], o.withDefaults())
}

func (f Family) example() string {
	if f.Example == "" {
		return f.Name
	}
	return f.Example
}

func costOf(m Metric) Cost {
	switch m := simplifyFor(m, 1).(type) {
	case *weightedMetric, *PerQuestion, *Geometric, *maxAtK:
		return LookUp
	default:
		if IsDear(m) {
			return PerGrid
		}
	}
	return PerBoard
}
