package main

import (
	"fmt"
	"slices"

	"settle/internal/cli"
	"settle/internal/input"
	"settle/internal/report"
	"settle/rubric"
	"settle/tables"
)

// listed is the flag that asks for the list of schemata.
type listed struct {
	Schemata bool `help:"List the paper's schemata that --schema knows by name, instead of ranking."`
}

// listing is the command line of rank with --schemata, which needs no file.
type listing struct {
	cli.Common
	listed
}

// Run lists the schemata.
func (c *listing) Run(env *cli.Env) error {
	if env.Out != "" {
		return cli.Usagef("--schemata draws no figure: leave out --out")
	}
	return env.Print(report.Schemata(rubric.Paper(), env.Format))
}

// asksForSchemata tells whether --schemata is among the flags.
func asksForSchemata(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--schemata")
}

// across ranks the same attempts by several schemata.
func (c *command) across(env *cli.Env, rules report.Rules) error {
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
	if err := out.Commit(); err != nil {
		return err
	}
	origin := report.SignalsOrigin{Source: source.Made, Seed: env.Seed, ThresholdsFrom: source.ThresholdsFrom}
	r := cli.Report{JSON: ranked.Document(origin), Tables: []*tables.Table{ranked.Data()}}
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
func (c *command) checkAcross() error {
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
