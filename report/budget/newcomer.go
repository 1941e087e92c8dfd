package budget

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/study/budget"
)

// A Newcomer holds the questions that a new model must run first, and the inputs from
// which they were chosen.
type Newcomer struct {
	*budget.Newcomer
	Name       string // name of the board, for titles
	Model      string
	Board      *results.Board
	Note       string // warning for the reader, or ""
	Origin     report.Origin
	Confidence float64 // confidence of intervals
	Range      float64 // range of the weights
	Run        int     // number of questions without trials to run, 0 to stop
}

// Report returns the report in the given format. CSV contains the questions to run.
func (n Newcomer) Report(format string) report.Report {
	if tables.Format(format).IsData() {
		return report.Report{Tables: []*tables.Table{n.Runs()}}
	}
	t := tables.New(n.Name+": what to run first for "+n.Model, n.fields(), n.numbers())
	t.Lead = n.advice()
	t.Note(fmt.Sprintf("±: expected half-width of the %s interval by bayes:questions, after one trial on each question. The questions "+
		"are chosen evenly from easy to hard. --format csv, or the file next.csv of --out, lists the questions to run.", wording.Percent(n.Confidence)))
	t.Warn(n.Note)
	return report.Report{JSON: n.document(), Tables: []*tables.Table{t}}
}

// Runs returns a table of the questions to run, from easy to hard, with one question
// per row.
func (n Newcomer) Runs() *tables.Table { return n.runFields().CSV(n.Spread(n.Run)) }

func (n Newcomer) runFields() tables.Fields[int] {
	return tables.Fields[int]{
		tables.Data("model", func(int) string { return n.Model }),
		tables.Data("question", func(question int) string { return n.Board.Questions[question] }),
		tables.Data("trials", func(int) int { return 1 }),
	}
}

// numbers returns the numbers of questions in the rows of the table, in ascending
// order: 0, a tenth, a fifth, a half and all of the questions that the model has not
// tried, and the number of questions to run.
func (n Newcomer) numbers() []int {
	all := len(n.Unmet)
	shown := []int{0, (all + 9) / 10, (all + 4) / 5, (all + 1) / 2, all, n.Run}
	slices.Sort(shown)
	return slices.Compact(shown)
}

func (n Newcomer) fields() tables.Fields[int] {
	return tables.Fields[int]{
		tables.Data("questions", func(run int) int { return run }),
		tables.Data("sigma", n.sigma).Rounded("σ", 4),
		tables.Data("half_width", n.halfWidth).Rounded("±", 4),
	}
}

// sigma returns the expected standard deviation of the new model's score after it has
// tried the given number of further questions.
func (n Newcomer) sigma(run int) float64 { return n.Range * n.After(run) }

// halfWidth returns the expected half-width of the interval for the new model's score,
// after the model has tried the given number of further questions.
func (n Newcomer) halfWidth(run int) float64 {
	return distuv.UnitNormal.Quantile((1+n.Confidence)/2) * n.sigma(run)
}

func (n Newcomer) advice() string {
	width := func(run int) string { return "±" + tables.Float(n.halfWidth(run), 3) }
	all := len(n.Unmet)
	if n.Run == 0 {
		return fmt.Sprintf("Stop: the score of %s is known to within %s (%s confidence). One trial of each of the other %s would narrow this to %s.",
			n.Model, width(0), wording.Percent(n.Confidence), tables.Count(all, "question"), width(all))
	}
	return fmt.Sprintf("Run one trial of each of %s for %s. The model's score is then known to within about %s (%s confidence), compared with %s for all %s.",
		tables.Count(n.Run, "question"), n.Model, width(n.Run), wording.Percent(n.Confidence), width(all), tables.Count(all, "question"))
}

func (n Newcomer) document() tables.Object {
	return tables.NewObject("task", n.Board.Task, "models", len(n.Board.Models), "questions", len(n.Board.Questions),
		n.Origin.Object(), "new", n.Model, "confidence", n.Confidence, "advice", n.advice(), "attempts", n.Run,
		"expected", n.fields().JSON(n.numbers()), "runs", n.runFields().JSON(n.Spread(n.Run)))
}
