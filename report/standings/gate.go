package standings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report"
	"settle/report/wording"
	"settle/study/gate"
	"settle/study/posterior"
)

// Gate is whether a new model may take the place of an old one, with what that was
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
	Posterior  string           // the metric of the posterior
	Beside     metrics.Estimate // the difference by that
	Region     float64          // its probability of the claim
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
		tables.Left("passed", func(g Gate) string { return tables.YesNo(g.Passed) }),
	}
	t := tables.New("", row, []Gate{g})
	t.Notes = []string{g.sentence()}
	return report.Report{JSON: g.document(), Tables: []*tables.Table{t}, Sentence: g.sentence()}
}

// sentence says in one line the answer, what decided it, and the posterior beside that.
func (g Gate) sentence() string {
	claim, open, tested := g.claims()
	answer := "No: " + open
	if g.Passed {
		answer = "Yes: " + claim
	}
	said := []string{
		fmt.Sprintf("%s (%s).", answer, quoted.Bare(g.Of)),
		fmt.Sprintf("What decides, by %s, is %s: p %s, %s the level of %s.",
			g.Metric, tested, pIs(g.P), g.against(), shortest(g.Level)),
		fmt.Sprintf("The difference, %s less %s, is %s with a %s of %s on %s, where %s.",
			quoted.Bare(g.New), quoted.Bare(g.Old), wording.Signed4(g.Difference.Mu),
			wording.Spread(g.Traits), tables.Float(g.Difference.Sigma, 4), g.asked(), g.random()),
		fmt.Sprintf("Beside the test, by %s, the posterior probability is %s that %s.", g.Posterior, limited(g.Region), claim),
	}
	if g.Estimand == posterior.Population && g.Difference.DF > 0 {
		said = append(said, fewNote(g.Difference.DF, g.Groups))
	}
	said = append(said, g.Note)
	return strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), " ")
}

// claims are what is claimed of the new model and the old, what stays open where that
// does not pass, and the test of the opposite.
func (g Gate) claims() (claim, open, tested string) {
	newer, older, m := quoted.Bare(g.New), quoted.Bare(g.Old), shortest(g.Margin)
	switch g.Claim {
	case gate.NotWorse:
		return fmt.Sprintf("%s is worse than %s by less than %s, if at all", newer, older, m),
			fmt.Sprintf("%s may be worse than %s by %s or more", newer, older, m),
			fmt.Sprintf("the one-sided test of a difference of -%s or less", m)
	case gate.Equivalent:
		return fmt.Sprintf("%s and %s differ by less than %s", newer, older, m),
			fmt.Sprintf("%s and %s may differ by %s or more", newer, older, m),
			fmt.Sprintf("the less certain of two one-sided tests, of a difference of -%s or less and of %s or more", m, m)
	}
	claim = fmt.Sprintf("%s is better than %s", newer, older)
	if g.Margin > 0 {
		claim += " by more than " + m
	}
	return claim, "it is not shown that " + claim, fmt.Sprintf("the one-sided test of a difference of %s or less", m)
}

// shortest is a number as it was given.
func shortest(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// against is where p stands to the level.
func (g Gate) against() string {
	switch {
	case g.P == g.Level:
		return "at"
	case g.Passed:
		return "below"
	}
	return "above"
}

// asked is how many questions both have.
func (g Gate) asked() string {
	asked := tables.Count(g.Questions, "question")
	if g.Groups > 0 && g.Estimand == posterior.Population {
		asked += " of " + tables.Count(g.Groups, "group")
	}
	return asked
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
	if p < 0.0001 {
		return "< 0.0001"
	}
	return "= " + tables.Float(p, 4)
}

func (g Gate) document() tables.Object {
	return tables.NewObject(g.Origin.Object(), "new", g.New, "old", g.Old, "gate", g.Claim.String(), "margin", g.Margin,
		"level", g.Level, "passed", g.Passed, "p", g.P, "metric", g.Metric, "estimand", g.Estimand.String(),
		"questions", g.Questions, "groups", tables.OrAbsent(g.Groups), "trials", g.Trials,
		"trials_most", tables.When(g.TrialsMost != g.Trials && g.TrialsMost != 0, g.TrialsMost),
		"difference", g.Difference.Mu, "sigma", g.Difference.Sigma, "degrees_of_freedom", tables.OrAbsent(g.Difference.DF),
		"posterior", g.Posterior, "posterior_difference", g.Beside.Mu, "posterior_sigma", g.Beside.Sigma,
		"probability", g.Region)
}
