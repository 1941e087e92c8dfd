package report

import (
	"fmt"
	"math"

	"settle/study/posterior"
	"settle/study/standings"
	"settle/tables"
)

// ScoreParts are what the uncertainty of each model's mean comes from.
type ScoreParts struct {
	Task     string
	Metric   string               // of the means
	Order    []standings.Standing // of the models, best first
	Parts    []posterior.Parts    // by index of the model on the board
	Attempts []int64              // scored, likewise
}

type scorePartsDocument struct {
	Task   string              `json:"task"`
	Metric string              `json:"metric"`
	Models []scorePartDocument `json:"models"`
}

type scorePartDocument struct {
	Model     string   `json:"model"`
	Mean      *float64 `json:"mean"`
	Trials    *float64 `json:"sigma_trials"`
	Questions *float64 `json:"sigma_questions"`
	ICC       *float64 `json:"icc"`
	Attempts  int64    `json:"attempts"`
}

func (s ScoreParts) document() scorePartsDocument {
	d := scorePartsDocument{Task: s.Task, Metric: s.Metric}
	for _, row := range s.Order {
		p := s.Parts[row.Index]
		d.Models = append(d.Models, scorePartDocument{
			row.Model, Finite(p.Mean), Finite(p.Trials), Finite(p.Questions), Finite(p.ICC), s.Attempts[row.Index],
		})
	}
	return d
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
func (s ScoreParts) Report() Report {
	t := tables.New("What the uncertainty of each score comes from", []tables.Of[standings.Standing]{
		tables.Left("model", func(r standings.Standing) string { return r.Model }),
		rounded(s.Metric, 4, func(r standings.Standing) float64 { return s.Parts[r.Index].Mean }),
		rounded("σ of trials", 4, func(r standings.Standing) float64 { return s.Parts[r.Index].Trials }),
		rounded("σ of questions", 4, func(r standings.Standing) float64 { return s.Parts[r.Index].Questions }),
		rounded("ICC", 2, func(r standings.Standing) float64 { return s.Parts[r.Index].ICC }),
		tables.Right("attempts", func(r standings.Standing) string { return fmt.Sprint(s.Attempts[r.Index]) }),
	}, s.Order)
	t.Notes = []string{
		"σ of trials: standard error of the mean over these very questions, which more trials make smaller. σ of questions: " +
			"what comes to it (the squares add up) where the mean is to stand for all questions like these, which only more questions " +
			"make smaller. Each model by itself; models that meet the same questions differ by less.",
		"ICC: share of the variance of a single outcome that lies between questions; near 1, trials of a question repeat each other. " +
			"attempts: those that were scored.",
	}
	return Report{JSON: s.document(), Tables: []*tables.Table{t}}
}
