package rank

import (
	"fmt"

	"github.com/alecthomas/kong"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/report"
	"settle/rubric"
	"settle/study/standings"
)

// listSchemata is the flag that asks for the list of schemata, for which no
// results are needed.
type listSchemata bool

// BeforeReset lets the results be missing; kong calls it before it looks for
// them.
func (listSchemata) BeforeReset(parsed *kong.Context) error {
	for _, argument := range parsed.Selected().Positional {
		argument.Required = false
	}
	return nil
}

// list lists the schemata. Whatever is said of a ranking has no meaning then.
func (c *Command) list(env *cli.Env, parsed *kong.Context) error {
	if c.Results() != "" {
		return cli.Usagef("--schemata ranks nothing: leave out %s", c.Results())
	}
	if env.Out != "" {
		return cli.Usagef("--schemata draws no figure: leave out --out")
	}
	for _, flag := range cli.OwnFlags(parsed) {
		if flag != "schemata" {
			return cli.Usagef("--schemata ranks nothing: leave out --%s", flag)
		}
	}
	return env.Print(report.Schemata(rubric.Paper(), env.Format))
}

// across ranks the same attempts by several schemata.
func (c *Command) across(env *cli.Env, rules standings.Rules) error {
	if err := c.checkAcross(); err != nil {
		return err
	}
	schemata, err := c.OpenSchemata()
	if err != nil {
		return err
	}
	if c.PoolsTasks() {
		return c.acrossTasks(env, schemata, rules)
	}
	source, err := c.OpenSignals(env, schemata)
	if err != nil {
		return err
	}
	prior, err := c.PriorSignals(env, c.Board, schemata, source)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	ranked, err := standings.RankAcross(env.Context, source.Attempts, &source.Thresholds, schemata, prior, rules)
	if err != nil {
		return usage(err)
	}
	shown := shownAcross(env, ranked, source, source.Name, source.Facts())
	if err := out.Figure("schemata", shown.Figure()); err != nil {
		return err
	}
	return env.Print(shown.Report(env.Format))
}

// shownAcross is what is shown of rankings under several schemata.
func shownAcross(env *cli.Env, ranked *standings.Across, s *input.Signals, name, facts string) report.Across {
	return report.Across{
		Across: ranked, Name: name, Facts: facts,
		Origin: report.SignalsOrigin{Source: s.Made, Seed: env.Seed, ThresholdsFrom: s.ThresholdsFrom},
	}
}

// acrossTasks ranks the same attempts by several schemata, at each task and at all
// tasks pooled, of which there is a figure.
func (c *Command) acrossTasks(env *cli.Env, schemata []*rubric.Schema, rules standings.Rules) error {
	if c.Prior != "" {
		return errPriorOfTask
	}
	tasks, err := c.OpenSignalTasks(env, schemata)
	if err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	var all []report.Across
	ruled := input.Ruled(tasks)
	for i, s := range tasks {
		ranked, err := standings.RankAcrossTasks(env.Context, ruled[i:i+1], schemata, rules)
		if err != nil {
			return usage(err)
		}
		all = append(all, shownAcross(env, ranked, s, s.Name, s.Facts()))
	}
	if len(tasks) > 1 {
		pooled, err := standings.RankAcrossTasks(env.Context, ruled, schemata, rules)
		if err != nil {
			return fmt.Errorf("%s: %w", quoted.Path(c.Results()), err)
		}
		all = append(all, shownAcross(env, pooled, tasks[0], c.PoolName(), input.PoolFacts(tasks)))
	}
	if err := out.Figure("schemata", all[len(all)-1].Figure()); err != nil {
		return err
	}
	return env.Print(report.AcrossTasks(all, env.Format))
}

// errPriorOfTask refuses a prior where all tasks are pooled.
var errPriorOfTask = cli.Usagef("--prior is of one task: choose one with --task")

// checkAcross refuses what only one ranking can have.
func (c *Command) checkAcross() error {
	for _, single := range []struct {
		flag  string
		given bool
	}{
		{"--weights", c.Weights != ""},
		{"--correct-from", c.CorrectFrom != nil},
		{"--metrics", c.Metrics != "" && c.Metrics != "bayes"},
		{"--bounds", c.Bounds != nil},
		{"--multiplicity", c.Multiplicity != nil && *c.Multiplicity != "none"}, // none is what it does
		{"--columns", c.Columns != "brief"},
		{"--paper", c.Paper},
		{"--prior-weight", c.PriorWeight != ""},
		{"--alpha0", c.Alpha0 != 1},
		{"--beta0", c.Beta0 != 1},
		{"--draws", c.Draws != nil && *c.Draws != 0}, // 0 is what it does
		{"--pair", c.Pair != ""},
		{"--pairs", c.Pairs != nil},
		{"--drop", c.Drop != nil},
		{"--drop-hard", c.DropHard != nil},
		{"--unequal", c.Unequal != ""},
	} {
		if single.given {
			return cli.Usagef("%s is for one schema: several rank by bayes with the weights of each", single.flag)
		}
	}
	return nil
}
