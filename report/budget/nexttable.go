package budget

import (
	"cmp"
	"fmt"
	"math"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/sequential"
)

// table shows a model per row.
func (n Next) table() *tables.Table {
	columns := n.fields().Pick("model score sigma between z bound apart attempts")
	t := tables.New(n.Name+": what to run next", columns, n.standings())
	t.Lead = n.advice()
	n.explain(t)
	return t
}

// fields lists the fields of a model.
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
		tables.Data("z", n.beneath(func(c sequential.Comparison) float64 { return c.Z })).Rounded(compared, 2),
		tables.Data("bound", n.beneath(func(c sequential.Comparison) float64 { return c.Bound })).Rounded("needed", 2),
		tables.Left("apart", func(s standing) string {
			if c := n.beside(s); c != nil {
				return tables.YesNo(c.Apart)
			}
			return tables.Missing
		}).Head("told apart"),
	}
}

// beneath is a number of the comparison that stands in a model's row.
func (n Next) beneath(of func(sequential.Comparison) float64) func(standing) float64 {
	return func(s standing) float64 {
		if c := n.beside(s); c != nil {
			return of(*c)
		}
		return math.NaN()
	}
}

// explain says what the next step follows from.
func (n Next) explain(t *tables.Table) {
	runs := cmp.Or(n.RunsIn, "--format csv, or the file next.csv of --out,")
	t.Note(
		fmt.Sprintf("Policy %s, correction %s: %s. Looks after every %s of each question up to %d; z of %s.",
			n.Step.Policy, n.Step.Correction, n.promise(), tables.Count(n.Step.Batch, "trial"), n.Step.MaxTrials, n.Metric),
		fmt.Sprintf("Run next: attempts; %s says how many of which question. ±: its %s.", runs, wording.Spread(n.Traits)))
	switch left := len(n.LeftOut); {
	case n.Pairwise:
		t.Warn("No question was met by all models: each score is of the questions that its model met, " +
			"and models are ordered by their mean difference to the others on the questions that two met.")
	case left > 0:
		t.Warn(fmt.Sprintf("Scores leave out %s that some model never met.", tables.Count(left, "question")))
	}
	t.Warn(n.Note)
}

// promise says what the confidence is of.
func (n Next) promise() string {
	confidence := wording.Percent(n.Step.Confidence)
	switch n.Step.Correction {
	case sequential.None:
		return "the paper's rule, whose " + confidence +
			" are those of one look at one pair; with more, far more calls are wrong"
	case sequential.Mixture, sequential.Betting:
		return "in at least " + confidence + " of evaluations none of the calls is wrong, however often one looks"
	}
	return "in at least " + confidence + " of evaluations run as planned none of the calls is wrong; whoever looks more " +
		"often is wrong more often"
}
