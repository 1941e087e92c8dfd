package report

import (
	"fmt"
	"math"

	"settle/internal/tables"
	"settle/study/sequential"
)

// table shows a model per row.
func (n Next) table() *tables.Table {
	columns := n.fields().Pick("model score sigma between z bound apart attempts")
	t := tables.New(n.Name+": what to run next", columns, n.standings())
	t.Lead, t.Notes = n.advice(), n.notes()
	return t
}

// fields lists the fields of a model.
func (n Next) fields() tables.Fields[standing] {
	compared := "z to next"
	if n.Step.Policy.Leads() {
		compared = "z to first"
	}
	return tables.Fields[standing]{
		tables.Data("model", func(s standing) string { return n.Board.Models[s.model] }),
		tables.Data("score", func(s standing) float64 { return n.Estimates[s.model].Mu }).Rounded("score", 4),
		tables.Data("sigma", func(s standing) float64 { return n.Estimates[s.model].Sigma }).Rounded("±", 4),
		tables.Data("fewest_trials", func(s standing) int { return s.fewest }),
		tables.Data("most_trials", func(s standing) int { return s.most }),
		tables.Data("attempts", func(s standing) int { return s.more }).Head("run next"),
		tables.Right("between", func(s standing) string { return between(s.fewest, s.most) }).Head("trials"),
		tables.Data("z", n.beneath(func(c sequential.Comparison) float64 { return c.Z })).Rounded(compared, 2),
		tables.Data("bound", n.beneath(func(c sequential.Comparison) float64 { return c.Bound })).Rounded("needed", 2),
		tables.Left("apart", func(s standing) string {
			c := n.beside(s)
			if c == nil {
				return tables.Missing
			}
			return tables.YesNo(c.Apart)
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

func between(least, most int) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d–%d", least, most)
}

func (n Next) notes() []string {
	runs := n.RunsIn
	if runs == "" {
		runs = "--format csv, or the file next.csv of --out,"
	}
	notes := []string{
		fmt.Sprintf("Policy %s: %s. Correction %s: %s. Looks after every %s of each question up to %d; z of %s.",
			n.Step.Policy, n.policy(), n.Step.Correction, n.promise(),
			tables.Count(n.Step.Batch, "trial"), n.Step.MaxTrials, n.compared()),
		fmt.Sprintf("Run next: attempts; %s says how many of which question. ±: %s.", runs, n.spread()),
	}
	switch left := len(n.LeftOut); {
	case n.Pairwise:
		notes = append(notes, "No question was met by all models: each score is of the questions that its model met, "+
			"and models are ordered by their mean difference to the others on the questions that two met.")
	case left > 0:
		notes = append(notes, fmt.Sprintf("Scores leave out %s that some model never met.", tables.Count(left, "question")))
	}
	notes = appendNote(notes, n.Note)
	return notes
}

// spread is what stands beside a score.
func (n Next) spread() string {
	if n.Traits.StandardError {
		return "its standard error" + inBrackets(n.Traits.Equation)
	}
	return "its standard deviation"
}

// promise says what the confidence is of.
func (n Next) promise() string {
	confidence := percent(n.Step.Confidence)
	switch n.Step.Correction {
	case sequential.None:
		return "the paper's rule, whose " + confidence + " are those of one look at one pair; with more, far more calls are wrong"
	case sequential.Mixture, sequential.Betting:
		return "in at least " + confidence + " of evaluations none of the calls is wrong, however often one looks"
	}
	return "in at least " + confidence + " of evaluations run as planned none of the calls is wrong; whoever looks more often is wrong more often"
}

// compared says what z is made of.
func (n Next) compared() string {
	switch c, both := n.Step.Correction, "on the questions that both met"; {
	case c == sequential.Betting:
		return fmt.Sprintf("%s %s; a pair is told apart when who bets on the better model has had %.6g times his stake",
			n.Metric, both, n.Comparisons[0].WealthBound)
	case c == sequential.Holm && n.Step.Policy == sequential.Neighbours, c == sequential.Mixture && n.Step.Policy == sequential.Neighbours:
		return n.Metric + " " + both + ", by as many first trials as both have"
	case c == sequential.Holm, c == sequential.Mixture, n.Pairwise:
		return n.Metric + " " + both
	}
	return n.Metric
}

// policy says who is given trials.
func (n Next) policy() string {
	switch n.Step.Policy {
	case sequential.HalfWidth:
		return fmt.Sprintf("models whose %s interval is wider than ±%.6g run more", percent(n.Step.Confidence), n.Step.HalfWidth)
	case sequential.Neighbours:
		return "the two neighbours that are least told apart run more"
	case sequential.Leader:
		return "all run more until the first is told apart from all others"
	case sequential.TopTwo:
		return "the first or its hardest challenger runs more until the first is told apart from all others"
	}
	return "all run more, to the end"
}
