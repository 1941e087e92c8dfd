package rank

import (
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/metrics"
	"settle/report"
	"settle/results"
	"settle/study/posterior"
)

// Found is a board with its rankings.
type Found struct {
	Source    *input.Source // as it was opened
	Metrics   []metrics.Metric
	Standings report.Standings
}

// Find ranks the models as the command does, without showing it: at every task and at
// all of them together, which come last, where all tasks are asked for.
func (c *Command) Find(env *cli.Env) ([]Found, error) {
	rules, err := c.rules()
	if err != nil {
		return nil, err
	}
	c.KeepUnmet = rules.Estimand == posterior.Population || c.NamesRanker()
	sources, err := c.sources(env)
	if err != nil {
		return nil, err
	}
	if len(sources) == 1 && c.PoolsTasks() {
		c.Task = "" // messages need not name the only one
	}
	var all []Found
	for _, source := range sources {
		if strings.HasPrefix(source.Made, "stand-in:") && rules.Estimand == posterior.Population {
			source.Note += " " + report.Comonotone
		}
		opened := *source // what is noted from here on is of the rankings
		ms, rules, origin, err := c.prepare(env, c.Board, source, rules)
		if err != nil {
			return nil, err
		}
		if c.Metrics == "" {
			ms = able(ms, source.Board.TallyAll())
		}
		shown, err := c.rank(env, source, ms, rules, origin)
		if err != nil {
			return nil, err
		}
		all = append(all, Found{&opened, ms, shown})
	}
	return all, nil
}

// able are those of some metrics that can score any question of a board for all of its
// models, or the first if none can.
func able(ms []metrics.Metric, t *results.Tally) []metrics.Metric {
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
