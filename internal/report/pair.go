package report

import (
	"fmt"

	"settle/figures"
	"settle/montecarlo"
	"settle/sim"
	"settle/tables"
)

// The z-scores that the paper calls 95 % and 97.5 % confidence.
var thresholds = []struct {
	z    float64
	name string
}{{1.645, "95 %"}, {1.96, "97.5 %"}}

// PairFigure shows, against N, the probability of ordering two models right
// and their mean z-score: points[i] from boards of N = i + 1 trials, orders[i]
// exactly.
func PairFigure(above, below string, points []montecarlo.PairPoint, orders []sim.Order) *figures.Figure {
	var n, right, exactRight, z, exactZ []float64
	for i, p := range points {
		n = append(n, float64(p.N))
		right, z = append(right, p.Right+p.Tied/2), append(z, p.Z)
		exactRight, exactZ = append(exactRight, orders[i].Right+orders[i].Tied/2), append(exactZ, orders[i].Z)
	}
	left := figures.Curves{
		Title: "(a) probability of the right order", XLabel: "trials N", YLabel: fmt.Sprintf("P(%s above %s)", above, below),
		Lines: []figures.Line{
			{Name: "simulated", X: n, Y: right, Points: true},
			{Name: "exact or expected", X: n, Y: exactRight},
		},
	}
	side := figures.Curves{
		Title: "(b) mean absolute z-score", XLabel: "trials N", YLabel: "mean |z|",
		Lines: []figures.Line{
			{Name: "simulated", X: n, Y: z, Points: true},
			{Name: "exact or expected", X: n, Y: exactZ},
		},
	}
	for _, t := range thresholds {
		side.Rules = append(side.Rules, figures.Rule{Horizontal: true, At: t.z, Label: fmt.Sprintf("z = %v (%s)", t.z, t.name)})
		if crossing := ExactCrossing(orders, t.z); crossing > 0 {
			side.Rules = append(side.Rules, figures.Rule{At: float64(crossing), Label: fmt.Sprintf("N = %d", crossing)})
		}
	}
	return &figures.Figure{
		Title:   fmt.Sprintf("How many trials until %s is above %s?", above, below),
		Caption: "Half of the ties count as right. Vertical rules: where the expected |z| crosses.",
		Panels:  []figures.Panel{left, side},
	}
}

// FirstCrossing is the first N at which the simulated mean |z| reaches z, 0 if
// it never does. Noise makes it early.
func FirstCrossing(points []montecarlo.PairPoint, z float64) int {
	for _, p := range points {
		if p.Z >= z {
			return p.N
		}
	}
	return 0
}

// ExactCrossing is the first N at which the expected |z| reaches z, 0 if it
// never does.
func ExactCrossing(orders []sim.Order, z float64) int {
	for _, o := range orders {
		if o.Z >= z {
			return o.N
		}
	}
	return 0
}

// PairTable shows every N, one per row.
func PairTable(points []montecarlo.PairPoint, orders []sim.Order) *tables.Table {
	t := &tables.Table{Columns: []tables.Column{
		{Name: "n"}, {Name: "right"}, {Name: "tied"}, {Name: "right_se"}, {Name: "exact_right"}, {Name: "exact_tied"},
		{Name: "z"}, {Name: "z_se"}, {Name: "expected_z"},
	}}
	for i, p := range points {
		row := []string{fmt.Sprint(p.N)}
		for _, v := range []float64{p.Right, p.Tied, p.RightSE, orders[i].Right, orders[i].Tied, p.Z, p.ZSE, orders[i].Z} {
			row = append(row, Number(v))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
