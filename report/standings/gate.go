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

// A Gate holds the decision whether a new model can replace an old one, and the inputs
// of the decision.
type Gate struct {
	gate.Verdict
	Origin     report.Origin
	New, Old   string // model names
	Of         string // the results files, safe for the sentence
	Metric     string // the tested metric
	Traits     metrics.Traits
	Estimand   posterior.Estimand
	Questions  int
	Groups     int              // number of question groups, 0 if unknown
	Trials     int              // the fewest trials of any model of the board on a question
	TrialsMost int              // the most trials of any model of the board on a question
	Difference metrics.Estimate // new minus old, by the metric
	Looks      int              // number of looks that share the level
	Note       string           // warning for the reader, or ""
}

// Report returns a report of one line. For formats other than text, the report contains
// a table whose single row has the parts of the line.
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

// sentence returns several sentences: the answer, the number of trials or questions
// needed if the answer is undecided, and the evidence.
func (g Gate) sentence() string {
	claim := g.claim()
	said := []string{
		fmt.Sprintf("%s (%s).", g.answer(claim), g.Of),
		g.needed(),
		fmt.Sprintf("The difference by %s, %s minus %s, is %s with a %s of %s on %s, where %s.",
			g.Metric, quoted.Bare(g.New), quoted.Bare(g.Old), wording.Signed4(g.Difference.Mu),
			wording.Spread(g.Traits), tables.Float(g.Difference.Sigma, 4), g.questionsPhrase(), g.random()),
		fmt.Sprintf("The probability that %s is %s. One-sided tests at level %s%s: p %s assuming the claim is false, p %s assuming it is true.",
			claim, limitChance(g.Region), shortest(g.Level),
			wording.If(g.Looks > 1, fmt.Sprintf(" for each of %d looks", g.Looks)), pIs(g.P), pIs(g.Opposite)),
	}
	if g.Estimand == posterior.Population && g.Difference.DF > 0 {
		said = append(said, fewNote(g.Difference.DF, g.Groups, theseAlone))
	}
	said = append(said, g.Note)
	return strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), " ")
}

// answer returns the answer in words: yes, no or undecided, followed by a statement.
// The claim is the one that the gate tests.
func (g Gate) answer(claim string) string {
	switch g.Answer {
	case gate.Yes:
		return "Yes: " + claim
	case gate.No:
		return "No: " + g.opposite()
	}
	return "Undecided: " + g.open(claim)
}

// claim returns the claim that the gate tests, as the beginning of a sentence, such as
// "A is better than B".
func (g Gate) claim() string {
	switch g.Claim {
	case gate.NotWorse:
		return g.filledIn("%s is not worse than %s by %s or more")
	case gate.Equivalent:
		return g.filledIn("%s and %s differ by less than %s")
	}
	if g.Margin > 0 {
		return g.filledIn("%s is better than %s by more than %s")
	}
	return g.filledIn("%s is better than %s")
}

// opposite returns the statement that follows the answer no, such as "A is worse than
// B".
func (g Gate) opposite() string {
	switch {
	case g.Claim == gate.NotWorse:
		return g.filledIn("%s is worse than %s by more than %s")
	case g.Claim == gate.Equivalent:
		return g.filledIn("%s and %s differ by more than %s")
	case g.Margin > 0:
		return g.filledIn("%s is not better than %s by more than %s")
	}
	return g.filledIn("%s is worse than %s")
}

// open returns the statement that follows the answer undecided. It says what is still
// possible or not yet established.
func (g Gate) open(claim string) string {
	switch g.Claim {
	case gate.NotWorse:
		return g.filledIn("%s can be worse than %s by %s or more")
	case gate.Equivalent:
		return g.filledIn("%s and %s can differ by %s or more")
	}
	return "it is not shown that " + claim
}

// filledIn fills in a format string with the name of the new model, the name of the old
// model and, if the string has three verbs, the margin.
func (g Gate) filledIn(form string) string {
	args := []any{quoted.Bare(g.New), quoted.Bare(g.Old), shortest(g.Margin)}
	return fmt.Sprintf(form, args[:strings.Count(form, "%s")]...)
}

// needed returns a sentence about the number of trials or questions that would decide
// the claim. It returns "" if the claim is already decided.
func (g Gate) needed() string {
	if g.Answer != gate.Undecided {
		return ""
	}
	units, most := "trials per question", g.TrialsNeeded()
	if g.Estimand == posterior.Population {
		units = "similar questions"
	}
	if most > results.MaxTrials {
		return fmt.Sprintf("If the true difference equals the observed difference, not even %d %s are enough to decide.", results.MaxTrials, units)
	}
	return fmt.Sprintf("If the true difference equals the observed one, %.0f %s decide the claim with %s power.",
		most, units, tables.Percent(gate.Power, 0))
}

// TrialsNeeded returns the number of trials per question that would decide the claim
// with 80 % power, if the true difference equals the observed one. If the claim is
// about similar questions (the population estimand), it returns a number of questions
// instead. It returns +Inf if the observed difference lies exactly on the boundary of
// the claim.
func (g Gate) TrialsNeeded() float64 {
	now := max(g.Trials, 1)
	if g.Estimand == posterior.Population {
		now = g.Questions
	}
	return math.Ceil(float64(now) * g.Needed(g.Difference))
}

// shortest formats a number with the fewest digits that identify it.
func shortest(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// questionsPhrase returns a phrase with the number of questions that both models have.
// If the claim is about similar questions, it adds the number of question groups, if
// that is known.
func (g Gate) questionsPhrase() string {
	return tables.Count(g.Questions, "question") +
		wording.If(g.Groups > 0 && g.Estimand == posterior.Population, " of "+tables.Count(g.Groups, "group"))
}

// random returns a phrase that says which quantities are random.
func (g Gate) random() string {
	if g.Estimand == posterior.Population {
		return fmt.Sprintf("the trials and the choice of questions are random (Student's t with %s)", degrees(g.Difference.DF))
	}
	return "only trials are random"
}

// limitChance formats a probability. If it is close to 0 or 1, it formats a limit, such
// as "less than 0.1 %".
func limitChance(p float64) string {
	switch {
	case p < 0.001:
		return "less than " + tables.Percent(0.001, 1)
	case p > 0.999:
		return "more than " + tables.Percent(0.999, 1)
	}
	return tables.Percent(p, 1)
}

// pIs formats a p-value for a sentence, such as "= 0.0312" or "< 0.0001".
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
