package paper

import (
	"fmt"

	"settle/metrics"
)

// An experiment is a script that stops at its first error with a panic. The worker pool
// of package montecarlo and Experiment.Run return such a panic as an error. Metrics
// that fail end computations in the same way.

// Must returns the given value if err is nil. Otherwise it stops the experiment by a
// panic.
func Must[T any](value T, err error) T {
	StopOn(err)
	return value
}

// StopOn stops the experiment by a panic if err is not nil.
func StopOn(err error) {
	if err != nil {
		panic(metrics.Failure{Err: err})
	}
}

// About, when deferred, puts a title in front of the error by which Must or StopOn
// stops the experiment.
func About(title string) {
	switch r := recover().(type) {
	case nil:
	case metrics.Failure:
		panic(metrics.Failure{Err: fmt.Errorf("%s: %w", title, r.Err)})
	default:
		panic(r)
	}
}
