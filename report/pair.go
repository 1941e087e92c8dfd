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

// Pair is what N = 1, 2, … trials say about two coins whose order is known.
type Pair struct {
	Coins        string // their name
	Above, Below string
	Means        []float64 // of Above and Below
	Questions    int
	Replicates   int // boards per N
	Seed         uint64
	Points       []montecarlo.PairPoint // by N − 1: from boards
	Orders       []sim.Order            // by N − 1: exactly
}

// Figure shows, against N, the probability of ordering the models right and
// their mean z-score.
func (p Pair) Figure() *figures.Figure {
	var n, right, exactRight, z, exactZ []float64
	for i, point := range p.Points {
		exact := p.Orders[i]
		n = append(n, float64(point.N))
		right, z = append(right, point.Right+point.Tied/2), append(z, point.Z)
		exactRight, exactZ = append(exactRight, exact.Right+exact.Tied/2), append(exactZ, exact.Z)
	}
	left := figures.Curves{
		Title: "(a) probability of the right order", XLabel: "trials N", YLabel: fmt.Sprintf("P(%s above %s)", p.Above, p.Below),
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
	caption := "Half of the ties count as right."
	for _, t := range thresholds {
		side.Rules = append(side.Rules, figures.Rule{Horizontal: true, At: t.z, Label: fmt.Sprintf("z = %v (%s)", t.z, t.name)})
		if crossing := p.ExpectedCrossing(t.z); crossing > 0 {
			caption = "Half of the ties count as right. Vertical rules: where the expected |z| crosses."
			side.Rules = append(side.Rules, figures.Rule{At: float64(crossing), Label: fmt.Sprintf("N = %d", crossing)})
		}
	}
	return &figures.Figure{
		Title:   fmt.Sprintf("How many trials until %s is above %s?", p.Above, p.Below),
		Caption: caption,
		Panels:  []figures.Panel{left, side},
	}
}

// FirstCrossing is the first N at which the simulated mean |z| reaches z, 0 if
// it never does. Noise makes it early.
func (p Pair) FirstCrossing(z float64) int {
	for _, point := range p.Points {
		if point.Z >= z {
			return point.N
		}
	}
	return 0
}

// ExpectedCrossing is the first N at which the expected |z| reaches z, 0 if it
// never does.
func (p Pair) ExpectedCrossing(z float64) int {
	for _, order := range p.Orders {
		if order.Z >= z {
			return order.N
		}
	}
	return 0
}

// Data shows every N, one per row.
func (p Pair) Data() *tables.Table {
	t := &tables.Table{Columns: []tables.Column{
		{Name: "n"}, {Name: "right"}, {Name: "tied"}, {Name: "right_se"}, {Name: "exact_right"}, {Name: "exact_tied"},
		{Name: "z"}, {Name: "z_se"}, {Name: "expected_z"},
	}}
	for i, point := range p.Points {
		exact := p.Orders[i]
		row := []string{fmt.Sprint(point.N)}
		for _, v := range []float64{point.Right, point.Tied, point.RightSE, exact.Right, exact.Tied, point.Z, point.ZSE, exact.Z} {
			row = append(row, Number(v))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Table shows the given numbers of trials.
func (p Pair) Table(title string, ns ...int) *tables.Table {
	t := &tables.Table{
		Title: title,
		Columns: []tables.Column{
			{Name: "N", Right: true}, {Name: "P(right)", Right: true}, {Name: "±", Right: true}, {Name: "exact", Right: true},
			{Name: "mean |z|", Right: true}, {Name: "±", Right: true}, {Name: "expected |z|", Right: true},
		},
		Notes: []string{"P(right) counts half of the ties. ± is one Monte-Carlo standard error."},
	}
	for _, n := range ns {
		point, exact := p.Points[n-1], p.Orders[n-1]
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(n), tables.Float(point.Right+point.Tied/2, 3), tables.Float(point.RightSE, 3), tables.Float(exact.Right+exact.Tied/2, 4),
			tables.Float(point.Z, 3), tables.Float(point.ZSE, 3), tables.Float(exact.Z, 3),
		})
	}
	return t
}

// pairDocument is a Pair as JSON.
type pairDocument struct {
	Coins      string         `json:"coins"`
	Above      string         `json:"above"`
	Below      string         `json:"below"`
	Means      []float64      `json:"means"`
	Questions  int            `json:"questions"`
	Replicates int            `json:"replicates"`
	Seed       uint64         `json:"seed"`
	Points     []pairPoint    `json:"points"`
	Crossings  []pairCrossing `json:"crossings"`
}

type pairPoint struct {
	N          int      `json:"n"`
	Right      float64  `json:"right"`
	Tied       float64  `json:"tied"`
	RightSE    *float64 `json:"right_se"`
	ExactRight float64  `json:"exact_right"`
	ExactTied  float64  `json:"exact_tied"`
	Z          float64  `json:"z"`
	ZSE        *float64 `json:"z_se"`
	ExpectedZ  float64  `json:"expected_z"`
}

// pairCrossing is where |z| reaches a threshold, null if it does not.
type pairCrossing struct {
	Z        float64 `json:"z"`
	First    *int    `json:"first_n"`
	Expected *int    `json:"expected_n"`
}

func (p Pair) document() pairDocument {
	d := pairDocument{
		Coins: p.Coins, Above: p.Above, Below: p.Below, Means: p.Means, Questions: p.Questions,
		Replicates: p.Replicates, Seed: p.Seed,
	}
	for i, point := range p.Points {
		exact := p.Orders[i]
		d.Points = append(d.Points, pairPoint{
			N: point.N, Right: point.Right, Tied: point.Tied, RightSE: Finite(point.RightSE),
			ExactRight: exact.Right, ExactTied: exact.Tied, Z: point.Z, ZSE: Finite(point.ZSE), ExpectedZ: exact.Z,
		})
	}
	for _, t := range thresholds {
		d.Crossings = append(d.Crossings, pairCrossing{t.z, positive(p.FirstCrossing(t.z)), positive(p.ExpectedCrossing(t.z))})
	}
	return d
}

// positive is n, or nil for 0.
func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// Report is the report of a pair in the format asked for.
func (p Pair) Report(format string) Report {
	r := Report{JSON: p.document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = append(r.Tables, p.Data())
		return r
	}
	t := p.Table(fmt.Sprintf("Ordering %s (%s) above %s (%s)", p.Above, tables.Float(p.Means[0], 4), p.Below, tables.Float(p.Means[1], 4)),
		milestones(len(p.Points))...)
	for _, threshold := range thresholds {
		t.Notes = append(t.Notes, p.sentence(threshold.z, threshold.name))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%s; %s for each N; seed %d.", tables.Count(p.Questions, "question"), tables.Count(p.Replicates, "board"), p.Seed))
	r.Tables = append(r.Tables, t)
	return r
}

// sentence says where |z| reaches a threshold.
func (p Pair) sentence(z float64, name string) string {
	n := p.ExpectedCrossing(z)
	if n == 0 {
		return fmt.Sprintf("The expected |z| does not reach %v (%s) within %s of each question.", z, name, tables.Count(len(p.Points), "trial"))
	}
	return fmt.Sprintf("The expected |z| reaches %v (%s) at %s of each question.", z, name, tables.Count(n, "trial"))
}
