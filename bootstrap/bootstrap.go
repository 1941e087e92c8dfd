// Package bootstrap resamples boards: by rows or by columns, with or without
// replacement.
//
// Begin with [New].
//
// It believes what the paper says of its two schemes (section 2.7): a row
// replicate draws each question's trials on their own, a column replicate
// draws whole trials. It leaves scores to package metrics.
package bootstrap

import (
	"errors"
	"fmt"
	"slices"

	"settle/internal/enum"
	"settle/replicate"
	"settle/results"
)

// Scheme is how a replicate is drawn from a board.
type Scheme int

const (
	// Rows draws each question's trials on their own, for every model.
	Rows Scheme = iota

	// Columns draws whole trials: the outcomes of all questions together.
	Columns
)

// schemes are the names of the schemes, by their numbers.
var schemes = enum.Names[Scheme]{Rows: "rows", Columns: "columns"}

// Schemes are the names that ParseScheme reads.
func Schemes() []string { return slices.Clone(schemes) }

// String is the name that ParseScheme reads.
func (s Scheme) String() string { return schemes.Name(s) }

// ParseScheme reads one of Schemes.
func ParseScheme(name string) (Scheme, error) {
	return schemes.Parse("scheme", name)
}

// Options say how to resample.
type Options struct {
	Scheme Scheme

	// Replacement draws with replacement, the bootstrap in the narrow sense: the
	// observed shares of each model and question, of as many trials as it has,
	// carry on to any n. Without it a replicate is trials of the board in a random
	// order, each once.
	Replacement bool

	// Paired draws the same columns for every model, as where all models
	// share the seeds of their trials. It has no meaning for Rows.
	Paired bool

	// Trials are those of a replicate; 0 stands for N. On an unequal board that is
	// with replacement the median of the numbers of trials of all models and
	// questions (the lower of two), and without it the fewest.
	Trials int
}

// Why a board cannot be resampled.
var (
	// ErrRowsPaired says that Paired was asked of Rows.
	ErrRowsPaired = errors.New("rows cannot be paired: each question's trials are drawn on their own; columns can")

	// ErrUnequalColumns says that Columns was asked of an unequal board.
	ErrUnequalColumns = errors.New("whole trials cannot be drawn where models and questions have different trials; " +
		"rows can, and columns of the trials that all have")
)

// New returns the source of a board's replicates, of the board's models and
// questions and o.Trials trials. Replicates depend on the seed, the options and
// the replicate's index. It fails with ErrRowsPaired if Paired is asked of Rows,
// with ErrUnequalColumns, if a model never met a question, and if there are not so
// many trials.
func New(b *results.Board, o Options, seed uint64) (replicate.Source, error) {
	n, err := o.trials(b)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Scheme == Columns:
		return newColumns(b, o, n, seed), nil
	case o.Replacement:
		return replicate.Given(replicate.Resampled(b.TallyAll(), n, seed, "bootstrap rows"), b, true), nil
	default:
		return replicate.Given(replicate.Permuted(b.TallyAll(), n, seed, "bootstrap rows"), b, false), nil
	}
}

// trials is the number of trials of a replicate of the board.
func (o Options) trials(b *results.Board) (int, error) {
	n := o.Trials
	if n == 0 {
		n = b.Trials()
		if b.Unequal() && o.Replacement {
			n = b.TallyAll().MedianTrials()
		}
	}
	switch {
	case o.Paired && o.Scheme == Rows:
		return 0, ErrRowsPaired
	case o.Scheme == Columns && b.Unequal():
		return 0, ErrUnequalColumns
	case b.Trials() == 0:
		return 0, errors.New("there are questions that some model never met: there is nothing to draw")
	case n < 1 || n > results.MaxTrials:
		return 0, fmt.Errorf("replicates of %d trials: they have 1 to %d", n, results.MaxTrials)
	case !o.Replacement && n > b.Trials():
		return 0, fmt.Errorf("replicates of %d trials: without replacement they end at %d, the fewest of any model and question",
			n, b.Trials())
	}
	return n, nil
}
