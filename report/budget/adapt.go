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

// Adapt holds the cost and the error rates of sequential policies, which decide after
// each batch of trials what to run next.
type Adapt struct {
	report.Setting
	Metric  string // metric whose scores z compares
	Truth   string // source of gold: posterior, board or coins
	Design  sequential.Design
	Results []sequential.Result // by policy, then by correction
}

// Report returns the report in the given format. CSV contains one row per policy and
// correction, with more columns than the other tables.
func (a Adapt) Report(format string) report.Report {
	data := func() *tables.Table { return a.fields().Without("compares calls wrong").CSV(a.Results) }
	return report.InFormat(format, a.document, data, report.One(a.table))
}

func (a Adapt) title() string { return a.Name + ": trials spent and wrong decisions, by policy" }

// advice returns a sentence that recommends one policy for finding the order of the
// models and one for finding the leader.
func (a Adapt) advice() string {
	corrected := a.corrected()
	if len(corrected) == 0 {
		worst := lists.Max(a.Results, func(r sequential.Result) float64 { return r.WrongBoards.Value })
		return fmt.Sprintf("Without a correction, a look after every batch makes a wrong decision in up to %s of evaluations.",
			tables.Percent(worst, 1))
	}
	order, leader := best(corrected, false), best(corrected, true)
	return fmt.Sprintf("For the order, use %s with %s: it decides %s of the pairs of neighbours with %s of the trials and makes a wrong decision in %s of evaluations. For the leader, use %s with %s: it finds a leader in %s of evaluations with %s of the trials and makes a wrong decision in %s.",
		order.Policy, order.Correction, tables.Percent(1-order.Undecided.Value, 0), tables.Percent(order.BudgetShare(), 0),
		a.wrongShare(order),
		leader.Policy, leader.Correction, tables.Percent(1-leader.Undecided.Value, 0), tables.Percent(leader.BudgetShare(), 0),
		a.wrongShare(leader))
}

// wrongShare formats the share of evaluations in which a policy makes a wrong decision.
// If no evaluation does, it formats an upper limit for the share.
func (a Adapt) wrongShare(r sequential.Result) string {
	return wording.IfElse(r.WrongBoards.Value == 0, "less than "+tables.Percent(sequential.NeverLimit(a.Replicates), 1),
		tables.Percent(r.WrongBoards.Value, 1))
}

// best returns the best result of the policies with one goal: to find the leader if
// leads is true, and otherwise the order of all models. The best result leaves the
// smallest share of comparisons undecided. Among results within about two percentage
// points of each other, it has the fewest trials.
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

// corrected returns the results that use a correction for repeated looks (interim
// analyses) at the data.
func (a Adapt) corrected() []sequential.Result {
	return lists.Where(a.Results, func(r sequential.Result) bool { return r.Correction != sequential.None })
}

// nominal formats the permitted probability of a wrong decision, such as 5 %.
func (a Adapt) nominal() string { return wording.Percent(a.Design.Alpha()) }

// fields returns the fields that describe the result of one policy with one correction.
// Standard errors are null if there is only one replicate. Shares of wrong decisions
// are null if there are no decisions.
func (a Adapt) fields() tables.Fields[sequential.Result] {
	type result = sequential.Result
	return tables.Fields[result]{
		tables.Data("policy", func(r result) string { return r.Policy.String() }),
		tables.Data("correction", func(r result) string { return r.Correction.String() }),
		tables.Data("compares", func(r result) string { return r.Policy.Compares() }),
		tables.Data("trials", func(r result) float64 { return r.Trials.Value }).Rounded("trials", 0),
		tables.Data("trials_se", func(r result) float64 { return r.Trials.SE }),
		tables.Data("budget_share", result.BudgetShare).Percent("of budget"),
		tables.Data("wrong_boards", func(r result) float64 { return r.WrongBoards.Value }).Percent("wrong evaluations"),
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
