package rank

import (
	"fmt"

	"github.com/alecthomas/kong"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/report"
	"settle/rubric"
	"settle/tables"
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
	if c.Results != "" {
		return cli.Usagef("--schemata ranks nothing: leave out %s", c.Results)
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
func (c *Command) across(env *cli.Env, rules report.Rules) error {
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
	ranked, err := report.RankAcross(env.Context, source.Attempts, &source.Thresholds, schemata, prior, rules)
	if err != nil {
		return usage(err)
	}
	title := fmt.Sprintf("%s ranked by %d schemata", source.Name, len(schemata))
	if err := out.Figure("schemata", ranked.Figure(title, source.Facts())); err != nil {
		return err
	}
	origin := report.SignalsOrigin{Source: source.Made, Seed: env.Seed, ThresholdsFrom: source.ThresholdsFrom}
	r := report.Report{JSON: ranked.Document(origin), Tables: []*tables.Table{ranked.Data()}}
	if tables.Format(env.Format) != tables.CSV {
		places, summary := ranked.Table(title), ranked.Summary("How the schemata agree")
		places.Notes = append(places.Notes, source.Facts())
		r.Tables = []*tables.Table{places, summary}
	}
	return env.Print(r)
}

// drawCategories draws the share of each category by model, best first, and
// returns it as a table.
func drawCategories(out *cli.Output, source *input.Source, ranked report.Standings) (*tables.Table, error) {
	sorted := source.Sorted
	title := source.Name + ": share of each category"
	err := out.Figure(source.FileName("categories"), report.CategoriesFigure(title, source.Facts(), sorted, ranked))
	return report.CategoriesTable(title, sorted, ranked), err
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
		{"--bounds", c.Bounds != "none"},
		{"--alpha0", c.Alpha0 != 1},
		{"--beta0", c.Beta0 != 1},
		{"--draws", c.Draws != nil && *c.Draws != 0}, // 0 is what it does
		{"--pair", c.Pair != ""},
	} {
		if single.given {
			return cli.Usagef("%s is for one schema: several rank by bayes with the weights of each", single.flag)
		}
	}
	return nil
}
