package figures

import (
	"math"
	"regexp"
	"strings"
	"testing"

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
		out = append(out, t.label)
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
		{spanning(5), true, 240, "4 5 6 7"},        // from 5/1.5 to 5·1.5
		{spanning(2.1, 11), true, 240, "4 6 8 11"}, // 5 and 10 alone would be too little, and 10 touches 11
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
		if got := labels(valueAxis(tt.r, false, 6)); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.r, got, tt.want)
		}
	}
	a := valueAxis(spanning(0, 1), false, 6)
	if math.Abs(a.lo+0.02) > 1e-12 || math.Abs(a.hi-1.02) > 1e-12 {
		t.Errorf("an axis for 0 to 1 goes from %g to %g", a.lo, a.hi)
	}
}

// Log value axes have the ticks of log trial axes, but for the ends: powers of
// ten where the axis is long, 1, 2 and 5 times them where it is short, and
// multiples of a round number where those would be fewer than three. The
// first two are seconds and microseconds per replicate.
func TestLogValueTicks(t *testing.T) {
	for _, tt := range []struct {
		r    interval
		want string
	}{
		{spanning(2e-6, 0.3), "1e−05 0.0001 0.001 0.01 0.1"},
		{spanning(3, 40000), "10 100 1000 10000"},
		{spanning(1, 80), "1 2 5 10 20 50"},
		{spanning(0.03, 4), "0.05 0.1 0.2 0.5 1 2"},
		{spanning(2.1, 11), "4 6 8 10"}, // not 5 and 10 alone
		{spanning(40, 80), "40 50 60 70 80"},
		{spanning(5), "4 5 6 7"},                                                        // from 5/1.5 to 5·1.5
		{spanning(1e-50, 1e40), "1e−42 1e−32 1e−22 1e−12 0.01 1e+08 1e+18 1e+28 1e+38"}, // every tenth of 94 decades, from 1e−52
		{spanning(), ""},
	} {
		if got := labels(valueAxis(tt.r, true, 6)); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.r, got, tt.want)
		}
	}
}

// A log value axis goes beyond the data by a factor, 2 % of the decades that
// they span: from 1 to 100 it is 10^0.04 at either end.
func TestLogValueMargin(t *testing.T) {
	a := valueAxis(spanning(1, 100), true, 6)
	if lo, hi := math.Log10(a.lo), math.Log10(a.hi); math.Abs(lo+0.04) > 1e-12 || math.Abs(hi-2.04) > 1e-12 {
		t.Errorf("an axis for 1 to 100 goes from 10^%g to 10^%g", lo, hi)
	}
	if lo, hi := a.norm(1), a.norm(100); math.Abs(lo+hi-1) > 1e-12 {
		t.Errorf("the margins of a log axis are %g and %g of it", lo, 1-hi)
	}
}

// Labels one above another need the height of the type, on the lowest panels
// (200 points) too, wherever a log axis begins and however far it goes; and no
// axis tells its scale by less than two.
func TestLogValueTicksApart(t *testing.T) {
	for lo := 1.0; lo < 10; lo *= 1.03 {
		for ratio := 1.1; ratio < 1e13; ratio *= 1.3 {
			a := valueAxis(spanning(lo, lo*ratio), true, 200/30)
			if len(a.ticks) < 2 {
				t.Errorf("%g to %g: labels are %q", lo, lo*ratio, labels(a))
			}
			for i := 1; i < len(a.ticks); i++ {
				if gap := 200 * (a.norm(a.ticks[i].value) - a.norm(a.ticks[i-1].value)); gap < tickSize {
					t.Errorf("%g to %g: %g points between labels of %q", lo, lo*ratio, gap, labels(a))
				}
			}
		}
	}
}

// digitHeight is the height of the digits of Liberation Sans, in font sizes.
const digitHeight = 0.73

// Panels are aligned by their data areas, so what the axes draw around one must lie
// within the margins, even where the label of a tick juts out of it.
func TestFrameMargins(t *testing.T) {
	size := vg.Point{X: 240, Y: 200}
	for _, x := range []axis{trialAxis(spanning(1, 80), false, size.X), valueAxis(spanning(0, 1), false, 6), valueAxis(spanning(1, 100), true, 6), {interval: spanning(0, 1)}} {
		for _, last := range []float64{0, 0.5, 0.97, 0.99, 1} {
			axes := frame{x, axis{interval: spanning(0, 1), ticks: []tick{{value: last, label: "label"}}}}
			m := axes.margins(size)
			page := vg.Point{X: m.left + size.X + m.right, Y: m.bottom + size.Y + m.top}
			canvas := newSVGCanvas(page.X, page.Y, false)
			area := vg.Rectangle{Min: vg.Point{X: m.left, Y: m.bottom}}
			area.Max = area.Min.Add(size)
			axes.draw(draw.Canvas{Canvas: canvas, Rectangle: area})
			got := inspect(t, []byte("<svg><g>"+canvas.finish()+"</g></svg>"))
			if len(got.texts) != len(x.ticks)+1 {
				t.Fatalf("labels are %q", got.texts)
			}
			var right vg.Length
			for _, label := range regexp.MustCompile(`<text x="([0-9.]+)" y="([0-9.]+)">([^<]+)<`).FindAllStringSubmatch(canvas.out.String(), -1) {
				face := faceOf(sans(tickSize))
				from, line := vg.Length(atof(t, label[1])), page.Y-vg.Length(atof(t, label[2]))
				right = max(right, from+face.Width(label[3]))
				if line < 0 || line+digitHeight*tickSize > page.Y {
					t.Errorf("last tick at %g: %q is outside of %v", last, label[0], page)
				}
			}
			if right > page.X+0.01 {
				t.Errorf("last tick at %g: a label ends at %g of %g", last, right, page.X)
			}
		}
	}
}
