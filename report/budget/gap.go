package budget

import (
	"fmt"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/budget"
)

// Gap is what it takes to tell two models of a known gap apart, before there are any
// results of theirs.
type Gap struct {
	*budget.GapPlan
}

// Report is the report in the format asked for: CSV gets every point, the others round
// numbers and those that matter.
func (g Gap) Report(format string) report.Report {
	return report.InFormat(format, g.document, g.Data, report.One(g.Table))
}

func (g Gap) title() string {
	return fmt.Sprintf("How many trials of %s separate %s from %s?", wording.OfQuestions(g.Gap.Questions), wording.Score(g.Means[0]), wording.Score(g.Means[1]))
}

// Sentences are what a reader can act on.
func (g Gap) Sentences() []string {
	wanted, of := wording.Percent(g.Options.Power), wording.OfQuestions(g.Gap.Questions)
	pair := fmt.Sprintf("a model with the true mean %s is then separated from one with %s", wording.Score(g.Means[0]), wording.Score(g.Means[1]))
	run := fmt.Sprintf("Run %s of %s by each model (%d in all%s): %s with %s power or more.",
		tables.Count(g.Apart, "trial"), of, g.inAll(), g.priced(), pair, wanted)
	if g.Apart == 0 {
		run = fmt.Sprintf("Not even %d trials of %s are enough: %s with less than %s power.", budget.MaxTrials, of, pair, wanted)
	}
	one := g.Points[0] // with one trial of each
	return []string{
		g.noise(),
		run,
		fmt.Sprintf("That the better one is merely ahead has that chance with %s.", orMore(g.Right, "trial")),
		fmt.Sprintf("Where the questions are a sample, for a claim about all like them, by avg and not by bayes, it takes %s with 1 "+
			"trial of each, and no fewer than %s with any number of trials.", orMore(one.Sampled, "question"), orMore(g.Least, "question")),
	}
}

// often is how often chance may do what counts as significant.
const often = 0.05

// noise says what chance does with the fewest trials that are asked for, or one of each.
func (g Gap) noise() string {
	n := 1
	if len(g.Options.At) > 0 {
		n = slices.Min(g.Options.At)
	}
	at := g.Points[slices.IndexFunc(g.Points, func(p budget.GapPoint) bool { return p.N == n })]
	verdict := wording.IfElse(at.Noise < often, "it is hardly noise", "it may be noise")
	return fmt.Sprintf("With %s of %s two models that are equally good come out %s or more apart in %s of evaluations: %s.",
		tables.Count(n, "trial"), wording.OfQuestions(g.Gap.Questions), wording.Score(g.Gap.Gap), chance(at.Noise), verdict)
}

// chance is a chance in words, of which nothing that is neither is called 0 or 100 %.
func chance(p float64) string {
	switch share := 100 * p; {
	case share < 0.1:
		return "less than 0.1 %"
	case share > 99:
		return "more than 99 %"
	case share < 10:
		return tables.Float(share, 1) + " %"
	default:
		return tables.Float(share, 0) + " %"
	}
}

// orMore is a count in words, of what is too large to be looked for where it is 0.
func orMore(n int, noun string) string {
	return wording.IfElse(n == 0, fmt.Sprintf("more than %d %ss", budget.MaxTrials, noun), tables.Count(n, noun))
}

// inAll is how many attempts both models take, 0 where no number is enough.
func (g Gap) inAll() int64    { return 2 * int64(g.Gap.Questions) * int64(g.Apart) }
func (g Gap) cost() float64   { return float64(g.inAll()) * g.Options.CostPerTrial }
func (g Gap) percent() string { return wording.Percent(g.Options.Confidence) }

// priced says what the attempts cost, if that is known.
func (g Gap) priced() string {
	return wording.If(g.Options.CostPerTrial > 0, ", for "+tables.Float(g.cost(), 2))
}

// shown tells whether a point is for tables: those that were asked for and found, and
// round numbers.
func (g Gap) shown(p budget.GapPoint) bool {
	digits := strings.TrimRight(fmt.Sprint(p.N), "0")
	return slices.Contains(g.Options.At, p.N) || slices.Contains([]int{g.Apart, g.Right, g.Even}, p.N) ||
		len(g.Options.At) == 0 && slices.Contains([]string{"1", "2", "5"}, digits)
}

// Table shows what some numbers of trials come to.
func (g Gap) Table() *tables.Table {
	type point = budget.GapPoint
	points := slices.DeleteFunc(slices.Clone(g.Points), func(p point) bool { return !g.shown(p) })
	t := tables.New(g.title(), gapFields.Pick("n told_apart right expected_z noise half_width questions questions_sampled"), points)
	t.Lead = strings.Join(g.Sentences(), " ")
	t.Warn(g.facts())
	t.Notes = []string{
		fmt.Sprintf("N: trials of each question. separated: chance that z by bayes is at least %s (one-sided %s), the better "+
			"model ahead; right order: that it is ahead, half of the ties counted. %s"+
			"by chance: how often two models that both have the mean %s come out %s apart or more, either way. "+
			"95 %% ±: half the width of a model's interval on these very questions.",
			tables.Float(g.Quantile, 3), g.percent(), g.evenOdds(), wording.Score(g.Gap.Mean), wording.Score(g.Gap.Gap)),
		fmt.Sprintf("questions: how many of the same kinds separate the two models with %s power with N trials of each, by the same "+
			"z, which with few trials takes more from its uniform prior; sampled: how many do so if they are a random sample, on which "+
			"the chances of the two have a correlation of %s, and the claim is of all like them, by avg with --estimand population, for "+
			"bayes with few trials seldom makes it. Both are by the normal approximation.",
			wording.Percent(g.Options.Power), wording.Score(g.Gap.Correlation)),
	}
	return t
}

// evenOdds says where the expected |z| reaches the quantile, if it does.
func (g Gap) evenOdds() string {
	return wording.If(g.Even > 0,
		fmt.Sprintf("At N = %d the expected |z| is as large: even odds, as in the paper's Fig. 3. ", g.Even))
}

// facts say what is random and what is given.
func (g Gap) facts() string {
	return fmt.Sprintf("Trials are random, and the questions given: %s, on which the chances of a model have a standard deviation of %s. %s",
		tables.Count(g.Gap.Questions, "question"), g.sds(), g.exactly())
}

// sds are the standard deviations of the chances, of both models where they differ.
func (g Gap) sds() string {
	better, other := tables.Float(g.SDs[0], 3), tables.Float(g.SDs[1], 3)
	return wording.IfElse(better == other, better, fmt.Sprintf("%s (the better one) and %s", better, other))
}

// exactly says up to which N numbers are exact.
func (g Gap) exactly() string {
	last := 0
	for _, p := range g.Points {
		if p.Exact {
			last = p.N
		}
	}
	switch {
	case last == g.Points[len(g.Points)-1].N:
		return "The distribution of the lead is exact."
	case last == 0:
		return "By the normal approximation."
	}
	return fmt.Sprintf("The distribution of the lead is exact up to N = %d, and normal beyond.", last)
}

// Figure shows, against N, the chances of the right order and of being told apart, and
// the expected z-score.
func (g Gap) Figure() *figures.Figure {
	var n, right, apart, noise, z []float64
	for _, p := range g.Points {
		n, right, apart = append(n, float64(p.N)), append(right, p.Right), append(apart, p.Apart)
		noise, z = append(noise, p.Noise), append(z, p.Z)
	}
	wanted := figures.Rule{Horizontal: true, At: g.Options.Power, Label: wording.Percent(g.Options.Power)}
	chances := figures.Curves{
		Title: "(a) chances", XLabel: "trials N of each question", YLabel: "chance", LogX: true, YRange: &[2]float64{0, 1.01},
		Lines: []figures.Line{
			{Name: "right order", X: n, Y: right, Bare: true},
			{Name: "separated", X: n, Y: apart, Bare: true},
			{Name: "so far apart by chance", X: n, Y: noise, Bare: true},
		},
		Rules: []figures.Rule{wanted},
	}
	if g.Apart > 0 {
		chances.Rules = append(chances.Rules, figures.Rule{At: float64(g.Apart), Label: fmt.Sprintf("N = %d", g.Apart), Line: "separated"})
	}
	score := figures.Curves{
		Title: "(b) expected absolute z-score", XLabel: "trials N of each question", YLabel: "expected |z|", LogX: true,
		Lines: []figures.Line{{X: n, Y: z, Bare: true}}, ShowY: []float64{0},
		Rules: []figures.Rule{{Horizontal: true, At: g.Quantile, Label: fmt.Sprintf("z = %s (%s)", tables.Float(g.Quantile, 3), g.percent())}},
	}
	if g.Even > 0 {
		score.Rules = append(score.Rules, figures.Rule{At: float64(g.Even), Label: fmt.Sprintf("N = %d", g.Even)})
	}
	return &figures.Figure{
		Title: g.title(), Caption: "Half of the ties count as right. " + g.facts(), Panels: []figures.Panel{chances, score},
	}
}

// gapFields lists the fields of a number of trials.
var gapFields = tables.Fields[budget.GapPoint]{
	tables.Data("n", func(p budget.GapPoint) int { return p.N }).Head("N"),
	tables.Data("right", func(p budget.GapPoint) float64 { return p.Right }).Percent("right order"),
	tables.Data("told_apart", func(p budget.GapPoint) float64 { return p.Apart }).Percent("separated"),
	tables.Data("expected_z", func(p budget.GapPoint) float64 { return p.Z }).Rounded("expected |z|", 3),
	tables.Data("exact", func(p budget.GapPoint) bool { return p.Exact }),
	tables.Data("noise", func(p budget.GapPoint) float64 { return p.Noise }).Percent("by chance"),
	tables.Data("half_width", func(p budget.GapPoint) float64 { return p.HalfWidth }).Rounded("95 % ±", 4),
	tables.Data("questions", func(p budget.GapPoint) any { return tables.OrNull(p.These) }),
	tables.Data("questions_sampled", func(p budget.GapPoint) any { return tables.OrNull(p.Sampled) }).Head("sampled"),
}

func (g Gap) document() tables.Object {
	return tables.NewObject("gap", g.Gap.Gap, "mean", g.Gap.Mean, "means", g.Means, "questions", g.Gap.Questions,
		"question_sd", g.SDs, "correlation", g.Gap.Correlation, "confidence", g.Options.Confidence, "quantile", g.Quantile,
		"power", g.Options.Power, "advice", strings.Join(g.Sentences(), " "), "trials_apart", tables.OrNull(g.Apart),
		"trials_right", tables.OrNull(g.Right), "trials_even", tables.OrNull(g.Even), "attempts", tables.OrNull(g.inAll()),
		"cost", tables.Known(g.Options.CostPerTrial > 0 && g.Apart > 0, g.cost()), "between", g.Between, "within",
		g.Within, "questions_least", tables.OrNull(g.Least),
		"points", gapFields.JSON(g.Points))
}

// Data returns every point as CSV, one per row.
func (g Gap) Data() *tables.Table { return gapFields.CSV(g.Points) }
