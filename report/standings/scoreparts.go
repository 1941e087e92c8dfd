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

// ScoreParts are what the uncertainty of each model's mean comes from.
type ScoreParts struct {
	Task     string
	Metric   string               // of the means
	Order    []standings.Standing // of the models, best first
	Parts    []posterior.Parts    // by index of the model on the board
	Attempts []int64              // scored, likewise
}

// fields lists the fields of a model.
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

// Elsewhere says how far the mean of the first model could be on other questions like
// these, and how far on these very ones; "" where that is not known.
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

// Report is the report: a table of a model a row, and its document.
func (s ScoreParts) Report() report.Report {
	t := tables.New("What the uncertainty of each score comes from",
		s.fields().Pick("model mean sigma_trials sigma_questions icc runs flips attempts"), s.Order)
	t.Notes = []string{
		"σ of trials: standard error of the mean over these very questions, which more trials make smaller. σ of questions: " +
			"what comes to it (the squares add up) where the mean is to stand for all questions like these, which only more questions " +
			"make smaller. Each model by itself; models that meet the same questions differ by less.",
		"ICC: share of the variance of a single outcome that lies between questions; near 1, trials of a question repeat each other. " +
			"attempts: those that were scored.",
		noiseNote,
	}
	document := tables.NewObject("task", s.Task, "metric", s.Metric, "models", s.fields().JSON(s.Order))
	return report.Report{JSON: document, Tables: []*tables.Table{t}}
}

// noiseFields lists the fields of what differs between two runs of a model by chance.
var noiseFields = tables.Fields[posterior.Parts]{
	tables.Data("run_to_run", func(p posterior.Parts) float64 { return p.Runs }).Rounded("two runs", 4),
	tables.Data("flips", func(p posterior.Parts) float64 { return p.Flips }).Percent("flips"),
	tables.Data("icc", func(p posterior.Parts) float64 { return p.ICC }).Rounded("ICC", 2),
}

const noiseNote = "two runs: how far two runs of the model, of one trial of each question each, differ by chance at most (95 %). " +
	"flips: share of the questions on which two trials differ. –: unknown with one trial of each question."

// Runs says how far two runs of the first model differ by chance.
func (s ScoreParts) Runs() string { return runsNote(s.Order[0].Model, s.Parts[s.Order[0].Index]) }

// runsNote says how far two runs of a model differ by chance, and how many questions flip.
func runsNote(model string, p posterior.Parts) string {
	if math.IsNaN(p.Runs) {
		return fmt.Sprintf("How far two runs of %s differ by chance is unknown: it has one trial of each question.", model)
	}
	return fmt.Sprintf("Two runs of %s, of one trial per question, differ by up to %s by chance (95 %%); "+
		"%s of the questions flip between them (ICC %s).",
		model, tables.Float(p.Runs, 4), tables.Percent(p.Flips, 1), tables.Float(p.ICC, 2))
}

// freshNote says how much more new questions tell of the difference of two models than as many
// more trials of the same questions; "" where the trials do not tell.
func freshNote(a, b string, c *posterior.Components) string {
	if c == nil || c.Between.Variance+c.Within.Variance == 0 {
		return ""
	}
	cut := c.Within.Variance / (c.Between.Variance + c.Within.Variance) / 2
	if cut > 0.49 {
		return fmt.Sprintf("These trials do not show that new questions tell more of the difference of %s and %s than as many repeats do.", a, b)
	}
	return fmt.Sprintf("New questions beat repeats: twice the questions halve the variance of the difference of %s and %s, "+
		"and the same cost in repeats cuts it by %s%s.", a, b, tables.Percent(cut, 1),
		wording.If(cut >= 0.001, fmt.Sprintf(" (%s times less)", tables.Float(0.5/cut, 1))))
}
