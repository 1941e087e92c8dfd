package page

import (
	"math"
	"strings"
	"testing"

	"settle/internal/tables"
)

// boardOf is a leaderboard of models, the last without an interval.
func boardOf(names ...string) Board {
	b := Board{Name: 1, Label: "interval"}
	b.Columns = []tables.Column{{Name: "rank", Right: true}, {Name: "model"}, {Name: "score", Right: true}}
	for i, name := range names {
		b.Rows = append(b.Rows, RowOf("1", name, "0.5"))
		b.Ranges = append(b.Ranges, Range{Score: 0.5, Lo: 0.4, Hi: 0.6, Band: i + 1})
	}
	last := len(names) - 1
	b.Ranges[last] = Range{Score: 0.5, Lo: math.NaN(), Hi: math.NaN(), Band: last + 1}
	return b
}

// A leaderboard has a drawing for each model behind its name, in the colours of its bands,
// which begin again when there are no more, and hides the rows beyond the first from readers
// whose scripts can find them.
func TestBoard(t *testing.T) {
	b := boardOf("a", evil, "c", "d", "e", "f", "g")
	b.First = 5
	root := parse(t, written(t, &Page{Summary: []Block{b}}))
	rows := root.each("tr")[1:]
	want := []string{
		"band band-1", "band band-2", "band band-3", "band band-4", "band band-5", "band band-6 beyond", "band band-1 beyond",
	}
	for i, row := range rows {
		if row.attr["class"] != want[i] {
			t.Errorf("row %d is of %q, want %q", i+1, row.attr["class"], want[i])
		}
		paths := map[string]string{}
		for _, path := range row.each("path") {
			paths[path.attr["class"]] = path.attr["d"]
		}
		// The axis is from 0.4 to 0.6 with a 25th of that on either side: 0.5 is half-way.
		if paths["dot-at"] != "M500.0 10h0" {
			t.Errorf("row %d has its score at %q", i+1, paths["dot-at"])
		}
		span, ok := paths["span"]
		if ok != (i < len(rows)-1) || ok && !strings.HasPrefix(span, "M37.0 10H963.0") {
			t.Errorf("row %d has its interval at %q", i+1, span)
		}
	}
	if head := rows[1].each("th")[0]; !strings.HasPrefix(head.text, "a<b>") {
		t.Errorf("the name is %q", head.text)
	}
}

// Ticks stand at round numbers, two to eight of them, whatever the scores.
func TestScale(t *testing.T) {
	for _, r := range [][2]float64{{0, 1}, {0.51, 0.53}, {-3, 8}, {1200, 1900}, {0.5, 0.5}, {0, 0}, {0.10001, 0.10002}} {
		s := newScale([]Range{{Score: r[0], Lo: r[0], Hi: r[1]}})
		if len(s.ticks) < 2 || len(s.ticks) > 8 || s.lo > r[0] || s.hi < r[1] {
			t.Errorf("%v: from %g to %g with ticks at %v", r, s.lo, s.hi, s.ticks)
		}
		seen := map[string]bool{}
		for _, tick := range s.axis() {
			if seen[tick.Text] {
				t.Errorf("%v: two ticks are %s", r, tick.Text)
			}
			seen[tick.Text] = true
		}
	}
	if s := newScale([]Range{{Score: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}}); s.lo >= 0 || s.hi <= 1 {
		t.Errorf("a scale of nothing is from %g to %g", s.lo, s.hi)
	}
}
