package standings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// Versus holds a comparison of two models and the inputs of the comparison.
type Versus struct {
	standings.Versus
	Origin report.Origin
	Name   string // name of the board, for titles
	Facts  string // description of the board, in sentences
	Task   string
	Shape  results.Shape
	Groups int               // number of question groups, 0 if unknown
	Noise  []posterior.Parts // noise of the models A and B
}

// Report returns the report in the given format.
func (v Versus) Report(format string) report.Report {
	return report.InFormat(format, v.document, v.data, func() []*tables.Table { return []*tables.Table{v.table(), v.noise()} })
}

// A pairComparison is the comparison of two models by one metric. It is made under one
// estimand (on the questions of the board or on similar ones) or, if the metric has no
// intervals, by scores only.
type pairComparison struct {
	standings.VersusMetric
	standings.VersusEstimand
	scores bool // the metric has no intervals; all fields but the difference are NaN
}

// comparisons returns one comparison for each metric and each estimand. The estimand
// says whether the comparison is about the questions of the board or about similar
// ones.
func (v Versus) comparisons() []pairComparison { return lists.Flat(v.Metrics, comparedBy) }

// comparedBy returns all comparisons of the two models by one metric.
func comparedBy(m standings.VersusMetric) (all []pairComparison) {
	for _, e := range m.Estimands {
		all = append(all, pairComparison{VersusMetric: m, VersusEstimand: e})
	}
	if len(m.Estimands) > 0 {
		return all
	}
	nan := math.NaN()
	return []pairComparison{{m, standings.VersusEstimand{
		Estimand: posterior.Questions, Difference: metrics.Estimate{Mu: m.ScoreA - m.ScoreB, Sigma: nan},
		Lo: nan, Hi: nan, Z: nan, Rho: nan, P: nan, PSE: nan,
	}, true}}
}

// fields returns the fields that describe a comparison. The field z is null if the
// metric has no intervals, or if neither score has any uncertainty. The field p, a
// probability, is null if there are no posterior draws.
func (v Versus) fields() tables.Fields[pairComparison] {
	return tables.Fields[pairComparison]{
		tables.Data("metric", func(c pairComparison) string { return c.Metric }),
		tables.Data("estimand", func(c pairComparison) string { return c.Estimand.String() }).
			When(func(c pairComparison) bool { return !c.scores }),
		tables.Data("a", func(pairComparison) string { return v.A }),
		tables.Data("b", func(pairComparison) string { return v.B }),
		tables.Data("score_a", func(c pairComparison) float64 { return c.ScoreA }).Rounded(v.A, 4),
		tables.Data("score_b", func(c pairComparison) float64 { return c.ScoreB }).Rounded(v.B, 4),
		tables.Data("difference", func(c pairComparison) float64 { return c.Difference.Mu }).Rounded("difference", 4),
		tables.Data("sigma", func(c pairComparison) float64 { return c.Difference.Sigma }).Rounded("σ", 4),
		tables.Data("lo", func(c pairComparison) float64 { return c.Lo }).Rounded("lo", 4),
		tables.Data("hi", func(c pairComparison) float64 { return c.Hi }).Rounded("hi", 4),
		tables.Data("z", func(c pairComparison) float64 { return c.Z }).Rounded("z", 2),
		tables.Data("rho", func(c pairComparison) float64 { return c.Rho }).Percent("ρ"),
		tables.Data("p", func(c pairComparison) float64 { return c.P }).Percent("P"),
		tables.Data("p_se", func(c pairComparison) float64 { return c.PSE }).Percent("±"),
		tables.Data("separated", func(c pairComparison) bool { return *c.Separated }).
			When(func(c pairComparison) bool { return c.Separated != nil && c.Estimand == posterior.Questions }),
		tables.Data("p_alone", func(c pairComparison) float64 { return singleP(c.Z) }).
			When(func(c pairComparison) bool { return !c.scores && !math.IsNaN(c.Z) }),
		tables.Data("draws", func(c pairComparison) int { return c.Draws }),
		tables.Data("normal", func(c pairComparison) bool { return c.Normal }),
		tables.Data("degrees_of_freedom", func(c pairComparison) any { return tables.OrAbsent(c.Difference.DF) }),
		tables.Left("on", func(c pairComparison) string {
			return wording.IfElse(c.Estimand == posterior.Population, "similar questions", "these questions")
		}),
	}
}

// table returns a table of the comparisons, with one row for each metric and estimand
// (the questions of the board or similar ones).
func (v Versus) table() *tables.Table {
	keys := "metric on score_a score_b difference" + wording.If(v.intervals(), " sigma lo hi z rho") +
		wording.If(v.draws() > 0, " p p_se")
	t := tables.New(fmt.Sprintf("%s: %s against %s", v.Name, v.A, v.B), v.fields().Pick(keys), v.comparisons())
	t.Lead = strings.TrimSpace(v.lead() + " " + v.questionsNote())
	t.Warn(v.Facts)
	for _, m := range v.Metrics {
		t.Warn(leftOutNote(m.Metric, m.LeftOut))
	}
	t.Warn(v.theseOnlyNotes()...)
	t.Warn(fewNote(v.degrees(), v.Groups, "use the rows on these questions"), priorNote(v.Prior), v.withoutNote())
	t.Note(v.notes()...)
	return t
}

// singleP returns the two-sided p-value of z for a single planned comparison.
func singleP(z float64) float64 { return 2 * distuv.UnitNormal.CDF(-math.Abs(z)) }

// lead returns a sentence that says whether the first metric separates the two models
// on the questions of the board. It includes the p-value for a single planned
// comparison.
func (v Versus) lead() string {
	m := v.Metrics[0]
	if len(m.Estimands) == 0 || m.Separated == nil {
		return ""
	}
	e := m.Estimands[0]
	better, other := v.A, v.B
	if e.Difference.Mu < 0 {
		better, other = other, better
	}
	at := wording.IfElse(v.Shape.Models > 2, wording.Together(v.Confidence), wording.Percent(v.Confidence)+" confidence")
	verdict := fmt.Sprintf("%s is better than %s (%s).", better, other, at)
	switch {
	case e.Difference.Mu == 0:
		return fmt.Sprintf("Not separated (%s): %s and %s have the same score.", at, v.A, v.B)
	case !*m.Separated:
		verdict = fmt.Sprintf("Not separated (%s): %s is ahead of %s.", at, better, other)
	}
	return fmt.Sprintf("%s The difference is %s, z = %s. As a single planned comparison: p %s, two-sided.",
		verdict, tables.Float(math.Abs(e.Difference.Mu), 4), tables.Float(math.Abs(e.Z), 2), pIs(singleP(e.Z)))
}

// noise returns a table of how much two runs of each model differ by chance.
func (v Versus) noise() *tables.Table {
	name := tables.Left("model", func(model int) string { return []string{v.A, v.B}[model] })
	fields := tables.Part(noiseFields, func(model int) posterior.Parts { return v.Noise[model] })
	t := tables.New("Noise of single runs", append(tables.Fields[int]{name}, fields...), []int{0, 1})
	t.Notes = []string{noiseNote}
	return t
}

// questionsNote returns a sentence that compares new questions with repeated trials. It
// uses the metric avg, and is "" if avg is not among the metrics.
func (v Versus) questionsNote() string {
	for _, m := range v.Metrics {
		if m.Metric == "avg" {
			return freshNote(v.A, v.B, m.Components)
		}
	}
	return ""
}

// intervals reports whether at least one of the metrics has intervals.
func (v Versus) intervals() bool {
	return slices.ContainsFunc(v.Metrics, func(m standings.VersusMetric) bool { return len(m.Estimands) > 0 })
}

// draws returns the number of posterior draws from which probabilities were computed.
// It returns 0 if there are none.
func (v Versus) draws() int {
	for _, m := range v.Metrics {
		if len(m.Estimands) > 0 {
			return m.Estimands[0].Draws
		}
	}
	return 0
}

// notes returns notes that explain the columns of the table of comparisons.
func (v Versus) notes() []string {
	if !v.intervals() {
		return nil
	}
	return append([]string{
		fmt.Sprintf("The difference is between posterior means, or between scores if there is no prior, "+
			"with standard deviation σ and central %s interval.", wording.Percent(v.Confidence)),
		v.drawn(),
		"On these questions, only trials are random. On similar questions, the choice of questions is also random; " +
			"models are paired by question.",
	}, v.componentNotes()...)
}

// withoutNote returns a warning that names the metrics that have no intervals. It
// returns "" if all metrics have intervals.
func (v Versus) withoutNote() string {
	without := lists.Where(v.Metrics, func(m standings.VersusMetric) bool { return len(m.Estimands) == 0 })
	if len(without) == 0 {
		return ""
	}
	return fmt.Sprintf("There is no interval for scores by %s, so chance could explain the difference between the scores.",
		wording.And(lists.Each(without, func(m standings.VersusMetric) string { return m.Metric })))
}

// theseOnlyNotes returns warnings that say why there are no rows on similar questions.
func (v Versus) theseOnlyNotes() []string {
	var notes []string
	for _, m := range v.Metrics {
		if m.TheseOnly != nil {
			notes = append(notes, fmt.Sprintf("There is no row on similar questions: %v.", m.TheseOnly))
		}
	}
	return lists.Unique(notes)
}

// componentNotes returns notes on how much the true gap between the models varies from
// question to question, apart from the noise of trials. If several metrics give the
// same note, it appears once.
func (v Versus) componentNotes() []string {
	var notes []string
	for _, m := range v.Metrics {
		c := m.Components
		if c == nil {
			continue
		}
		note := fmt.Sprintf("Without the noise of trials, the gap varies between questions with a standard deviation of %s "+
			"(%s interval %s to %s); noise adds %s (%s to %s).",
			sd(c.Between.Variance), wording.Percent(v.Confidence), sd(c.Between.Lo), sd(c.Between.Hi),
			sd(c.Within.Variance), sd(c.Within.Lo), sd(c.Within.Hi))
		if c.Between.Hi == 0 {
			note = "The gap varies less between questions than the noise of independent trials alone predicts."
		}
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// sd formats the standard deviation for a given variance.
func sd(variance float64) string { return tables.Float(math.Sqrt(variance), 3) }

// degrees returns the smallest number of degrees of freedom of the Student's t
// distributions that the comparisons use. It returns +Inf if they use none.
func (v Versus) degrees() float64 {
	least := math.Inf(1)
	for _, c := range v.comparisons() {
		if c.Difference.DF > 0 {
			least = min(least, c.Difference.DF)
		}
	}
	return least
}

// drawn returns a note that explains ρ, the confidence that the first model is better.
// If there are posterior draws, the note also explains P, the probability computed from
// them.
func (v Versus) drawn() string {
	n := v.draws()
	return fmt.Sprintf("ρ: confidence that %s is better, by the normal approximation, or Student's t on similar questions.", v.A) +
		wording.If(n > 0, fmt.Sprintf(" P: share of %s in which this model is better, ± Monte-Carlo standard error.",
			tables.Count(n, "posterior draw"))) +
		" Both judge these two models alone. P(best) of settle rank and the probabilities of settle budget assume that the models of a board are alike, and can be lower."
}

func (v Versus) document() tables.Object {
	metrics := lists.Each(v.Metrics, v.metric)
	return tables.NewObject(v.Origin.Object(), "task", v.Task, "a", v.A, "b", v.B, "questions", v.Shape.Questions,
		"trials", v.Shape.Trials, "trials_most", tables.OrAbsent(v.Shape.Most), "confidence", v.Confidence,
		"groups", tables.OrAbsent(v.Groups), "metrics", metrics,
		"noise", tables.NewObject("a", noiseFields.Object(v.Noise[0]), "b", noiseFields.Object(v.Noise[1])))
}

// metric returns the comparisons of the two models by one metric, for JSON.
func (v Versus) metric(m standings.VersusMetric) tables.Object {
	between, within := tables.Absent, tables.Absent
	if c := m.Components; c != nil {
		between, within = componentFields.Object(c.Between), componentFields.Object(c.Within)
	}
	estimands := v.fields().Without("metric a b score_a score_b").JSON(comparedBy(m))
	return tables.NewObject("metric", m.Metric, "score_a", m.ScoreA, "score_b", m.ScoreB,
		"questions_left_out", tables.When(m.LeftOut.Of > 0, m.LeftOut.Questions),
		"estimands", tables.When(len(m.Estimands) > 0, estimands), "between", between, "within", within)
}

// data returns a table of the comparisons for CSV, with one row for each metric and
// estimand (the questions of the board or similar ones).
func (v Versus) data() *tables.Table {
	return v.fields().Without("draws normal degrees_of_freedom").CSV(v.comparisons())
}

// componentFields lists the fields that describe one part of the variance, over
// questions, of the gap between two models.
var componentFields = tables.Fields[posterior.Component]{
	tables.Data("variance", func(c posterior.Component) float64 { return c.Variance }),
	tables.Data("lo", func(c posterior.Component) float64 { return c.Lo }),
	tables.Data("hi", func(c posterior.Component) float64 { return c.Hi }),
}
