package figures

import (
	"math"
	"strings"
	"testing"
)

// never is a panel of two lines of which shares are beyond the axes.
func never(shares ...float64) Curves {
	c := Curves{Title: "(a)", Beyond: "never"}
	for i, share := range shares {
		l := straight(string(rune('a'+i)), 0.1, 0.2+0.1*float64(i))
		l.Beyond = share
		c.Lines = append(c.Lines, l)
	}
	return c
}

// Every line has a bar with its percentage, the place a name, and the CSV a record of
// the whole number; a panel that names no place has none.
func TestBeyond(t *testing.T) {
	f := &Figure{Panels: []Panel{never(0.28, 0.99999, 1, 0, 0.00001)}}
	for _, format := range Formats() {
		render(t, f, format)
	}
	d := inspect(t, render(t, f, SVG))
	if !d.has("never", "28.0 %", "> 99.9 %", "100 %", "0 %", "< 0.1 %") {
		t.Errorf("texts are %q", d.texts)
	}
	var data strings.Builder
	if err := f.WriteData(&data); err != nil || !strings.Contains(data.String(), "\n(a),beyond,a,,,0.28,\n") {
		t.Errorf("%v: %s", err, data.String())
	}
	plain := never(0.28)
	plain.Beyond = ""
	if d := inspect(t, render(t, &Figure{Panels: []Panel{plain}}, SVG)); d.has("28.0 %") {
		t.Errorf("texts are %q", d.texts)
	}
}

// Lines that are the same but for what is beyond the axes are not one line.
func TestBeyondTellsLinesApart(t *testing.T) {
	a, b := straight("a", 0, 0), straight("b", 0, 0)
	a.Beyond, b.Beyond = 1, 0.5
	f := &Figure{Panels: []Panel{Curves{Beyond: "never", Lines: []Line{a, b}}}}
	if d := inspect(t, render(t, f, SVG)); !d.has("100 %", "50.0 %", "a", "b") {
		t.Errorf("texts are %q", d.texts)
	}
}

func TestBeyondIsAShare(t *testing.T) {
	for _, share := range []float64{-0.1, 1.1, math.NaN()} {
		f := &Figure{Panels: []Panel{never(share)}}
		if err := f.check(); err == nil || !strings.Contains(err.Error(), `line "a": the share`) {
			t.Errorf("%v: error %v", share, err)
		}
	}
}
