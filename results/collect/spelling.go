package collect

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/results"
)

// spelling fails if two models' names differ in nothing but capitals and the marks
// between words: they are one model, which would be compared with itself. Within
// one table they may be two if both attempted the same trial.
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
		return fmt.Errorf("the models %s and %s look like one under two spellings%s: write it one way",
			quoted.Text(models[other]), quoted.Text(model), where(pieces, models[other], model))
	}
	return nil
}

// where names the files in which two models are, if they are in different ones.
func where(pieces []*piece, one, other string) string {
	first, second := fileOf(pieces, one), fileOf(pieces, other)
	if first == second {
		return ""
	}
	return fmt.Sprintf(" (in %s and %s)", quoted.Path(first), quoted.Path(second))
}

// fileOf is the first file that names a model.
func fileOf(pieces []*piece, model string) string {
	for _, p := range pieces {
		if slices.Contains(p.models(), model) {
			return p.file
		}
	}
	return ""
}
