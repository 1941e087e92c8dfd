package rank

import (
	"github.com/alecthomas/kong"

	"settle/cmd/internal/cli"
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
	shown := report.Across{
		Across: ranked, Name: source.Name, Facts: source.Facts(),
		Origin: report.SignalsOrigin{Source: source.Made, Seed: env.Seed, ThresholdsFrom: source.ThresholdsFrom},
	}
	if err := out.Figure("schemata", shown.Figure()); err != nil {
		return err
	}
	return env.Print(shown.Report(env.Format))
}

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
