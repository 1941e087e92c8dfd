package figures

import (
	"bytes"
	"fmt"
	"math"
	"testing"
)

// saturating is a curve of the shape that all metrics of the paper have:
// 1 − a·exp(−b·n) from n = k to 80.
func saturating(name, group string, a, b float64, k int) Line {
	l := Line{Name: name, Group: group}
	for n := k; n <= 80; n++ {
		l.X = append(l.X, float64(n))
		l.Y = append(l.Y, 1-a*math.Exp(-b*float64(n)))
		l.SE = append(l.SE, 0.004)
	}
	return l
}

// thirteen are as many lines as Fig. 2 has, under the same names.
func thirteen(shift float64) []Line {
	lines := []Line{saturating("bayes", "bayes", 0.42, 0.055, 1)}
	for i, family := range []string{"pass@%d", "pass-naive@%d", "gpass@%d:0.5", "mgpass@%d"} {
		for j, k := range []int{2, 4, 8} {
			a := 0.35 + 0.05*float64(j) + 0.03*float64(i) + shift
			b := 0.05 - 0.008*float64(j) - 0.004*float64(i)
			lines = append(lines, saturating(fmt.Sprintf(family, k), family, a, b, k))
		}
	}
	return lines
}

// figure2 has three panels of thirteen lines.
func figure2() *Figure {
	panel := func(title string, shift float64) Panel {
		return Curves{Title: title, XLabel: "n", YLabel: "mean τ", Lines: thirteen(shift), YRange: &[2]float64{0.5, 1}}
	}
	return &Figure{
		Title: "Figure 2", Caption: "stand-in data",
		Panels: []Panel{panel("(a) fresh", 0), panel("(b) columns", 0.03), panel("(c) rows", 0.05)},
	}
}

// board has n models, ranked 1, 2, 2, 3, 4, 4, …
func board(n int) Leaderboard {
	b := Leaderboard{Title: "(a) AIME'25", XLabel: "posterior mean"}
	for i := range n {
		score := 0.9 - 0.8*float64(i)/float64(n)
		b.Entries = append(b.Entries, Entry{
			Model: fmt.Sprintf("organisation/some-model-with-a-long-name-%02d", i+1),
			Rank:  fmt.Sprint(1 + i/3*2 + min(i%3, 1)),
			Score: score, Lo: score - 0.03, Hi: score + 0.02,
		})
	}
	return b
}

// straight is a line through the given heights at x = 1, 2, …
func straight(name string, ys ...float64) Line {
	l := Line{Name: name, Y: ys}
	for i := range ys {
		l.X = append(l.X, float64(i+1))
	}
	return l
}

// one is the simplest figure that holds the lines.
func one(lines ...Line) *Figure { return &Figure{Panels: []Panel{Curves{Lines: lines}}} }

func render(t *testing.T, f *Figure, format Format) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
