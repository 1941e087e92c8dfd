package collect

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/results"
)

// spelling fails if the names of two models differ only in case or separators, because
// the two are probably one model. Two such models are accepted in a single table if
// both attempted the same trial.
func spelling(a *results.Attempts, pieces []*piece) error {
	models := a.Models()
	known := map[string]int{}
	for i, model := range models {
		other, ok := known[results.Spelling(model)]
		if !ok {
			known[results.Spelling(model)] = i
			continue
		}
		if len(pieces) == 1 && a.Share(other, i) {
			continue
		}
		return fmt.Errorf("models %s and %s differ only in case or separators%s; use one spelling",
			quoted.Text(models[other]), quoted.Text(model), describeFiles(pieces, models[other], model))
	}
	return nil
}

// describeFiles returns text for a message that says which files contain two models.
// The text is "" if one file contains both.
func describeFiles(pieces []*piece, one, other string) string {
	first, second := fileOf(pieces, one), fileOf(pieces, other)
	if first == second {
		return ""
	}
	return fmt.Sprintf(" (in %s and %s)", quoted.Path(first), quoted.Path(second))
}

// fileOf returns the path of the first file that contains the given model, or "" if
// there is none.
func fileOf(pieces []*piece, model string) string {
	for _, p := range pieces {
		if slices.Contains(p.models(), model) {
			return p.file
		}
	}
	return ""
}
