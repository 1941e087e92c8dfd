// Package gate is the command that answers whether a new model may take the place of an
// old one, or whether one model passes every question often enough.
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

// Command is the grammar of the command, without the flags that every command has.
type Command struct {
	input.Board
	input.Models
	input.Scoring
	input.Interval
	input.Estimand
	Claim       *string  `enum:"${claims}" help:"What the new model is to be: better than the old one by more than --margin, not worse by --margin or more, or within --margin of it. Default: better."`
	Margin      *float64 `placeholder:"M" help:"A difference that does not matter, in units of the score; needed for not-worse and equivalent. Default: 0."`
	PerQuestion *float64 `range:"(0..1)" placeholder:"P" help:"Test one model instead: is it correct on every question with a chance of at least P?"`
	Looks       int      `range:"1..1000" default:"1" placeholder:"N" help:"How often the gate will be asked of these models at most, with more trials each time: each look takes an equal share of the level."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Test whether a new model is better than an old one, at the level that --confidence leaves: " +
		"exit code 0 for yes, 3 for no, where the opposite holds at the same level, and 4 for undecided. " +
		"With --per-question P, test whether one model, named behind the results, is correct on every question with a chance of at least P. " +
		"The new model stands behind the results, then the old one. " +
		"Of two results the first has the new one and the second the old one; " +
		"there they need no names if each has one model, or if both have one in common."
}

// defaults returns the metric that is tested by default: that of rank.
func (c *Command) defaults() string {
	switch {
	case c.Prior != "":
		return "bayes"
	case c.About() == posterior.Population:
		return "avg"
	}
	return "bayes:fitted"
}

// Run tests the claim and answers.
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
		return cli.Usagef("a gate tests by one metric, and --metrics names %d", len(ms))
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

// level returns the level of each look.
func (c *Command) level() float64 {
	return math.Round(1e12*(1-c.Confidence)) / 1e12 / float64(c.Looks)
}

// answer prints a report and ends the command with the exit code of the answer.
func answer(env *cli.Env, a gate.Answer, r report.Report) error {
	switch a {
	case gate.Yes:
		return env.PrintYes(r)
	case gate.No:
		return env.PrintNo(r)
	}
	return env.PrintOpen(r)
}

// testQuestions tests every question of one model and answers.
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
		return cli.Usagef("--per-question: outcomes of %s reach category %d, and a question is either right or wrong: "+
			"let settle import --correct-from C make them so", quoted.Path(c.Results()), b.Top())
	}
	g := standings.QuestionsGate{
		Questions: gate.TestQuestions(b.TallyAll(), model, *c.PerQuestion, c.level()),
		Origin:    source.Origin(env, metrics.Binary), Model: b.Models[model], Names: b.Questions, Of: source.Name,
		Looks: c.Looks, Note: source.Note,
	}
	return answer(env, g.Answer, g.Report(env.Format))
}

// refusePair refuses flags that are about two models or a score.
func (c *Command) refusePair() error {
	for _, f := range []struct {
		flag string
		set  bool
	}{
		{"claim", c.Claim != nil}, {"margin", c.Margin != nil}, {"estimand", c.About() != posterior.Questions},
		{"metrics", c.Metrics != ""}, {"weights", c.Weights != ""}, {"prior", c.Prior != ""},
	} {
		if f.set {
			return cli.Usagef("--per-question tests each question of one model by itself; remove --%s", f.flag)
		}
	}
	return nil
}

// claim returns what is claimed of the new model, and the margin.
func (c *Command) claim() (gate.Claim, float64, error) {
	claim, _ := gate.ParseClaim(cli.ValueOr(c.Claim, gate.Better.String())) // the parser knows the names
	margin := cli.ValueOr(c.Margin, 0)
	switch {
	case !(margin >= 0) || math.IsInf(margin, 0):
		return claim, margin, cli.Usagef("--margin must be a number of at least 0, but is %v", margin)
	case margin == 0 && claim != gate.Better:
		return claim, margin, cli.Usagef("--claim %v requires --margin, the largest difference to ignore, as in --margin 0.01", claim)
	}
	return claim, margin, c.CheckInterval()
}

// checkMargin refuses a margin that no difference of two scores reaches: the answer would
// be the same whatever the results are.
func checkMargin(margin float64, w metrics.Weights) error {
	lo, hi := w.Range()
	if margin == 0 || margin < hi-lo {
		return nil
	}
	return cli.Usagef("--margin %v: scores are from %v to %v, and no two differ by more than %v: "+
		"margins are in units of the score, such as %.3g", margin, lo, hi, hi-lo, (hi-lo)/100)
}

// difference returns the difference of the models by the metric that is tested.
func (c *Command) difference(env *cli.Env, two *input.Contest, m metrics.Metric) (g standings.Gate, err error) {
	board := two.Source.Board
	g = standings.Gate{
		New: two.Names[0], Old: two.Names[1], Of: two.Of, Metric: m.Name(), Traits: metrics.TraitsOf(m), Estimand: c.About(),
		Groups: board.CountGroups(), Trials: board.Trials(), TrialsMost: board.MostTrials(), Looks: c.Looks, Note: two.Source.Note,
	}
	g.Difference, g.Questions, err = gate.Difference(env.Context, board.TallyAll(), m, two.A, two.B, g.Estimand)
	return g, input.PopulationUsage(err)
}

// byChance is a probability below which results do not agree by chance.
const byChance = 1e-6

// refuseSame refuses two models with the same attempts one by one, unless these can agree by
// chance: few, or nearly all right, or nearly all wrong. Attempts of all questions mixed up
// agree with a chance that is the sum of the categories' squared shares.
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
	return cli.Usagef("the results of %s and %s (%s) are the same, attempt by attempt: name two models that were run apart",
		quoted.Text(two.Names[0]), quoted.Text(two.Names[1]), quoted.Bare(two.Of))
}
