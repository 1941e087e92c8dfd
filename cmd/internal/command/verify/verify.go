// Package verify is the command that confirms what settle wrote: the files of a folder by their
// digests, and the looks of a plan by the results.
//
// Usage:
//
//	settle verify FOLDER
//	settle verify PLAN RESULTS…
package verify

import (
	"errors"
	"os"
	"path/filepath"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/report/budget"
	"settle/results"
	"settle/study/sequential/receipt"
)

// Command is the grammar of the command, without the flags that every command has.
type Command struct {
	Of    string   `arg:"" name:"folder|plan" predictor:"file" help:"Folder that --out wrote to, or plan of settle next --plan."`
	Paths []string `arg:"" optional:"" name:"results" predictor:"results" help:"Results that the looks of the plan saw: files, folders and globs."`
	cli.Input
	input.Naming  `group:"results"`
	input.Reading `group:"results"`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Compare every file that settle wrote into a folder with the digest that it noted; " +
		"or find every look of a plan again from the results. " +
		"Exits with 3 if a file differs or is missing, or a look does not follow, and with 4 if a look is due."
}

// Run reports.
func (c *Command) Run(env *cli.Env) error {
	info, err := os.Stat(c.Of)
	plan := err == nil && !info.IsDir()
	switch {
	case len(c.Paths) > 0:
		return c.plan(env)
	case plan && filepath.Base(c.Of) != cli.ManifestName:
		return cli.Usagef("%s is a plan only beside its results; give them, too", quoted.Path(c.Of))
	}
	return cli.Verify{Folder: c.Of}.Run(env)
}

// plan finds the looks of a plan again.
func (c *Command) plan(env *cli.Env) error {
	p, err := input.ReadPlan(c.Of)
	if err != nil {
		return err
	}
	c.KeepUnmet, c.Weights = true, p.Settings.Weights
	if c.Otherwise, err = results.ParseMissing(p.Settings.Missing); err != nil {
		return err
	}
	source, err := input.Board{Input: c.Input, Paths: c.Paths, Naming: c.Naming, Reading: c.Reading}.Open(env)
	if err != nil {
		return err
	}
	v := budget.Verified{Name: filepath.Base(c.Of), Plan: p}
	r, err := replay(env, p, source)
	if wrong, ok := errors.AsType[*receipt.Unconfirmed](err); ok {
		v.Confirmed, v.Reason = max(wrong.Look-1, 0), wrong.Error()
		return env.PrintNo(v.Report(env.Format))
	}
	if err != nil {
		return err
	}
	v.Confirmed, v.Last = len(p.Looks), r.Last
	_, v.Missing, v.Asked = r.Rest()
	if v.Due() {
		return env.PrintOpen(v.Report(env.Format))
	}
	return env.PrintYes(v.Report(env.Format))
}

// replay finds all looks again.
func replay(env *cli.Env, p *receipt.Plan, source *input.Source) (*receipt.Replay, error) {
	log, err := p.Settings.On(source.Board)
	if err != nil {
		return nil, err
	}
	r := receipt.NewReplay(p, log, env.Workers)
	return r, r.Verify(env.Context)
}
