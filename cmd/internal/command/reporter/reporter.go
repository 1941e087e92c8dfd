// Package reporter implements settle report, which writes a page with the main results about
// the models of a board.
//
// Usage:
//
//	settle report [flags] FILE|stand-in:NAME|coins:NAME [-o FILE]
//	settle report --schema NAME [flags] FILE|mimics:NAME [-o FILE]
//
// See docs/guide.md for examples.
package reporter

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/command/rank"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/report/boardpage"
	"settle/study/posterior"
)

// Command holds the arguments and flags of settle report, without the flags that all commands
// share.
type Command struct {
	input.Board
	input.Against
	input.Scoring
	input.Interval
	input.Estimand
	input.Draws
	Output       string   `short:"o" default:"report.html" placeholder:"FILE" predictor:"newfile" help:"File for the page; its name must end in .html."`
	Replicates   int      `range:"1..1000000000000" default:"2000" placeholder:"N" help:"Number of replicates for the sections on convergence."`
	Top          *int     `range:"1.." placeholder:"K" help:"Number of leading models that the page shows in figures and lists; each of the other models gets one row. Default: all if there are at most 100, else 30."`
	Title        string   `placeholder:"TEXT" plan:"-" help:"Title of the page. Default: the benchmark or the task, else the file name without extension."`
	CostPerTrial *float64 `range:"(0..)" placeholder:"X" help:"Cost of one trial, to show costs in money."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Write an HTML page that shows who leads and how certain that is, which models are separated, " +
		"how many trials are needed, and what to run next. If there are several tasks, the page has a part for each."
}

// Run computes all results and writes the page.
func (c *Command) Run(env *cli.Env) error {
	if err := c.check(env); err != nil {
		return err
	}
	if c.Task == "" && c.Prior == "" { // a page has room for all tasks
		if c.Task = "all"; !c.PoolsTasks() {
			c.Task = ""
		}
	}
	ranking := c.ranking()
	found, err := ranking.Find(env)
	if err != nil {
		return err
	}
	c.Task = ranking.Task
	from, err := env.Provenance()
	if err != nil {
		return err
	}
	var parts []boardpage.Part
	for _, f := range found {
		part, err := c.part(env, f, len(found) > 1, from)
		if err != nil {
			return err
		}
		part.Title = c.title(f.Standings.Name)
		parts = append(parts, part)
	}
	shown, err := boardpage.New(parts, from)
	if err != nil {
		return err
	}
	written := &counter{}
	file := cli.File{Path: c.Output, Write: func(w io.Writer) error { return shown.Write(io.MultiWriter(w, written)) }}
	if err := env.WriteFiles(file); err != nil {
		return err
	}
	return env.Print(boardpage.Printed(filepath.Base(c.Output), written.bytes, parts))
}

// title returns the title of a page about a board with the given name.
func (c *Command) title(name string) string {
	if c.Title != "" {
		return c.Title
	}
	file, task, hasTask := strings.Cut(name, ", ")
	if file = filepath.Base(file); hasTask && filepath.Ext(file) != ".npz" { // tasks of NPZ files are array names
		return task
	}
	if short := strings.TrimSuffix(file, filepath.Ext(file)); short != "" && !strings.HasPrefix(name, "coins:") {
		return short
	}
	return file
}

// A counter counts the bytes written to it.
type counter struct{ bytes int }

func (c *counter) Write(p []byte) (int, error) {
	c.bytes += len(p)
	return len(p), nil
}

// ranking returns a rank command with the flags of this command.
func (c *Command) ranking() *rank.Command {
	r := &rank.Command{
		Board: c.Board, Scoring: c.Scoring, Interval: c.Interval, Draws: c.Draws, Estimand: c.Estimand, Columns: "brief",
	}
	if c.Prior == "" {
		r.Defaults = defaultMetrics
		if c.About() == posterior.Population {
			r.Defaults = populationMetrics
		}
	}
	return r
}

// Default metrics. The first metric ranks the models; the page shows the others beside it.
const (
	defaultMetrics    = "bayes:fitted,avg,pass@2,pass@4,pass@8"
	populationMetrics = "avg,pass@2,pass@4,pass@8"
)

func (c *Command) check(env *cli.Env) error {
	switch {
	case env.Out != "":
		return cli.Usagef("report does not use --out; use -o FILE")
	case filepath.Ext(c.Output) != ".html" && filepath.Ext(c.Output) != ".htm":
		return cli.Usagef("-o %s: file name must end in .html", quoted.Path(c.Output))
	case strings.HasPrefix(c.Paths[0], "counts:"):
		return cli.Usagef("report requires single attempts; remove counts:, or use settle rank")
	case c.Several():
		return cli.Usagef("report requires a single --schema; to compare several schemata, use settle rank")
	}
	for _, path := range append(c.Paths, c.PriorResults(), c.Against.Against, strings.TrimPrefix(c.Schema, "@")) {
		if input.SameFile(path, c.Output) {
			return cli.Usagef("cannot write %s: it is an input file; choose another file", quoted.Path(c.Output))
		}
	}
	if old := c.Against.Against; old != "" && !input.IsMade(old) {
		if _, err := os.Stat(old); err != nil {
			return fmt.Errorf("--against: %s: %w", quoted.Path(old), cli.Reason(err))
		}
	}
	if _, err := os.Stat(filepath.Dir(c.Output)); err != nil { // before the long work
		return fmt.Errorf("%s: %w", quoted.Path(c.Output), cli.Reason(err))
	}
	return nil
}
