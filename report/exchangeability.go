package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/exchangeability"
)

// Exchangeable holds the results of tests whether the trials of a board are
// exchangeable, which means that their order does not matter. It also holds the names
// of the board's models.
type Exchangeable struct {
	exchangeability.Result
	Models []string
}

// Document returns the test results for JSON, or tables.Absent if e is nil. The result
// of a test that cannot be made is null. Models are sorted by name and numbers are
// rounded, so that the order of models on the board does not change the document.
func (e *Exchangeable) Document() any {
	if e == nil {
		return tables.Absent
	}
	models := lists.Indices(len(e.Result.Models))
	slices.SortFunc(models, func(a, b int) int { return cmp.Compare(e.Models[a], e.Models[b]) })
	fields := tables.Fields[int]{
		tables.Data("model", func(i int) string { return e.Models[i] }),
		tables.Data("drift", func(i int) float64 { return nine(e.Result.Models[i].Drift) }),
		tables.Data("correlation", func(i int) float64 { return nine(e.Result.Models[i].Correlation) }),
		tables.Data("dependence", func(i int) float64 { return nine(e.Result.Models[i].Dependence) }),
		tables.Data("overdispersion", func(i int) float64 { return nine(e.Result.Models[i].Overdispersion) }),
		tables.Data("copies", func(i int) float64 { return nine(e.Result.Models[i].Copies) }),
		tables.Data("alike", func(i int) any { return closestTrials(e.Result.Models[i].Alike) }),
	}
	return tables.NewObject("p", nine(e.P), "drift", nine(e.Drift), "dependence", nine(e.Dependence), "copies", nine(e.Copies), "draws", e.Draws,
		"models", fields.JSON(models))
}

// closestTrials returns, for JSON, the two trials of a model whose outcomes agree most
// closely.
func closestTrials(a exchangeability.Alike) any {
	if a.First == 0 {
		return tables.Absent
	}
	return tables.NewObject("trials", []int{a.First, a.Second}, "mixed_questions", a.Mixed, "agreed", a.Agreed, "expected", nine(a.Expected))
}

// Repeated returns a warning that names models whose trials of a question always agree.
// It returns "" if there are no such models. The task is "" if it has no name.
func Repeated(models []string, task string) string {
	if len(models) == 0 {
		return ""
	}
	where := "every question"
	if task != "" {
		where += " of " + task
	}
	return fmt.Sprintf("All trials of %s agree on %s, as with temperature 0, a cache or copied trials. "+
		"Repeated trials add no information, and intervals describe only these answers.", wording.And(wording.Few(models)), where)
}

// nine returns x, rounded to nine digits after the decimal point.
func nine(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// Notes returns at most one note, which says in which ways the trials do not look
// exchangeable. It returns none if they do.
func (e *Exchangeable) Notes() []string {
	if e == nil || !e.Failed() {
		return nil
	}
	var seen []string
	add := func(p float64, format string, args ...any) {
		if p <= exchangeability.Level {
			seen = append(seen, fmt.Sprintf(format, args...)+" ("+pValue(p)+")")
		}
	}
	add(e.Drift, "outcomes of all models together %s from trial to trial", riseOrFall(e.Up))
	add(e.Dependence, "whole trials of all models together vary more than chance allows")
	add(e.Copies, "two trials of all models together agree on more questions than chance allows")
	all := seen
	list := func(add func(name string, m exchangeability.Model)) {
		seen = nil
		for i, m := range e.Result.Models {
			add(e.Models[i], m)
		}
		if seen != nil {
			all = append(all, wording.And(wording.Few(seen)))
		}
	}
	list(func(name string, m exchangeability.Model) {
		add(m.Drift, "outcomes of %s %s", name, riseOrFall(m.Up))
	})
	list(func(name string, m exchangeability.Model) {
		add(m.Dependence, "whole trials of %s vary %s times as much as independent questions would", name, tables.Float(m.Overdispersion, 1))
	})
	list(func(name string, m exchangeability.Model) {
		add(m.Copies, "trials %d and %d of %s agree on %d of %s whose trials are not all equal; chance predicts %s",
			m.Alike.First, m.Alike.Second, name, m.Alike.Agreed, tables.Count(m.Alike.Mixed, "question"), tables.Float(m.Alike.Expected, 0))
	})
	return []string{"Trials do not look exchangeable, but intervals, resampling and plans assume that they are: " +
		strings.Join(all, "; ") + ". p: share of permutations of each question's trials that look as extreme, over all models and tests together."}
}

// riseOrFall returns the verb "rise" if up is true, and otherwise "fall".
func riseOrFall(up bool) string { return wording.IfElse(up, "rise", "fall") }

// pValue formats a p-value for a note. It rounds the value up to a multiple of 0.001.
func pValue(p float64) string {
	return "p " + wording.IfElse(p < 0.001, "< 0.001", "= "+tables.Float(math.Ceil(p*1000-1e-9)/1000, 3))
}
