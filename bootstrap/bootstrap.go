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
	"strings"

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
var schemes = []string{Rows: "rows", Columns: "columns"}

// Schemes are the names that ParseScheme reads.
func Schemes() []string { return slices.Clone(schemes) }

// String is the name that ParseScheme reads.
func (s Scheme) String() string { return schemes[s] }

// ParseScheme reads one of Schemes.
func ParseScheme(name string) (Scheme, error) {
	if i := slices.Index(schemes, name); i >= 0 {
		return Scheme(i), nil
	}
	return 0, fmt.Errorf("scheme %q is unknown; there are %s", name, strings.Join(schemes, ", "))
}

// Options say how to resample.
type Options struct {
	Scheme Scheme

	// Replacement draws N of the N trials with replacement, the bootstrap in
	// the narrow sense. Without it a replicate is the board with its trials
	// in a random order.
	Replacement bool

	// Paired draws the same columns for every model, as where all models
	// share the seeds of their trials. It has no meaning for Rows.
	Paired bool
}

// ErrRowsPaired says that Paired was asked of Rows.
var ErrRowsPaired = errors.New("rows cannot be paired: each question's trials are drawn on their own; columns can")

// New returns the source of a board's replicates, of the board's shape.
// Replicates depend on the seed, the options' scheme and the replicate's
// index. It fails with ErrRowsPaired if Paired is asked of Rows.
func New(b *results.Board, o Options, seed uint64) (replicate.Source, error) {
	switch {
	case o.Scheme == Columns:
		return newColumns(b, o, seed), nil
	case o.Paired:
		return nil, ErrRowsPaired
	case o.Replacement:
		return replicate.Resampled(b.Tally(b.Trials()), seed, "bootstrap rows"), nil
	default:
		return replicate.Permuted(b.Tally(b.Trials()), seed, "bootstrap rows"), nil
	}
}
