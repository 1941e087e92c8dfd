package cli_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"settle/cmd/internal/cli"
	"settle/internal/tables"
	"settle/internal/tests/clitest"
	"settle/montecarlo"
	"settle/report"
)

// toy is a command that reads "results", computes nothing and can end in every
// way a command can.
type toy struct {
	cli.Common
	cli.Input
	Scheme string   `enum:"rows,columns" default:"rows" help:"How to draw."`
	Tau    float64  `default:"0.5" help:"Threshold."`
	Fail   string   `help:"Fail with this message."`
	Ready  string   `help:"Create this file, then wait to be interrupted." placeholder:"FILE"`
	Deaf   bool     `help:"Do not stop when interrupted."`
	Lines  int      `help:"Print so many rows."`
	Panic  string   `hidden:"" help:"Panic there: command, await, worker or index."`
	Files  []string `arg:"" help:"Results to read."`
}

func (c *toy) Run(env *cli.Env) error {
	if c.Tau < 0 || c.Tau > 1 {
		return cli.Usagef("--tau must be in [0, 1], but is %v", c.Tau)
	}
	output, err := env.Output()
	if err != nil {
		return err
	}
	update := env.Progress("toys", 100)
	for done := range 101 {
		update(done)
	}
	if err := c.write(output); err != nil {
		return err
	}
	if err := c.compute(env); err != nil {
		return err
	}
	return env.Print(c.report(env))
}

// write stages a file for each input.
func (c *toy) write(output *cli.Output) error {
	for _, file := range c.Files {
		err := output.File(report.SafeName(file)+".txt", func(w io.Writer) error {
			_, err := fmt.Fprintln(w, file)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *toy) compute(env *cli.Env) error {
	if c.Ready != "" {
		if err := os.WriteFile(c.Ready, nil, 0o666); err != nil {
			return err
		}
		<-env.Context.Done()
		if c.Deaf {
			select {}
		}
		return fmt.Errorf("replicate 7: %w", env.Context.Err())
	}
	if c.Panic != "" {
		return c.fall(env)
	}
	if c.Fail != "" {
		return errors.New(strings.ReplaceAll(c.Fail, `\n`, "\n"))
	}
	return nil
}

// fall panics where it is to.
func (c *toy) fall(env *cli.Env) error {
	switch c.Panic {
	case "await":
		_, err := cli.Await(env.Context, func() (int, error) { panic("the toy falls") })
		return err
	case "worker":
		o := montecarlo.Options{Replicates: 1000, Workers: env.Workers}
		_, err := montecarlo.Fold(env.Context, o, func() nothing { return nothing{} }, func() montecarlo.Visit[nothing] {
			return func(replicate int, _ nothing, _ func() bool) {
				if replicate == 500 {
					panic("the toy falls")
				}
			}
		})
		return err
	case "index":
		return errors.New(c.Files[len(c.Files)])
	}
	panic("the toy falls")
}

// A nothing is the aggregate of replicates of toys.
type nothing struct{}

func (nothing) Reset()        {}
func (nothing) Merge(nothing) {}

func (c *toy) report(env *cli.Env) report.Report {
	table := &tables.Table{Columns: []tables.Column{{Name: "file"}, {Name: "seed", Right: true}}}
	seed := strconv.FormatUint(env.Seed, 10)
	for _, file := range c.Files {
		table.Rows = append(table.Rows, []string{file, seed})
	}
	for range c.Lines {
		table.Rows = append(table.Rows, []string{strings.Repeat("x", 80), seed})
	}
	return report.Report{JSON: map[string]any{"files": c.Files, "seed": env.Seed, "task": c.Task}, Tables: []*tables.Table{table}}
}

// toys is a command with sub-commands, each with its own Run method.
type toys struct {
	cli.Common
	Count countToys `cmd:"" help:"Count the toys."`
	Break breakToys `cmd:"" help:"Break one."`
}

type countToys struct {
	Number int `arg:"" help:"How many there are."`
}

func (c *countToys) Run(env *cli.Env) error {
	return env.Print(report.Report{JSON: c.Number})
}

type breakToys struct {
	Hard bool `help:"So that it cannot be mended."`
}

func (c *breakToys) Run(env *cli.Env) error {
	if !c.Hard {
		return cli.Usagef("a toy breaks only --hard")
	}
	return errors.New("it broke")
}

func runToy(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	program := cli.Program{Name: "toy", Description: "Play with results.", Version: "1.2"}
	return cli.Run(ctx, program, &toy{}, args, stdout, stderr)
}

func runToys(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	program := cli.Program{Name: "toys", Description: "Look after toys."}
	return cli.Run(ctx, program, &toys{}, args, stdout, stderr)
}

func TestMain(m *testing.M) {
	clitest.Main(m, map[string]func(){
		"toy":  func() { cli.Main(runToy) },
		"toys": func() { cli.Main(runToys) },
	})
}

// The scripts say in their comments where their expectations come from.
func TestScripts(t *testing.T) { clitest.Run(t) }
