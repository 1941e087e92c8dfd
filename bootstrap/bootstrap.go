// Package bootstrap resamples boards, which are tables of the outcomes of all models,
// questions and trials. It resamples by rows or by columns, with or without
// replacement.
//
// Call [New] for a replicate.Source that resamples a board. The two schemes are those
// of section 2.7 of "Don't Pass@k". A row replicate draws the trials of each question
// independently. A column replicate draws whole trials, with the outcomes of all
// questions together. A replicate depends only on the board, the options, the seed and
// its index.
//
// Do not use the package to simulate models with known scores (package sim). Package
// montecarlo runs many replicates.
package bootstrap

import (
	"errors"
	"fmt"
	"slices"

	"settle/internal/enum"
	"settle/replicate"
	"settle/results"
)

// A Scheme says how a replicate, which is a resampled board, is drawn from the trials
// of a board.
type Scheme int

const (
	// Rows draws the trials of each model and question independently.
	Rows Scheme = iota

	// Columns draws whole trials of a model, with the outcomes of all questions
	// together.
	Columns
)

// schemes holds the name of each scheme.
var schemes = enum.Names[Scheme]{Rows: "rows", Columns: "columns"}

// Schemes returns the names that ParseScheme accepts.
func Schemes() []string { return slices.Clone(schemes) }

// String returns the name of the scheme, as ParseScheme accepts it.
func (s Scheme) String() string { return schemes.Name(s) }

// ParseScheme returns the scheme with the given name, which must be one of Schemes.
func ParseScheme(name string) (Scheme, error) {
	return schemes.Parse("scheme", name)
}

// Options says how a board (a table of outcomes) is resampled.
type Options struct {
	Scheme Scheme

	// Replacement says whether trials are drawn with replacement, which is the
	// bootstrap in the strict sense. A replicate can then have any number of trials,
	// and outcomes occur with the observed shares of each model and question.
	// Without replacement, a replicate consists of trials of the board in a random
	// order, each at most once.
	Replacement bool

	// Paired says whether the same columns are drawn for every model. Use it if all
	// models share the seeds of their trials. It is an error with Rows.
	Paired bool

	// Trials is the number of trials per question of a replicate; 0 means the
	// board's number. If that number differs between models and questions, 0 means
	// the lower median with replacement, and the minimum without.
	Trials int
}

// These errors are returned for boards that cannot be resampled.
var (
	// ErrRowsPaired is returned when Paired is set with Rows.
	ErrRowsPaired = errors.New("cannot pair rows: the trials of each question are drawn independently; use columns")

	// ErrUnequalColumns is returned when the scheme is Columns and the board is
	// unequal.
	ErrUnequalColumns = errors.New("cannot draw whole trials: models and questions have different numbers of trials; " +
		"use rows, or draw columns from only the trials that all models and questions have")
)

// New returns a source of replicates, which are resampled boards. They have the models
// and questions of board b, and o.Trials trials per question. A replicate depends only
// on the board, the seed, the options and its index. New returns ErrRowsPaired if
// Paired is set with Rows. It returns ErrUnequalColumns if the scheme is Columns and
// models or questions have different numbers of trials. It returns another error if a
// model has no trial of a question, or if o.Trials is out of range.
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

// trials returns the number of trials per question of a replicate, or an error if the
// options do not suit the board.
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
