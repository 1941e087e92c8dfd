package estimators

import (
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/sim"
	"settle/study/priors"
)

// The poster's study of non-uniform priors. In an update, new models replace old
// models, whose trials serve as a prior. The poster publishes the mean τ between old
// and new rankings and the number of updates. It publishes neither its models nor its
// updates.
const (
	priorsTau     = 0.88
	priorsUpdates = 50_000 // updates of the true rankings
	priorsFit     = 5_000  // updates per step of the fit of the noise
	priorsBoards  = 20_000 // updates with trials
	priorsModels  = 11

	priorsCertain = 4 // standard errors of a significant difference
)

// priorsDesign lists the numbers of trials to measure, more closely where trials are
// few.
var priorsDesign = priors.Design{
	Depths: []int{0, 1, 2, 4, 8, 16, 32},
	Trials: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 40, 60, 80},
}

// priorsLow is the last N in panel (b) of the figure of priors, and the first N in
// panel (c).
const priorsLow = 10

// priorsMarks lists the numbers of new trials N that panel (d) of the figure of priors
// shows.
var priorsMarks = []int{1, 2, 4, 10, 20, 80}

// priorsSmall lists the numbers for which the poster claims an early gain. Each number is
// used both as a prior depth and as a number of new trials.
var priorsSmall = []int{1, 2, 4}

// Priors measures how much a prior from trials of older models improves the ranking of
// new models by Bayes@N. It varies the prior's depth D, which is the number of old
// trials per question, and the number N of new trials. Old and new true rankings have a
// mean τ of 0.88.
func Priors(ctx context.Context, o paper.Options) *paper.Result {
	old := paper.Must(sim.Random(priorsModels, paper.Questions, sim.DefaultSpread, o.Seed))
	update := paper.Must(priors.Fit(ctx, old, priorsTau, o.Seed,
		o.Run("priors fit", priorsFit, priors.FitReplicates(priorsFit))))
	agreement := paper.Must(update.Agree(ctx, o.Run("priors (a) true rankings", priorsUpdates, priorsUpdates)))
	curves := paper.Must(update.Compare(ctx, priorsDesign, o.Run("priors (b, c) trials", priorsBoards, priorsBoards)))
	result := &paper.Result{Checks: priorsChecks(agreement, curves)}
	result.AddFigure("priors", priorsFigure(update, agreement, curves))
	best, bestData := bestPriors(curves)
	gains, gainsData := priorGains(curves)
	result.AddTables(best, gains)
	result.AddData("priors-best", bestData)
	result.AddData("priors-gains", gainsData)
	return result
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

// depthCurves returns all curves except the last. The last curve uses the greedy run as
// its prior, and the others use a number of trials of the old models.
func depthCurves(curves []priors.Curve) []priors.Curve { return curves[:len(curves)-1] }

// bestPrior returns the curve of the prior with the largest gain in τ at the i-th N. It
// leaves out the greedy run.
func bestPrior(curves []priors.Curve, i int) priors.Curve {
	best := curves[0]
	for _, c := range depthCurves(curves) {
		if c.Points[i].Gain > best.Points[i].Gain {
			best = c
		}
	}
	return best
}

// smallPriors returns the curves for the uniform prior, for the depths that the poster
// recommends, and for the greedy run.
func smallPriors(curves []priors.Curve) []priors.Curve {
	return lists.Where(curves, func(c priors.Curve) bool {
		return c.Depth == 0 || slices.Contains(priorsSmall, c.Depth)
	})
}

func bestPriors(curves []priors.Curve) (shown, data *tables.Table) {
	best := func(i int) priors.Point { return bestPrior(curves, i).Points[i] }
	shown, data = paper.Tables("Priors: the best depth D of the prior at N new trials", slices.Concat(
		[]tables.Field[int]{paper.Count("N", "n", func(i int) int { return curves[0].Points[i].N })},
		paper.Estimate("τ uniform", "tau_uniform", paper.FourDigits,
			func(i int) (tau, se float64) { p := curves[0].Points[i]; return p.Tau, p.SE }),
		[]tables.Field[int]{paper.Count("best D", "depth", func(i int) int { return bestPrior(curves, i).Depth })},
		paper.Estimate("τ", "tau", paper.FourDigits, func(i int) (tau, se float64) { return best(i).Tau, best(i).SE }),
		paper.Estimate("gain", "gain", paper.FourDigits, func(i int) (gain, se float64) { return best(i).Gain, best(i).GainSE }),
	), lists.Indices(len(curves[0].Points)))
	shown.Notes = []string{
		"τ: mean Kendall τ_b between Bayes@N and the true ranking of the new models. " +
			"gain: increase of τ over the uniform prior (D = 0) in the same updates. ±: one Monte-Carlo standard error. " +
			fmt.Sprintf("There were %d updates. The prior is D trials of the old model on each question.", priorsBoards),
	}
	return shown, data
}

func priorGains(curves []priors.Curve) (shown, data *tables.Table) {
	fields := []tables.Field[int]{paper.Count("N", "n", func(i int) int { return curves[0].Points[i].N })}
	largest := 0.0
	for _, c := range curves[1:] {
		key := wording.IfElse(c.Greedy, "greedy_run", fmt.Sprintf("depth_%d", c.Depth))
		fields = append(fields,
			paper.Number(priorName(c), key, paper.FourDigits, func(i int) float64 { return c.Points[i].Gain }))
		largest = max(largest, lists.Max(c.Points, func(p priors.Point) float64 { return p.GainSE }))
	}
	shown, data = paper.Tables("Priors: gain in τ over the uniform prior", fields, lists.Indices(len(curves[0].Points)))
	shown.Notes = []string{
		fmt.Sprintf("The largest Monte-Carlo standard error of a gain is %s.", paper.FourDigits(largest)),
		"Greedy run: one trial per question, with the more probable outcome of the new model.",
	}
	return shown, data
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
		split := lists.CountIf(c.Points, func(p priors.Point) bool { return p.N < priorsLow })
		low.Lines = append(low.Lines, priorLine(c, c.Points[:split+1]))
		high.Lines = append(high.Lines, priorLine(c, c.Points[split:]))
	}
	return &figures.Figure{
		Title: "Old results as a prior help with few new trials and harm with many",
		Caption: fmt.Sprintf("%d simulated models on %d questions. "+
			"An update adds a random number from N(0, s²) to all logits of a model, and another such number to each single logit. "+
			"s = %.3f is fitted to the poster's mean τ of %.2f between old and new true rankings. "+
			"A prior of depth D is D trials of the old model per question. "+
			"The greedy run is one trial of the new model per question, with the more probable outcome. "+
			"Shaded: ±1.96 Monte-Carlo standard errors of %d updates.",
			priorsModels, paper.Questions, u.Noise, priorsTau, priorsBoards),
		Panels:  []figures.Panel{truthPanel(a), low, high, depthPanel(curves)},
		Columns: 2,
	}
}

func priorLine(c priors.Curve, points []priors.Point) figures.Line {
	return paper.Line(priorName(c), points, func(p priors.Point) (x, y, se float64) { return float64(p.N), p.Tau, p.SE })
}

// truthPanel returns a histogram of τ between old and new true rankings. Its bars are
// centred on the possible values of τ.
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

// depthPanel returns a panel that shows the gain in τ against the prior's depth D, with
// one line for each of several N.
func depthPanel(curves []priors.Curve) figures.Curves {
	panel := figures.Curves{
		Title: "(d) the best depth depends on N", XLabel: "prior depth D", YLabel: "gain in τ over D = 0", LogX: true,
		Rules: []figures.Rule{{Horizontal: true, At: 0, Label: "no gain"}},
	}
	for i, p := range curves[0].Points {
		if !slices.Contains(priorsMarks, p.N) {
			continue
		}
		panel.Lines = append(panel.Lines, paper.Line(fmt.Sprintf("N = %d", p.N), depthCurves(curves)[1:],
			func(c priors.Curve) (x, y, se float64) { return float64(c.Depth), c.Points[i].Gain, c.Points[i].GainSE }))
	}
	return panel
}

// Reasons given for checks of statements about priors.
var (
	noiseAsPublished = checks.Fitted.Because("the size of the updates was chosen so that this τ equals the published τ")
	ownUpdates       = checks.Test.Because("models and updates are random, and only the mean τ of the updates is fitted to the poster")
)

// priorsOpen is a note that explains why a check on priors is undecided.
const priorsOpen = "The check is undecided, because the best depth depends on the poster's models and updates, which are not published. " +
	"For example, the best D is 1 or 0 with 120 questions, or if the worst and the best model are 4 logits apart"

func priorsChecks(a priors.Agreement, curves []priors.Curve) (all []checks.Check) {
	add := func(check string, ground checks.Ground, o checks.Outcome, note string) {
		all = append(all, checks.New(check, "poster", ground, o, note))
	}
	by := func(gain float64, p priors.Point) string {
		return paper.FourDigits(gain) + " ± " + paper.FourDigits(p.GainSE)
	}
	add("mean τ of old and new true rankings", noiseAsPublished,
		checks.Number("≈ "+fmt.Sprint(priorsTau), a.Tau, a.SE, a.SE),
		fmt.Sprintf("there were %d updates. The size of the updates is fitted to the published mean", a.Updates))
	for i, p := range curves[0].Points {
		if !slices.Contains(priorsSmall, p.N) {
			continue
		}
		small := bestPrior(smallPriors(curves), i)
		gain, best := small.Points[i], bestPrior(curves, i).Depth
		add(fmt.Sprintf("D = 1, 2 or 4 beats D = 0 at N = %d", p.N), ownUpdates,
			checks.Undecided(checks.Statement("at low N, modest priors beat the uniform prior",
				gain.Gain > priorsCertain*gain.GainSE)),
			fmt.Sprintf("the best of these depths is D = %d, which raises τ by %s. %s", small.Depth, by(gain.Gain, gain), priorsOpen))
		add(fmt.Sprintf("best D at N = %d is 1, 2 or 4", p.N), ownUpdates,
			checks.Undecided(checks.Statement("Best early gains come from small prior depth: D = 1, 2, or 4",
				slices.Contains(priorsSmall, best))), fmt.Sprintf("the best depth is D = %d. %s", best, priorsOpen))
	}
	deepest := depthCurves(curves)[len(curves)-2]
	last := deepest.Points[len(deepest.Points)-1]
	add(fmt.Sprintf("D = %d loses to D = 0 at N = %d", deepest.Depth, last.N), ownUpdates,
		checks.Statement("large D eventually hurts …", -last.Gain > priorsCertain*last.GainSE),
		fmt.Sprintf("D = %d lowers τ by %s", deepest.Depth, by(-last.Gain, last)))
	return all
}
