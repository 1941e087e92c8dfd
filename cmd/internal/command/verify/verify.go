// Package verify implements settle verify, which checks files that settle wrote. It compares the
// files of a folder with their digests, or the looks of a plan with the results.
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

// Command holds the arguments and flags of settle verify, without the flags that all commands
// share.
type Command struct {
	Of    string   `arg:"" name:"folder|plan" predictor:"file" help:"Folder written by --out, or plan written by settle next --plan."`
	Paths []string `arg:"" optional:"" name:"results" predictor:"results" help:"Results used by the plan: files, folders or globs."`
	cli.Input
	input.Naming  `group:"results"`
	input.Reading `group:"results"`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Check that the files that settle wrote to a folder are unchanged, " +
		"or recompute every look of a plan from the results. " +
		"The exit code is 3 if a file is changed or missing or a look differs, and 4 if a look is due."
}

// Run checks a folder or a plan and prints the report.
func (c *Command) Run(env *cli.Env) error {
	info, err := os.Stat(c.Of)
	plan := err == nil && !info.IsDir()
	switch {
	case len(c.Paths) > 0:
		return c.plan(env)
	case plan && filepath.Base(c.Of) != cli.ManifestName:
		return cli.Usagef("checking plan %s requires its results; use settle verify PLAN RESULTS…", quoted.Path(c.Of))
	}
	return cli.Verify{Folder: c.Of}.Run(env)
}

// plan recomputes the interim looks of a plan from the results, and prints the report.
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

// replay recomputes all interim looks of a plan from the board of a source.
func replay(env *cli.Env, p *receipt.Plan, source *input.Source) (*receipt.Replay, error) {
	log, err := p.Settings.On(source.Board)
	if err != nil {
		return nil, err
	}
	r := receipt.NewReplay(p, log, env.Workers)
	return r, r.Verify(env.Context)
}
