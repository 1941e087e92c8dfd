// Package reproduce implements settle reproduce, which repeats the figures and tables of the
// paper "Don't Pass@k" and compares them with the published numbers.
//
// Usage:
//
//	settle reproduce [flags] [ID …]
//
// It writes figures (SVG, PNG and PDF), their data (CSV), checks.csv, checks.json and a page for
// each experiment to the folder out/ or the folder of --out. The first page, index.html, and the
// printed report say whether the paper's claims hold.
package reproduce

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/given"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/rubric/signals"
)

// Command holds the arguments and flags of settle reproduce, without the flags that all commands
// share.
type Command struct {
	cli.Drawing
	cli.Sharing
	IDs     []string `arg:"" optional:"" name:"id" plan:"-" help:"Experiments to run. Default: all; see --list."`
	List    bool     `plan:"none" help:"List the experiments and exit."`
	Results `embed:""`

	Tables bool `plan:"-" help:"Also print the tables of the experiments and every check; by default they are only in the files."`

	Coins string `placeholder:"NAME|FILE" predictor:"file" help:"Coins for fig2, table1 and fig3, instead of 100 draws of the paper's coins: paper, paper-quantile, 20x30 (models × questions) or a CSV file with the columns model, question and p."`

	Signals string `placeholder:"FILE" predictor:"file" help:"Real base signals of attempts, instead of the simulated ones in fig7, table4 and table5: a CSV or JSONL file with all nine signals, for one or more tasks (see docs/formats.md)."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Reproduce the paper's figures and tables, and compare them with the published " +
		"numbers. Files are written to the folder out, or to the folder given by --out."
}

// Run runs the experiments one after the other and writes their files.
func (c *Command) Run(env *cli.Env) error {
	if c.List {
		return c.list(env)
	}
	selected, err := c.selected()
	if err != nil {
		return err
	}
	real, options, err := c.options(env)
	if err != nil {
		return err
	}
	order := spread(selected)
	share, err := env.Share(c.Sharing, planField(order))
	if err != nil {
		return err
	}
	if env.Out == "" && c.Shard == "" {
		env.Out = "out"
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	yields := func(e experiments.Experiment) (*paper.Result, error) { return runOne(env, e, options) }
	skips := share == nil && !c.Tables // only experiments that run have tables to print
	if share != nil {
		found, err := runShare(env, share, order, options)
		if err != nil {
			return err
		}
		yields = func(e experiments.Experiment) (*paper.Result, error) { return found[e.ID], nil }
	}
	done, err := c.collect(out, selected, yields, skips)
	if err != nil {
		return err
	}
	found := document(real, done)
	if err := out.Document("checks.json", found); err != nil {
		return err
	}
	if err := out.Table("checks", checks.Table("", found.Checks)); err != nil {
		return err
	}
	if err := out.Page(cli.PageName, index(real, done)); err != nil {
		return err
	}
	if env.Format == report.JSON { // the printed document equals checks.json
		return env.Print(report.Report{JSON: found})
	}
	return env.Print(report.Report{Tables: c.shown(env, real, done)})
}

// selected returns the experiments to run. It fails if none of them uses the given data.
func (c *Command) selected() ([]experiments.Experiment, error) {
	selected, err := experiments.Select(c.IDs...)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	for _, given := range []struct {
		flag, file string
		uses       experiments.Uses
	}{
		{"--data", strings.Join(c.Data, ""), experiments.UsesBenchmarks},
		{"--signals", c.Signals, experiments.UsesSignals},
		{"--coins", c.Coins, experiments.UsesCoins},
	} {
		uses := func(e experiments.Experiment) bool { return e.Uses == given.uses }
		if given.file != "" && !slices.ContainsFunc(selected, uses) {
			return nil, cli.Usagef("%s is used only by the experiments %s; add one of them", given.flag, strings.Join(using(given.uses), ", "))
		}
	}
	return selected, nil
}

// using returns the IDs of the experiments that use the given kind of data.
func using(uses experiments.Uses) (ids []string) {
	for _, e := range experiments.All() {
		if e.Uses == uses {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// list prints the list of experiments.
func (c *Command) list(env *cli.Env) error {
	if len(c.IDs) > 0 {
		return cli.Usagef("--list lists all experiments; remove %s", strings.Join(c.IDs, " "))
	}
	if err := env.RefuseBeside("list", "format", "explain", "no-provenance", "quiet"); err != nil {
		return err
	}
	type entry struct {
		ID    string `json:"id"`
		Title string `json:"title"`
	}
	entries := lists.Each(experiments.All(), func(e experiments.Experiment) entry { return entry{e.ID, e.Title} })
	return env.Print(report.Report{JSON: tables.NewObject("experiments", entries), Tables: []*tables.Table{tables.New("", []tables.Field[entry]{
		tables.Left("id", func(e entry) string { return e.ID }),
		tables.Left("title", func(e entry) string { return e.Title }),
	}, entries)}})
}

// options returns the options of the experiments. Data that the user gives replace the paper's
// data. options also returns the results that the user gives, or nil.
func (c *Command) options(env *cli.Env) (real *given.Results, o paper.Options, err error) {
	o = paper.Options{Seed: env.Seed, Workers: env.Workers, Cache: new(paper.Cache)}
	if real, err = c.readReplacements(env); err != nil {
		return nil, o, err
	}
	if real != nil {
		o.Benchmarks = real.Benchmarks
	}
	if o.Signals, err = c.attempts(env); err != nil {
		return nil, o, err
	}
	o.Coins, err = c.coins(env)
	return real, o, err
}

// attempts reads the real signals that replace the simulated ones. It returns nil without
// --signals.
func (c *Command) attempts(env *cli.Env) ([]*signals.Attempts, error) {
	if c.Signals == "" {
		return nil, nil
	}
	return cli.Await(env.Context, func() ([]*signals.Attempts, error) {
		attempts, err := signals.ReadTasks(c.Signals, signals.Options{For: "the list of schemata in Table 5"})
		if err != nil && input.HoldsOutcomes(c.Signals) {
			return nil, cli.Usagef("--signals: %s contains outcomes, but %s require signals",
				c.Signals, strings.Join(using(experiments.UsesSignals), ", "))
		}
		return attempts, err
	})
}

// coins returns the coins (simulated models) that replace the paper's coins, or nil without
// --coins.
func (c *Command) coins(env *cli.Env) (*paper.Coins, error) {
	if c.Coins == "" {
		return nil, nil
	}
	return cli.Await(env.Context, func() (*paper.Coins, error) {
		coins, err := input.OpenCoins(c.Coins, env.Seed)
		if err != nil {
			return nil, err
		}
		name := "coins:" + filepath.Base(strings.TrimPrefix(c.Coins, "coins:"))
		return &paper.Coins{Name: name, Coins: coins}, nil
	})
}

// collect gets the results of the experiments one after the other. It commits the files of each
// experiment before the next begins. If skips is true, it skips experiments that an earlier run
// with equal inputs finished.
func (c *Command) collect(
	out *cli.Output, selected []experiments.Experiment,
	yields func(experiments.Experiment) (*paper.Result, error), skips bool,
) ([]outcome, error) {
	done := make([]outcome, len(selected))
	for i, e := range selected {
		if skips && out.Finished(e.ID) {
			if kept, err := readChecks(out.Path(e.ID + ".json")); err == nil {
				done[i] = outcome{e, &paper.Result{Checks: kept}}
				continue
			}
		}
		result, err := yields(e)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.ID, err)
		}
		done[i] = outcome{e, result}
		if err := c.file(out, done[i]); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// readChecks reads the checks of an experiment from the file that keep wrote.
func readChecks(path string) (kept []checks.Check, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	return kept, err
}

// runOne runs an experiment with a progress bar for each of its stages.
func runOne(env *cli.Env, e experiments.Experiment, o paper.Options) (*paper.Result, error) {
	o.Stage = env.Progress
	return e.Run(env.Context, o)
}

// file writes the files of an experiment: its page, its figures and their data, its tables and its
// checks.
func (c *Command) file(out *cli.Output, o outcome) error {
	for _, f := range o.Figures {
		if err := out.Figure(f.Name, f.Figure); err != nil {
			return err
		}
	}
	for _, d := range o.Data {
		if err := out.Table(d.Name, d.Table); err != nil {
			return err
		}
	}
	if err := out.Page(pageOf(o.ID), c.ownPage(o)); err != nil {
		return err
	}
	if err := cmp.Or(out.File(o.ID+".md", o.markdown), out.File(o.ID+".json", o.keep)); err != nil {
		return err
	}
	return out.Finish(o.ID)
}

// markdown writes the tables of the experiment as Markdown.
func (o outcome) markdown(w io.Writer) error {
	for _, t := range o.tables() {
		if err := t.Write(w, tables.Markdown); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	return nil
}

// keep writes the checks of the experiment to a file. A later run that skips the experiment reads
// them; see readChecks.
func (o outcome) keep(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(allChecks([]outcome{o}))
}
