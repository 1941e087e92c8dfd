package simulate

import (
	"cmp"
	"fmt"
	"slices"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/metrics"
	"settle/report"
	"settle/report/bakeoffpage"
	"settle/study/bakeoff"
)

// Bakeoff is the grammar of the bakeoff, a command of its own, too.
type Bakeoff struct {
	cli.Drawing
	coinsFlag
	templateFlags
	Metrics    string `placeholder:"LIST" help:"Estimators, separated by commas: ${metrics}. exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. Default: bayes, avg, pass@2 and pass@8, as far as there are trials for them."`
	Target     string `placeholder:"METRIC" help:"What the programs of exec: estimate: what this metric does (default avg)."`
	Trials     int    `default:"80" placeholder:"N" help:"Trials of each question."`
	N          []int  `placeholder:"LIST" help:"Numbers of trials to look at, separated by commas. Default: 1, 2, 4, 8, …, and N."`
	Replicates int    `default:"1000" placeholder:"N" help:"Boards to draw."`
	Cost       bool   `help:"Also measure how long a score takes, which no two runs agree on."`
}

// Help says what the command does.
func (*Bakeoff) Help() string {
	return "Compare estimators: bias, error, intervals and rankings, against the truth. " +
		"With --out all of it becomes a page, too: index.html in the folder."
}

// Run lets the estimators compete and reports.
func (c *Bakeoff) Run(env *cli.Env) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Init != nil {
		return c.begin(env)
	}
	options, err := c.options(env)
	if err != nil {
		return err
	}
	coins, err := c.open(env)
	if err != nil {
		return err
	}
	if len(coins.Models) < 2 {
		return fmt.Errorf("%s: rankings of two models or more can be compared, and there is one", c.Coins)
	}
	scoring := input.Scoring{Metrics: c.Metrics}
	ms, err := scoring.Parse(metrics.Options{Exec: input.Exec(env)}, coins.Shape(c.Trials), "bayes,avg,pass@2,pass@8")
	if err != nil {
		return err
	}
	if c.Target != "" && !slices.ContainsFunc(ms, untargeted) {
		return cli.Usagef("--target says what the programs of exec: estimate, and --metrics names none: " +
			"the others say it themselves")
	}
	field := bakeoff.OfCoins(coins)
	out, err := env.Output()
	if err != nil {
		return err
	}
	progress, finish := env.Progress("simulate", 2*c.Replicates)
	options.Progress = progress
	results, err := bakeoff.Measure(env.Context, field, ms, options)
	finish()
	if err != nil {
		return err
	}
	b := report.Bakeoff{
		Coins: c.name(), Models: coins.Models, Questions: len(coins.Questions), Gold: coins.Gold(),
		Options: options, Results: results,
	}
	if c.Cost {
		if b.Costs, err = costs(env, field, ms, options.At); err != nil {
			return err
		}
	}
	if err := c.file(env, out, b); err != nil {
		return err
	}
	return env.Print(b.Report(env.Format))
}

// file writes the figure and the page, if a folder is given.
func (c *Bakeoff) file(env *cli.Env, out *cli.Output, b report.Bakeoff) error {
	if out == nil {
		return nil
	}
	if err := out.Figure("bakeoff", b.Figure()); err != nil {
		return err
	}
	from, err := env.Provenance()
	if err != nil {
		return err
	}
	shown, err := bakeoffpage.New(b, c.Links("bakeoff"), from)
	if err != nil {
		return err
	}
	return out.Page(cli.PageName, shown)
}

// options are how much to run, as the flags say.
func (c *Bakeoff) options(env *cli.Env) (o bakeoff.Options, err error) {
	if err := cli.CheckCount("--replicates", c.Replicates); err != nil {
		return o, err
	}
	if err := checkTrials(c.Trials); err != nil {
		return o, err
	}
	o.Replicates, o.Workers, o.Seed, o.Trials = c.Replicates, env.Workers, env.Seed, c.Trials
	if o.At, err = c.at(); err != nil {
		return o, err
	}
	o.Target, err = c.target()
	return o, err
}

// at returns the numbers of trials to look at, ascending.
func (c *Bakeoff) at() ([]int, error) {
	if len(c.N) == 0 {
		var at []int
		for n := 1; n < c.Trials; n *= 2 {
			at = append(at, n)
		}
		return append(at, c.Trials), nil
	}
	at := slices.Compact(slices.Sorted(slices.Values(c.N)))
	if at[0] < 1 || at[len(at)-1] > c.Trials {
		return nil, cli.Usagef("--n must be from 1 to the %d of --trials, but is %d", c.Trials, outside(at, c.Trials))
	}
	return at, nil
}

// outside is the first number that is not in 1..trials.
func outside(at []int, trials int) int {
	return at[slices.IndexFunc(at, func(n int) bool { return n < 1 || n > trials })]
}

// untargeted tells whether a metric does not say itself what it estimates, as
// programs do not.
func untargeted(m metrics.Metric) bool {
	_, ok := m.(metrics.Targeter)
	return !ok
}

// target is the metric whose truth that of programs is.
func (c *Bakeoff) target() (metrics.Metric, error) {
	ms, err := metrics.Parse(cmp.Or(c.Target, "avg"), metrics.Options{})
	if err != nil {
		return nil, cli.Usagef("--target: %w", err)
	}
	target, ok := ms[0].(metrics.Targeter)
	if !ok || len(ms) > 1 {
		return nil, cli.Usagef("--target is %q: name one metric whose truth is known, such as avg or pass@8", c.Target)
	}
	return target, nil
}

func costs(env *cli.Env, f *bakeoff.Field, ms []metrics.Metric, at []int) ([][]bakeoff.Cost, error) {
	all := make([][]bakeoff.Cost, len(ms))
	for i, m := range ms {
		measured, err := bakeoff.Costs(env.Context, f, m, at, env.Seed)
		if err != nil {
			return nil, err
		}
		all[i] = measured
	}
	return all, nil
}
