package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/study/exchangeability"
)

// Exchangeable is the test of whether the trials of a board are exchangeable, with the
// names of its models.
type Exchangeable struct {
	exchangeability.Result
	Models []string
}

// document returns the test as JSON, null for what cannot be tested, or tables.Absent where
// nothing was. The models are in the order of their names, for a board in another order is
// the same board, and numbers have the digits that do not depend on the order in which they
// were added up.
func (e *Exchangeable) document() any {
	if e == nil {
		return tables.Absent
	}
	var models []int
	for model := range e.Result.Models {
		models = append(models, model)
	}
	slices.SortFunc(models, func(a, b int) int { return cmp.Compare(e.Models[a], e.Models[b]) })
	fields := tables.Fields[int]{
		tables.Data("model", func(i int) string { return e.Models[i] }),
		tables.Data("drift", func(i int) float64 { return nine(e.Result.Models[i].Drift) }),
		tables.Data("correlation", func(i int) float64 { return nine(e.Result.Models[i].Correlation) }),
		tables.Data("dependence", func(i int) float64 { return nine(e.Result.Models[i].Dependence) }),
		tables.Data("overdispersion", func(i int) float64 { return nine(e.Result.Models[i].Overdispersion) }),
	}
	return tables.NewObject("p", nine(e.P), "drift", nine(e.Drift), "dependence", nine(e.Dependence), "draws", e.Draws,
		"models", fields.JSON(models))
}

// nine is a number with nine digits after the point.
func nine(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// namedAtMost is how many models a note names.
const namedAtMost = 3

// notes say in one sentence what is wrong with the order of the trials; none if
// nothing is.
func (e *Exchangeable) notes() []string {
	if e == nil || !e.Failed() {
		return nil
	}
	var seen []string
	if e.Drift <= exchangeability.Level {
		seen = append(seen, fmt.Sprintf("outcomes of all models together %s from trial to trial (%s)", rising(e.Up), pValue(e.Drift)))
	}
	if e.Dependence <= exchangeability.Level {
		seen = append(seen, fmt.Sprintf("whole trials of all models together are better or worse than chance allows (%s)",
			pValue(e.Dependence)))
	}
	seen = append(seen, e.list(func(i int) string {
		m := e.Result.Models[i]
		if m.Drift > exchangeability.Level {
			return ""
		}
		return fmt.Sprintf("%s %ss (correlation %s, %s)", e.Models[i], rising(m.Up), tables.Float(m.Correlation, 2), pValue(m.Drift))
	})...)
	seen = append(seen, e.list(func(i int) string {
		m := e.Result.Models[i]
		if m.Dependence > exchangeability.Level {
			return ""
		}
		return fmt.Sprintf("whole trials of %s vary %s times as much as independent questions would (%s)",
			e.Models[i], tables.Float(m.Overdispersion, 1), pValue(m.Dependence))
	})...)
	return []string{"Trials look as if they were not exchangeable, and intervals, resampling and plans take them to be so: " +
		strings.Join(seen, "; ") + ". p: how often permutations of each question's trials look as striking, all models and tests at once."}
}

// list is what is said of each model, where anything is, cut where it gets long.
func (e *Exchangeable) list(of func(i int) string) []string {
	var all []string
	for i := range e.Models {
		all = appendNote(all, of(i))
	}
	if more := len(all) - namedAtMost; more > 0 {
		all = append(all[:namedAtMost], fmt.Sprintf("and so for %s more", tables.Count(more, "model")))
	}
	return all
}

func rising(up bool) string {
	if up {
		return "rise"
	}
	return "fall"
}

// pValue is a probability as a note gives it.
func pValue(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return "p = " + tables.Float(math.Ceil(p*1000-1e-9)/1000, 3)
}
