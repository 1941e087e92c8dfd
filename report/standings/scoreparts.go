package standings

import (
	"fmt"
	"math"

	"settle/internal/tables"
	"settle/report"
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
	return fmt.Sprintf("That was not asked: at 95 %% the mean of %s is known to ±%s on these very questions, "+
		"and to ±%s as that of all questions like them. Models that meet the same questions differ by less. "+
		"A ranking for all questions like these is one by --estimand population.",
		first.Model, tables.Float(these, 3), tables.Float(all, 3))
}

// Report is the report: a table of a model a row, and its document.
func (s ScoreParts) Report() report.Report {
	t := tables.New("What the uncertainty of each score comes from", s.fields(), s.Order)
	t.Notes = []string{
		"σ of trials: standard error of the mean over these very questions, which more trials make smaller. σ of questions: " +
			"what comes to it (the squares add up) where the mean is to stand for all questions like these, which only more questions " +
			"make smaller. Each model by itself; models that meet the same questions differ by less.",
		"ICC: share of the variance of a single outcome that lies between questions; near 1, trials of a question repeat each other. " +
			"attempts: those that were scored.",
	}
	document := tables.NewObject("task", s.Task, "metric", s.Metric, "models", s.fields().JSON(s.Order))
	return report.Report{JSON: document, Tables: []*tables.Table{t}}
}
