// Package audit implements settle audit, which recomputes the numbers that a tool published
// from the tool's own log.
//
// Usage:
//
//	settle audit [flags] PATH…
//
// See docs/guide.md for examples.
package audit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/internal/tables"
	auditreport "settle/report/audit"

	"settle/results/collect"
	"settle/results/logs"
	"settle/study/audit"
)

// Command holds the arguments and flags of settle audit, without the flags that all commands
// share.
type Command struct {
	Paths  []string `arg:"" name:"path" predictor:"file" help:"Evaluation logs: files, folders or globs."`
	Expect []string `sep:"none" placeholder:"NAME=NUMBER" help:"Number to check, such as one from a paper: pass@1=0.274. The comparison uses as many digits as are given. Can be repeated."`
	All    bool     `help:"Also list the numbers that agree."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Recompute the numbers that a tool published (accuracy, mean, standard error, pass@k) from its own log, " +
		"and show which agree. The exit code is 3 if a number differs and 4 if none could be checked."
}

// Run recomputes the numbers in the logs and prints the report.
func (c *Command) Run(env *cli.Env) error {
	expected, err := c.parseExpected()
	if err != nil {
		return err
	}
	files, err := collect.Find(c.Paths)
	if err != nil {
		return err
	}
	var all []*logs.Log
	shows := auditreport.Audit{All: c.All}
	var beside error // the reason why the last skipped file cannot be audited
	options := logs.Options{Empty: true, MaxBytes: env.AllowedMemory()}
	for _, file := range files {
		read, err := cli.Await(env.Context, func() ([]*logs.Log, error) { return readAll(file.Path, options) })
		switch {
		case errors.Is(err, logs.ErrNotALog) && !file.Named:
			shows.NoLogs++
			continue
		case errors.Is(err, logs.ErrCompanion):
			shows.Companions++
			beside = err
			continue
		case err != nil:
			return err
		}
		all = append(all, read...)
	}
	shows.Logs, shows.Stopped = audit.Logs(all), logs.StoppedNote(all)
	if len(shows.Logs) == 0 {
		return cmp.Or(beside, fmt.Errorf("%s: no evaluation log found", quoted.Join(lists.Each(c.Paths, quoted.Path))))
	}
	for _, e := range expected {
		if err := audit.Expect(shows.Logs, e); err != nil {
			return fmt.Errorf("--expect: %w", err)
		}
	}
	r := shows.Report(tables.Format(env.Format).IsData())
	switch {
	case slices.ContainsFunc(shows.Logs, audit.Log.Differs):
		return env.PrintNo(r)
	case !slices.ContainsFunc(shows.Logs, audit.Log.Checked):
		return env.PrintOpen(r)
	}
	return env.PrintYes(r)
}

// parseExpected parses the numbers of --expect.
func (c *Command) parseExpected() ([]audit.Expected, error) {
	var list []audit.Expected
	for _, text := range c.Expect {
		e, err := audit.ParseExpected(text)
		if err != nil {
			return nil, cli.Usagef("--expect: %w", err)
		}
		list = append(list, e)
	}
	return list, nil
}

// readAll reads a log. If the log has several verdicts on each attempt, it reads the log once per
// verdict.
func readAll(file string, options logs.Options) ([]*logs.Log, error) {
	read, err := logs.Read(file, options)
	choice, ok := errors.AsType[*logs.Choice](err)
	if !ok {
		return read, err
	}
	if len(choice.Names) == 0 {
		return nil, err
	}
	for _, options.Score = range choice.Names {
		more, err := logs.Read(file, options)
		if err != nil {
			return nil, err
		}
		read = append(read, more...)
	}
	return read, nil
}
