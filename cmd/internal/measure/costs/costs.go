// Package costs predicts the processor time and memory of commands, with the formulas and
// constants of docs/scale.md.
//
// Call [Fit] or [Fitted] for constants, then [Constants.Seconds] and [Run.Bytes] for predictions.
package costs

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"settle/metrics"
)

// A Kind is the name of a command whose costs can be predicted. The command runs with one worker.
type Kind string

// Kinds of commands that have formulas. Bootstrap uses the metrics bayes and pass@2, with τ at
// every n, and resamples rows with replacement. Rank uses bayes with --draws 0. Both read an
// uncompressed NPZ file.
const (
	Bootstrap Kind = "bootstrap"
	Rank      Kind = "rank"
)

// A Run describes one run of a command on a board.
type Run struct {
	Kind       Kind `json:"kind"`
	Models     int  `json:"models"`
	Questions  int  `json:"questions"`
	Trials     int  `json:"trials"`
	Replicates int  `json:"replicates,omitempty"` // only for Bootstrap
	Counts     bool `json:"counts,omitempty"`     // the command reads counts:FILE
}

// Terms returns the names of the terms in the formula that predicts the processor time of a kind of
// command. Run.terms returns the values of these terms.
func Terms(k Kind) []string {
	read := []string{"start", "cell held", "cell counted", "question of a model"}
	if k == Rank {
		return append(read, "pair of at most 1000 models", "pair of more")
	}
	return append(read, "count drawn", "roll and look-up up to trial 127", "roll and look-up beyond", "model sorted", "entry of a table")
}

// terms returns the factors in the formula for the cost of a run. The cost is a sum in which each
// factor is multiplied by a fitted constant. The factors are:
//   - for all commands: 1, for the start of the program;
//   - for all commands: the cells of the board, once if the command keeps them in memory, and once
//     if it only counts their outcomes (one of the two is 0);
//   - for all commands: models times questions;
//   - for Rank: the pairs of models, once for at most 1000 models, and once for more;
//   - for Bootstrap: the counts of successes that are drawn;
//   - for Bootstrap: the trials removed from these counts, up to trial 127 and beyond;
//   - for Bootstrap: the comparisons that sort the models at every n;
//   - for Bootstrap: the entries in the tables of pass@2.
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

// entries returns the number of entries in the tables of a metric. For each number of trials n at
// which the metric is scored, there are n + 1 entries.
func (r Run) entries() float64 {
	var sum float64
	for _, n := range metrics.CurvePoints(r.Trials) {
		sum += float64(n + 1)
	}
	return sum
}

// Constants holds the seconds that one unit of each term takes, in the order of Terms.
type Constants []float64

// Seconds returns the predicted processor time of a run, in seconds.
func (c Constants) Seconds(r Run) float64 {
	var sum float64
	for i, x := range r.terms() {
		sum += float64(c[i] * x)
	}
	return sum
}

// Constants of [Run.Bytes]: the bytes that a run uses in addition to the board. They are for each
// model and question, except where a comment says otherwise.
const (
	perCount  = 2             // counts of a Tally
	perPlace  = 4             // index of the table that its count is drawn from
	perWalker = 2 + 2 + 5.125 // counts, counts of a thin tally, their order and the dropped trials
	perScore  = 16            // score and its variance
	perPair   = 64            // per pair of compared models, if there are at most allPairs models
	allPairs  = 1000
	perEntry  = 16 + 8 // per entry in the tables of pass@2, including its source
	program   = 30e6   // the program itself
)

// Bytes returns the approximate memory of a run in bytes: for the board and for working data. If
// more memory is available, the garbage collector can let the run use up to twice as much.
func (r Run) Bytes() float64 {
	rows := float64(float64(r.Models) * float64(r.Questions))
	board := float64(rows * float64(r.Trials))
	if r.Counts {
		board = float64(perCount * rows)
	}
	bytes := program + board
	if !r.Counts {
		bytes += float64(perCount * rows) // the tally of the board
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

// shortTime is a limit in seconds. For runs that take less time than this limit, Fit uses absolute
// instead of relative errors, because processor clocks tick only a hundred times per second.
const shortTime = 0.5

// Fit returns the nonnegative constants that minimise the sum of the squared errors of the
// predicted seconds. Errors are relative, except for very short runs.
func Fit(runs []Run, seconds []float64) (Constants, error) {
	if len(runs) == 0 {
		return nil, errors.New("costs: no measurements")
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
				a.Set(i, j, terms[at]/max(seconds[i], shortTime))
			}
			b.SetVec(i, seconds[i]/max(seconds[i], shortTime))
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
	return nil, errors.New("costs: all constants are 0")
}
