// Package bootstrap resamples boards by rows or by columns, with or without replacement.
//
// Call [New] for a replicate.Source of a board's replicates. The two schemes are those of
// section 2.7 of the paper: a row replicate draws the trials of each question
// independently, and a column replicate draws whole trials, with the outcomes of all
// questions together. A replicate depends only on the board, the options, the seed and
// its index.
//
// Do not use it to simulate models with known scores (package sim). Package montecarlo
// runs many replicates.
package bootstrap

import (
	"errors"
	"fmt"
	"slices"

	"settle/internal/enum"
	"settle/replicate"
	"settle/results"
)

// A Scheme selects how a replicate is drawn from a board.
type Scheme int

const (
	// Rows draws the trials of each model and question independently.
	Rows Scheme = iota

	// Columns draws whole trials: the outcomes of all questions together.
	Columns
)

// schemes holds the names of the schemes, by number.
var schemes = enum.Names[Scheme]{Rows: "rows", Columns: "columns"}

// Schemes returns the names that ParseScheme reads.
func Schemes() []string { return slices.Clone(schemes) }

// String returns the name that ParseScheme reads.
func (s Scheme) String() string { return schemes.Name(s) }

// ParseScheme returns the scheme with one of the names of Schemes.
func ParseScheme(name string) (Scheme, error) {
	return schemes.Parse("scheme", name)
}

// Options control the resampling.
type Options struct {
	Scheme Scheme

	// Replacement draws trials with replacement, which is the bootstrap in the strict
	// sense. A replicate can then have any number of trials, and the chances are the
	// observed shares of each model and question. Without Replacement, a replicate
	// consists of trials of the board in a random order, each at most once.
	Replacement bool

	// Paired draws the same columns for every model, for boards on which all models share
	// the seeds of their trials. It is an error with Rows.
	Paired bool

	// Trials is the number of trials of a replicate; 0 means N. For an unequal board N
	// depends on the numbers of trials of all models and questions. It is their lower
	// median with replacement, and their minimum without.
	Trials int
}

// The errors of boards that cannot be resampled.
var (
	// ErrRowsPaired is returned when Paired is set with Rows.
	ErrRowsPaired = errors.New("cannot pair rows: the trials of each question are drawn independently; use columns")

	// ErrUnequalColumns is returned when Columns is set for an unequal board.
	ErrUnequalColumns = errors.New("cannot draw whole trials: models and questions have different numbers of trials; " +
		"use rows, or draw columns from only the trials that all models and questions have")
)

// New returns a source of a board's replicates, with the board's models and questions and
// o.Trials trials. Replicates depend on the board, the seed, the options and the
// replicate's index. New returns ErrRowsPaired if Paired is set with Rows, and
// ErrUnequalColumns if Columns is set for an unequal board. It returns another error if a
// model never met a question, or if o.Trials is out of range.
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

// trials returns the number of trials of a replicate of the board.
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
		return 0, errors.New("cannot draw trials: at least one model has no trial of one of the questions")
	case n < 1 || n > results.MaxTrials:
		return 0, fmt.Errorf("cannot draw replicates of %d trials; use 1 to %d", n, results.MaxTrials)
	case !o.Replacement && n > b.Trials():
		return 0, fmt.Errorf("cannot draw replicates of %d trials without replacement: some model has only %d trials of a question",
			n, b.Trials())
	}
	return n, nil
}
