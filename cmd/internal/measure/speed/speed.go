// Package speed measures the speed of the engine. It compares the engine on all processors with a
// vectorised numpy program, with one call of scipy per ranking, and with the engine on one worker.
// It also measures the time and memory of whole commands, and how the time of a run grows with the
// board, the metrics and the replicates.
//
// Call [Measure]. It measures both sides of a comparison in turn, several times, and reports the
// median of the ratios. docs/performance.md shows the numbers of one run.
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

// Options says what to measure and where to write the results.
type Options struct {
	Peer     string // path of the numpy program
	Evalperf string // path of the board for the workload evalperf
	Rounds   int    // how often each side of a ratio is measured
	Quick    bool   // run a tenth of the work
	Out      string // output folder
}

// A page holds all measurements. speed.json has the same content.
type page struct {
	Processors int           `json:"processors"`
	Go         string        `json:"go"`
	Races      []race        `json:"races"`
	Commands   []program.Run `json:"commands"`
	Growth     []growth      `json:"growth"`
	Notes      []string      `json:"notes"` // which measurements are missing, and why
}

// Measure runs all measurements and prints a page of results. It writes the page, the raw numbers
// and a figure of growth to the folder.
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

// runCommands builds settle and measures the time and memory of whole commands.
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

// size returns a number of replicates, or a tenth of it if o.Quick is set.
func (o Options) size(replicates int) int {
	if o.Quick {
		return max(1, replicates/10)
	}
	return replicates
}

// seconds calls work() and returns the time that the call takes, in seconds.
func seconds(work func() error) (float64, error) {
	start := time.Now()
	err := work()
	return time.Since(start).Seconds(), err
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// write writes the measurements as Markdown.
func (p *page) write(w io.Writer) error {
	microseconds := func(s float64) string { return fmt.Sprintf("%.1f", s*1e6) }
	races := tables.New("Beside others", []tables.Field[race]{
		tables.Left("workload", func(r race) string { return r.Workload }),
		tables.Left("beside", func(r race) string { return r.Beside }),
		tables.Right("settle, µs", func(r race) string { return microseconds(median(r.Settle)) }),
		tables.Right("other, µs", func(r race) string { return microseconds(median(r.Other)) }),
		tables.Right("times faster", func(r race) string { return fmt.Sprintf("%.4g", r.Ratio) }),
	}, p.Races)
	races.Notes = append([]string{fmt.Sprintf("Per replicate, on %d processors (%s); medians over "+
		"rounds. In each round, settle ran once and the other program ran once.", p.Processors, p.Go)}, p.Notes...)
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
	growths.Notes = []string{"Slope of log time against log size; 1 means proportional. " + base}
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
