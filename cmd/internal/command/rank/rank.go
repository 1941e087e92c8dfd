// Package rank implements settle rank, which ranks the models of a board by one or several
// metrics, with intervals if the metric has them.
//
// Usage:
//
//	settle rank [flags] FILE|stand-in:NAME|coins:NAME
//	settle rank --schema NAME|FILE|LIST|all [flags] FILE|mimics:NAME
//
// See docs/guide.md for examples.
package rank

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/report"
	standingsreport "settle/report/standings"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// Command holds the arguments and flags of settle rank, without the flags that all commands share.
type Command struct {
	cli.Drawing
	input.Board
	input.Ballots
	input.Scoring
	input.Interval
	input.Draws
	input.Estimand
	Columns  string `default:"brief" enum:"brief,all" help:"Columns to show in tables. brief: the most useful columns, at most eight. all: all columns."`
	Paper    bool   `help:"Print the table as in the paper: metric bayes, dense ranks with ties between neighbours, z and ρ, unclipped intervals, no correction for multiple comparisons."`
	Defaults string `kong:"-"` // default of --metrics, "" for the usual default of the command
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Rank the models of a board and show how certain the ranking is."
}

// Run ranks the models and prints the report.
func (c *Command) Run(env *cli.Env) error {
	if c.Several() {
		return c.rankBySchemata(env)
	}
	found, err := c.Find(env)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	all := lists.Each(found, func(f Found) standingsreport.Standings { return f.Standings })
	if err := draw(out, found[len(found)-1].Source, all[len(all)-1]); err != nil {
		return err
	}
	if err := env.Context.Err(); err != nil {
		return err // comparing many pairs takes long
	}
	shown := standingsreport.Tasks(all, env.Format)
	shown.Next = c.next(env, all[len(all)-1])
	return env.Print(shown)
}

// next returns the command to suggest after this one. It is settle budget if the ranking by
// bayes:fitted leaves some pairs unseparated, otherwise settle report.
func (c *Command) next(env *cli.Env, s standingsreport.Standings) string {
	ranked, idle := s.Rankings[0], []string{"columns", "draws", "paper", "answers", "weight-by", "no-answer"}
	if separated, of := ranked.SeparatedPairs(); ranked.Together != nil && separated < of && ranked.Metric == "bayes:fitted" {
		return env.Beside("budget", append(idle, "metrics", "estimand"))
	}
	if c.Metrics == "" && c.Defaults == questions {
		return env.Beside("report", idle, "--metrics", questions)
	}
	return env.Beside("report", idle)
}

// Found holds a board and its rankings.
type Found struct {
	Source    *input.Source // the source as it was opened
	Metrics   []metrics.Metric
	Standings standingsreport.Standings
}

// Find ranks the models without printing the ranking. If all tasks are selected, it returns one
// Found per task, followed by one for all tasks together.
func (c *Command) Find(env *cli.Env) ([]Found, error) {
	rules, err := c.rules()
	if err != nil {
		return nil, err
	}
	if rules.Estimand == posterior.Population && c.Metrics == "" && c.metric() == "avg" {
		env.SayFirst("Ranked by avg instead of bayes:fitted, because the prior of bayes:fitted treats the questions as fixed, whereas avg assumes nothing about how questions differ.")
	}
	// Allow questions that some models never tried if the rules or a metric can use them. Ranking
	// methods compare two models on the questions that both tried, and some metrics predict scores
	// on the other questions.
	c.Ask(c.Ballots, false)
	c.KeepUnmet = rules.Estimand == posterior.Population || c.TakesUnmet()
	sources, err := c.sources(env)
	if errors.Is(err, results.ErrNoneInCommon) {
		sources, err = c.sparse(env, err)
	}
	if err != nil {
		return nil, err
	}
	if len(sources) == 1 && c.PoolsTasks() {
		c.Task = "" // messages need not name the only task
	}
	var all []Found
	for _, source := range sources {
		if strings.HasPrefix(source.Made, "stand-in:") && rules.Estimand == posterior.Population {
			source.Note += " " + report.Comonotone
		}
		found, err := c.find(env, source, rules)
		if err != nil {
			return nil, err
		}
		all = append(all, found)
	}
	return all, nil
}

// questions names the default metric for boards on which no question was attempted by all models.
const questions = "bayes:questions"

// sparse opens a board on which no question was tried by all models. It selects bayes:questions,
// which scores all models on all questions. If the flags select another metric, sparse instead
// returns an error that advises bayes:questions. The given error says that no question was tried by
// all models.
func (c *Command) sparse(env *cli.Env, none error) ([]*input.Source, error) {
	advised := fmt.Errorf("%w; use --metrics bayes:questions, which also scores models on questions that they never tried", none)
	if c.Metrics != "" || c.metric() != "bayes:fitted" {
		return nil, advised
	}
	c.Defaults, c.KeepUnmet = questions, true
	sources, err := c.sources(env)
	if err != nil { // standard input cannot be read again
		return nil, advised
	}
	for _, source := range sources {
		if source.Board.Top() > 1 { // bayes:questions requires binary outcomes
			return nil, none
		}
	}
	env.SayFirst("Ranked by bayes:questions instead of bayes:fitted, because no question was attempted by all models. From the results " +
		"of the other models, bayes:questions predicts how well a model would do on questions that it never tried.")
	return sources, nil
}

// find ranks the models of one board.
func (c *Command) find(env *cli.Env, source *input.Source, rules standings.Rules) (Found, error) {
	found := *source // a copy, because later notes belong to the rankings
	ms, options, err := c.ForBoard(env, c.Board, source, c.metric())
	if err == nil {
		err = c.refuseIdle(ms)
	}
	if err == nil {
		_, err = env.Output() // fail before the long work
	}
	if err != nil {
		return Found{}, err
	}
	if rules.Bounds = metrics.Unbounded; !c.Paper {
		rules.Bounds.Lo, rules.Bounds.Hi = options.Weights.Range()
	}
	if c.Metrics == "" {
		ms = scorable(ms, source.Board.TallyAll())
	}
	shown, err := c.rank(env, source, ms, rules, source.Origin(env, options.Weights))
	return Found{&found, ms, shown}, err
}

// scorable returns the metrics that can score at least one question for all models. If no metric
// can, it returns the first metric.
func scorable(ms []metrics.Metric, t *results.Tally) []metrics.Metric {
	kept := slices.DeleteFunc(slices.Clone(ms), func(m metrics.Metric) bool {
		_, err := metrics.Restrict(m, t, false)
		return err != nil
	})
	if len(kept) == 0 {
		return ms[:1]
	}
	return kept
}

func (c *Command) sources(env *cli.Env) ([]*input.Source, error) {
	if c.PoolsTasks() {
		if c.Prior != "" {
			return nil, errPriorOfTask
		}
		return c.OpenTasks(env)
	}
	source, err := c.Open(env)
	return []*input.Source{source}, err
}

// refuseIdle returns an error if a flag does not apply to the metrics.
func (c *Command) refuseIdle(ms []metrics.Metric) error {
	for _, m := range ms {
		traits := metrics.TraitsOf(m)
		switch name := quoted.Bare(m.Name()); {
		case c.About() == posterior.Questions:
		case traits.Ordered || traits.Ranks:
			return cli.Usagef("--estimand %s: %s can rank models only on the questions of this benchmark; use --metrics avg or remove --estimand",
				c.About(), name)
		case traits.New:
			return cli.Usagef("--estimand %s: %s always estimates scores on new questions; remove --estimand",
				c.About(), name)
		}
	}
	if err := c.Ballots.RefuseIdle(c.Metrics); err != nil {
		return err
	}
	return c.Draws.RefuseIdle(ms, c.Interval, c.Columns != "brief")
}

// rank ranks all models of a board by each metric.
func (c *Command) rank(
	env *cli.Env, source *input.Source, ms []metrics.Metric, rules standings.Rules, origin report.Origin,
) (standingsreport.Standings, error) {
	if err := source.RefuseInOrder(ms); err != nil {
		return standingsreport.Standings{}, err
	}
	if err := c.limit(env, source, &rules, len(ms)); err != nil {
		return standingsreport.Standings{}, err
	}
	trials, err := source.Exchangeable(env)
	if err != nil {
		return standingsreport.Standings{}, err
	}
	tally := source.Board.TallyAll()
	rankings, err := c.rankings(env, source.Board, tally, ms, rules, origin.Weights)
	return standingsreport.Standings{
		Origin: origin, Name: source.Name, Facts: source.Facts(), Task: source.Board.Task, Shape: source.Board.Shape(),
		Sorted: source.Sorted, Rules: rules, Columns: c.columns(), Rankings: rankings, Groups: source.Board.CountGroups(), Trials: trials,
		FirstTwo: firstTwo(tally, ms, rankings, rules),
	}, err
}

// firstTwo returns the variance components of the difference between the avg scores of the first
// two models. It returns nil unless the models are ranked by avg with the estimand population.
func firstTwo(t *results.Tally, ms []metrics.Metric, rankings []standings.Standings, rules standings.Rules) *posterior.Components {
	for i, s := range rankings {
		if avg, ok := ms[i].(metrics.Estimator); ok && s.Metric == "avg" && len(s.Rows) > 1 && rules.Estimand == posterior.Population {
			if c, ok := posterior.NewComponents(avg, t, s.Rows[0].Index, s.Rows[1].Index, rules.Confidence); ok {
				return &c
			}
		}
	}
	return nil
}

// rankings returns the ranking of the board's models by each metric, with scores that are drawn
// from the posteriors.
func (c *Command) rankings(
	env *cli.Env, board *results.Board, tally *results.Tally, ms []metrics.Metric, rules standings.Rules, weights []float64,
) ([]standings.Standings, error) {
	options := c.DrawOptions(env, len(ms), len(board.Models))
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

// ranking returns the ranking of the board's models by one metric, for which it draws o.Replicates
// scores of each model.
func (c *Command) ranking(
	env *cli.Env, board *results.Board, tally *results.Tally, m metrics.Metric, rules standings.Rules, weights []float64,
	o montecarlo.Options,
) (standings.Standings, error) {
	if sequential, ok := m.(metrics.Sequential); ok {
		return standings.RankInOrder(board, sequential, rules, env.Seed)
	}
	s, err := standings.Rank(env.Context, board.Models, tally, m, rules)
	if err != nil {
		return s, input.PopulationUsage(err)
	}
	together := c.corrected(len(board.Models))
	if ranker, ok := m.(metrics.Ranker); ok {
		if o.Replicates == 0 {
			return s, nil
		}
		return s, s.DrawOrders(env.Context, tally, ranker, weights, together, env.Seed, o)
	}
	if together {
		largest := montecarlo.Options{Replicates: max(o.Replicates, input.DefaultDraws), Workers: env.Workers}
		if err := s.CompareAll(env.Context, posterior.RomanoWolf, env.Seed, largest); err != nil {
			return s, err
		}
	}
	if o.Replicates > 0 && !metrics.TraitsOf(m).New { // the skewed posteriors of these metrics are not drawn; the report says so
		err = s.Draw(env.Context, env.Seed, o)
	}
	return s, err
}

// draw adds a leaderboard for each metric to the folder of --out. It also adds figures of the
// probabilities of ranks and of the categories of a schema, if there are any.
func draw(out *cli.Output, source *input.Source, s standingsreport.Standings) error {
	var all []cli.Drawn
	for _, ranked := range s.Rankings {
		name := report.FileName(ranked.Metric)
		all = append(all, cli.Drawn{Name: "rank-" + name, Figure: s.Figure(ranked)},
			cli.Drawn{Name: "ranks-" + name, Figure: s.RanksFigure(ranked)})
	}
	return out.Figures(source.FileName, append(all, cli.Drawn{Name: "categories", Figure: s.CategoriesFigure()})...)
}

// rules returns the rules for ranking that the flags select.
func (c *Command) rules() (standings.Rules, error) {
	rules := standings.Rules{Confidence: c.Confidence, Convention: ranking.Competition, Estimand: c.About()}
	if c.Paper {
		rules.Convention = ranking.Dense // as in the paper's Tables 1 and 2
		rules.Means = posterior.Independent
	}
	return rules, c.CheckInterval()
}

// metric returns the name of the default metric. It is the first in this list that applies:
//   - c.Defaults, if it is set;
//   - bayes, if there is a prior or the command shows the paper's table;
//   - avg, for the estimand population, because avg assumes nothing about how questions differ;
//   - bayes:fitted.
func (c *Command) metric() string {
	switch {
	case c.Defaults != "":
		return c.Defaults
	case c.Paper, c.Prior != "":
		return "bayes"
	case c.About() == posterior.Population:
		return "avg"
	}
	return "bayes:fitted"
}

func (c *Command) columns() standingsreport.Columns {
	switch {
	case c.Columns == "all":
		return standingsreport.AllColumns
	case c.Paper:
		return standingsreport.Paper
	}
	return standingsreport.Brief
}

// corrected reports whether all pairs of models are compared with simultaneous confidence. This is
// not done for many models with the estimand population, because each pair then requires a scan of
// all questions.
func (c *Command) corrected(models int) bool {
	return !c.Paper && (models <= input.ManyModels || c.About() != posterior.Population)
}

// Bytes of memory for comparing all pairs of models. With posterior draws, there are several sets
// of counts, and each set holds both kinds of counts below.
const (
	pairBytes     = 64  // the comparison of model i with model j, for each i and j
	pairJSONBytes = 700 // the JSON of a comparison, once per pair
	rankBytes     = 8   // the count of draws in which model i has rank r, for each i and r
	aboveBytes    = 8   // the count of draws in which model i is above model j, for each i and j
)

// limit chooses which pairs of models to compare, and adds a note if it omits some. It returns an
// error if the comparisons do not fit into memory.
func (c *Command) limit(env *cli.Env, source *input.Source, rules *standings.Rules, metrics int) error {
	models := len(source.Board.Models)
	draws := c.DrawsFor(models)
	if models > input.ManyModels && draws == 0 {
		rules.Pairs = standings.Neighbours
		note := fmt.Sprintf("With more than %d models, only neighbours in the ranking are compared and no rank probabilities are computed; "+
			"use --draws N to compare all pairs and compute rank probabilities. ", input.ManyModels)
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
	if draws > 0 {
		need += square * (rankBytes + aboveBytes) * float64(2*env.Workers+1+metrics)
	}
	if err := env.Needs(need, fmt.Sprintf("comparing all pairs of %d models", models)); err != nil {
		return fmt.Errorf("%w; use --draws 0", err)
	}
	return nil
}
