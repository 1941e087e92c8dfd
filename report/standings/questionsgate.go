package standings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/study/gate"
)

// A QuestionsGate holds the decision whether a model answers every question correctly
// often enough, and the inputs of the decision.
type QuestionsGate struct {
	gate.Questions
	Origin report.Origin
	Model  string
	Names  []string // names of the questions
	Of     string   // the results files, for the sentence
	Looks  int      // number of looks that share the level
	Note   string   // warning for the reader, or ""
}

// Report returns the report in the given format. CSV and JSON contain every question.
// The other formats contain the questions that do not pass, because the model fails
// them or the trials are too few.
func (g QuestionsGate) Report(format string) report.Report {
	data := func() *tables.Table { return g.fields().CSV(g.All) }
	r := report.InFormat(format, g.document, data, report.One(g.table))
	if g.Answer == gate.Yes { // there is nothing to list
		r.Sentence = strings.TrimSpace(strings.Join([]string{g.sentence(), g.method(), g.Note}, " "))
	}
	return r
}

func (g QuestionsGate) fields() tables.Fields[gate.Question] {
	type question = gate.Question
	return tables.Fields[question]{
		tables.Data("question", func(q question) string { return g.Names[q.Index] }),
		tables.Data("correct", func(q question) int { return q.Correct }),
		tables.Data("trials", func(q question) int { return q.Trials }),
		tables.Data("p", func(q question) float64 { return q.P }).Shown("p", pShown),
		tables.Data("p_opposite", func(q question) float64 { return q.Opposite }).Shown("p for below", pShown),
		tables.Data("answer", func(q question) string { return q.Answer.String() }),
		tables.Left("is", func(q question) string { return wording.IfElse(q.Answer == gate.No, "below", "open") }),
	}
}

// pShown formats a p-value for a table. A very small p-value becomes "< 0.0001".
func pShown(p float64) string { return wording.IfElse(p < 0.0001, "< 0.0001", tables.Float(p, 4)) }

// table returns a table of the questions that do not pass. The questions on which the
// model is most clearly below the required success rate come first.
func (g QuestionsGate) table() *tables.Table {
	rest := lists.Where(g.All, func(q gate.Question) bool { return q.Answer != gate.Yes })
	slices.SortStableFunc(rest, func(a, b gate.Question) int { return cmp.Compare(a.Opposite, b.Opposite) })
	t := tables.New("", g.fields().Pick("question correct trials p p_opposite is"), rest[:min(len(rest), mostListed)])
	t.Lead = g.sentence()
	if len(rest) > mostListed {
		t.Warn(fmt.Sprintf("The table shows the first %d of %d questions; --format csv writes all.", mostListed, len(rest)))
	}
	t.Warn(g.Note)
	t.Note(g.method())
	return t
}

// sentence returns the answer in words. If the answer is undecided, it adds how many
// trials would decide.
func (g QuestionsGate) sentence() string {
	of, model := tables.Count(len(g.All), "question"), quoted.Bare(g.Model)
	often := fmt.Sprintf("at least %s of the time (%s)", percent(g.Least), quoted.Bare(g.Of))
	switch below := lists.Where(g.All, func(q gate.Question) bool { return q.Answer == gate.No }); g.Answer {
	case gate.Yes:
		return fmt.Sprintf("Yes: %s answers each of %s correctly %s.", model, of, often)
	case gate.No:
		names := lists.Each(below, func(q gate.Question) string { return quoted.Bare(g.Names[q.Index]) })
		return fmt.Sprintf("No: %s falls short on %d of %s, which require a correct answer %s: %s.",
			model, len(below), of, often, wording.And(wording.Few(names)))
	}
	return fmt.Sprintf("Undecided: %d of %s %s open, because the trials do not show whether %s answers them correctly %s. %s",
		g.Count(gate.Undecided), of, wording.Verb(len(g.All), "is", "are"), model, often, g.needed())
}

// needed returns a sentence that says how many trials per question would decide whether
// the model passes.
func (g QuestionsGate) needed() string {
	decide := fmt.Sprintf("not even %d trials per question are enough to decide", results.MaxTrials)
	if n := g.Needed(); !math.IsInf(n, 1) {
		decide = fmt.Sprintf("%.0f trials per question are enough to decide", n)
	}
	said := fmt.Sprintf("If the true rates equal the observed ones, %s", decide)
	if n := g.Perfect(); !math.IsInf(n, 1) {
		return fmt.Sprintf("%s; a question without a failure passes after %s.", said, tables.Count(int(n), "trial"))
	}
	return said + "."
}

// method returns a note that describes the tests. It explains why the answers yes and
// no both keep the error level, although there are many questions.
func (g QuestionsGate) method() string {
	return fmt.Sprintf("Exact binomial tests at level %s%s. The answer yes requires every question to pass its own test, "+
		"so no correction for the number of questions is needed. The tests for the answer \"below\" are corrected over all questions by Holm's procedure.",
		shortest(g.Level), wording.If(g.Looks > 1, fmt.Sprintf(" for each of %d looks (an equal share each)", g.Looks)))
}

// percent formats a share as a percentage, with all the digits that were given.
func percent(p float64) string { return fmt.Sprintf("%.10g %%", 100*p) }

func (g QuestionsGate) document() tables.Object {
	return tables.NewObject(g.Origin.Object(), "model", g.Model, "per_question", g.Least, "level", g.Level, "looks", g.Looks,
		"answer", g.Answer.String(), "passed", g.Count(gate.Yes), "below", g.Count(gate.No), "open", g.Count(gate.Undecided),
		"needed", tables.When(g.Answer == gate.Undecided, report.Finite(g.Needed())), "needed_if_perfect", report.Finite(g.Perfect()),
		"questions", g.fields().JSON(g.All))
}
