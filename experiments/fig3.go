package experiments

import (
	"context"
	"fmt"
	"strconv"

	"settle/experiments/checks"
	"settle/montecarlo"
	"settle/replicate"
	"settle/report"
	"settle/sim"
	"settle/tables"
)

// fig3Trials is the largest N of Fig. 3, beyond the last crossing.
const fig3Trials = 340

// Fig3 asks how many trials it takes to order the two closest coins of Fig. 2,
// LLM10 above LLM9: the probability of the right order, and the mean z-score,
// against N; each by 1000 boards per N, and exactly.
func Fig3(ctx context.Context, o Options) (*Result, error) {
	pair, err := sim.Paper(o.Seed).Subset("LLM10", "LLM9")
	if err != nil {
		return nil, err
	}
	source := func(trials int) replicate.Source { return pair.Source(trials, o.Seed) }
	run := o.run("fig3 fresh boards", paperBoards, paperBoards*fig3Trials)
	points, err := montecarlo.Pair(ctx, source, fig3Trials, run)
	if err != nil {
		return nil, err
	}
	p := report.Pair{
		Coins: "paper", Above: "LLM10", Below: "LLM9", Means: pair.Means(), Questions: len(pair.Questions),
		Replicates: paperBoards, Seed: o.Seed,
		Points: points, Orders: sim.Orders(pair.P[0], pair.P[1], fig3Trials),
	}
	shown := p.Table("Fig. 3: ordering LLM10 above LLM9", 1, 10, 20, 40, 80, 120, 160, 199, 240, 285, 320, fig3Trials)
	return &Result{
		Figures: []Figure{{"fig3", p.Figure()}},
		Data:    []Data{{"fig3-points", p.Data()}},
		Tables:  []*tables.Table{shown},
		Checks:  fig3Checks(p),
	}, nil
}

// fig3Published are the numbers in the caption of Fig. 3.
var fig3Published = []struct {
	n        int
	right, z string
}{{80, "0.837", "1.14"}, {199, "0.947", "1.645"}, {285, "0.969", "1.96"}}

func fig3Checks(pair report.Pair) []checks.Check {
	var all []checks.Check
	add := func(c checks.Check) {
		c.Ground, c.Source = drawnCoins, "paper, Fig. 3"
		all = append(all, c)
	}
	for _, want := range fig3Published {
		p, exact := pair.Points[want.n-1], pair.Orders[want.n-1]
		add(checks.Check{
			Check:   fmt.Sprintf("P(LLM10 above LLM9) at N = %d", want.n),
			Outcome: checks.Number(want.right, p.Right+p.Tied/2, p.RightSE, p.RightSE),
			Note:    fmt.Sprintf("exactly %s; half of ties counted", tables.Float(exact.Right+exact.Tied/2, 4)),
		})
	}
	for _, want := range fig3Published {
		p, exact := pair.Points[want.n-1], pair.Orders[want.n-1]
		add(checks.Check{
			Check: fmt.Sprintf("mean |z| at N = %d", want.n), Outcome: checks.Number(want.z, p.Z, p.ZSE, p.ZSE),
			Note: fmt.Sprintf("expected %s", tables.Float(exact.Z, 3)),
		})
	}
	for _, want := range fig3Published[1:] {
		z, _ := strconv.ParseFloat(want.z, 64)
		first := montecarlo.Crossing(pair.Points, z)
		add(checks.Check{
			Check:   fmt.Sprintf("first N with mean |z| ≥ %v", want.z),
			Outcome: checks.Number(fmt.Sprint(want.n), float64(first), 0, 0),
			Note: fmt.Sprintf("first crossing of a noisy curve; the expected |z| crosses at N = %d",
				sim.Crossing(pair.Orders, z)),
		})
	}
	return all
}
