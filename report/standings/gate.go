package standings

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/study/gate"
	"settle/study/posterior"
)

// Gate says whether a new model may take the place of an old one, with what that was
// decided by.
type Gate struct {
	gate.Verdict
	Origin     report.Origin
	New, Old   string // the models
	Of         string // of what: the files, for the sentence
	Metric     string // that was tested
	Traits     metrics.Traits
	Estimand   posterior.Estimand
	Questions  int
	Groups     int // of questions, 0 where they are not known
	Trials     int // the fewest of either on a question
	TrialsMost int
	Difference metrics.Estimate // by the metric
	Looks      int              // that share the level
	Note       string           // what a reader must be told, or ""
}

// Report is one line, or in formats but text a row of what it says.
func (g Gate) Report() report.Report {
	row := []tables.Field[Gate]{
		tables.Left("new", func(g Gate) string { return g.New }),
		tables.Left("old", func(g Gate) string { return g.Old }),
		tables.Left("gate", func(g Gate) string { return g.Claim.String() }),
		tables.RightNumber("margin", func(g Gate) float64 { return g.Margin }),
		tables.RightNumber("level", func(g Gate) float64 { return g.Level }),
		tables.Left("metric", func(g Gate) string { return g.Metric }),
		tables.RightNumber("difference", func(g Gate) float64 { return g.Difference.Mu }),
		tables.RightNumber("p", func(g Gate) float64 { return g.P }),
		tables.RightNumber("probability", func(g Gate) float64 { return g.Region }),
		tables.Left("answer", func(g Gate) string { return g.Answer.String() }),
	}
	t := tables.New("", row, []Gate{g})
	t.Notes = []string{g.sentence()}
	return report.Report{JSON: g.document(), Tables: []*tables.Table{t}, Sentence: g.sentence()}
}

// sentence says in one line the answer, what decided it, and what would decide.
func (g Gate) sentence() string {
	claim := g.claim()
	said := []string{
		fmt.Sprintf("%s (%s).", g.answer(claim), quoted.Bare(g.Of)),
		g.needed(),
		fmt.Sprintf("The difference by %s, %s less %s, is %s with a %s of %s on %s, where %s.",
			g.Metric, quoted.Bare(g.New), quoted.Bare(g.Old), wording.Signed4(g.Difference.Mu),
			wording.Spread(g.Traits), tables.Float(g.Difference.Sigma, 4), g.asked(), g.random()),
		fmt.Sprintf("The probability is %s that %s. One-sided tests at the level of %s%s: p %s if it were not so, p %s if it were.",
			limited(g.Region), claim, shortest(g.Level),
			wording.If(g.Looks > 1, fmt.Sprintf(" for each of %d looks", g.Looks)), pIs(g.P), pIs(g.Opposite)),
	}
	if g.Estimand == posterior.Population && g.Difference.DF > 0 {
		said = append(said, fewNote(g.Difference.DF, g.Groups, theseAlone))
	}
	said = append(said, g.Note)
	return strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), " ")
}

// answer is the answer in words.
func (g Gate) answer(claim string) string {
	switch g.Answer {
	case gate.Yes:
		return "Yes: " + claim
	case gate.No:
		return "No: " + g.opposite()
	}
	return "Undecided: " + g.open(claim)
}

// claim returns the claim on the new and the old model as a sentence without its end.
func (g Gate) claim() string {
	switch g.Claim {
	case gate.NotWorse:
		return g.filledIn("%s is worse than %s by less than %s, if at all")
	case gate.Equivalent:
		return g.filledIn("%s and %s differ by less than %s")
	}
	if g.Margin > 0 {
		return g.filledIn("%s is better than %s by more than %s")
	}
	return g.filledIn("%s is better than %s")
}

// opposite returns what holds if the claim is false.
func (g Gate) opposite() string {
	switch {
	case g.Claim == gate.NotWorse:
		return g.filledIn("%s is worse than %s by more than %s")
	case g.Claim == gate.Equivalent:
		return g.filledIn("%s and %s differ by more than %s")
	case g.Margin > 0:
		return g.filledIn("%s is better than %s by less than %s, if at all")
	}
	return g.filledIn("%s is worse than %s")
}

// open returns what is possible while the claim is undecided.
func (g Gate) open(claim string) string {
	switch g.Claim {
	case gate.NotWorse:
		return g.filledIn("%s may be worse than %s by %s or more")
	case gate.Equivalent:
		return g.filledIn("%s and %s may differ by %s or more")
	}
	return "it is not shown that " + claim
}

// filledIn fills in the new model, the old model and, where the form has a third place, the
// margin.
func (g Gate) filledIn(form string) string {
	args := []any{quoted.Bare(g.New), quoted.Bare(g.Old), shortest(g.Margin)}
	return fmt.Sprintf(form, args[:strings.Count(form, "%s")]...)
}

// needed says what would decide, "" where that is done.
func (g Gate) needed() string {
	if g.Answer != gate.Undecided {
		return ""
	}
	of, most := "trials of each question", g.TrialsNeeded()
	if g.Estimand == posterior.Population {
		of = "questions like these"
	}
	if most > results.MaxTrials {
		return fmt.Sprintf("If the difference is what it looks like, not even %d %s decide.", results.MaxTrials, of)
	}
	return fmt.Sprintf("If the difference is what it looks like, %.0f %s decide with a chance of %s.",
		most, of, tables.Percent(gate.Power, 0))
}

// TrialsNeeded returns how many trials of each question, or in a population questions, decide with
// a chance of 80 % if the difference is what it looks like; +Inf if it lies at the edge of
// what is claimed.
func (g Gate) TrialsNeeded() float64 {
	now := max(g.Trials, 1)
	if g.Estimand == posterior.Population {
		now = g.Questions
	}
	return math.Ceil(float64(now) * g.Needed(g.Difference))
}

// shortest is a number as it was given.
func shortest(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// asked says how many questions both have.
func (g Gate) asked() string {
	return tables.Count(g.Questions, "question") +
		wording.If(g.Groups > 0 && g.Estimand == posterior.Population, " of "+tables.Count(g.Groups, "group"))
}

func (g Gate) random() string {
	if g.Estimand == posterior.Population {
		return fmt.Sprintf("trials are random and so is which questions were asked (Student's t with %.3g degrees of freedom)",
			g.Difference.DF)
	}
	return "only trials are random"
}

// limited is a probability, as a limit where it is all but 0 or 1.
func limited(p float64) string {
	switch {
	case p < 0.001:
		return "less than " + tables.Percent(0.001, 1)
	case p > 0.999:
		return "more than " + tables.Percent(0.999, 1)
	}
	return tables.Percent(p, 1)
}

// pIs is a p in a sentence.
func pIs(p float64) string {
	return wording.IfElse(p < 0.0001, "< 0.0001", "= "+tables.Float(p, 4))
}

func (g Gate) document() tables.Object {
	needed := tables.Absent
	if g.Answer == gate.Undecided {
		needed = g.TrialsNeeded()
	}
	return tables.NewObject(g.Origin.Object(), "new", g.New, "old", g.Old, "gate", g.Claim.String(), "margin", g.Margin,
		"level", g.Level, "looks", g.Looks, "answer", g.Answer.String(), "p", g.P, "p_opposite", g.Opposite,
		"metric", g.Metric, "estimand", g.Estimand.String(),
		"questions", g.Questions, "groups", tables.OrAbsent(g.Groups), "trials", g.Trials,
		"trials_most", tables.When(g.TrialsMost != g.Trials && g.TrialsMost != 0, g.TrialsMost),
		"difference", g.Difference.Mu, "sigma", g.Difference.Sigma, "degrees_of_freedom", tables.OrAbsent(g.Difference.DF),
		"probability", g.Region, "needed", needed)
}
