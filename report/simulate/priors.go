package simulate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/priors"
)

// Priors holds how much the trials of older models are worth as a prior for new models.
type Priors struct {
	Coins      string // name of the old models
	Trials     int    // the largest N
	Share      *big.Rat
	Replicates int // number of simulated updates
	Update     priors.Update
	Agreement  priors.Agreement
	Errors     []priors.Errors // by depth; the uniform prior comes first
	Curves     []priors.Curve  // curves in the same order; the last is for the greedy run, which is not shown
}

// A priorPoint holds the results for one prior with one number of new trials per
// question.
type priorPoint struct {
	depth int
	error priors.ErrorPoint
	tau   priors.Point

	uniform priors.Point      // τ with the uniform prior
	without priors.ErrorPoint // error with the uniform prior
}

// points returns the results for the prior with the given index, one for each number of
// new trials per question.
func (p Priors) points(i int) []priorPoint {
	return lists.Each(lists.Indices(len(p.Errors[i].Points)), func(j int) priorPoint {
		return priorPoint{
			depth: p.Errors[i].Depth, error: p.Errors[i].Points[j], tau: p.Curves[i].Points[j],
			uniform: p.Curves[0].Points[j], without: p.Errors[0].Points[j],
		}
	})
}

// Report returns the report in the given format. CSV contains the results for every
// number of new trials, and the other formats those for a few.
func (p Priors) Report(format string) report.Report {
	return report.InFormat(format, p.document, p.Data, report.One(p.Table))
}

// helpsUntil returns the largest number of new trials up to which a prior always gives
// a smaller error than the uniform prior. It returns 0 if the error is not smaller with
// the first number of trials.
func helpsUntil(e priors.Errors) (n int) {
	for _, point := range e.Points {
		if point.Gain <= 0 {
			break
		}
		n = point.N
	}
	return n
}

// Sentences returns one sentence per prior that says for which numbers of new trials
// the prior improves scores.
func (p Priors) Sentences() []string {
	return lists.Each(p.Errors[1:], func(e priors.Errors) string {
		return fmt.Sprintf("With %s of %s as a prior, scores are %s.", tables.Count(e.Depth, "old trial"),
			wording.OfQuestions(len(p.Update.Old.Questions)), p.benefit(e))
	})
}

// benefit returns a phrase that says for which numbers of new trials a prior improves
// scores.
func (p Priors) benefit(e priors.Errors) string {
	better := func(p priors.ErrorPoint) bool { return p.Gain > 0 }
	worse := func(p priors.ErrorPoint) bool { return p.Gain <= 0 }
	first, then, same, other := "worse", "better", worse, better
	if better(e.Points[0]) {
		first, then, same, other = then, first, other, same
	}
	turn := slices.IndexFunc(e.Points, other)
	if turn < 0 {
		return fmt.Sprintf("%s at every N up to %d", first, p.Trials)
	}
	up := fmt.Sprintf("%s up to %s", first, tables.Count(e.Points[turn-1].N, "new trial"))
	if slices.ContainsFunc(e.Points[turn:], same) {
		return up + ", and alternately better and worse beyond"
	}
	return fmt.Sprintf("%s and %s beyond", up, then)
}

// Table returns a table of the results for each prior, with a few numbers of new trials
// per question.
func (p Priors) Table() *tables.Table {
	marks := report.Milestones(p.Trials)
	points := lists.Where(p.allResults()[len(p.Errors[0].Points):], func(at priorPoint) bool {
		return slices.Contains(marks, at.error.N)
	})
	t := tables.New(p.Coins+": what trials of older models are worth as a prior", priorFields.Pick(
		"depth n without error bias worth break_even break_even_se tau_without tau gain gain_se"), points)
	t.Lead = strings.Join(p.Sentences(), " ")
	t.Warn(p.facts())
	t.Note(fmt.Sprintf("D old and N new trials per question%s. without: Bayes@N under the uniform prior. error: root mean squared "+
		"error of scores over models, updates and trials. bias: the error without the noise of "+
		"trials. worth: additional new trials that give the uniform prior the same error, negative if fewer. "+
		"break-even drift: largest drift at which the prior reduces the error. τ: mean Kendall τ_b with the true ranking of the new models.",
		p.weighing()))
	most := lists.Max(p.allResults(), func(at priorPoint) int { return at.tau.Undefined })
	t.Warn(report.UndefinedNote(most, "updates"))
	return t
}

// weighing returns a phrase that says how much an old outcome counts compared with a
// new one. It returns "" if both count the same.
func (p Priors) weighing() string {
	return wording.If(p.share() != 1, fmt.Sprintf(" (each old one counts as %v)", p.share()))
}

// share returns the weight of one outcome of an old model, where an outcome of a new
// model has weight 1.
func (p Priors) share() float64 {
	share, _ := p.Share.Float64()
	return share
}

// facts returns sentences that say which quantities are random and which are fixed.
func (p Priors) facts() string {
	return fmt.Sprintf("%s and %s are fixed; %s and all trials are random. In an update, the logits of each model change by a normal "+
		"variable with standard deviation %s (the drift), plus another such variable for each question. The true rankings before and after have a "+
		"mean τ of %s ± %s. ±: one Monte-Carlo standard error; seed %d.",
		tables.Count(len(p.Update.Old.Models), "old model"), tables.Count(len(p.Update.Old.Questions), "question"),
		tables.Count(p.Replicates, "update"), wording.Score(p.Update.Noise), tables.Float(p.Agreement.Tau, 3), tables.Float(p.Agreement.SE, 3),
		p.Update.Seed)
}

// Figure returns a figure with three panels against the number of new trials per
// question. They show, for each prior, the error of the scores, the agreement τ with
// the true ranking, and the break-even drift: the largest change of the models with
// which the prior still reduces the error.
func (p Priors) Figure() *figures.Figure {
	panel := func(title, y string) figures.Curves {
		return figures.Curves{Title: title, XLabel: "new trials N", YLabel: y, LogX: true}
	}
	errors, taus := panel("(a) error of scores", "root mean squared error"), panel("(b) ranking", "mean τ with the new truth")
	drifts := panel("(c) where the prior helps: below its line", "break-even drift, logits")
	drifts.Rules = []figures.Rule{{Horizontal: true, At: p.Update.Noise, Label: "drift " + wording.Score(p.Update.Noise)}}
	errors.ShowY, drifts.ShowY = []float64{0}, []float64{0}
	for i, e := range p.Errors {
		line := figures.Line{Name: fmt.Sprintf("D = %d", e.Depth) + wording.If(e.Depth == 0, " (uniform)")}
		mse, tau, drift := line, line, line
		for _, at := range p.points(i) {
			n := float64(at.error.N)
			mse.X, mse.Y = append(mse.X, n), append(mse.Y, at.error.RMSE)
			tau.X, tau.Y, tau.SE = append(tau.X, n), append(tau.Y, at.tau.Tau), append(tau.SE, at.tau.SE)
			drift.X, drift.Y, drift.SE = append(drift.X, n), append(drift.Y, at.error.BreakEven), append(drift.SE, at.error.BreakEvenSE)
		}
		errors.Lines, taus.Lines = append(errors.Lines, mse), append(taus.Lines, tau)
		if e.Depth > 0 {
			drifts.Lines = append(drifts.Lines, drift)
		}
	}
	return &figures.Figure{
		Title:   p.Coins + ": what trials of older models are worth as a prior",
		Caption: "D old trials per question" + p.weighing() + ". Shaded: ±1.96 Monte-Carlo standard errors. " + p.facts(),
		Panels:  []figures.Panel{errors, taus, drifts}, Columns: 3,
	}
}

// priorFields lists the fields that describe the results for one prior with one number
// of new trials per question.
var priorFields = tables.Fields[priorPoint]{
	tables.Data("depth", func(at priorPoint) int { return at.depth }).Head("D"),
	tables.Data("n", func(at priorPoint) int { return at.error.N }).Head("N"),
	tables.Data("tau", func(at priorPoint) float64 { return at.tau.Tau }).Rounded("with", 3),
	tables.Data("tau_se", func(at priorPoint) float64 { return at.tau.SE }),
	tables.Data("undefined", func(at priorPoint) int { return at.tau.Undefined }),
	tables.Data("gain", func(at priorPoint) float64 { return at.tau.Gain }).Rounded("gain", 3),
	tables.Data("gain_se", func(at priorPoint) float64 { return at.tau.GainSE }).Rounded("±", 3),
	tables.Data("bias", func(at priorPoint) float64 { return at.error.Bias }).Rounded("bias", 4),
	tables.Data("error", func(at priorPoint) float64 { return at.error.RMSE }).Rounded("with", 4),
	tables.Data("error_gain", func(at priorPoint) float64 { return at.error.Gain }),
	tables.Data("error_gain_se", func(at priorPoint) float64 { return at.error.GainSE }),
	tables.Data("worth", func(at priorPoint) float64 { return at.error.Worth }).Rounded("worth", 1),
	tables.Data("break_even", func(at priorPoint) float64 { return at.error.BreakEven }).Rounded("break-even drift", 3),
	tables.Data("break_even_se", func(at priorPoint) float64 { return at.error.BreakEvenSE }).Rounded("±", 3),
	tables.Right("without", func(at priorPoint) string { return tables.Float(at.without.RMSE, 4) }).Head("error without"),
	tables.Right("tau_without", func(at priorPoint) string { return tables.Float(at.uniform.Tau, 3) }).Head("τ without"),
}

func (p Priors) document() tables.Object {
	var curves []tables.Object
	for i, e := range p.Errors {
		curves = append(curves, tables.NewObject("depth", e.Depth, "helps_until", tables.OrNull(helpsUntil(e)),
			"points", priorFields.Without("depth").JSON(p.points(i))))
	}
	return tables.NewObject("coins", p.Coins, "models", len(p.Update.Old.Models), "questions", len(p.Update.Old.Questions),
		"trials", p.Trials, "drift", p.Update.Noise, "agreement", p.Agreement.Tau, "agreement_se", p.Agreement.SE,
		"prior_weight", p.share(), "replicates", p.Replicates, "seed", p.Update.Seed, "advice", p.Sentences(), "curves", curves)
}

// Data returns a table of the results for CSV, with one row for each prior and number
// of new trials per question.
func (p Priors) Data() *tables.Table { return priorFields.CSV(p.allResults()) }

// allResults returns the results for every prior with every number of new trials per
// question.
func (p Priors) allResults() []priorPoint { return lists.Flat(lists.Indices(len(p.Errors)), p.points) }
