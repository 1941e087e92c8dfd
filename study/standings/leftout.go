package standings

import (
	"errors"
	"fmt"

	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
)

// A LeftOut counts the questions that a metric cannot score on an unequal board, where the numbers
// of trials differ. All fields are 0 for a complete board.
type LeftOut struct {
	Questions int  // questions that are left out for all models
	Of        int  // all questions on the board
	Needs     int  // trials of each model that a question must have to be scored
	Own       bool // models are scored on different questions: each on the questions that it met
}

func newLeftOut(part metrics.Restricted, whole *results.Tally) LeftOut {
	if !whole.Unequal() {
		return LeftOut{}
	}
	left := LeftOut{Questions: part.LeftOut, Of: whole.Questions, Needs: part.Metric.FirstTrial()}
	if metrics.TraitsOf(part.Metric).Foresees {
		return left
	}
	for model := range part.Tally.Models {
		left.Own = left.Own || part.Tally.Met(model) < part.Tally.Questions
	}
	return left
}

// addModelName returns an error of metrics.Restrict with the model's name added.
func addModelName(err error, models []string) error {
	if apart, ok := errors.AsType[metrics.ErrNotLinked](err); ok {
		return fmt.Errorf("%s cannot compare models %s and %s: no common questions link them; run some of the same questions with both",
			quoted.Bare(apart.Metric.Name()), quoted.Text(models[0]), quoted.Text(models[apart.Model]))
	}
	nothing, ok := errors.AsType[metrics.ErrNothingMet](err)
	if !ok || nothing.Model < 0 {
		return err
	}
	return fmt.Errorf("%s: cannot score model %s: no question has enough trials",
		quoted.Bare(nothing.Metric.Name()), quoted.Text(models[nothing.Model]))
}
