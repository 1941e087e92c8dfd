// Package speed measures how fast the engine is and beside what: the same work by a
// vectorised numpy program and by one call of scipy per ranking, one worker
// beside two, whole commands with their memory, and what a replicate costs as
// the board, the metrics and the replicates grow.
//
// It measures what the machine at hand does while it runs. The two sides of a
// ratio are measured in turn; the median of the ratios is
// reported. docs/performance.md keeps the figures of one such run.
package speed

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"settle/cmd/internal/measure/program"
	"settle/figures"
)

// Options say what to measure, and where to write it.
type Options struct {
	Peer     string // the numpy program
	Evalperf string // the board of the evalperf workload
	Rounds   int    // how often to measure each side of a ratio
	Quick    bool   // a tenth of the work
	Out      string // a folder
}

// page holds what is measured; it is also the form of speed.json.
type page struct {
	Processors int           `json:"processors"`
	Go         string        `json:"go"`
	Races      []race        `json:"races"`
	Workers    []scaling     `json:"workers"`
	PerCall    *perCall      `json:"per_call,omitempty"`
	Commands   []program.Run `json:"commands"`
	Growth     []growth      `json:"growth"`
	Notes      []string      `json:"notes"` // what could not be measured, and why
}

// Measure measures, prints the page and writes it, with the raw figures and a figure of
// growth, into the folder.
func Measure(ctx context.Context, o Options) error {
	p, err := o.measure(ctx)
	if err != nil {
		return err
	}
	raw, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	var text, drawn bytes.Buffer
	if err := p.write(&text); err != nil {
		return err
	}
	if err := p.figure().Write(&drawn, figures.SVG); err != nil {
		return err
	}
	if err := os.MkdirAll(o.Out, 0o777); err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"speed.json": append(raw, '\n'), "comparison.md": text.Bytes(), "scaling.svg": drawn.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(o.Out, name), content, 0o666); err != nil {
			return err
		}
	}
	_, err = text.WriteTo(os.Stdout)
	return err
}

func (o Options) measure(ctx context.Context) (*page, error) {
	p := &page{Processors: runtime.GOMAXPROCS(0), Go: runtime.Version()}
	workloads, notes, err := o.workloads()
	if err != nil {
		return nil, err
	}
	p.Notes = notes
	for _, step := range []func(context.Context, *page, []workload) error{
		o.race, o.scaleWorkers, o.callByCall, o.runCommands, o.grow,
	} {
		if err := step(ctx, p, workloads); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// size is a number of replicates, or a tenth of it.
func (o Options) size(replicates int) int {
	if o.Quick {
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
