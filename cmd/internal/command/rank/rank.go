// Package rank is the command that ranks the models of a board by one or
// several metrics, with intervals where the metric has them.
//
// Usage:
//
//	settle rank [flags] FILE|stand-in:NAME|coins:NAME
//	settle rank --schema NAME|FILE|LIST|all [flags] FILE|mimics:NAME
//	settle rank --schemata
//
// See docs/guide.md for examples.
package rank

import (
	"fmt"
	"math"
	"strings"

	"github.com/alecthomas/kong"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/figures"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/report"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	cli.Drawing
	input.Board
	input.Scoring
	input.BetaPrior
	Confidence float64 `default:"0.95" placeholder:"P" help:"Confidence of intervals and ties, between 0 and 1."`
	Columns    string  `default:"brief" enum:"brief,all" help:"The columns of tables: those that one acts on, eight at most, or all there are."`
	Paper      bool    `help:"The table of the paper: by bayes, ranks with ties by neighbours, z and ρ, nothing corrected for many comparisons."`

	Multiplicity *string `enum:"romano-wolf,holm,bonferroni,none" help:"How the sets of ranks and the groups come to hold for all models at once: by draws of the largest |z| and steps, by Holm's steps, by Bonferroni's level, or not at all. Default: romano-wolf, and bonferroni where there are more than 1000 models."`

	Ties       string  `default:"zscore" enum:"zscore,overlap,anchored" help:"When models tie with the interval: neighbours whose z is below the quantile, neighbours whose intervals overlap, or all whose z with the first of their group is."`
	Convention *string `enum:"dense,competition,competition-max,average" help:"How places that tied models share are numbered: competition (1 2 2 4, as sets of ranks are), competition-max (1 3 3 4), dense (1 2 2 3, as in the paper's tables) or average (1 2.5 2.5 4). Default: competition, and dense for --paper."`
	Bounds     *string `placeholder:"none|weights|LO,HI" help:"Clip intervals: not at all (those of pass metrics stay in [0, 1] anyway), to the range of the weights, or to two numbers. Default: weights, and none for --paper."`
	Estimand   string  `default:"questions" enum:"questions,population" help:"What intervals are about: the mean over these very questions, or over all questions like these."`
	Draws      *int    `placeholder:"N" help:"Posterior draws for the probabilities of ranks, 0 for none (default 4000, and 0 where there are more than 1000 models)."`
	Pairs      *string `enum:"all,neighbours,none" help:"Which models are compared with each other. Default: all, and neighbours where there are more than 1000."`
	Pair       string  `placeholder:"A,B" help:"Compare two models on the same questions instead of ranking all."`
	gateFlags
	Defaults string       `kong:"-"` // metrics where --metrics names none, "" for those of the command
	Schemata listSchemata `help:"List the paper's schemata that --schema knows by name, instead of ranking."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Rank the models of a board, with and without intervals."
}

// Run ranks the board and reports, or lists the schemata.
func (c *Command) Run(env *cli.Env, parsed *kong.Context) error {
	if c.Schemata {
		return c.list(env, parsed)
	}
	rules, err := c.rules()
	if err != nil {
		return err
	}
	switch {
	case c.Gate != nil:
		return c.gate(env, rules)
	case c.Margin != nil:
		return cli.Usagef("--margin is for --gate, which it says what does not matter to")
	case c.Several():
		return c.across(env, rules)
	}
	// A model, or two, can be scored by questions that others never met, and ranking methods
	// compare two models on what both met.
	c.KeepUnmet = c.Pair != "" || rules.Estimand == posterior.Population || c.NamesRanker()
	if c.PoolsTasks() && c.Pair == "" {
		return c.tasks(env, rules)
	}
	source, err := c.Open(env)
	if err != nil {
		return err
	}
	if strings.HasPrefix(source.Made, "stand-in:") && (c.Pair != "" || rules.Estimand == posterior.Population) {
		source.Note += " " + report.Comonotone
	}
	ms, rules, origin, err := c.prepare(env, c.Board, source, rules)
	if err != nil {
		return err
	}
	if c.Pair != "" {
		return c.compare(env, source, ms, origin)
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	shown, err := c.rank(env, source, ms, rules, origin)
	if err != nil {
		return err
	}
	if err := draw(out, source, shown); err != nil {
		return err
	}
	if err := env.Context.Err(); err != nil {
		return err // pairs of many models take their time
	}
	return env.Print(shown.Report(env.Format))
}

// prepare says by what a board is ranked.
func (c *Command) prepare(
	env *cli.Env, in input.Board, source *input.Source, rules standings.Rules,
) ([]metrics.Metric, standings.Rules, report.Origin, error) {
	var none report.Origin
	options, err := c.Options(env, in, source)
	if err == nil {
		err = c.BetaPrior.Apply(&options, source)
	}
	if err != nil {
		return nil, rules, none, err
	}
	if rules.Bounds, err = input.ParseBounds(c.bounds(), options.Weights); err != nil {
		return nil, rules, none, err
	}
	shape := source.Board.Shape()
	shape.Trials = source.Board.MostTrials() // a metric leaves out the questions that have too few
	ms, err := c.Parse(options, shape, c.metric())
	if err != nil {
		return nil, rules, none, err
	}
	if err := c.refuseIdle(ms); err != nil {
		return nil, rules, none, err
	}
	origin := report.NewOrigin(source.Made, env.Seed, options.Weights)
	origin.Schema, origin.Missing = report.Schema(source.Sorted), report.Missing(source.Kept)
	return ms, rules, origin, nil
}

// tasks ranks all models at each task, and at all tasks pooled, of which there are
// figures.
func (c *Command) tasks(env *cli.Env, rules standings.Rules) error {
	if c.Prior != "" {
		return errPriorOfTask
	}
	sources, err := c.OpenTasks(env)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	var all []report.Standings
	for i, source := range sources {
		ms, rules, origin, err := c.prepare(env, c.Board, source, rules)
		if err != nil {
			return err
		}
		shown, err := c.rank(env, source, ms, rules, origin)
		if err != nil {
			return err
		}
		if all = append(all, shown); i+1 < len(sources) {
			continue
		}
		if err := draw(out, source, shown); err != nil {
			return err
		}
	}
	return env.Print(report.Tasks(all, env.Format))
}

// rank ranks all models by each metric.
func (c *Command) rank(
	env *cli.Env, source *input.Source, ms []metrics.Metric, rules standings.Rules, origin report.Origin,
) (report.Standings, error) {
	if err := source.RefuseInOrder(ms); err != nil {
		return report.Standings{}, err
	}
	if err := c.limit(env, source, &rules, len(ms)); err != nil {
		return report.Standings{}, err
	}
	trials, err := source.Exchangeable(env)
	if err != nil {
		return report.Standings{}, err
	}
	rankings, err := c.rankings(env, source.Board, ms, rules, origin.Weights)
	return report.Standings{
		Origin: origin, Name: source.Name, Facts: source.Facts(), Task: source.Board.Task, Shape: source.Board.Shape(),
		Sorted: source.Sorted, Rules: rules, Columns: c.columns(), Rankings: rankings, Groups: source.Board.CountGroups(), Trials: trials,
	}, err
}

// rankings are those of the board by each metric, with draws.
func (c *Command) rankings(
	env *cli.Env, board *results.Board, ms []metrics.Metric, rules standings.Rules, weights []float64,
) ([]standings.Standings, error) {
	tally := board.TallyAll()
	options, finish := c.drawing(env, len(ms), len(board.Models))
	defer finish()
	var all []standings.Standings
	for i, m := range ms {
		if err := env.Context.Err(); err != nil {
			return nil, err
		}
		s, err := c.ranking(env, board, tally, m, rules, weights, options(i))
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// ranking is that of the board by a metric, with o.Replicates draws.
func (c *Command) ranking(
	env *cli.Env, board *results.Board, tally *results.Tally, m metrics.Metric, rules standings.Rules, weights []float64,
	o montecarlo.Options,
) (standings.Standings, error) {
	if sequential, ok := m.(metrics.Sequential); ok {
		return standings.RankInOrder(board, sequential, rules, env.Seed)
	}
	s, err := standings.Rank(env.Context, board.Models, tally, m, rules)
	if err != nil {
		return s, usage(err)
	}
	method, together := c.method(len(board.Models))
	if ranker, ok := m.(metrics.Ranker); ok {
		if o.Replicates == 0 {
			return s, nil
		}
		return s, s.DrawOrders(env.Context, tally, ranker, weights, together, env.Seed, o)
	}
	if together {
		largest := montecarlo.Options{Replicates: max(o.Replicates, defaultDraws), Workers: env.Workers}
		if err := s.CompareAll(env.Context, method, env.Seed, largest); err != nil {
			return s, err
		}
	}
	if o.Replicates > 0 && !metrics.Anew(m) { // the skewed posteriors of which are not drawn: the report says so
		err = s.Draw(env.Context, env.Seed, o)
	}
	return s, err
}

// draw draws a leaderboard for each metric and, where there are any, the
// probabilities of ranks and the categories of a schema.
func draw(out *cli.Output, source *input.Source, s report.Standings) error {
	add := func(name string, f *figures.Figure) error {
		if f == nil {
			return nil
		}
		return out.Figure(source.FileName(name), f)
	}
	for _, ranked := range s.Rankings {
		name := report.FileName(ranked.Metric)
		if err := add("rank-"+name, s.Figure(ranked)); err != nil {
			return err
		}
		if err := add("ranks-"+name, s.RanksFigure(ranked)); err != nil {
			return err
		}
	}
	return add("categories", s.CategoriesFigure())
}

// compare compares two models by each metric.
func (c *Command) compare(env *cli.Env, source *input.Source, ms []metrics.Metric, origin report.Origin) error {
	if env.Out != "" {
		return cli.Usagef("--pair draws no figure: leave out --out")
	}
	board := source.Board
	a, b, err := parsePair(c.Pair, board.Models)
	if err != nil {
		return err
	}
	tally := board.TallyAll()
	options, finish := c.drawing(env, len(ms), 2)
	defer finish()
	v := standings.Versus{A: board.Models[a], B: board.Models[b], Confidence: c.Confidence}
	for i, m := range ms {
		if err := v.Compare(env.Context, tally, m, a, b, env.Seed, options(i)); err != nil {
			return err
		}
	}
	return env.Print(report.Versus{
		Versus: v, Origin: origin,
		Name: source.Name, Facts: source.Facts(), Task: board.Task, Shape: board.Shape(), Groups: board.CountGroups(),
	}.Report(env.Format))
}

// drawing returns the options of the i-th of several runs of posterior draws,
// which share a progress bar.
func (c *Command) drawing(
	env *cli.Env, runs, models int,
) (options func(i int) montecarlo.Options, finish func()) {
	draws := c.draws(models)
	update, finish := env.Progress("drawing", runs*draws)
	return func(i int) montecarlo.Options {
		return montecarlo.Options{
			Replicates: draws, Workers: env.Workers,
			Progress: func(done int) { update(i*draws + done) },
		}
	}, finish
}

// usage makes asking for the population of one question a wrong usage.
func usage(err error) error {
	if posterior.NoPopulation(err) {
		return cli.Usagef("--estimand population: %w", err)
	}
	return err
}

// maxDraws is the largest number of draws, more than anybody waits for.
const maxDraws = 1_000_000_000

func (c *Command) rules() (standings.Rules, error) {
	if !(c.Confidence > 0 && c.Confidence < 1) {
		return standings.Rules{}, cli.Usagef("--confidence must be between 0 and 1, but is %v", c.Confidence)
	}
	if math.IsInf(distuv.UnitNormal.Quantile(0.5+c.Confidence/2), 1) {
		return standings.Rules{}, cli.Usagef("--confidence %v is so close to 1 that intervals have no ends", c.Confidence)
	}
	if draws := c.draws(0); draws < 0 || draws > maxDraws {
		return standings.Rules{}, cli.Usagef("--draws must be from 0 to %d, but is %d", maxDraws, draws)
	}
	estimand, err := posterior.ParseEstimand(c.Estimand)
	if err != nil {
		return standings.Rules{}, cli.Usagef("%w", err)
	}
	ties, err := ranking.ParseTies(c.Ties)
	if err != nil {
		return standings.Rules{}, cli.Usagef("%w", err)
	}
	convention, err := ranking.ParseConvention(c.convention())
	if err != nil {
		return standings.Rules{}, cli.Usagef("%w", err)
	}
	return standings.Rules{Confidence: c.Confidence, Ties: ties, Convention: convention, Estimand: estimand}, nil
}

// defaultDraws leave a probability a Monte-Carlo standard error of 0.8 % at most.
const defaultDraws = 4000

// manyModels is from where on comparing all pairs is left to those who ask for it:
// what it takes grows with the square of the models.
const manyModels = 1000

// draws is the number of posterior draws for so many models.
func (c *Command) draws(models int) int {
	switch {
	case c.Draws != nil:
		return *c.Draws
	case models > manyModels:
		return 0
	}
	return defaultDraws
}

// pairs are those that are compared of so many models.
func (c *Command) pairs(models int) standings.Pairs {
	names := map[string]standings.Pairs{
		"all":        standings.AllPairs,
		"neighbours": standings.Neighbours,
		"none":       standings.NoPairs,
	}
	switch {
	case c.Pairs != nil:
		return names[*c.Pairs]
	case models > manyModels:
		return standings.Neighbours
	}
	return standings.AllPairs
}

// metric is the one that models are ranked by unless others are asked for. A prior of
// older results is one of bayes, and so is the paper's table; of all questions like
// these avg speaks best, which needs to know nothing of how questions differ.
func (c *Command) metric() string {
	switch {
	case c.Defaults != "":
		return c.Defaults
	case c.Paper, c.Prior != "":
		return "bayes"
	case c.Estimand == posterior.Population.String():
		return "avg"
	}
	return "bayes:fitted"
}

// bounds are those asked for, or else none in the paper and the range of the weights
// elsewhere.
func (c *Command) bounds() string {
	switch {
	case c.Bounds != nil:
		return *c.Bounds
	case c.Paper:
		return "none"
	}
	return "weights"
}

func (c *Command) columns() report.Columns {
	switch {
	case c.Columns == "all":
		return report.AllColumns
	case c.Paper:
		return report.Paper
	}
	return report.Brief
}

// method is how all of so many models are compared at once, if they are. In a
// population each of many pairs takes a look at all questions.
func (c *Command) method(models int) (m posterior.Method, ok bool) {
	name := posterior.RomanoWolf.String()
	switch {
	case c.Multiplicity != nil:
		name = *c.Multiplicity
	case c.Paper, models > manyModels && c.Estimand == posterior.Population.String():
		return 0, false
	}
	m, err := posterior.ParseMethod(name)
	return m, err == nil
}

// What a pair of models takes, in bytes: its comparison, more of it as JSON, and how
// often the one had the other's rank, and was above it, in each aggregate of the draws.
const (
	pairBytes     = 64
	pairJSONBytes = 700
	rankBytes     = 8
	aboveBytes    = 8
)

// limit chooses the pairs, says so where they are not all, and refuses what does not
// fit into the memory.
func (c *Command) limit(env *cli.Env, source *input.Source, rules *standings.Rules, metrics int) error {
	models := len(source.Board.Models)
	rules.Pairs = c.pairs(models)
	if models > manyModels && (c.Pairs == nil || c.Draws == nil) {
		note := fmt.Sprintf("Of more than %d models only neighbours are compared, and no ranks drawn; "+
			"--pairs all and --draws N do so all the same. ", manyModels)
		source.Note = strings.TrimSpace(note + source.Note)
	}
	square, each := float64(models)*float64(models), 0.0
	if rules.Pairs == standings.AllPairs {
		each = pairBytes
		if env.Format == report.JSON {
			each += pairJSONBytes / 2
		}
	}
	need := square * each * float64(metrics)
	if c.draws(models) > 0 {
		need += square * (rankBytes + aboveBytes) * float64(2*env.Workers+1+metrics)
	}
	if err := env.Needs(need, fmt.Sprintf("comparing all pairs of %d models", models)); err != nil {
		return fmt.Errorf("%w: say --pairs neighbours --draws 0", err)
	}
	return nil
}

// convention is that asked for, or else the one that sets of ranks go by, in which a rank
// is one more than the models that are better; the paper's Tables 1 and 2 are dense.
func (c *Command) convention() string {
	switch {
	case c.Convention != nil:
		return *c.Convention
	case c.Paper:
		return ranking.Dense.String()
	}
	return ranking.Competition.String()
}
