package budget

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/sequential"
)

// table returns a table with one model per row.
func (n Next) table() *tables.Table {
	columns := n.fields().Pick("model score sigma between z look_z bound decided attempts")
	if len(n.Comparisons) == 0 {
		columns = columns.Without("z bound decided")
	}
	if !slices.ContainsFunc(n.Comparisons, func(c sequential.Comparison) bool { return c.Z != c.LookZ && c.Z == c.Z }) {
		columns = columns.Without("look_z")
	}
	t := tables.New(n.Name+": what to run next", columns, n.standings())
	t.Lead = n.advice()
	n.explain(t)
	return t
}

// fields returns the fields that describe one model: its score, its trials, and its
// comparison with another model.
func (n Next) fields() tables.Fields[standing] {
	compared := wording.IfElse(n.Step.Policy.Leads(), "z to first", "z to next")
	return tables.Fields[standing]{
		tables.Data("model", func(s standing) string { return n.Board.Models[s.model] }),
		tables.Data("score", func(s standing) float64 { return n.Estimates[s.model].Mu }).Rounded("score", 4),
		tables.Data("sigma", func(s standing) float64 { return n.Estimates[s.model].Sigma }).Rounded("±", 4),
		tables.Data("fewest_trials", func(s standing) int { return s.fewest }),
		tables.Data("most_trials", func(s standing) int { return s.most }),
		tables.Data("attempts", func(s standing) int { return s.more }).Head("run next"),
		tables.Right("between", func(s standing) string { return wording.Range(s.fewest, s.most) }).Head("trials"),
		tables.Data("z", n.comparisonNumber(func(c sequential.Comparison) float64 { return c.Z })).Rounded(compared, 2),
		tables.Data("look_z", n.comparisonNumber(func(c sequential.Comparison) float64 { return c.LookZ })).Rounded("z of look", 2),
		tables.Data("bound", n.comparisonNumber(func(c sequential.Comparison) float64 { return c.Bound })).Rounded("needed", 2),
		tables.Left("decided", func(s standing) string {
			switch c := n.comparisonFor(s); {
			case c == nil:
				return tables.Missing
			case c.OutOfReach:
				return "out of reach"
			default:
				return tables.YesNo(c.Decided)
			}
		}).Marked(),
	}
}

// comparisonNumber returns a function that gives the number in one column of the table
// of models. The function finds the comparison c that a row shows, and returns of(c).
// If the row shows no comparison, it returns NaN.
func (n Next) comparisonNumber(of func(sequential.Comparison) float64) func(standing) float64 {
	return func(s standing) float64 {
		if c := n.comparisonFor(s); c != nil {
			return of(*c)
		}
		return math.NaN()
	}
}

// explain adds notes to t, the table of models, that explain its columns and the next
// step.
func (n Next) explain(t *tables.Table) {
	runs := cmp.Or(n.RunsIn, "--format csv, or the file next.csv of --out,")
	policy := n.Step.Policy.String()
	if n.Step.Policy == sequential.HalfWidth {
		policy += fmt.Sprintf(" (a model runs until its %s interval is at most ±%g)", wording.Percent(n.Step.Confidence), n.Step.HalfWidth)
	}
	t.Note(
		wording.If(len(n.Comparisons) > 0, fmt.Sprintf("Separated: by the simultaneous test of settle rank at %s, for a single look. Decided: by the correction %s (%s). Out of reach: even %s per question give less than 10 %% power.",
			wording.Percent(n.Step.Confidence), n.Step.Correction, n.promise(), tables.Count(n.Step.MaxTrials, "trial"))),
		fmt.Sprintf("Policy %s, with a look after every %s per question up to %d; scores by %s, ± their %s. "+
			"Run next: number of attempts to run; %s lists them by question.", policy, tables.Count(n.Step.Batch, "trial"),
			n.Step.MaxTrials, n.Metric, wording.Spread(n.Traits), runs))
	switch left := len(n.LeftOut); {
	case n.Pairwise:
		t.Warn("No question has trials of all models. Each model is scored on the questions that it has, and models are ordered by their mean difference from the others on shared questions.")
	case left > 0:
		t.Warn(fmt.Sprintf("Scores leave out %s on which some model has no trial.", tables.Count(left, "question")))
	}
	t.Warn(n.reversalWarning())
	t.Warn(n.Note)
}

// reversalWarning returns a warning that names decided pairs whose scores now
// contradict the decision. It returns "" if there are none.
func (n Next) reversalWarning() string {
	var pairs []string
	for _, c := range n.Comparisons {
		if c.Decided && !c.Declared && !n.Step.Policy.Leads() {
			pairs = append(pairs, fmt.Sprintf("%s over %s", n.Board.Models[c.Below], n.Board.Models[c.Above]))
		}
	}
	if pairs == nil {
		return ""
	}
	return "Decided against the current order of the scores: " + andMore(pairs) + "."
}

// promise returns a phrase that says how confident the decisions are, given the
// correction for repeated looks.
func (n Next) promise() string {
	confidence := wording.Percent(n.Step.Confidence)
	switch n.Step.Correction {
	case sequential.None:
		return "the paper's rule, whose confidence of " + confidence +
			" holds for one look at one pair; more looks or pairs make far more decisions wrong"
	case sequential.Mixture, sequential.Betting:
		return "in at least " + confidence + " of evaluations no decision is wrong, however many looks are taken"
	}
	return "in at least " + confidence + " of evaluations run as planned no decision is wrong; extra looks " +
		"make wrong decisions more frequent"
}
