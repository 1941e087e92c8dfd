package standings

import (
	"errors"
	"fmt"

	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
)

// LeftOut is what a metric cannot score of an unequal board; all 0 for others.
type LeftOut struct {
	Questions int  // that are left out for all models
	Of        int  // questions of the board
	Needs     int  // trials of each model that a question needs
	Own       bool // models are scored by different questions: each by those that it met
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

// named says which model an error of metrics.Restrict is about.
func named(err error, models []string) error {
	nothing, ok := errors.AsType[metrics.ErrNothingMet](err)
	if !ok || nothing.Model < 0 {
		return err
	}
	return fmt.Errorf("%s: no question is left to score the model %s by",
		quoted.Bare(nothing.Metric.Name()), quoted.Text(models[nothing.Model]))
}
