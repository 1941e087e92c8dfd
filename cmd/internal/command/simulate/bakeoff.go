package simulate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/metrics"
	bakeoffreport "settle/report/bakeoff"

	"settle/report/bakeoffpage"
	"settle/study/bakeoff"
)

// Bakeoff holds the sub-commands of settle bakeoff.
type Bakeoff struct {
	One  bakeoffCommand  `cmd:"" top:"weights,schema,thin,metrics,gold,trials,replicates,league,format,out" name:"run" default:"withargs" help:"Compare estimators on boards whose true scores are known (the default)."`
	All  standingCommand `cmd:"" top:"metrics,draws,seed,workers,figures,width,title,quiet,format,out" help:"Run the standing league: compare ranking methods on all families of models."`
	Init templateCommand `cmd:"" without:"seed,workers,out,max-memory" help:"Write a template for a method of your own."`
}

// Help returns the help text of the command.
func (*Bakeoff) Help() string { return "Compare estimators and ranking methods." }

// bakeoffCommand holds the arguments and flags of settle bakeoff run.
type bakeoffCommand struct {
	cli.Drawing
	cli.Sharing
	fieldFlags
	Metrics    string   `placeholder:"LIST" predictor:"metrics" help:"Estimators and ranking methods, separated by commas: ${metrics}. exec:COMMAND or exec:NAME=COMMAND runs your own program. Default: the metrics among bayes, avg, pass@2, pass@8, bt and borda that can score the boards."`
	Gold       string   `placeholder:"truth|own|METRIC" help:"Gold order to compare with. truth (the default): the order of the true means. own: for each metric, the order to which it converges. METRIC: the order to which METRIC converges. Scores of exec: programs are then compared with the limit of METRIC, otherwise with the limit of avg."`
	Reference  string   `placeholder:"METRIC" plan:"-" help:"Metric with which the other metrics are compared; it must be in --metrics. Default: avg if present, else the first metric."`
	Trials     *int     `range:"1..65535" placeholder:"N" help:"Trials per question. Default: the number set by trials= or unequal= in the name of the results, else the number in the results, else 80."`
	N          []int    `placeholder:"LIST" help:"Numbers of trials at which metrics are compared, separated by commas. Default: 1, 2, 4, 8, …, and N."`
	Replicates int      `range:"1..1000000000000" default:"1000" placeholder:"N" help:"Number of boards to draw."`
	Cost       bool     `plan:"none" help:"Also measure how long a ranking takes. Times differ between runs."`
	League     []string `placeholder:"LIST|full" plan:"-" help:"Numbers of trials for which a league table is printed; they must be in --n. full: also print all measurements. Default: the largest number."`
}

// estimatorsOfGaps lists the default metrics if attempts are missing. It omits metrics that need K
// trials, such as pass@K, because some model can have too few trials on every question.
const estimatorsOfGaps = "bayes,avg,bt,borda"

// defaultEstimators lists the default metrics if no attempts are missing.
const defaultEstimators = "bayes,avg,pass@2,pass@8,bt,borda"

// Help returns the help text of the command.
func (*bakeoffCommand) Help() string {
	return "Compare estimators and ranking methods with the truth: their bias, error, intervals " +
		"and rankings. With --out, all results are also written to a page, index.html."
}

// Run compares the estimators and prints the report.
func (c *bakeoffCommand) Run(env *cli.Env) error {
	if c.Cost && c.Sharing != (cli.Sharing{}) {
		return cli.Usagef("--cost measures times on one machine and cannot be used " +
			"with --shard or --checkpoint; run --cost separately")
	}
	if err := c.parse(); err != nil {
		return err
	}
	if _, err := c.options(env, 0); err != nil { // before anything is read
		return err
	}
	field, err := c.open(env)
	if err != nil {
		return err
	}
	options, err := c.options(env, field.Trials)
	if err != nil {
		return err
	}
	ms, err := c.contestants(env, field, &options)
	if err != nil {
		return err
	}
	if options.Share, err = env.Share(c.Sharing); err != nil {
		return err
	}
	options.Progress = env.Progress("simulate", 2*options.Share.Count(c.Replicates))
	results, err := bakeoff.Measure(env.Context, field, ms, options)
	if err != nil {
		return err
	}
	leagues, full, err := c.leagues(options.At)
	if err != nil {
		return err
	}
	b := bakeoffreport.Bakeoff{
		Coins: field.Name, Models: field.Models, Questions: field.Chances.Questions, Gold: field.Gold,
		Note: field.Note, Options: options, Results: results, LeagueAt: leagues, Full: full,
	}
	if c.Cost {
		if b.Costs, err = costs(env, field, ms, options.At); err != nil {
			return err
		}
	}
	if err := c.file(env, b); err != nil {
		return err
	}
	return env.Print(b.Report(env.Format))
}

// contestants returns the metrics to compare and sets the options that depend on them.
func (c *bakeoffCommand) contestants(env *cli.Env, f *bakeoff.Field, o *bakeoff.Options) ([]metrics.Metric, error) {
	scoring, given := input.Scoring{Metrics: c.Metrics}, metrics.Options{Weights: f.Weights, Exec: input.Exec(env), Seed: env.Seed}
	usual := defaultEstimators
	if f.Missing.Any() {
		usual = estimatorsOfGaps
	}
	ms, err := scoring.Parse(given, f.Shape(o.Trials), usual)
	if err != nil {
		return nil, err
	}
	for _, m := range ms {
		if _, ok := m.(metrics.AttemptMetric); ok && f.Chances.Wrong == nil {
			return nil, cli.Usagef("%s requires attempts with answers; use coins with answers, as in coins:11x30,answers=4", m.Name())
		}
	}
	if o.Reference, err = c.reference(ms); err != nil {
		return nil, err
	}
	return ms, c.compareWith(f, ms, o)
}

// reference returns the index of the metric that all others are compared with.
func (c *bakeoffCommand) reference(ms []metrics.Metric) (int, error) {
	wanted := cmp.Or(c.Reference, "avg")
	at := slices.IndexFunc(ms, func(m metrics.Metric) bool { return m.Name() == wanted })
	if at < 0 && c.Reference != "" {
		return 0, cli.Usagef("--reference %s is not in --metrics; name a metric of that list", quoted.Text(c.Reference))
	}
	return max(at, 0), nil
}

// compareWith sets the gold ranking, with which the rankings by metrics are compared. It also sets
// the target, the metric whose limit is compared with the scores of external programs.
func (c *bakeoffCommand) compareWith(f *bakeoff.Field, ms []metrics.Metric, o *bakeoff.Options) error {
	o.Against, o.Target = cmp.Or(c.Gold, "truth"), metrics.Avg(f.Weights)
	switch o.Against {
	case "truth":
		return nil
	case "own":
		if o.Golds = f.Own(ms); !slices.ContainsFunc(o.Golds, func(order []int) bool { return order != nil }) {
			return cli.Usagef("--gold own: none of the metrics has a known " +
				"limit; use --gold truth or other metrics")
		}
		return nil
	}
	gold, err := metrics.Parse(o.Against, metrics.Options{Weights: f.Weights})
	if err != nil {
		return cli.Usagef("--gold: %w", err)
	}
	own := f.Own(gold)
	if len(gold) > 1 || own[0] == nil {
		return cli.Usagef("--gold %s: must be truth, own, or one metric with a known limit, such as avg or pass@8",
			quoted.Text(o.Against))
	}
	o.Golds, o.Target = slices.Repeat(own, len(ms)), gold[0]
	return nil
}

// file writes the figures and the page to the folder of --out, if the flag is given.
func (c *bakeoffCommand) file(env *cli.Env, b bakeoffreport.Bakeoff) error {
	out, err := env.Output()
	if out == nil {
		return err
	}
	err = out.Figures(asNamed, cli.Drawn{Name: "bakeoff", Figure: b.Figure()},
		cli.Drawn{Name: "differences", Figure: b.Differences()}, cli.Drawn{Name: "accuracy-cost", Figure: b.CostFigure()})
	if err != nil {
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

// options returns the options that the flags select. The given number of trials is that of the
// results to which the models are fitted. It is 0 if the models are not fitted to results.
func (c *bakeoffCommand) options(env *cli.Env, trials int) (o bakeoff.Options, err error) {
	missing := c.made.Missing
	o.Trials = cli.ValueOr(c.Trials, cmp.Or(c.made.Trials, missing.Most, trials, input.DefaultTrials))
	if missing.Most > o.Trials {
		return o, cli.Usagef("unequal=%d-%d exceeds --trials %d; use a larger --trials", missing.Fewest, missing.Most, o.Trials)
	}
	o.Replicates, o.Workers, o.Seed = c.Replicates, env.Workers, env.Seed
	if o.At, err = c.trialCounts(o.Trials); err != nil {
		return o, err
	}
	_, _, err = c.leagues(o.At)
	return o, err
}

// leagues returns the numbers of trials for which --league prints a league table. It also reports
// whether to print all measurements.
func (c *bakeoffCommand) leagues(at []int) (leagues []int, full bool, err error) {
	for _, text := range c.League {
		if text == "full" {
			full = true
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, false, cli.Usagef("--league: %s is neither a number of trials nor full", quoted.Text(text))
		}
		if !slices.Contains(at, n) {
			return nil, false, cli.Usagef("--league %d: metrics are not compared at this number of trials, only at %s; add this number to --n",
				n, strings.Join(lists.Each(at, strconv.Itoa), ", "))
		}
		leagues = append(leagues, n)
	}
	return leagues, full, nil
}

// trialCounts returns the numbers of trials at which metrics are compared, in ascending order.
func (c *bakeoffCommand) trialCounts(trials int) ([]int, error) {
	if len(c.N) == 0 {
		return metrics.Grid(trials), nil
	}
	at := slices.Compact(slices.Sorted(slices.Values(c.N)))
	if at[0] < 1 || at[len(at)-1] > trials {
		return nil, cli.Usagef("--n must be from 1 to %d (the value of --trials), not %d", trials, firstOutOfRange(at, trials))
	}
	return at, nil
}

// firstOutOfRange returns the first number in a list that is below 1 or above the given number of
// trials.
func firstOutOfRange(numbers []int, trials int) int {
	return numbers[slices.IndexFunc(numbers, func(n int) bool { return n < 1 || n > trials })]
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
