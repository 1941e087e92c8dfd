package estimators

import (
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/report"
	"settle/sim"
	"settle/study/priors"
	"settle/tables"
)

// The poster's study of non-uniform priors publishes a mean τ between old and
// new rankings and the number of updates; its models and their updates are not
// published.
const (
	priorsTau     = 0.88
	priorsUpdates = 50_000 // of the true rankings
	priorsFit     = 5_000  // to fit the noise to, in each step
	priorsBoards  = 20_000 // with trials
	priorsModels  = 11

	priorsCertain = 4 // standard errors that make a difference
)

// priorsDesign is dense where trials are few.
var priorsDesign = priors.Design{
	Depths: []int{0, 1, 2, 4, 8, 16, 32},
	Trials: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 40, 60, 80},
}

// priorsLow is the last N of panel (b) and the first of panel (c).
const priorsLow = 10

// priorsMarks are the N of panel (d).
var priorsMarks = []int{1, 2, 4, 10, 20, 80}

// priorsSmall are the depths and the numbers of trials for which the poster
// claims an early gain.
var priorsSmall = []int{1, 2, 4}

// Priors measures what trials of older models are worth as a prior of Bayes@N,
// by their depth D and the number N of new trials, if updates keep the true
// ranking at a mean τ of 0.88.
func Priors(ctx context.Context, o paper.Options) (*paper.Result, error) {
	old, err := sim.Random(priorsModels, paper.Questions, sim.DefaultSpread, o.Seed)
	if err != nil {
		return nil, err
	}
	update, err := priors.Fit(ctx, old, priorsTau, o.Seed, o.Run("priors fit", priorsFit, priors.FitReplicates(priorsFit)))
	if err != nil {
		return nil, err
	}
	agreement, err := update.Agree(ctx, o.Run("priors (a) true rankings", priorsUpdates, priorsUpdates))
	if err != nil {
		return nil, err
	}
	curves, err := update.Compare(ctx, priorsDesign, o.Run("priors (b, c) trials", priorsBoards, priorsBoards))
	if err != nil {
		return nil, err
	}
	return &paper.Result{
		Figures: []paper.Figure{{Name: "priors", Figure: priorsFigure(update, agreement, curves)}},
		Tables:  []*tables.Table{bestPriors(curves, paper.FourDigits), priorGains(curves, paper.FourDigits)},
		Data:    priorsData(curves),
		Checks:  priorsChecks(agreement, curves),
	}, nil
}

func priorName(c priors.Curve) string {
	switch {
	case c.Greedy:
		return "greedy run"
	case c.Depth == 0:
		return "D = 0 (uniform)"
	}
	return fmt.Sprintf("D = %d", c.Depth)
}

// byDepth are the curves of trials of the old models; the greedy run is the
// last curve.
func byDepth(curves []priors.Curve) []priors.Curve { return curves[:len(curves)-1] }

// bestPrior is the depth of the largest gain at the i-th N.
func bestPrior(curves []priors.Curve, i int) priors.Curve {
	best := curves[0]
	for _, c := range byDepth(curves) {
		if c.Points[i].Gain > best.Points[i].Gain {
			best = c
		}
	}
	return best
}

// smallPriors are the curves of the uniform prior, of the depths that the
// poster recommends, and of the greedy run.
func smallPriors(curves []priors.Curve) []priors.Curve {
	return slices.DeleteFunc(slices.Clone(curves), func(c priors.Curve) bool {
		return c.Depth > 0 && !slices.Contains(priorsSmall, c.Depth)
	})
}

func bestPriors(curves []priors.Curve, show func(float64) string) *tables.Table {
	t := &tables.Table{Title: "Priors: the best depth D of the prior at N new trials", Notes: []string{
		"τ: mean Kendall τ_b of Bayes@N with the true ranking of the new models. " +
			"gain: over the uniform prior (D = 0) in the same updates; ±: one Monte-Carlo standard error. " +
			fmt.Sprintf("%d updates; the prior is D trials of the old model on each question.", priorsBoards),
	}}
	for _, name := range []string{"N", "τ uniform", "±", "best D", "τ", "±", "gain", "±"} {
		t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
	}
	for i, uniform := range curves[0].Points {
		best := bestPrior(curves, i)
		p := best.Points[i]
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(p.N), show(uniform.Tau), show(uniform.SE), fmt.Sprint(best.Depth),
			show(p.Tau), show(p.SE), show(p.Gain), show(p.GainSE),
		})
	}
	return t
}

func priorGains(curves []priors.Curve, show func(float64) string) *tables.Table {
	t := &tables.Table{
		Title:   "Priors: gain in τ over the uniform prior",
		Columns: []tables.Column{{Name: "N", Right: true}},
	}
	largest := 0.0
	for _, c := range curves[1:] {
		t.Columns = append(t.Columns, tables.Column{Name: priorName(c), Right: true})
	}
	for i, p := range curves[0].Points {
		row := []string{fmt.Sprint(p.N)}
		for _, c := range curves[1:] {
			row = append(row, show(c.Points[i].Gain))
			largest = max(largest, c.Points[i].GainSE)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = []string{
		fmt.Sprintf("The largest Monte-Carlo standard error of a gain is %s.", tables.Float(largest, 4)),
		"Greedy run: one trial per question, the likelier outcome of the new model itself.",
	}
	return t
}

// priorsData are the tables with whole numbers.
func priorsData(curves []priors.Curve) []paper.Data {
	best, gains := bestPriors(curves, report.Number), priorGains(curves, report.Number)
	best.Columns = paper.Columns("n", "tau_uniform", "tau_uniform_se", "depth", "tau", "tau_se", "gain", "gain_se")
	names := []string{"n"}
	for _, c := range curves[1:] {
		if c.Greedy {
			names = append(names, "greedy_run")
		} else {
			names = append(names, fmt.Sprintf("depth_%d", c.Depth))
		}
	}
	gains.Columns = paper.Columns(names...)
	return []paper.Data{{Name: "priors-best", Table: best}, {Name: "priors-gains", Table: gains}}
}

func priorsFigure(u priors.Update, a priors.Agreement, curves []priors.Curve) *figures.Figure {
	low := figures.Curves{
		Title:  "(b) few new trials: old trials help",
		XLabel: "new trials N", YLabel: "mean τ with the new truth",
	}
	high := figures.Curves{
		Title:  "(c) many new trials: a deep prior hurts",
		XLabel: low.XLabel, YLabel: low.YLabel,
	}
	for _, c := range curves {
		split := 0
		for split < len(c.Points) && c.Points[split].N < priorsLow {
			split++
		}
		low.Lines = append(low.Lines, priorLine(c, c.Points[:split+1]))
		high.Lines = append(high.Lines, priorLine(c, c.Points[split:]))
	}
	return &figures.Figure{
		Title: "Old results as a prior: worth much at first, a burden later",
		Caption: fmt.Sprintf("%d simulated models on %d questions. "+
			"An update moves the logits of each model by N(0, s²), and of each of its questions by as much again; "+
			"s = %.3f is fitted to the poster's mean τ of %.2f between old and new true rankings. "+
			"A prior of depth D is D trials of the old model per question; "+
			"the greedy run is one trial of the new model, its likelier outcome. "+
			"Shaded: ±1.96 Monte-Carlo standard errors of %d updates.",
			priorsModels, paper.Questions, u.Noise, priorsTau, priorsBoards),
		Panels:  []figures.Panel{truthPanel(a), low, high, depthPanel(curves)},
		Columns: 2,
	}
}

func priorLine(c priors.Curve, points []priors.Point) figures.Line {
	l := figures.Line{Name: priorName(c)}
	for _, p := range points {
		l.X, l.Y, l.SE = append(l.X, float64(p.N)), append(l.Y, p.Tau), append(l.SE, p.SE)
	}
	return l
}

// truthPanel is the histogram of τ between old and new true rankings, drawn as
// steps around the values that τ can have.
func truthPanel(a priors.Agreement) figures.Curves {
	pairs := len(a.Discordant) - 1
	width := 2 / float64(pairs)
	l := figures.Line{Step: true, Fill: true}
	last := pairs
	for last > 0 && a.Discordant[last] == 0 {
		last--
	}
	for d := last; d >= 0; d-- {
		l.X = append(l.X, 1-width*float64(d)-width/2)
		l.Y = append(l.Y, float64(a.Discordant[d])/float64(a.Updates))
	}
	l.X, l.Y = append(l.X, 1+width/2), append(l.Y, 0)
	return figures.Curves{
		Title:  fmt.Sprintf("(a) old and new true rankings, %d updates", a.Updates),
		XLabel: "Kendall τ", YLabel: "share of updates", Lines: []figures.Line{l},
		Rules: []figures.Rule{{At: a.Tau, Label: fmt.Sprintf("mean %.3f", a.Tau)}},
	}
}

// depthPanel shows the gain against D at some N.
func depthPanel(curves []priors.Curve) figures.Curves {
	panel := figures.Curves{
		Title: "(d) the depth that helps depends on N", XLabel: "prior depth D", YLabel: "gain in τ over D = 0", LogX: true,
		Rules: []figures.Rule{{Horizontal: true, At: 0, Label: "no gain"}},
	}
	for i, p := range curves[0].Points {
		if !slices.Contains(priorsMarks, p.N) {
			continue
		}
		l := figures.Line{Name: fmt.Sprintf("N = %d", p.N)}
		for _, c := range byDepth(curves)[1:] {
			l.X = append(l.X, float64(c.Depth))
			l.Y, l.SE = append(l.Y, c.Points[i].Gain), append(l.SE, c.Points[i].GainSE)
		}
		panel.Lines = append(panel.Lines, l)
	}
	return panel
}

// Why checks on priors are of their kind.
var (
	noiseAsPublished = checks.Ground{Kind: checks.Fitted,
		Why: "the size of the updates was chosen so that this τ comes out as published"}
	ownUpdates = checks.Ground{Kind: checks.Test,
		Why: "models and updates are drawn, and only the mean τ of the updates is fitted"}
)

func priorsChecks(a priors.Agreement, curves []priors.Curve) []checks.Check {
	all := []checks.Check{{
		Check: "mean τ of old and new true rankings", Ground: noiseAsPublished, Source: "poster",
		Outcome: checks.Number("≈ "+fmt.Sprint(priorsTau), a.Tau, a.SE, a.SE),
		Note:    fmt.Sprintf("%d updates; the size of the updates is fitted to the published mean", a.Updates),
	}}
	for i, p := range curves[0].Points {
		if !slices.Contains(priorsSmall, p.N) {
			continue
		}
		small := bestPrior(smallPriors(curves), i)
		gain, best := small.Points[i], bestPrior(curves, i).Depth
		all = append(all, checks.Check{
			Check: fmt.Sprintf("some D of 1, 2, 4 beats D = 0 at N = %d", p.N), Ground: ownUpdates, Source: "poster",
			Outcome: checks.Statement("at low N, modest priors beat the uniform prior", gain.Gain > priorsCertain*gain.GainSE),
			Note:    fmt.Sprintf("D = %d by %s ± %s", small.Depth, tables.Float(gain.Gain, 4), tables.Float(gain.GainSE, 4)),
		}, checks.Check{
			Check: fmt.Sprintf("best D at N = %d is 1, 2 or 4", p.N), Ground: ownUpdates, Source: "poster",
			Outcome: checks.Statement("best early gains come from D = 1, 2, or 4", slices.Contains(priorsSmall, best)),
			Note: fmt.Sprintf("it is D = %d; the poster's models and updates are not published; "+
				"with fewer questions, or models closer together, deeper priors pay", best),
		})
	}
	deepest := byDepth(curves)[len(curves)-2]
	last := deepest.Points[len(deepest.Points)-1]
	return append(all, checks.Check{
		Check: fmt.Sprintf("D = %d loses to D = 0 at N = %d", deepest.Depth, last.N), Ground: ownUpdates, Source: "poster",
		Outcome: checks.Statement("large D eventually hurts", -last.Gain > priorsCertain*last.GainSE),
		Note:    fmt.Sprintf("by %s ± %s", tables.Float(-last.Gain, 4), tables.Float(last.GainSE, 4)),
	})
}
