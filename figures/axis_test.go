package figures

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func lengths(vs ...float64) []vg.Length {
	var out []vg.Length
	for _, v := range vs {
		out = append(out, vg.Length(v))
	}
	return out
}

func labels(a axis) string {
	var out []string
	for _, t := range a.ticks {
		out = append(out, t.Label)
	}
	return strings.Join(out, " ")
}

func spanning(vs ...float64) (r interval) {
	for _, v := range vs {
		r.include(v)
	}
	return r
}

// The ticks that a person would choose: round ones, and the ends where they
// are whole numbers, for n = 80 must be found on the axis.
func TestTrialTicks(t *testing.T) {
	for _, tt := range []struct {
		r     interval
		log   bool
		width vg.Length
		want  string
	}{
		{spanning(1, 80), false, 240, "1 20 40 60 80"},
		{spanning(1, 80), false, 400, "1 10 20 30 40 50 60 70 80"},
		{spanning(1, 80), true, 240, "1 2 5 10 20 50 80"},
		{spanning(2, 100), true, 240, "2 5 10 20 50 100"},
		{spanning(1, 285), true, 400, "1 2 5 10 20 50 100 200 285"}, // published crossing of Fig. 3
		{spanning(1, 83), false, 240, "1 20 40 60 83"},              // 80 would touch 83
		{spanning(1, 3), false, 400, "1 2 3"},                       // half a trial does not exist
		{spanning(0, 0.5), false, 240, "0 0.1 0.2 0.3 0.4 0.5"},
		{spanning(40, 80), true, 240, "40 50 60 70 80"},
		{spanning(5), false, 240, "5"},
		{spanning(5), true, 240, "4 5 6 7"}, // from 5/1.5 to 5·1.5
		{spanning(), true, 240, ""},
	} {
		if got := labels(trialAxis(tt.r, tt.log, tt.width)); got != tt.want {
			t.Errorf("%v log %t: %q, want %q", tt.r, tt.log, got, tt.want)
		}
	}
}

// Value axes mark round numbers, with a real minus sign, and go 2 % beyond the
// data at either end.
func TestValueTicks(t *testing.T) {
	for _, tt := range []struct {
		r    interval
		want string
	}{
		{spanning(0, 1), "0.0 0.2 0.4 0.6 0.8 1.0"},
		{spanning(-1, 1), "−1.0 −0.5 0.0 0.5 1.0"},
		{spanning(0.91, 0.93), "0.910 0.915 0.920 0.925 0.930"},
		{spanning(0, 10), "0 2 4 6 8 10"},
		{spanning(0, 1200), "0 250 500 750 1000"},
		{spanning(3, 3), "2.8 3.0 3.2"},
	} {
		if got := labels(valueAxis(tt.r, 6)); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.r, got, tt.want)
		}
	}
	a := valueAxis(spanning(0, 1), 6)
	if math.Abs(a.lo+0.02) > 1e-12 || math.Abs(a.hi-1.02) > 1e-12 {
		t.Errorf("an axis for 0 to 1 goes from %g to %g", a.lo, a.hi)
	}
}

// Panels are aligned by their data areas, so the margins must leave exactly
// the area asked for, even where the label of a tick juts out of it.
func TestTickMargins(t *testing.T) {
	size := vg.Point{X: 240, Y: 200}
	for _, x := range []axis{trialAxis(spanning(1, 80), false, size.X), valueAxis(spanning(0, 1), 6), {interval: spanning(0, 1)}} {
		for _, last := range []float64{0, 0.5, 0.97, 0.99, 1} {
			y := axis{interval: spanning(0, 1), ticks: []plot.Tick{{Value: last, Label: "label"}}}
			p := newPlot(x, y)
			area := draw.Canvas{Rectangle: vg.Rectangle{Min: vg.Point{X: 7, Y: 5}, Max: size}}
			area.Max = area.Min.Add(size)
			got := p.DataCanvas(tickMargins(p, size).around(area)).Rectangle
			off := max(abs(got.Min.X-area.Min.X), abs(got.Min.Y-area.Min.Y), abs(got.Max.X-area.Max.X), abs(got.Max.Y-area.Max.Y))
			if off > 1e-6 {
				t.Errorf("last tick at %g: area is %v, want %v", last, got, area.Rectangle)
			}
		}
	}
}
