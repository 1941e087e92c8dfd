package standings

import (
	"fmt"
	"math"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/posterior"
	"settle/study/standings"
)

// ScoreParts holds, for each model, how much of the uncertainty of its mean score comes
// from the trials and how much from the choice of questions.
type ScoreParts struct {
	Task     string
	Metric   string               // metric of the means
	Order    []standings.Standing // the models, best first
	Parts    []posterior.Parts    // by index of the model on the board
	Attempts []int64              // number of scored attempts, by index of the model
}

// fields returns the fields that describe the uncertainty of one model's score.
func (s ScoreParts) fields() tables.Fields[standings.Standing] {
	type standing = standings.Standing
	part := func(r standing) posterior.Parts { return s.Parts[r.Index] }
	return tables.Fields[standing]{
		tables.Data("model", func(r standing) string { return r.Model }),
		tables.Data("mean", func(r standing) float64 { return part(r).Mean }).Rounded(s.Metric, 4),
		tables.Data("sigma_trials", func(r standing) float64 { return part(r).Trials }).Rounded("σ of trials", 4),
		tables.Data("sigma_questions", func(r standing) float64 { return part(r).Questions }).Rounded("σ of questions", 4),
		tables.Data("icc", func(r standing) float64 { return part(r).ICC }).Rounded("ICC", 2),
		tables.Data("noise", func(r standing) tables.Object { return noiseFields.Object(part(r)) }),
		tables.RightFloat("two runs", 4, func(r standing) float64 { return part(r).Runs }).As("runs"),
		tables.RightPercent("flips", func(r standing) float64 { return part(r).Flips }).As("flips"),
		tables.Data("attempts", func(r standing) int64 { return s.Attempts[r.Index] }),
	}
}

// Elsewhere returns a sentence that says how uncertain the mean of the first model is
// on similar questions, compared with the questions of this benchmark. It returns "" if
// this is unknown.
func (s ScoreParts) Elsewhere() string {
	first := s.Order[0]
	p := s.Parts[first.Index]
	these, all := 1.96*p.Trials, 1.96*math.Hypot(p.Trials, p.Questions)
	if math.IsNaN(all) || all == 0 {
		return ""
	}
	return fmt.Sprintf("On similar questions the score of %s could vary by ±%s instead of ±%s (95 %%, by %s). "+
		"To rank for similar questions, add --estimand population.",
		first.Model, tables.Float(all, 3), tables.Float(these, 3), s.Metric)
}

// Report returns a report with a table of the parts of each score's uncertainty, with
// one model per row.
func (s ScoreParts) Report() report.Report {
	t := tables.New("What the uncertainty of each score comes from",
		s.fields().Pick("model mean sigma_trials sigma_questions icc runs flips attempts"), s.Order)
	t.Notes = []string{
		"σ of trials: standard error of the mean over the questions of this benchmark; more trials make it smaller. σ of questions: " +
			"additional standard error of the mean over similar questions (the squares add up); only more questions make it smaller. " +
			"Both are of each model alone; models with the same questions differ by less.",
		"ICC: share of the variance of a single outcome that lies between questions; near 1, the trials of a question agree. " +
			"attempts: number of scored attempts.",
		noiseNote,
	}
	document := tables.NewObject("task", s.Task, "metric", s.Metric, "models", s.fields().JSON(s.Order))
	return report.Report{JSON: document, Tables: []*tables.Table{t}}
}

// noiseFields lists the fields that describe how much two runs of one model differ by
// chance.
var noiseFields = tables.Fields[posterior.Parts]{
	tables.Data("run_to_run", func(p posterior.Parts) float64 { return p.Runs }).Rounded("two runs", 4),
	tables.Data("flips", func(p posterior.Parts) float64 { return p.Flips }).Percent("flips"),
	tables.Data("icc", func(p posterior.Parts) float64 { return p.ICC }).Rounded("ICC", 2),
}

const noiseNote = "two runs: the largest difference by chance (95 %) between two runs of the model with one trial per question. " +
	"flips: share of the questions on which two trials differ. –: unknown with one trial per question."

// Runs returns a sentence about how much two runs of the first model differ by chance.
func (s ScoreParts) Runs() string { return runsNote(s.Order[0].Model, s.Parts[s.Order[0].Index]) }

// runsNote returns a sentence that says how much two runs of a model differ by chance,
// and on which share of the questions their outcomes differ.
func runsNote(model string, p posterior.Parts) string {
	if math.IsNaN(p.Runs) {
		return fmt.Sprintf("It is unknown how much two runs of %s differ by chance, because this model has only one trial per question.", model)
	}
	return fmt.Sprintf("Two runs of %s with one trial per question differ by up to %s by chance (95 %%); "+
		"%s of the questions flip between them (ICC %s).",
		model, tables.Float(p.Runs, 4), tables.Percent(p.Flips, 1), tables.Float(p.ICC, 2))
}

// freshNote returns a sentence that compares new questions with repeated trials. It
// says how much each reduces the variance of the difference between models a and b. It
// returns "" if the components of this variance are unknown or both 0.
func freshNote(a, b string, c *posterior.Components) string {
	if c == nil || c.Between.Variance+c.Within.Variance == 0 {
		return ""
	}
	cut := c.Within.Variance / (c.Between.Variance + c.Within.Variance) / 2
	if cut > 0.49 {
		return fmt.Sprintf("These trials do not show that new questions separate %s and %s better than the same number of repeats.", a, b)
	}
	return fmt.Sprintf("Prefer new questions to repeats: doubling the questions halves the variance of the difference between %s and %s; "+
		"repeats at the same cost reduce this variance by %s%s.", a, b, tables.Percent(cut, 1),
		wording.If(cut >= 0.001, fmt.Sprintf(" (%s times less)", tables.Float(0.5/cut, 1))))
}
