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

// A Gap holds a plan of the trials that separate two models with a known gap, made
// before the models have any results.
type Gap struct {
	*budget.GapPlan
}

// Report returns the report in the given format. CSV contains all numbers of trials.
// The other formats contain round numbers, and numbers that the user requested or that
// are results of the plan.
func (g Gap) Report(format string) report.Report {
	return report.InFormat(format, g.document, g.Data, report.One(g.Table))
}

func (g Gap) title() string {
	return fmt.Sprintf("How many trials of %s separate %s from %s?", wording.OfQuestions(g.Gap.Questions), wording.Score(g.Means[0]), wording.Score(g.Means[1]))
}

// Sentences returns sentences that say how many trials are needed, and how often a
// difference as large as the gap arises by chance.
func (g Gap) Sentences() []string {
	wanted, of := wording.Percent(g.Options.Power), wording.OfQuestions(g.Gap.Questions)
	means := fmt.Sprintf("true means %s and %s", wording.Score(g.Means[0]), wording.Score(g.Means[1]))
	run := fmt.Sprintf("Run %s of %s with each model (%d in all%s) to separate %s with at least %s power.",
		tables.Count(g.ToSeparate, "trial"), of, g.totalAttempts(), g.attemptsCost(), means, wanted)
	if g.ToSeparate == 0 {
		run = fmt.Sprintf("Not even %d trials of %s separate %s with %s power.", budget.MaxTrials, of, means, wanted)
	}
	one := g.Points[0] // results with one trial per question
	return []string{
		g.noise(),
		run,
		fmt.Sprintf("The better model scores higher with a probability of at least %s after %s.", wanted, trialsOrMore(g.Right, "trial")),
		fmt.Sprintf("A claim about similar questions (tested with avg, not bayes) needs %s with 1 trial per question; even with endless trials, this claim needs %s.",
			trialsOrMore(one.Sampled, "question"), trialsOrMore(g.Least, "question")),
	}
}

// noiseThreshold is the probability above which a difference counts as possible noise.
const noiseThreshold = 0.05

// noise returns a sentence that says how often two equally good models differ by at
// least the gap. It assumes the smallest number of trials that the user requested or,
// if none was requested, one trial per question.
func (g Gap) noise() string {
	n := 1
	if len(g.Options.At) > 0 {
		n = slices.Min(g.Options.At)
	}
	at := g.Points[slices.IndexFunc(g.Points, func(p budget.GapPoint) bool { return p.N == n })]
	verdict := wording.IfElse(at.Noise < noiseThreshold, "is hardly noise", "can be noise")
	return fmt.Sprintf("With %s of %s, two equally good models differ by %s or more in %s of evaluations: such a difference %s.",
		tables.Count(n, "trial"), wording.OfQuestions(g.Gap.Questions), wording.Score(g.Gap.Gap), chance(at.Noise), verdict)
}

// chance formats a probability as a percentage. Near 0 and 100 % it formats a limit,
// such as "less than 0.1 %".
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

// trialsOrMore formats n with a noun, as in "5 trials". An n of 0 means that no number
// is enough. The text is then "more than", followed by budget.MaxTrials and the noun.
func trialsOrMore(n int, noun string) string {
	return wording.IfElse(n == 0, fmt.Sprintf("more than %d %ss", budget.MaxTrials, noun), tables.Count(n, noun))
}

// totalAttempts returns the number of attempts by both models together. It returns 0 if
// no number of trials is enough.
func (g Gap) totalAttempts() int64 { return 2 * int64(g.Gap.Questions) * int64(g.ToSeparate) }
func (g Gap) cost() float64        { return float64(g.totalAttempts()) * g.Options.CostPerTrial }
func (g Gap) percent() string      { return wording.Percent(g.Options.Confidence) }

// attemptsCost returns a phrase with the cost of all attempts, or "" if the cost is
// unknown.
func (g Gap) attemptsCost() string {
	return wording.If(g.Options.CostPerTrial > 0, ", for "+tables.Float(g.cost(), 2))
}

// shown reports whether the table shows a given number of trials. It shows all numbers
// that the user requested, and all that are results of the plan, such as the trials
// needed. If the user requested none, it also shows round numbers.
func (g Gap) shown(p budget.GapPoint) bool {
	digits := strings.TrimRight(fmt.Sprint(p.N), "0")
	return slices.Contains(g.Options.At, p.N) || slices.Contains([]int{g.ToSeparate, g.Right, g.Even}, p.N) ||
		len(g.Options.At) == 0 && slices.Contains([]string{"1", "2", "5"}, digits)
}

// Table returns a table with one number of trials per row. It shows the probabilities
// of the right order, of separation and of a difference by chance, and the questions
// needed.
func (g Gap) Table() *tables.Table {
	type point = budget.GapPoint
	points := slices.DeleteFunc(slices.Clone(g.Points), func(p point) bool { return !g.shown(p) })
	t := tables.New(g.title(), gapFields.Pick("n separated right expected_z noise half_width questions questions_sampled"), points)
	t.Lead = strings.Join(g.Sentences(), " ")
	t.Warn(g.facts())
	t.Notes = []string{
		fmt.Sprintf("N: trials per question. separated: probability that the better model is ahead and that z, computed with bayes, is at least %s (one-sided %s). "+
			"right order: probability that the better model is ahead; a tie counts half. %s"+
			"by chance: probability that two models with the same mean %s differ by %s or more, in either direction. "+
			"95 %% ±: half-width of a model's interval by bayes, on the questions of this benchmark. "+
			"expected |z|: expected absolute difference, divided by the square root of its expected variance.",
			tables.Float(g.Quantile, 3), g.percent(), g.evenOdds(), wording.Score(g.Gap.Mean), wording.Score(g.Gap.Gap)),
		fmt.Sprintf("questions: how many questions like these, with N trials each, separate the two models with %s power, judged by the same "+
			"z (the uniform prior of bayes has more weight when trials are few). sampled: the same number for a random sample of questions and a claim about similar "+
			"questions. It uses avg with --estimand population, because bayes seldom separates models with few trials. The two models' success probabilities "+
			"have a correlation of %s over questions. Both numbers use the normal approximation.",
			wording.Percent(g.Options.Power), wording.Score(g.Gap.Correlation)),
	}
	return t
}

// evenOdds returns a note with the number of trials per question at which the expected
// |z| reaches the value required for separation. It returns "" if there is no such
// number.
func (g Gap) evenOdds() string {
	return wording.If(g.Even > 0,
		fmt.Sprintf("The expected |z| reaches the required z at N = %d (even odds, as in the paper's Fig. 3). ", g.Even))
}

// facts returns sentences that say which quantities are random, which are given, and
// whether the numbers are exact.
func (g Gap) facts() string {
	return fmt.Sprintf("Trials are random and the questions are fixed: %s. Over these questions, a model's success probability has a standard deviation of %s. %s",
		tables.Count(g.Gap.Questions, "question"), g.sds(), g.exactNote())
}

// sds formats the standard deviations, over questions, of the two models' success
// probabilities. It gives only one number if they are equal.
func (g Gap) sds() string {
	better, other := tables.Float(g.SDs[0], 3), tables.Float(g.SDs[1], 3)
	return wording.IfElse(better == other, better, fmt.Sprintf("%s (the better one) and %s", better, other))
}

// exactNote returns a sentence that says up to which number of trials per question the
// results are exact. Beyond this number, they are approximations.
func (g Gap) exactNote() string {
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
		return "Numbers use the normal approximation."
	}
	return fmt.Sprintf("Up to N = %d, the distribution of the lead is exact; for larger N, it is a normal approximation.", last)
}

// Figure returns a figure with two panels against the number of trials per question.
// The first shows three probabilities: that the order is right, that the models are
// separated, and that two equally good models differ by at least the gap. The second
// shows the expected |z|.
func (g Gap) Figure() *figures.Figure {
	var n, right, separated, noise, z []float64
	for _, p := range g.Points {
		n, right, separated = append(n, float64(p.N)), append(right, p.Right), append(separated, p.Separated)
		noise, z = append(noise, p.Noise), append(z, p.Z)
	}
	wanted := figures.Rule{Horizontal: true, At: g.Options.Power, Label: wording.Percent(g.Options.Power)}
	chances := figures.Curves{
		Title: "(a) probabilities", XLabel: "trials per question (N)", YLabel: "probability", LogX: true, YRange: &[2]float64{0, 1.01},
		Lines: []figures.Line{
			{Name: "right order", X: n, Y: right, Bare: true},
			{Name: "separated", X: n, Y: separated, Bare: true},
			{Name: "such a difference by chance", X: n, Y: noise, Bare: true},
		},
		Rules: []figures.Rule{wanted},
	}
	if g.ToSeparate > 0 {
		chances.Rules = append(chances.Rules, figures.Rule{At: float64(g.ToSeparate), Label: fmt.Sprintf("N = %d", g.ToSeparate), Line: "separated"})
	}
	score := figures.Curves{
		Title: "(b) expected absolute z-score", XLabel: "trials per question (N)", YLabel: "expected |z|", LogX: true,
		Lines: []figures.Line{{X: n, Y: z, Bare: true}}, ShowY: []float64{0},
		Rules: []figures.Rule{{Horizontal: true, At: g.Quantile, Label: fmt.Sprintf("z = %s (%s)", tables.Float(g.Quantile, 3), g.percent())}},
	}
	if g.Even > 0 {
		score.Rules = append(score.Rules, figures.Rule{At: float64(g.Even), Label: fmt.Sprintf("N = %d", g.Even)})
	}
	return &figures.Figure{
		Title: g.title(), Caption: "A tie counts as half right. " + g.facts(), Panels: []figures.Panel{chances, score},
	}
}

// gapFields lists the fields that describe the results for one number of trials per
// question.
var gapFields = tables.Fields[budget.GapPoint]{
	tables.Data("n", func(p budget.GapPoint) int { return p.N }).Head("N"),
	tables.Data("right", func(p budget.GapPoint) float64 { return p.Right }).Percent("right order"),
	tables.Data("separated", func(p budget.GapPoint) float64 { return p.Separated }).Percent("separated"),
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
		"power", g.Options.Power, "advice", strings.Join(g.Sentences(), " "), "trials_to_separate", tables.OrNull(g.ToSeparate),
		"trials_right", tables.OrNull(g.Right), "trials_even", tables.OrNull(g.Even), "attempts", tables.OrNull(g.totalAttempts()),
		"cost", tables.Known(g.Options.CostPerTrial > 0 && g.ToSeparate > 0, g.cost()), "between", g.Between, "within",
		g.Within, "questions_least", tables.OrNull(g.Least),
		"points", gapFields.JSON(g.Points))
}

// Data returns a table of the results for every number of trials, one per row, for CSV.
func (g Gap) Data() *tables.Table { return gapFields.CSV(g.Points) }
