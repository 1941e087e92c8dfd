package report

import (
	"fmt"

	"settle/results"
	"settle/study/budget"
	"settle/tables"
)

// Widths is how many trials make every model's interval narrow enough.
type Widths struct {
	*budget.Widths
	Name, Task string
	Facts      string           // what the board is, in sentences
	Schema     *SchemaDocument  // how signals became the board, nil for outcomes
	Missing    *MissingDocument // what of the attempts in a file is not on the board, nil for nothing
	Names      []string         // of the models
	Shape      results.Shape
	Seed       uint64
}

// Report is the report in the format asked for: CSV gets a model per row.
func (w Widths) Report(format string) Report {
	order := w.Models.Order.Models
	name := tables.Left("model", func(model int) string { return w.Names[model] })
	if tables.Format(format) == tables.CSV {
		return Report{Tables: []*tables.Table{tables.New("", []tables.Of[int]{name,
			whole("score", func(model int) float64 { return w.Each[model].Score }),
			whole("half_width_now", func(model int) float64 { return w.Each[model].Now }),
			whole("half_width_then", func(model int) float64 { return w.Each[model].There }),
		}, order)}}
	}
	t := tables.New(w.Name+": trials that make intervals narrow", []tables.Of[int]{name,
		rounded(w.Metric.Name(), 4, func(model int) float64 { return w.Each[model].Score }),
		rounded("± now", 4, func(model int) float64 { return w.Each[model].Now }),
		rounded(fmt.Sprintf("± at N=%d", w.shown()), 4, func(model int) float64 { return w.Each[model].There }),
	}, order)
	truth := "the known chances, from no trial on"
	if !w.Models.Known {
		truth = "chances drawn from what the board leaves open (a prior fitted to it), beside its own trials"
	}
	t.Lead = w.advice()
	t.Notes = []string{fmt.Sprintf("±: half the width of the %s interval by %s, now and on average then. "+
		"By simulation: %d evaluations, whose trials are drawn from %s.",
		percent(budget.IntervalConfidence), w.Metric.Name(), w.Replicates, truth), w.Facts}
	return Report{JSON: w.document(), Tables: []*tables.Table{t}}
}

// shown is the number of trials that the table shows.
func (w Widths) shown() int {
	if w.Trials == 0 {
		return w.Most
	}
	return w.Trials
}

func (w Widths) advice() string {
	goal := fmt.Sprintf("every model's %s interval is then at most ±%v", percent(budget.IntervalConfidence), w.HalfWidth)
	questions := ofQuestions(w.Models.Questions)
	switch {
	case w.Trials == 0:
		return fmt.Sprintf("%d trials of %s are not enough: no number up to that makes every model's %s interval at most ±%v "+
			"with a chance of %s.", w.Most, questions, percent(budget.IntervalConfidence), w.HalfWidth, percent(w.Options.Power))
	case w.ToRun == 0:
		return fmt.Sprintf("Nothing is to run: every model's %s interval is at most ±%v already.",
			percent(budget.IntervalConfidence), w.HalfWidth)
	}
	more, beside := tables.Count(w.Trials, "trial"), ""
	if !w.Models.Known {
		n := w.Trials - w.Models.Fewest
		more = fmt.Sprintf("%d more %s", n, plural(n, "trial"))
		beside = fmt.Sprintf(", N = %d with those that are made", w.Trials)
	}
	cost := ""
	if w.Options.CostPerTrial > 0 {
		cost = ", which cost " + tables.Float(w.cost(), 2)
	}
	return fmt.Sprintf("Run %s of %s (%d in all for %s%s%s): %s with a chance of %s.", more, questions, w.ToRun,
		tables.Count(len(w.Names), "model"), cost, beside, goal, percent(w.Options.Power))
}

// ofQuestions names the questions that trials are of.
func ofQuestions(n int) string {
	if n == 1 {
		return "the one question"
	}
	return fmt.Sprintf("each of the %d questions", n)
}

func (w Widths) cost() float64 { return float64(w.ToRun) * w.Options.CostPerTrial }

// widthsDocument is a Widths as JSON.
type widthsDocument struct {
	Task         string           `json:"task"`
	Models       int              `json:"models"`
	Questions    int              `json:"questions"`
	Trials       int              `json:"trials"`
	Seed         uint64           `json:"seed"`
	Metric       string           `json:"metric"`
	HalfWidth    float64          `json:"half_width"`
	Power        float64          `json:"power"`
	Advice       string           `json:"advice"`
	Needed       *int             `json:"needed"`
	Most         int              `json:"looked_up_to"`
	Chance       *float64         `json:"chance"`
	ToRun        *int64           `json:"to_run"`
	CostPerTrial *float64         `json:"cost_per_trial"`
	Cost         *float64         `json:"cost"`
	Replicates   int              `json:"replicates"`
	Schema       *SchemaDocument  `json:"schema,omitempty"`
	Missing      *MissingDocument `json:"missing,omitempty"`
	Ranked       []widthDocument  `json:"ranked"`
}

type widthDocument struct {
	Model string  `json:"model"`
	Score float64 `json:"score"`
	Now   float64 `json:"half_width_now"`
	Then  float64 `json:"half_width_then"`
}

func (w Widths) document() widthsDocument {
	d := widthsDocument{
		Task: w.Task, Models: w.Shape.Models, Questions: w.Shape.Questions, Trials: w.Shape.Trials, Seed: w.Seed,
		Metric: w.Metric.Name(), HalfWidth: w.HalfWidth, Power: w.Options.Power, Advice: w.advice(),
		Needed: orNull(w.Trials), Most: w.Most, Replicates: w.Replicates, Schema: w.Schema, Missing: w.Missing,
	}
	if w.Trials > 0 {
		d.Chance, d.ToRun = &w.Chance, &w.ToRun
	}
	if w.Options.CostPerTrial > 0 {
		d.CostPerTrial = &w.Options.CostPerTrial
		if w.Trials > 0 {
			d.Cost = Finite(w.cost())
		}
	}
	for _, model := range w.Models.Order.Models {
		each := w.Each[model]
		d.Ranked = append(d.Ranked, widthDocument{w.Names[model], each.Score, each.Now, each.There})
	}
	return d
}
