package budget

import (
	"cmp"
	"fmt"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/study/budget"
)

// Widths holds the number of trials that makes every model's interval narrow enough,
// and the inputs of this plan.
type Widths struct {
	*budget.Widths
	Name, Task string
	Facts      string                  // description of the board, in sentences
	Schema     *report.SchemaDocument  // the schema that made the board from signals, nil for a board of outcomes
	Missing    *report.MissingDocument // attempts of the file that are missing on the board, nil for none
	Names      []string                // names of the models, by index
	Shape      results.Shape
	Seed       uint64
}

// Report returns the report in the given format. CSV contains one row per model.
func (w Widths) Report(format string) report.Report {
	order := w.Models.Order.Models
	if tables.Format(format).IsData() {
		return report.Report{Tables: []*tables.Table{w.fields().CSV(order)}}
	}
	t := tables.New(w.Name+": trials for narrow intervals", w.fields(), order)
	truth := wording.IfElse(w.Models.Known, "the known success probabilities, starting without trials",
		"success probabilities drawn from the posterior of the board (a fitted prior), in addition to its own trials")
	t.Lead = w.advice()
	t.Warn(w.Facts)
	t.Note(fmt.Sprintf("±: half-width of the %s interval by %s, now and on average at N. "+
		"By simulation: %d evaluations with trials drawn from %s.",
		wording.Percent(budget.IntervalConfidence), w.Metric.Name(), w.Replicates, truth))
	return report.Report{JSON: w.document(), Tables: []*tables.Table{t}}
}

// fields returns the fields that describe the score of one model and its interval. The
// model is given by its index.
func (w Widths) fields() tables.Fields[int] {
	then := fmt.Sprintf("± at N=%d", cmp.Or(w.Trials, w.Most))
	return tables.Fields[int]{
		tables.Data("model", func(model int) string { return w.Names[model] }),
		tables.Data("score", func(model int) float64 { return w.Each[model].Score }).Rounded(w.Metric.Name(), 4),
		tables.Data("half_width_now", func(model int) float64 { return w.Each[model].Now }).Rounded("± now", 4),
		tables.Data("half_width_then", func(model int) float64 { return w.Each[model].There }).Rounded(then, 4),
	}
}

func (w Widths) advice() string {
	goal := fmt.Sprintf("make every model's %s interval at most ±%v", wording.Percent(budget.IntervalConfidence), w.HalfWidth)
	questions := wording.OfQuestions(w.Models.Questions)
	switch {
	case w.Trials == 0:
		return fmt.Sprintf("Even %d trials of %s do not make every model's %s interval at most ±%v with %s power.", w.Most, questions, wording.Percent(budget.IntervalConfidence), w.HalfWidth, wording.Percent(w.Options.Power))
	case w.ToRun == 0:
		return fmt.Sprintf("Nothing more to run: every model's %s interval is at most ±%v.",
			wording.Percent(budget.IntervalConfidence), w.HalfWidth)
	}
	more, beside := tables.Count(w.Trials, "trial"), ""
	if !w.Models.Known {
		n := w.Trials - w.Models.Fewest
		more = fmt.Sprintf("%d more %s", n, wording.Plural(n, "trial"))
		beside = fmt.Sprintf("; %s per question in total", tables.Count(w.Trials, "trial"))
	}
	cost := wording.If(w.Options.CostPerTrial > 0, ", cost "+tables.Float(w.cost(), 2))
	return fmt.Sprintf("Run %s of %s (%d in all for %s%s%s) to %s with %s power.", more, questions, w.ToRun,
		tables.Count(len(w.Names), "model"), cost, beside, goal, wording.Percent(w.Options.Power))
}

func (w Widths) cost() float64 { return float64(w.ToRun) * w.Options.CostPerTrial }

func (w Widths) document() tables.Object {
	needed := w.Trials > 0
	return tables.NewObject("task", w.Task, "models", w.Shape.Models, "questions", w.Shape.Questions, "trials", w.Shape.Trials,
		"seed", w.Seed, "metric", w.Metric.Name(), "half_width", w.HalfWidth, "power", w.Options.Power, "advice", w.advice(),
		"needed", tables.OrNull(w.Trials), "looked_up_to", w.Most,
		"chance", tables.Known(needed, w.Chance), "to_run", tables.Known(needed, w.ToRun),
		"cost_per_trial", tables.OrNull(w.Options.CostPerTrial),
		"cost", tables.Known(needed && w.Options.CostPerTrial > 0, w.cost()), "replicates", w.Replicates, "schema",
		tables.OrAbsent(w.Schema),
		"missing", tables.OrAbsent(w.Missing), "ranked", w.fields().JSON(w.Models.Order.Models))
}
