package report

import (
	"settle/study/sequential"
	"settle/tables"
)

// data is every number as CSV, a policy and correction per row.
func (a Adapt) data() *tables.Table {
	type result = sequential.Result
	return tables.New("", []tables.Of[result]{
		tables.Left("policy", func(r result) string { return r.Policy.String() }),
		tables.Left("correction", func(r result) string { return r.Correction.String() }),
		whole("trials", func(r result) float64 { return r.Trials.Value }),
		whole("trials_se", func(r result) float64 { return r.Trials.SE }),
		whole("budget_share", result.BudgetShare),
		whole("wrong_boards", func(r result) float64 { return r.WrongBoards.Value }),
		whole("wrong_boards_se", func(r result) float64 { return r.WrongBoards.SE }),
		whole("inflation", func(r result) float64 { return r.Inflation(a.Design) }),
		whole("wrong_once", func(r result) float64 { return r.WrongOnce.Value }),
		whole("wrong_once_se", func(r result) float64 { return r.WrongOnce.SE }),
		whole("wrong_calls", func(r result) float64 { return r.WrongCalls.Value }),
		whole("wrong_calls_se", func(r result) float64 { return r.WrongCalls.SE }),
		whole("undecided", func(r result) float64 { return r.Undecided.Value }),
		whole("undecided_se", func(r result) float64 { return r.Undecided.SE }),
	}, a.Results)
}
