package metrics

import (
	"fmt"
	"strconv"
	"strings"

	"settle/results"
)

// Traits hold the kind of a metric, which does not depend on the board.
type Traits struct {
	Interval bool // the metric has an interval of its own
	Ranks    bool // it ranks all models together: P(best) and rank sets come from draws of the chances
	Ordered  bool // it depends on the order of trials
	Fits     bool // it is fitted to each board, which takes time

	ByCategory bool // it compares trials by their categories, whatever the weights are

	Plain         bool // it is Bayes@N under a uniform prior or avg@N, whose z follow from sums alone
	Weighted      bool // it estimates the mean weight of an outcome
	StandardError bool // σ is the standard error of the score, not the standard deviation of a posterior
	Rule          bool // its name names a rule for its interval, which holds for these questions only
	New           bool // it estimates scores on other questions than those of the board, and nothing else
	Shrunk        bool // a prior fitted to the board draws the means of questions together

	Foresees bool // it scores models on questions that they never met, by the other models

	Bias *Bias // the bias of its intervals, nil if they have none
}

// Bias describes intervals that cover less often than their confidence says.
type Bias struct {
	Until   int    // the number of trials from which on they cover as often; 0 if none is known
	Instead string // the metric to take
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
	case *weighted:
		t.Weighted, t.Plain, t.StandardError = true, m.name == bayesName || m.name == avgName, !m.shrink
	case *otherwise:
		t.Weighted, t.StandardError, t.Rule = true, true, true
	case *fitted:
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

// TraitsNamed returns the traits of the metric of a name, none if there is no such metric.
func TraitsNamed(name string) Traits {
	ms, err := Parse(name, Options{})
	if err != nil || len(ms) != 1 {
		return Traits{}
	}
	return TraitsOf(ms[0])
}

// rootBias returns the bias of the intervals of geom@K: a root of a product of estimates is
// biased until trials are many, and more questions do not help (docs/coverage.md).
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

// Offer holds the traits of the example of a family, and the boards that it takes.
type Offer struct {
	Traits
	First   int  // the smallest n with a score
	Unequal bool // it takes questions with different numbers of trials, and without trials
	Graded  bool // it takes outcomes of more than two categories
	Cost    Cost
}

// Cost is what a ranking takes, by how it is made.
type Cost string

// The costs. How many microseconds each is depends on the machine and the board.
const (
	LookUp   Cost = "look-up" // sums of numbers that are worked out once for all boards
	PerBoard Cost = "board"   // worked out anew for each board
	PerGrid  Cost = "grid"    // so dear that curves have points at n = 1, 2, 4, … and N only
	External Cost = "program" // what a program takes
)

// Offer returns the offer of a family.
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

// Instance is the Example of a family, by some options.
func (f Family) Instance(o Options) (Metric, error) {
	return f.New(f.example()[len(f.Name):], o.complete())
}

func (f Family) example() string {
	if f.Example == "" {
		return f.Name
	}
	return f.Example
}

func costOf(m Metric) Cost {
	switch m := onBoard(m, 1).(type) {
	case *weighted, *PerQuestion, *Geometric, *maxAtK:
		return LookUp
	default:
		if IsDear(m) {
			return PerGrid
		}
	}
	return PerBoard
}
