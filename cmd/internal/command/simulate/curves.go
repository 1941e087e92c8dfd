package simulate

import (
	"fmt"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report"
	"settle/report/bootstrap"
	"settle/results"
	"settle/sim"
)

type curvesCommand struct {
	cli.Drawing
	cli.Sharing
	coinsFlag
	Metrics    string `placeholder:"LIST" predictor:"metrics" help:"Metrics, separated by commas: ${metrics}. exec:COMMAND or exec:NAME=COMMAND runs your own program. \"paper\" (the default) stands for the thirteen metrics of the paper's Fig. 2, except metrics that need more trials than --trials."`
	Trials     int    `range:"1..65535" default:"80" placeholder:"N" help:"Trials per question."`
	Replicates int    `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Number of boards to draw."`
	Gold       string `default:"truth" enum:"truth,own" help:"Gold order to compare with. truth: the order of the true means. own: for each metric, the order to which it converges."`
	LogN       bool   `plan:"-" help:"Draw the figure with a logarithmic axis for the number of trials."`
}

// Run computes the curves and prints the report.
func (c *curvesCommand) Run(env *cli.Env) error {
	if c.LogN && env.Out == "" {
		return cli.Usagef("--log-n requires --out")
	}
	fresh, err := c.coinsFlag.scored(env, c.Metrics, "paper", c.Trials)
	if err != nil {
		return err
	}
	if len(fresh.coins.Models) < 2 {
		return fmt.Errorf("%s: comparing rankings requires at least two models, but there is only one", c.Coins)
	}
	gold, err := fresh.gold(c.Gold)
	if err != nil {
		return err
	}
	run, err := env.Replicates("simulate", c.Replicates, c.Sharing)
	if err != nil {
		return err
	}
	found, err := montecarlo.Follow(env.Context, fresh.coins.Source(c.Trials, env.Seed), fresh.metrics,
		montecarlo.Wanted{Gold: gold.Levels, Own: gold.Orders}, run)
	if err != nil {
		return err
	}
	shown := bootstrap.Curves{Curves: found.Curves, LogN: c.LogN, Setting: fresh.setting(c.Replicates, env.Seed, gold)}
	return env.PrintDrawn(shown.Report(env.Format), "curves", shown.Figure())
}

// newBoards holds the settings for drawing and scoring new boards.
type newBoards struct {
	name    string
	coins   *sim.Coins
	shape   results.Shape
	metrics []metrics.Metric
}

// scored returns the settings for drawing boards of the simulated models and scoring them by a list
// of metrics. It fails if a metric cannot score boards with the given number of trials.
func (f coinsFlag) scored(env *cli.Env, list, defaults string, trials int) (*newBoards, error) {
	coins, err := f.open(env)
	if err != nil {
		return nil, err
	}
	shape := coins.Shape(trials)
	ms, err := input.Scoring{Metrics: list}.Parse(metrics.Options{Exec: input.Exec(env), Seed: env.Seed}, shape, defaults)
	return &newBoards{f.name(), coins, shape, ms}, err
}

// setting returns a description, for reports, of the boards that are drawn.
func (f *newBoards) setting(replicates int, seed uint64, gold input.Gold) report.Setting {
	return report.Setting{
		Name: f.name, Shape: f.shape, Scheme: report.Fresh, Replicates: replicates, Seed: seed, Gold: gold.Name,
	}
}

// gold returns the gold ranking, with which rankings of new boards are compared.
func (f *newBoards) gold(choice string) (input.Gold, error) {
	switch choice {
	case "truth", "":
		return input.Gold{Levels: f.coins.Gold(), Name: "true means"}, nil
	case "own":
		return input.OwnGold(f.coins, f.metrics)
	}
	return input.Gold{}, cli.Usagef("--gold must be truth or own, not %s", quoted.Text(choice))
}
