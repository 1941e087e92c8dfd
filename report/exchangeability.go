package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/exchangeability"
)

// Exchangeable is the test of whether the trials of a board are exchangeable, with the
// names of its models.
type Exchangeable struct {
	exchangeability.Result
	Models []string
}

// Document returns the test as JSON, null for what cannot be tested, or tables.Absent where
// nothing was. The models are in the order of their names, for a board in another order is
// the same board, and numbers have the digits that do not depend on the order in which they
// were added up.
func (e *Exchangeable) Document() any {
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

// Notes say in one sentence what is wrong with the order of the trials; none if
// nothing is.
func (e *Exchangeable) Notes() []string {
	if e == nil || !e.Failed() {
		return nil
	}
	var seen []string
	if e.Drift <= exchangeability.Level {
		seen = append(seen, fmt.Sprintf("outcomes of all models together rise or fall from trial to trial (%s)", pValue(e.Drift)))
	}
	if e.Dependence <= exchangeability.Level {
		seen = append(seen, fmt.Sprintf("whole trials of all models together are better or worse than chance allows (%s)",
			pValue(e.Dependence)))
	}
	var drifting, dependent []string
	for i, m := range e.Result.Models {
		if m.Drift <= exchangeability.Level {
			drifting = append(drifting, fmt.Sprintf("%s (%s)", e.Models[i], pValue(m.Drift)))
		}
		if m.Dependence <= exchangeability.Level {
			dependent = append(dependent, fmt.Sprintf("%s (%s)", e.Models[i], pValue(m.Dependence)))
		}
	}
	if drifting != nil {
		seen = append(seen, "outcomes rise or fall of "+wording.And(wording.Few(drifting)))
	}
	if dependent != nil {
		seen = append(seen, "whole trials vary more than independent questions would of "+wording.And(wording.Few(dependent)))
	}
	return []string{"Trials look as if they were not exchangeable, and intervals, resampling and plans take them to be so: " +
		strings.Join(seen, "; ") + ". p: how often permutations of each question's trials look as striking, all models and tests at once."}
}

// pValue is a probability as a note gives it.
func pValue(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return "p = " + tables.Float(math.Ceil(p*1000-1e-9)/1000, 3)
}
