package report

import (
	"fmt"
	"strconv"

	"settle/internal/quoted"
	"settle/metrics"
	"settle/study/gate"
	"settle/study/posterior"
	"settle/tables"
)

// Gate is whether a new model may take the place of an old one, with what that was
// decided by.
type Gate struct {
	gate.Verdict
	Origin     Origin
	New, Old   string // the models
	Of         string // of what: the files, for the sentence
	Metric     string // that was tested
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

// Report is one sentence, or in formats but text a row of what it says.
func (g Gate) Report() Report {
	row := []tables.Of[Gate]{
		tables.Left("new", func(g Gate) string { return g.New }),
		tables.Left("old", func(g Gate) string { return g.Old }),
		tables.Left("gate", func(g Gate) string { return g.Claim.String() }),
		whole("margin", func(g Gate) float64 { return g.Margin }),
		whole("level", func(g Gate) float64 { return g.Level }),
		tables.Left("metric", func(g Gate) string { return g.Metric }),
		whole("difference", func(g Gate) float64 { return g.Difference.Mu }),
		whole("p", func(g Gate) float64 { return g.P }),
		whole("probability", func(g Gate) float64 { return g.Region }),
		tables.Left("passed", func(g Gate) string { return yesOrNo(g.Passed) }),
	}
	t := tables.New("", row, []Gate{g})
	t.Notes = []string{g.sentence()}
	return Report{JSON: g.document(), Tables: []*tables.Table{t}, Sentence: g.sentence()}
}

func yesOrNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// sentence says what was tested, at which level, given what.
func (g Gate) sentence() string {
	claim, tested := g.claims()
	answer := "No: it is not shown that "
	if g.Passed {
		answer = "Yes: "
	}
	sentence := fmt.Sprintf("%s%s %s %s (%s): the difference by %s is %s ± %s on %s, where %s, and %s at no more than %s has p %s",
		answer, quoted.Bare(g.New), claim, quoted.Bare(g.Old), quoted.Bare(g.Of), g.Metric, signedFloat(g.Difference.Mu), tables.Float(g.Difference.Sigma, 4),
		g.asked(), g.random(), tested, percent(g.Level), pIs(g.P))
	sentence += fmt.Sprintf("; the posterior probability that it is so is %s by %s.", limited(g.Region), g.Posterior)
	if g.Note != "" {
		sentence += " " + g.Note
	}
	return sentence
}

// claims are what is claimed of the new model and the old, and the test of the
// opposite.
func (g Gate) claims() (claim, tested string) {
	m := strconv.FormatFloat(g.Margin, 'g', -1, 64)
	switch g.Claim {
	case gate.NotWorse:
		return fmt.Sprintf("is not worse by %s or more than", m), fmt.Sprintf("the one-sided test of a difference of −%s or less", m)
	case gate.Equivalent:
		return fmt.Sprintf("is within %s of", m),
			fmt.Sprintf("each of the two one-sided tests, of a difference of −%s or less and of %s or more,", m, m)
	}
	if g.Margin == 0 {
		return "is better than", "the one-sided test of no difference or a worse one"
	}
	return fmt.Sprintf("is better by more than %s than", m), fmt.Sprintf("the one-sided test of a difference of %s or less", m)
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

// signedFloat is a number with four digits and its sign.
func signedFloat(x float64) string {
	if x > 0 {
		return "+" + tables.Float(x, 4)
	}
	return tables.Float(x, 4)
}

// pIs is a p in a sentence.
func pIs(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return "= " + tables.Float(p, 4)
}

// gateDocument is a Gate as JSON.
type gateDocument struct {
	Origin
	New         string  `json:"new"`
	Old         string  `json:"old"`
	Gate        string  `json:"gate"`
	Margin      float64 `json:"margin"`
	Level       float64 `json:"level"`
	Passed      bool    `json:"passed"`
	P           float64 `json:"p"`
	Metric      string  `json:"metric"`
	Estimand    string  `json:"estimand"`
	Questions   int     `json:"questions"`
	Groups      int     `json:"groups,omitempty"`
	Trials      int     `json:"trials"`
	TrialsMost  int     `json:"trials_most,omitempty"`
	Difference  float64 `json:"difference"`
	Sigma       float64 `json:"sigma"`
	DF          float64 `json:"degrees_of_freedom,omitempty"`
	Posterior   string  `json:"posterior"`
	Beside      float64 `json:"posterior_difference"`
	BesideSigma float64 `json:"posterior_sigma"`
	Region      float64 `json:"probability"`
}

func (g Gate) document() gateDocument {
	d := gateDocument{
		Origin: g.Origin, New: g.New, Old: g.Old, Gate: g.Claim.String(), Margin: g.Margin, Level: g.Level, Passed: g.Passed, P: g.P,
		Metric: g.Metric, Estimand: g.Estimand.String(), Questions: g.Questions, Groups: g.Groups, Trials: g.Trials,
		Difference: g.Difference.Mu, Sigma: g.Difference.Sigma, DF: g.Difference.DF,
		Posterior: g.Posterior, Beside: g.Beside.Mu, BesideSigma: g.Beside.Sigma, Region: g.Region,
	}
	if g.TrialsMost != g.Trials {
		d.TrialsMost = g.TrialsMost
	}
	return d
}
