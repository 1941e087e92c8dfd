package metrics

import (
	"settle/results"
)

// Traits are what a metric takes and gives, as far as it can be asked.
type Traits struct {
	First    int  // the smallest n at which there is a score
	Interval bool // it has an interval of its own
	Draws    bool // P(best) and rank sets come from posterior draws of the chances
	Ordered  bool // it depends on the order of trials
	Unequal  bool // it takes questions with different numbers of trials, and none
	Graded   bool // it takes outcomes of more than two categories
	Cost     Cost
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

// TraitsOf asks one of a family's metrics.
func TraitsOf(f Family) (Traits, error) {
	m, err := f.Instance(Options{})
	if err != nil {
		return Traits{}, err
	}
	t := Traits{First: m.FirstTrial(), Cost: costOf(m)}
	_, t.Interval = m.(Estimator)
	_, t.Draws = m.(Ranker)
	_, t.Ordered = m.(Sequential)
	uneven := results.NewUnequalTally(1, 2, 1, []uint16{16, 17})
	t.Unequal = checkTally(m, uneven) == nil
	weights, err := ParseWeights("0,1/2,1")
	if err != nil {
		return Traits{}, err
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
