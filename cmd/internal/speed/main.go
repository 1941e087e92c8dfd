// Speed measures how fast the engine is and beside what: the same work by a
// vectorised numpy program and by one call of scipy per ranking, one worker
// beside two, whole commands with their memory, and what a replicate costs as
// the board, the metrics and the replicates grow.
//
// Usage:
//
//	go run ./internal/speed --out DIR
//
// It measures what the machine at hand does while it runs. The two sides of a
// ratio are measured in turn, five times each; the median of the ratios is
// reported. docs/performance.md keeps the figures of one such run.
package main

import (
	"context"
	"encoding/json"
	"io"
	"runtime"
	"slices"
	"time"

	"settle/cmd/internal/cli"
	"settle/report"
)

func main() { cli.Main(run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	program := cli.Program{Name: "speed", Description: "Measure the engine beside other ways to do its work."}
	return cli.Run(ctx, program, &command{}, args, stdout, stderr)
}

type command struct {
	cli.Common
	Peer     string `default:"../shared/peers/speed.py" placeholder:"FILE" help:"The numpy program."`
	Evalperf string `default:"../shared/data/evalperf-31x118x100.npz" placeholder:"FILE" help:"The board of the evalperf workload."`
	Rounds   int    `default:"5" placeholder:"N" help:"How often to measure each side of a ratio."`
	Quick    bool   `help:"Measure a tenth of the work: for a look, not for the record."`
}

// page is what is measured; it is also the form of speed.json.
type page struct {
	Processors int       `json:"processors"`
	Go         string    `json:"go"`
	Races      []race    `json:"races"`
	Workers    []scaling `json:"workers"`
	PerCall    *perCall  `json:"per_call,omitempty"`
	Commands   []program `json:"commands"`
	Growth     []growth  `json:"growth"`
	Notes      []string  `json:"notes"` // what could not be measured, and why
}

// Run measures, writes the raw figures and prints the page.
func (c *command) Run(env *cli.Env) error {
	if err := cli.CheckCount("--rounds", c.Rounds); err != nil {
		return err
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	p, err := c.measure(env)
	if err != nil {
		return err
	}
	if err := out.File("speed.json", func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(p)
	}); err != nil {
		return err
	}
	if err := out.File("comparison.md", p.write); err != nil {
		return err
	}
	if err := out.Figure("scaling", p.figure()); err != nil {
		return err
	}
	return env.Print(report.Report{JSON: p, Tables: p.tables()})
}

func (c *command) measure(env *cli.Env) (*page, error) {
	p := &page{Processors: runtime.GOMAXPROCS(0), Go: runtime.Version()}
	workloads, notes, err := c.workloads()
	if err != nil {
		return nil, err
	}
	p.Notes = notes
	for _, step := range []func(context.Context, *page, []workload) error{
		c.race, c.scaleWorkers, c.callByCall, c.runCommands, c.grow,
	} {
		if err := step(env.Context, p, workloads); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// size is a number of replicates, or a tenth of it.
func (c *command) size(replicates int) int {
	if c.Quick {
		return max(1, replicates/10)
	}
	return replicates
}

// seconds times one call.
func seconds(work func() error) (float64, error) {
	start := time.Now()
	err := work()
	return time.Since(start).Seconds(), err
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
