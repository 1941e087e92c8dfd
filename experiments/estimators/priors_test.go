package estimators_test

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"testing"

	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/papertest"
)

// What the poster publishes of its study of priors: a mean τ of 0.88 between
// old and new rankings over 50,000 updates, small depths that beat the uniform
// prior while trials are few, and a large depth that loses to it in the end.
func TestPriors(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of updates take seconds; run without -short")
	}
	r := papertest.Run(t, "priors", paper.Options{Seed: 1})
	if c := papertest.Find(t, r, "mean τ of old and new true rankings"); math.Abs(c.Obtained.(float64)-0.88) > 0.01 || *c.Published != 0.88 {
		t.Errorf("%s: %v, want 0.88 ± 0.01", c.Check, c.Obtained)
	}
	for _, name := range []string{
		"some D of 1, 2, 4 beats D = 0 at N = 1",
		"some D of 1, 2, 4 beats D = 0 at N = 2",
		"some D of 1, 2, 4 beats D = 0 at N = 4",
		"D = 32 loses to D = 0 at N = 80",
	} {
		if c := papertest.Find(t, r, name); c.Obtained != "yes" {
			t.Errorf("%s: %v (%s)", name, c.Obtained, c.Note)
		}
	}
	// The best depth of each N is the largest gain in its row, or 0 if none is
	// above that.
	best, gains := r.Tables[0], r.Tables[1]
	for i, row := range gains.Rows {
		largest := 0.0
		for _, cell := range row[1 : len(row)-1] {
			gain, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			largest = max(largest, gain)
		}
		if got, err := strconv.ParseFloat(best.Rows[i][6], 64); err != nil || got != largest {
			t.Errorf("N = %s: best gain %s (%v), largest %v", row[0], best.Rows[i][6], err, largest)
		}
	}
	// Seven depths and the greedy run, each with a colour or dashes of its own.
	lines := r.Figures[0].Figure.Panels[2].(figures.Curves).Lines // (c)
	shared := func(l figures.Line) bool { return l.Group != "" }
	if len(lines) != 8 || slices.ContainsFunc(lines, shared) {
		t.Errorf("the lines are %v", lines)
	}
	for _, f := range r.Figures {
		var svg bytes.Buffer
		if err := f.Figure.Write(&svg, figures.SVG); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}
