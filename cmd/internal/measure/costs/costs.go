// Package costs predicts what runs on boards take: processor seconds and bytes, by the
// formulas and constants of docs/scale.md.
package costs

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"settle/metrics"
)

// Kind is what is run, by one worker.
type Kind string

// What there are formulas for. Bootstrap is by bayes and pass@2, with τ at every n, rows
// with replacement; Rank is by bayes with --draws 0. Both read an NPZ file that is not
// compressed.
const (
	Bootstrap Kind = "bootstrap"
	Rank      Kind = "rank"
)

// Run is a command on a board.
type Run struct {
	Kind       Kind `json:"kind"`
	Models     int  `json:"models"`
	Questions  int  `json:"questions"`
	Trials     int  `json:"trials"`
	Replicates int  `json:"replicates,omitempty"` // of Bootstrap
	Counts     bool `json:"counts,omitempty"`     // counts:FILE
}

// Terms are the names of what is in proportion to the seconds of a kind; see Run.terms.
func Terms(k Kind) []string {
	read := []string{"start", "cell held", "cell counted", "question of a model"}
	if k == Rank {
		return append(read, "pair of at most 1000 models", "pair of more")
	}
	return append(read, "count drawn", "roll and look-up up to trial 127", "roll and look-up beyond", "model sorted", "entry of a table")
}

// terms are how many of each there are: of runs, cells, questions of all models, and pairs,
// all of which are compared or, of many models, neighbours alone, and all are counted; or
// of counts that are drawn, of trials that are dropped from them and look-ups, which of
// more than 127 trials need wider lanes, of models that are sorted at every n, as often as sorting compares each, and of entries of
// the tables of pass@2.
func (r Run) terms() []float64 {
	models, rows := float64(r.Models), float64(r.Models)*float64(r.Questions)
	read := []float64{1, rows * float64(r.Trials), 0, rows}
	if r.Counts {
		read[1], read[2] = 0, read[1]
	}
	if r.Kind == Rank {
		pairs := models * (models - 1) / 2
		if r.Models <= allPairs {
			return append(read, pairs, 0)
		}
		return append(read, 0, pairs)
	}
	drawn := float64(r.Replicates) * rows
	steps := float64(r.Replicates) * float64(r.Trials)
	narrow := float64(min(r.Trials, 127))
	return append(read, drawn, drawn*narrow, drawn*(float64(r.Trials)-narrow), steps*models*math.Log2(models), r.entries())
}

// entries is how many entries the tables of a metric have: n + 1 at each n that is scored.
func (r Run) entries() float64 {
	var sum float64
	for _, n := range metrics.CurvePoints(r.Trials) {
		sum += float64(n + 1)
	}
	return sum
}

// Constants are seconds of each of the Terms.
type Constants []float64

// Seconds are those of one processor.
func (c Constants) Seconds(r Run) float64 {
	var sum float64
	for i, x := range r.terms() {
		sum += float64(c[i] * x)
	}
	return sum
}

// Bytes of a model and a question that a run keeps besides the board.
const (
	perCount  = 2             // the counts of a Tally
	perPlace  = 4             // which table its count is drawn from
	perWalker = 2 + 2 + 5.125 // counts, those of a thin tally, their order and what was dropped
	perScore  = 16            // a score and its variance
	perPair   = 64            // of two models that are compared, of no more than allPairs
	allPairs  = 1000
	perEntry  = 16 + 8 // the tables of pass@2, beside what they were made of
	program   = 30e6   // the program itself
)

// Bytes is the memory that a run needs, about: its board, as cells or counts, and what
// works on it. The collector lets garbage grow to as much again where there is room.
func (r Run) Bytes() float64 {
	rows := float64(float64(r.Models) * float64(r.Questions))
	board := float64(rows * float64(r.Trials))
	if r.Counts {
		board = float64(perCount * rows)
	}
	bytes := program + board
	if !r.Counts {
		bytes += float64(perCount * rows) // of its tally
	}
	if r.Kind == Rank {
		bytes += float64(perScore * rows)
		if r.Models <= allPairs {
			bytes += float64(perPair * float64(r.Models*r.Models))
		}
	}
	if r.Kind == Bootstrap {
		bytes += float64((perPlace+perWalker)*rows) + float64(perEntry*r.entries())
	}
	return bytes
}

// brief is a time in seconds below which errors are not relative: clocks of processor time
// tick a hundred times a second.
const brief = 0.5

// Fit finds the constants by which predictions are nearest to the seconds measured, in
// relative terms but for what takes no time, with none below 0.
func Fit(runs []Run, seconds []float64) (Constants, error) {
	if len(runs) == 0 {
		return nil, errors.New("costs: nothing was measured")
	}
	size := len(runs[0].terms())
	free := make([]int, size)
	for i := range free {
		free[i] = i
	}
	for len(free) > 0 {
		a, b := mat.NewDense(len(runs), len(free), nil), mat.NewVecDense(len(runs), nil)
		for i, r := range runs {
			terms := r.terms()
			for j, at := range free {
				a.Set(i, j, terms[at]/max(seconds[i], brief))
			}
			b.SetVec(i, seconds[i]/max(seconds[i], brief))
		}
		var x mat.VecDense
		if err := x.SolveVec(a, b); err != nil {
			return nil, err
		}
		c, negative := make(Constants, size), -1
		for j, at := range free {
			if c[at] = x.AtVec(j); c[at] < 0 && (negative < 0 || c[at] < c[free[negative]]) {
				negative = j
			}
		}
		if negative < 0 {
			return c, nil
		}
		free = append(free[:negative], free[negative+1:]...)
	}
	return nil, errors.New("costs: no constant is above 0")
}
