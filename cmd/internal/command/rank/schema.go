package rank

import (
	"fmt"
	"slices"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/report"
	standingsreport "settle/report/standings"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/study/standings"
)

// rankBySchemata ranks the models by several schemata, each of which sorts the same attempts into
// categories. If the attempts belong to several tasks, it ranks the models on each task and on all
// tasks together. It draws a figure of the last ranking.
func (c *Command) rankBySchemata(env *cli.Env) error {
	if err := refuseSingle(env); err != nil {
		return err
	}
	rules, err := c.rules()
	if err != nil {
		return err
	}
	schemata, err := c.OpenSchemata()
	if err != nil {
		return err
	}
	tasks, prior, err := c.signals(env, schemata)
	if err != nil {
		return err
	}
	if _, err := env.Output(); err != nil { // before the long work
		return err
	}
	var all []standingsreport.Across
	for _, s := range tasks {
		ranked, err := standings.RankAcross(env.Context, s.Attempts, &s.Thresholds, schemata, prior, rules)
		if err != nil {
			return input.PopulationUsage(err)
		}
		all = append(all, shownAcross(env, ranked, s, s.Name, s.Facts()))
	}
	if len(tasks) > 1 {
		pooled, err := standings.RankAcrossTasks(env.Context, input.Ruled(tasks), schemata, rules)
		if err != nil {
			return fmt.Errorf("%s: %w", quoted.Path(c.Results()), err)
		}
		all = append(all, shownAcross(env, pooled, tasks[0], c.PoolName(), input.PoolFacts(tasks)))
	}
	return env.PrintDrawn(standingsreport.AcrossTasks(all, env.Format), "schemata", all[len(all)-1].Figure())
}

// signals reads the signals of every task if --task selects all tasks. Otherwise it reads the
// signals of one board and of its prior, if any.
func (c *Command) signals(env *cli.Env, schemata []*rubric.Schema) (tasks []*input.Signals, prior *signals.Attempts, err error) {
	switch {
	case c.PoolsTasks() && c.Prior != "":
		return nil, nil, errPriorOfTask
	case c.PoolsTasks():
		tasks, err = c.OpenSignalTasks(env, schemata)
		return tasks, nil, err
	}
	source, err := c.OpenSignals(env, schemata)
	if err != nil {
		return nil, nil, err
	}
	prior, err = c.PriorSignals(env, c.Board, schemata, source)
	return []*input.Signals{source}, prior, err
}

// shownAcross returns the report on rankings under several schemata.
func shownAcross(env *cli.Env, ranked *standings.Across, s *input.Signals, name, facts string) standingsreport.Across {
	return standingsreport.Across{
		Across: ranked, Name: name, Facts: facts,
		Origin: report.SignalsOrigin{Source: s.Made, Seed: env.Seed, ThresholdsFrom: s.ThresholdsFrom},
	}
}

// errPriorOfTask is returned if --prior is used while --task selects all tasks together.
var errPriorOfTask = cli.Usagef("--prior requires a single task; choose one with --task")

// singleFlags lists the flags that work only with a single schema.
var singleFlags = []string{
	"weights", "metrics", "columns", "paper", "draws", "answers", "weight-by", "no-answer",
}

// refuseSingle returns an error if a flag is given that works only with a single schema.
func refuseSingle(env *cli.Env) error {
	for _, flag := range env.FlagsGiven() {
		if slices.Contains(singleFlags, flag) {
			return cli.Usagef("--%[1]s requires a single schema (with several schemata, models are ranked by bayes with the weights of each schema); remove --%[1]s", flag)
		}
	}
	return nil
}
