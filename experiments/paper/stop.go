package paper

import (
	"fmt"

	"settle/metrics"
)

// An experiment is a script that stops at its first error. So an error ends it as the
// failure of a metric ends a study: by a panic that the pool of package montecarlo and
// Experiment.Run return as an error.

// Must returns a value, or stops the experiment if there is an error.
func Must[T any](value T, err error) T {
	StopOn(err)
	return value
}

// StopOn stops the experiment if there is an error.
func StopOn(err error) {
	if err != nil {
		panic(metrics.Failure{Err: err})
	}
}

// About, when deferred, puts a title before the error that stops the experiment.
func About(title string) {
	switch r := recover().(type) {
	case nil:
	case metrics.Failure:
		panic(metrics.Failure{Err: fmt.Errorf("%s: %w", title, r.Err)})
	default:
		panic(r)
	}
}
