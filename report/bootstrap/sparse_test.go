package bootstrap

import (
	"slices"
	"testing"

	"settle/internal/tables"
	"settle/montecarlo"
	"settle/ranking"
	standingsreport "settle/report/standings"
	"settle/study/standings"
)

// Where a curve has points at the grid of dear metrics alone, a table shows that grid, so
// that no cell is empty but before the metric begins; of many, every other one.
func TestTableOfSparseCurves(t *testing.T) {
	point := func(ns ...int) (points []montecarlo.Point) {
		for _, n := range ns {
			points = append(points, montecarlo.Point{N: n, Tau: 0.5})
		}
		return points
	}
	var every []int
	for n := 1; n <= 20; n++ {
		every = append(every, n)
	}
	whole := montecarlo.Curve{Metric: "whole", Points: point(every...)}
	grid := montecarlo.Curve{Metric: "grid", Points: point(1, 2, 4, 8, 16, 20)}
	heads := func(curves ...montecarlo.Curve) []string { return standingsreport.HeadsOf(CurvesTable("", curves, 20)) }
	if got, want := heads(whole), []string{"metric", "n=1", "n=2", "n=5", "n=10", "n=20"}; !slices.Equal(got, want) {
		t.Errorf("columns %v, want %v", got, want)
	}
	if got, want := heads(whole, grid), []string{"metric", "n=1", "n=2", "n=4", "n=8", "n=16", "n=20"}; !slices.Equal(got, want) {
		t.Errorf("columns %v, want %v", got, want)
	}
	for _, row := range CurvesTable("", []montecarlo.Curve{whole, grid}, 20).Rows {
		if slices.Contains(row, tables.Missing) {
			t.Errorf("an empty cell in %v", row)
		}
	}
	if got := columnsOf([]montecarlo.Curve{{Points: point(1, 4096)}}, 4096); !slices.Equal(got, []int{1, 4, 16, 64, 256, 1024, 4096}) {
		t.Errorf("columns at %v", got)
	}
	if got := CurveLines([]montecarlo.Curve{grid})[0].X; !slices.Equal(got, []float64{1, 2, 4, 8, 16, 20}) {
		t.Errorf("a line through %v", got)
	}
}

// Methods without an interval have pairs by draws, but no difference of scores to show.
func TestDrawnPairsAreNotCompared(t *testing.T) {
	s := standings.Standings{Drawn: true, Rows: make([]standings.Standing, 2), Pairs: []ranking.Pair{{Below: 1}}, Resolved: []bool{true}}
	if c := (standingsreport.Standings{}).Comparison(s); c != nil {
		t.Errorf("compared: %+v", c)
	}
}
