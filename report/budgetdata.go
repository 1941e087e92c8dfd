package report

import (
	"fmt"

	"settle/study/budget"
	"settle/tables"
)

// data is a pair per row, as CSV.
func (b Budget) data() *tables.Table {
	columns := append(b.pairColumns(),
		whole("gap", func(p budget.Pair) float64 { return p.Gap }),
		whole("z_now", func(p budget.Pair) float64 { return p.Now }),
		tables.Right("trials", func(p budget.Pair) string { return orEmpty(p.Trials) }),
		tables.Right("exact", func(p budget.Pair) string { return fmt.Sprint(p.Exact) }),
		tables.Right("normal_trials", func(p budget.Pair) string { return orEmpty(p.NormalTrials) }),
		tables.Right("trials_low", func(p budget.Pair) string { return orEmpty(p.Low) }),
		tables.Right("trials_high", func(p budget.Pair) string { return orEmpty(p.High) }),
		whole("right", rightThere),
		tables.Right("trials_in_all", func(p budget.Pair) string { return orEmpty(b.OfPair(p)) }),
		whole("between", func(p budget.Pair) float64 { return p.OtherQuestions().Between }),
		whole("within", func(p budget.Pair) float64 { return p.OtherQuestions().Within }),
		whole("z_ceiling", func(p budget.Pair) float64 { return p.OtherQuestions().Ceiling }),
		tables.Right("questions", func(p budget.Pair) string { return orEmpty(p.OtherQuestions().Now) }),
		tables.Right("questions_least", func(p budget.Pair) string { return orEmpty(p.OtherQuestions().Least) }),
		tables.Right("trials_power", func(p budget.Pair) string { return orEmpty(p.Power.Trials) }),
		whole("chance", chanceThere),
		tables.Right("to_run", func(p budget.Pair) string {
			if p.Power.Trials == 0 {
				return ""
			}
			return fmt.Sprint(p.Power.ToRun)
		}),
		tables.Right("apart_now", func(p budget.Pair) string { return fmt.Sprint(p.Power.Apart) }),
		whole("limit", limitOf),
		tables.Right("needed_low", func(p budget.Pair) string { return orEmpty(p.Power.Low) }),
		tables.Right("needed_high", func(p budget.Pair) string { return orEmpty(p.Power.High) }))
	return tables.New("", columns, b.Pairs)
}
