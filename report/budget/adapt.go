package budget

import (
	"fmt"
	"math"
	"slices"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/sequential"
)

// Adapt is what policies of spending trials cost, and how often they are wrong.
type Adapt struct {
	report.Setting
	Metric  string // what z compares
	Truth   string // what gold is: posterior, board or coins
	Design  sequential.Design
	Results []sequential.Result // by policy, then by correction
}

// Report is the report in the format asked for: CSV gets every number.
func (a Adapt) Report(format string) report.Report {
	data := func() *tables.Table { return a.fields().Without("compares calls wrong").CSV(a.Results) }
	return report.InFormat(format, a.document, data, report.One(a.table))
}

func (a Adapt) title() string { return a.Name + ": trials spent and wrong calls, by policy" }

// advice is the sentence to act on: what to spend trials by, once for the order and
// once for the leader.
func (a Adapt) advice() string {
	corrected := a.corrected()
	if len(corrected) == 0 {
		worst := lists.Max(a.Results, func(r sequential.Result) float64 { return r.WrongBoards.Value })
		return fmt.Sprintf("Without a correction, looking after every batch makes a wrong call in up to %s of evaluations.",
			tables.Percent(worst, 1))
	}
	order, leader := best(corrected, false), best(corrected, true)
	return fmt.Sprintf("For the order, %s with %s: %s of neighbours decided for %s of the trials, a wrong call in %s of "+
		"evaluations; for the leader, %s with %s: decided in %s for %s, wrong in %s.",
		order.Policy, order.Correction, tables.Percent(1-order.Undecided.Value, 0), tables.Percent(order.BudgetShare(), 0),
		a.wrong(order),
		leader.Policy, leader.Correction, tables.Percent(1-leader.Undecided.Value, 0), tables.Percent(leader.BudgetShare(), 0),
		a.wrong(leader))
}

// wrong is the share of evaluations with a wrong call, or where there was none its
// limit.
func (a Adapt) wrong(r sequential.Result) string {
	return wording.IfElse(r.WrongBoards.Value == 0, "less than "+tables.Percent(sequential.NeverLimit(a.Replicates), 1),
		tables.Percent(r.WrongBoards.Value, 1))
}

// best is the one that leaves the least undecided, to two percent, and of several the
// one that spends the least, of those that ask for a leader or of the others.
func best(results []sequential.Result, leads bool) (found sequential.Result) {
	least := [2]float64{math.Inf(1)}
	for _, r := range results {
		score := [2]float64{math.Round(50 * r.Undecided.Value), r.Trials.Value}
		if r.Policy.Leads() == leads && slices.Compare(score[:], least[:]) < 0 {
			found, least = r, score
		}
	}
	return found
}

// corrected are the results under a correction.
func (a Adapt) corrected() []sequential.Result {
	return lists.Where(a.Results, func(r sequential.Result) bool { return r.Correction != sequential.None })
}

// nominal is the nominal level in words: 5 %.
func (a Adapt) nominal() string { return wording.Percent(a.Design.Alpha()) }

// fields lists the fields of a policy with a correction. A standard error of a single replicate is
// null, and so are wrong calls where there are none.
func (a Adapt) fields() tables.Fields[sequential.Result] {
	type result = sequential.Result
	return tables.Fields[result]{
		tables.Data("policy", func(r result) string { return r.Policy.String() }),
		tables.Data("correction", func(r result) string { return r.Correction.String() }),
		tables.Data("compares", func(r result) string { return r.Policy.Compares() }),
		tables.Data("trials", func(r result) float64 { return r.Trials.Value }).Rounded("trials", 0),
		tables.Data("trials_se", func(r result) float64 { return r.Trials.SE }),
		tables.Data("budget_share", result.BudgetShare).Percent("of budget"),
		tables.Data("wrong_boards", func(r result) float64 { return r.WrongBoards.Value }).Percent("wrong boards"),
		tables.Data("wrong_boards_se", func(r result) float64 { return r.WrongBoards.SE }).
			Shown("±", func(se float64) string { return tables.Float(100*se, 1) }),
		tables.Data("inflation", func(r result) float64 { return r.Inflation(a.Design) }),
		tables.Data("wrong_once", func(r result) float64 { return r.WrongOnce.Value }).Percent("looked once"),
		tables.Data("wrong_once_se", func(r result) float64 { return r.WrongOnce.SE }),
		tables.Data("wrong_calls", func(r result) float64 { return r.WrongCalls.Value }),
		tables.Data("wrong_calls_se", func(r result) float64 { return r.WrongCalls.SE }),
		tables.Data("calls", func(r result) int { return r.Calls }),
		tables.Data("wrong", func(r result) int { return r.Wrong }),
		tables.Data("decided", result.DecidedShare).Percent("decided"),
		tables.Data("undecided", func(r result) float64 { return r.Undecided.Value }).Percent("undecided"),
		tables.Data("undecided_se", func(r result) float64 { return r.Undecided.SE }),
	}
}

func (a Adapt) document() tables.Object {
	return tables.NewObject("task", a.Task, "models", a.Shape.Models, "questions", a.Shape.Questions, "trials", a.Shape.Trials,
		"scheme", a.Scheme, "replicates", a.Replicates, "seed", a.Seed, "gold", a.Gold, "schema", tables.OrAbsent(a.Schema),
		"missing", tables.OrAbsent(a.Missing), "board", tables.OrAbsent(a.From), "truth", a.Truth, "advice", a.advice(),
		"most_trials", a.mostTrials(), "metric", a.Metric, "batch", a.Design.Batch, "half_width", a.Design.HalfWidth,
		"confidence", a.Design.Confidence, "budget", a.Results[0].Budget, "policies", a.fields().JSON(a.Results))
}
