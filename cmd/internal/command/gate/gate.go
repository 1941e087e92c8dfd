// Package gate implements settle gate, which tests whether a new model can replace an old one,
// or whether one model passes every question often enough.
//
// Usage:
//
//	settle gate [flags] RESULTS… [NEW OLD]
//	settle gate --per-question P [flags] RESULTS… [MODEL]
//
// See docs/guide.md for examples.
package gate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/report"
	"settle/report/standings"
	"settle/study/gate"
	"settle/study/posterior"
)

// Command holds the arguments and flags of settle gate, without the flags that all commands share.
type Command struct {
	input.Board
	input.Models
	input.Scoring
	input.Interval
	input.Estimand
	Claim       *string  `enum:"${claims}" help:"Claim to test; the default is better. better: the new model is better by more than --margin. not-worse: the new model is not worse by --margin or more. equivalent: the models differ by less than --margin."`
	Margin      *float64 `placeholder:"M" help:"Largest difference to ignore, in units of the score. Required for not-worse and equivalent. Default: 0."`
	PerQuestion *float64 `range:"(0..1)" placeholder:"P" help:"Test one model instead: is its success probability at least P on every question?"`
	Looks       int      `range:"1..1000" default:"1" placeholder:"N" help:"Maximum number of times that this gate will be run, each time with more trials. The error level 1 − confidence is divided equally among these looks."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Test whether a new model is better than an old one, at level 1 − confidence. " +
		"The exit code is 0 for yes, 3 for no (the opposite holds at the same level) and 4 for undecided. " +
		"Name the new model after the results, then the old one. " +
		"If there are two results, the first holds the new model and the second the old one; " +
		"no names are needed if each result contains one model, or if exactly one model is in both. " +
		"With --per-question P, test whether one model (named after the results) has a success probability of at least P on every question."
}

// defaults returns the default metric, which is also the default of settle rank.
func (c *Command) defaults() string {
	if c.About() == posterior.Population {
		return "avg"
	}
	return "bayes:fitted"
}

// Run tests the claim about the new model and prints the answer.
func (c *Command) Run(env *cli.Env) error {
	if c.PerQuestion != nil {
		return c.testQuestions(env)
	}
	claim, margin, err := c.claim()
	if err != nil {
		return err
	}
	two, err := c.OpenContest(env, c.Models)
	if err == nil {
		err = refuseSame(two)
	}
	if err != nil {
		return err
	}
	ms, options, err := c.ForBoard(env, two.In, two.Source, c.defaults())
	if err == nil {
		err = input.CheckCompared(ms)
	}
	switch {
	case err != nil:
		return err
	case len(ms) != 1:
		return cli.Usagef("gate requires a single metric, but --metrics names %d; name one", len(ms))
	}
	if err := checkMargin(margin, options.Weights); err != nil {
		return err
	}
	g, err := c.difference(env, two, ms[0])
	if err != nil {
		return err
	}
	g.Verdict = gate.Test(g.Difference, claim, margin, c.level())
	g.Origin = two.Source.Origin(env, options.Weights)
	return answer(env, g.Answer, g.Report())
}

// level returns the significance level of each interim look.
func (c *Command) level() float64 {
	return math.Round(1e12*(1-c.Confidence)) / 1e12 / float64(c.Looks)
}

// answer prints a report and returns the command's exit code as an error.
func answer(env *cli.Env, a gate.Answer, r report.Report) error {
	switch a {
	case gate.Yes:
		return env.PrintYes(r)
	case gate.No:
		return env.PrintNo(r)
	}
	return env.PrintOpen(r)
}

// testQuestions tests whether one model passes every question often enough, and prints the answer.
func (c *Command) testQuestions(env *cli.Env) error {
	err := c.CheckInterval()
	if err == nil {
		err = c.refusePair()
	}
	if err != nil {
		return err
	}
	source, model, err := c.OpenModel(env, c.Models)
	if err != nil {
		return err
	}
	b := source.Board
	if b.Top() > 1 {
		return cli.Usagef("--per-question requires right or wrong outcomes, but %s has categories up to %d; "+
			"convert them with settle import --correct-from C", quoted.Path(c.Results()), b.Top())
	}
	g := standings.QuestionsGate{
		Questions: gate.TestQuestions(b.TallyAll(), model, *c.PerQuestion, c.level()),
		Origin:    source.Origin(env, metrics.Binary), Model: b.Models[model], Names: b.Questions, Of: source.Name,
		Looks: c.Looks, Note: source.Note,
	}
	return answer(env, g.Answer, g.Report(env.Format))
}

// refusePair returns an error if a flag about two models or about a score is given.
func (c *Command) refusePair() error {
	for _, f := range []struct {
		flag string
		set  bool
	}{
		{"claim", c.Claim != nil}, {"margin", c.Margin != nil}, {"estimand", c.About() != posterior.Questions},
		{"metrics", c.Metrics != ""}, {"weights", c.Weights != ""},
	} {
		if f.set {
			return cli.Usagef("--per-question tests each question of one model by itself; remove --%s", f.flag)
		}
	}
	return nil
}

// claim returns the claim to test about the new model, and the claim's margin.
func (c *Command) claim() (gate.Claim, float64, error) {
	claim, _ := gate.ParseClaim(cli.ValueOr(c.Claim, gate.Better.String())) // the parser checked the name
	margin := cli.ValueOr(c.Margin, 0)
	switch {
	case !(margin >= 0) || math.IsInf(margin, 0):
		return claim, margin, cli.Usagef("--margin must be a number of at least 0, not %v", margin)
	case margin == 0 && claim != gate.Better:
		return claim, margin, cli.Usagef("--claim %v requires --margin, the largest difference to ignore, as in --margin 0.01", claim)
	}
	return claim, margin, c.CheckInterval()
}

// checkMargin returns an error if the margin is so large that no two scores can differ by it. The
// answer would then not depend on the results.
func checkMargin(margin float64, w metrics.Weights) error {
	lo, hi := w.Range()
	if margin == 0 || margin < hi-lo {
		return nil
	}
	return cli.Usagef("--margin %v is too large: scores range from %v to %v and differ by at "+
		"most %v; give the margin in units of the score, such as --margin %.3g", margin, lo, hi, hi-lo, (hi-lo)/100)
}

// difference compares the two models by the tested metric.
func (c *Command) difference(env *cli.Env, two *input.Contest, m metrics.Metric) (g standings.Gate, err error) {
	board := two.Source.Board
	g = standings.Gate{
		New: two.Names[0], Old: two.Names[1], Of: two.Of, Metric: m.Name(), Traits: metrics.TraitsOf(m), Estimand: c.About(),
		Groups: board.CountGroups(), Trials: board.Trials(), TrialsMost: board.MostTrials(), Looks: c.Looks, Note: two.Source.Note,
	}
	g.Difference, g.Questions, err = gate.Difference(env.Context, board.TallyAll(), m, two.A, two.B, g.Estimand)
	return g, input.PopulationUsage(err)
}

// byChance is the probability below which identical results are not accepted as a coincidence.
const byChance = 1e-6

// refuseSame returns an error if two models have identical attempts and this is unlikely to be a
// coincidence. It can be a coincidence if there are few attempts, or if nearly all have the same
// outcome. The probability that two random attempts agree is the sum of the squared shares of the
// categories.
func refuseSame(two *input.Contest) error {
	b := two.Source.Board
	counts := make([]float64, b.Top()+1)
	attempts := 0.0
	for q := range b.Questions {
		row := b.Row(two.A, q)
		if !slices.Equal(row, b.Row(two.B, q)) {
			return nil
		}
		for _, outcome := range row {
			counts[outcome]++
		}
		attempts += float64(len(row))
	}
	agree := floats.Dot(counts, counts) / (attempts * attempts)
	if !(math.Pow(agree, attempts) < byChance) {
		return nil
	}
	return cli.Usagef("all attempts of %s and %s (%s) have the same outcomes; name two models that were run separately",
		quoted.Text(two.Names[0]), quoted.Text(two.Names[1]), two.Of)
}
