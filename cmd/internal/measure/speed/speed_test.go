package speed

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"settle/cmd/internal/measure/program"
	"settle/figures"
)

// y = 3·x² is a line of slope 2 through the logarithms, and its own fit.
func TestSlope(t *testing.T) {
	g := growth{X: []float64{1, 2, 10, 40}, Seconds: []float64{3, 12, 300, 4800}}
	if _, g.Slope = fit(g.X, g.Seconds); math.Abs(g.Slope-2) > 1e-12 {
		t.Errorf("slope %v, want 2", g.Slope)
	}
	for i, y := range power(g) {
		if math.Abs(y-g.Seconds[i]) > 1e-9*y {
			t.Errorf("the fit at %v is %v, want %v", g.X[i], y, g.Seconds[i])
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want float64
	}{{[]float64{5}, 5}, {[]float64{3, 1, 2}, 2}, {[]float64{4, 1, 3, 2}, 2.5}} {
		if got := median(c.x); got != c.want {
			t.Errorf("median of %v is %v, want %v", c.x, got, c.want)
		}
	}
}

// A page says what was measured and what was not, and has a figure. The medians
// of 2, 3, 4 µs and of ratios are their middle ones.
func TestPage(t *testing.T) {
	p := &page{
		Processors: 2, Go: "go1.26",
		Races: []race{
			{Workload: "fig2", Beside: "numpy", Settle: []float64{2e-6, 4e-6, 3e-6}, Other: []float64{6e-5, 6e-5, 6e-5}, Ratio: 20},
			{Workload: "fig2", Beside: "one worker", Settle: []float64{3e-6}, Other: []float64{6e-6}, Ratio: 2.125},
		},
		Commands: []program.Run{{Command: "converge x", Seconds: 1.5, PeakMB: 22}},
		Growth:   []growth{{Size: "models", Of: "replicate", X: []float64{1, 10}, Seconds: []float64{1e-6, 1e-5}, Slope: 1}},
		Notes:    []string{"evalperf was not measured."},
	}
	var b bytes.Buffer
	if err := p.write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3.0", "60.0", " 20 |", "2.125", "22", "evalperf was not measured", "1: 1.0, 10: 10.0"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, &b)
		}
	}
	if err := p.figure().Write(io.Discard, figures.SVG); err != nil {
		t.Error(err)
	}
}

// A run that is called off writes nothing.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "out")
	if err := Measure(ctx, Options{Rounds: 1, Quick: true, Out: out}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
}
