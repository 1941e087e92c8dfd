// Package speed measures how fast the engine is: beside a vectorised numpy program, beside
// one call of scipy per ranking and beside one worker; whole commands with their memory;
// and what a replicate costs as the board, the metrics and the replicates grow.
//
// The two sides of a ratio are measured in turn; the median of the ratios is reported.
// docs/performance.md keeps the figures of one such run.
package speed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"settle/cmd/internal/measure/program"
	"settle/figures"
	"settle/internal/tables"
)

// Options say what to measure, and where to write it.
type Options struct {
	Peer     string // the numpy program
	Evalperf string // the board of the evalperf workload
	Rounds   int    // how often to measure each side of a ratio
	Quick    bool   // a tenth of the work
	Out      string // a folder
}

// page holds what was measured; it is also the form of speed.json.
type page struct {
	Processors int           `json:"processors"`
	Go         string        `json:"go"`
	Races      []race        `json:"races"`
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
	for _, step := range []func(context.Context, *page) error{o.race, o.runCommands, o.grow} {
		if err := step(ctx, p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// runCommands builds the commands and runs those whose memory matters.
func (o Options) runCommands(ctx context.Context, p *page) error {
	dir, err := os.MkdirTemp("", "settle-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := program.Build(ctx, dir); err != nil {
		return err
	}
	fig1 := "settle converge stand-in:hmmt25 --metrics bayes,pass@2,pass@4,pass@8 --replicates "
	for _, line := range []string{
		fig1 + fmt.Sprint(o.size(10_000)),
		fig1 + fmt.Sprint(o.size(1_000_000)),
		"settle simulate write big.npz --coins 1000x1000 --trials 64",
		"settle bootstrap big.npz --metrics bayes,pass@8 --replicates " + fmt.Sprint(o.size(100)),
	} {
		run, err := program.Time(ctx, dir, line)
		if err != nil {
			return err
		}
		p.Commands = append(p.Commands, run)
	}
	return nil
}

// size returns a number of replicates, or a tenth of it.
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

// write writes the page as Markdown.
func (p *page) write(w io.Writer) error {
	microseconds := func(s float64) string { return fmt.Sprintf("%.1f", s*1e6) }
	races := tables.New("Beside others", []tables.Field[race]{
		tables.Left("workload", func(r race) string { return r.Workload }),
		tables.Left("beside", func(r race) string { return r.Beside }),
		tables.Right("settle, µs", func(r race) string { return microseconds(median(r.Settle)) }),
		tables.Right("other, µs", func(r race) string { return microseconds(median(r.Other)) }),
		tables.Right("times faster", func(r race) string { return fmt.Sprintf("%.4g", r.Ratio) }),
	}, p.Races)
	races.Notes = append([]string{fmt.Sprintf("Per replicate, on %d processors (%s); medians of "+
		"the rounds, in each of which the two ran one after the other.", p.Processors, p.Go)}, p.Notes...)
	commands := tables.New("Whole commands", []tables.Field[program.Run]{
		tables.Left("command", func(r program.Run) string { return r.Command }),
		tables.Right("seconds", func(r program.Run) string { return fmt.Sprintf("%.2f", r.Seconds) }),
		tables.Right("peak memory, MB", func(r program.Run) string { return fmt.Sprintf("%.0f", r.PeakMB) }),
	}, p.Commands)
	growths := tables.New("Growth", []tables.Field[growth]{
		tables.Left("size", func(g growth) string { return g.Size }),
		tables.Left("time of a", func(g growth) string { return g.Of }),
		tables.Right("slope", func(g growth) string { return tables.Float(g.Slope, 2) }),
		tables.Left("size: µs", growth.points),
	}, p.Growth)
	growths.Notes = []string{"The slope of log time against log size; 1 is in proportion. " + base}
	for _, t := range []*tables.Table{races, commands, growths} {
		if err := t.Write(w, tables.Markdown); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	return nil
}
