package report

import (
	"fmt"

	"settle/figures"
	"settle/montecarlo"
	"settle/sim"
	"settle/tables"
)

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

// The z-scores that the paper calls 95 % and 97.5 % confidence.
var thresholds = []struct {
	z    float64
	name string
}{{1.645, "95 %"}, {1.96, "97.5 %"}}

// Report is the report in the format asked for: CSV gets every N, the others a
// few.
func (p Pair) Report(format string) Report {
	r := Report{JSON: p.document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = append(r.Tables, p.Data())
		return r
	}
	t := p.Table(fmt.Sprintf("Ordering %s (%s) above %s (%s)",
		p.Above, tables.Float(p.Means[0], 4), p.Below, tables.Float(p.Means[1], 4)), milestones(len(p.Points))...)
	for _, threshold := range thresholds {
		t.Notes = append(t.Notes, p.sentence(threshold.z, threshold.name))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%s; %s for each N; seed %d.",
		tables.Count(p.Questions, "question"), tables.Count(p.Replicates, "board"), p.Seed))
	r.Tables = append(r.Tables, t)
	return r
}

// sentence says where |z| reaches a threshold.
func (p Pair) sentence(z float64, name string) string {
	n := sim.Crossing(p.Orders, z)
	if n == 0 {
		return fmt.Sprintf("The expected |z| does not reach %v (%s) within %s of each question.",
			z, name, tables.Count(len(p.Points), "trial"))
	}
	return fmt.Sprintf("The expected |z| reaches %v (%s) at %s of each question.", z, name, tables.Count(n, "trial"))
}

// pairAt is what N trials say: from boards, and exactly.
type pairAt struct {
	drawn montecarlo.PairPoint
	exact sim.Order
}

// right and exactRight count half of the ties.
func (p pairAt) right() float64      { return p.drawn.Right + p.drawn.Tied/2 }
func (p pairAt) exactRight() float64 { return p.exact.Right + p.exact.Tied/2 }

// at are the numbers of trials asked for.
func (p Pair) at(ns ...int) []pairAt {
	var points []pairAt
	for _, n := range ns {
		points = append(points, pairAt{p.Points[n-1], p.Orders[n-1]})
	}
	return points
}

// all are all numbers of trials.
func (p Pair) all() []pairAt {
	var points []pairAt
	for i := range p.Points {
		points = append(points, p.at(i+1)...)
	}
	return points
}

// Table shows the given numbers of trials.
func (p Pair) Table(title string, ns ...int) *tables.Table {
	t := tables.New(title, []tables.Of[pairAt]{
		tables.Right("N", func(at pairAt) string { return fmt.Sprint(at.drawn.N) }),
		rounded("P(right)", 3, pairAt.right),
		rounded("±", 3, func(at pairAt) float64 { return at.drawn.RightSE }),
		rounded("exact", 4, pairAt.exactRight),
		rounded("mean |z|", 3, func(at pairAt) float64 { return at.drawn.Z }),
		rounded("±", 3, func(at pairAt) float64 { return at.drawn.ZSE }),
		rounded("expected |z|", 3, func(at pairAt) float64 { return at.exact.Z }),
	}, p.at(ns...))
	t.Notes = []string{"P(right) counts half of the ties. ± is one Monte-Carlo standard error."}
	return t
}

// Figure shows, against N, the probability of ordering the models right and
// their mean z-score.
func (p Pair) Figure() *figures.Figure {
	var n, right, exactRight, z, exactZ []float64
	for _, at := range p.all() {
		n = append(n, float64(at.drawn.N))
		right, z = append(right, at.right()), append(z, at.drawn.Z)
		exactRight, exactZ = append(exactRight, at.exactRight()), append(exactZ, at.exact.Z)
	}
	left := figures.Curves{
		Title:  "(a) probability of the right order",
		XLabel: "trials N", YLabel: fmt.Sprintf("P(%s above %s)", p.Above, p.Below),
		Lines: []figures.Line{
			{Name: "simulated", X: n, Y: right, Points: true},
			{Name: "exact or expected", X: n, Y: exactRight, Bare: true},
		},
		ShowY: []float64{1}, Bounds: &[2]float64{0, 1},
	}
	side := figures.Curves{
		Title: "(b) mean absolute z-score", XLabel: "trials N", YLabel: "mean |z|",
		Lines: []figures.Line{
			{Name: "simulated", X: n, Y: z, Points: true},
			{Name: "exact or expected", X: n, Y: exactZ, Bare: true},
		},
	}
	caption := "Half of the ties count as right."
	for _, t := range thresholds {
		rule := figures.Rule{Horizontal: true, At: t.z, Label: fmt.Sprintf("z = %v (%s)", t.z, t.name)}
		side.Rules = append(side.Rules, rule)
		if crossing := sim.Crossing(p.Orders, t.z); crossing > 0 {
			caption = "Half of the ties count as right. Vertical rules: where the expected |z| crosses."
			rule := figures.Rule{At: float64(crossing), Label: fmt.Sprintf("N = %d (z = %v)", crossing, t.z)}
			side.Rules = append(side.Rules, rule)
		}
	}
	return &figures.Figure{
		Title:   fmt.Sprintf("How many trials until %s is above %s?", p.Above, p.Below),
		Caption: caption,
		Panels:  []figures.Panel{left, side},
	}
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
	for _, at := range p.all() {
		d.Points = append(d.Points, pairPoint{
			N: at.drawn.N, Right: at.drawn.Right, Tied: at.drawn.Tied, RightSE: Finite(at.drawn.RightSE),
			ExactRight: at.exact.Right, ExactTied: at.exact.Tied,
			Z: at.drawn.Z, ZSE: Finite(at.drawn.ZSE), ExpectedZ: at.exact.Z,
		})
	}
	for _, t := range thresholds {
		d.Crossings = append(d.Crossings, pairCrossing{
			Z: t.z, First: orNull(montecarlo.Crossing(p.Points, t.z)), Expected: orNull(sim.Crossing(p.Orders, t.z)),
		})
	}
	return d
}

// Data is every N as CSV, one per row.
func (p Pair) Data() *tables.Table {
	return tables.New("", []tables.Of[pairAt]{
		tables.Right("n", func(at pairAt) string { return fmt.Sprint(at.drawn.N) }),
		whole("right", func(at pairAt) float64 { return at.drawn.Right }),
		whole("tied", func(at pairAt) float64 { return at.drawn.Tied }),
		whole("right_se", func(at pairAt) float64 { return at.drawn.RightSE }),
		whole("exact_right", func(at pairAt) float64 { return at.exact.Right }),
		whole("exact_tied", func(at pairAt) float64 { return at.exact.Tied }),
		whole("z", func(at pairAt) float64 { return at.drawn.Z }),
		whole("z_se", func(at pairAt) float64 { return at.drawn.ZSE }),
		whole("expected_z", func(at pairAt) float64 { return at.exact.Z }),
	}, p.all())
}
