package coins

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/rng"
	"settle/montecarlo"
	"settle/ranking"
	"settle/replicate"
	"settle/report"
	"settle/sim"
	"settle/study/lead"
	"settle/tables"
)

// fig3Trials is the largest N of Fig. 3, beyond the last crossing.
const fig3Trials = 340

// fig3Published are the numbers in the caption of Fig. 3.
var fig3Published = []struct {
	n        int
	right, z string
}{{80, "0.837", "1.14"}, {199, "0.947", "1.645"}, {285, "0.969", "1.96"}}

// fig3Draw is what one draw of the coins says of the numbers in fig3Published, in
// their order.
type fig3Draw struct {
	boards    []montecarlo.PairPoint // of 1000 boards at each N
	exact     []sim.Order
	crossings []int // where the expected |z| reaches the z
	first     []int // where a curve of 1000 boards for each N first does
}

// Fig3 asks how many trials it takes to order two close coins, LLM10 above LLM9: the
// probability of the right order, and the mean z-score, against N.
//
// It draws the quantile coins, by 1000 boards for each N and exactly. The published
// numbers, which are of one draw of the coins and of boards whose number is not told,
// are compared with those of 200 draws and 1000 boards for each N, as many as Fig. 2 has.
// Of given coins (o.Coins) it draws the two models whose true means are closest and
// differ.
func Fig3(ctx context.Context, o paper.Options) (*paper.Result, error) {
	pair, name, err := fig3Pair(o)
	if err != nil {
		return nil, err
	}
	source := func(trials int) replicate.Source { return pair.Source(trials, o.Seed) }
	run := o.Run("fig3 fresh boards", paper.Boards, paper.Boards*fig3Trials)
	points, err := montecarlo.Pair(ctx, source, fig3Trials, run)
	if err != nil {
		return nil, err
	}
	orders, err := montecarlo.Each(ctx, o.Run("fig3 exactly", fig3Trials, fig3Trials),
		func(i int, _ func() bool) (sim.Order, error) { return sim.OrderAt(pair.P[0], pair.P[1], i+1), nil })
	if err != nil {
		return nil, err
	}
	p := report.Pair{
		Coins: name, Above: pair.Models[0], Below: pair.Models[1], Means: pair.Means(), Questions: len(pair.Questions),
		Replicates: paper.Boards, Seed: o.Seed, Points: points, Orders: orders,
	}
	title := fmt.Sprintf("Fig. 3: ordering %s above %s, %s", p.Above, p.Below, name)
	shown := p.Table(title, 1, 10, 20, 40, 80, 120, 160, 199, 240, 285, 320, fig3Trials)
	result := &paper.Result{
		Figures: []paper.Figure{{Name: "fig3", Figure: p.Figure()}},
		Data:    []paper.Data{{Name: "fig3-points", Table: p.Data()}},
		Tables:  []*tables.Table{shown},
	}
	if o.Coins != nil {
		shown.Notes = append(shown.Notes, o.Coins.Note(), "The two models are those whose true means are closest and differ.")
		return result, nil
	}
	draws, err := overDraws(ctx, o, "fig3 draws of the coins", measureFig3)
	if err != nil {
		return nil, err
	}
	result.Figures[0].Figure = withPublished(p.Figure())
	result.Checks = fig3Checks(draws)
	result.Data = append(result.Data, paper.Data{Name: "fig3-draws", Table: fig3Data(draws)})
	return result, nil
}

// fig3Pair is the pair to draw, the better first, and the name of its coins.
func fig3Pair(o paper.Options) (pair *sim.Coins, name string, err error) {
	if o.Coins == nil {
		pair, err = sim.PaperQuantile().Subset("LLM10", "LLM9")
		return pair, "quantile coins", err
	}
	above, below, err := closest(o.Coins.Coins)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", o.Coins.Name, err)
	}
	pair, err = o.Coins.Subset(above, below)
	return pair, o.Coins.Name, err
}

// closest are the two models whose true means are closest and differ, the better
// first.
func closest(coins *sim.Coins) (above, below string, err error) {
	gold, means := coins.Gold(), coins.Means()
	least := 2.0
	for i := range gold {
		for j := range gold {
			if gap := means[i] - means[j]; gold[i] > gold[j] && gap < least {
				least, above, below = gap, coins.Models[i], coins.Models[j]
			}
		}
	}
	if least > 1 {
		return "", "", errors.New("no two models differ in their true means")
	}
	return above, below, nil
}

// measureFig3 measures one draw.
func measureFig3(d lead.Draw, stopped func() bool) (f fig3Draw, err error) {
	pair, err := d.Coins.Subset("LLM10", "LLM9")
	if err != nil {
		return f, err
	}
	curve := newNoisyCurve(pair, d.Seed)
	for _, published := range fig3Published {
		point, err := montecarlo.PairAlone(pair.Source(published.n, d.Seed), paper.Boards, stopped)
		if err != nil {
			return f, err
		}
		f.boards = append(f.boards, point)
		f.exact = append(f.exact, sim.OrderAt(pair.P[0], pair.P[1], published.n))
		reaches := func(y float64) bool { return y >= checks.Value(published.z) }
		f.crossings = append(f.crossings, slices.IndexFunc(curve.expected, reaches)+1)
		f.first = append(f.first, slices.IndexFunc(curve.drawn, reaches)+1)
	}
	return f, nil
}

// noisyCurve is the expected |z| of a pair of coins against N, and the mean |z| of
// 1000 boards for each N, by N − 1.
type noisyCurve struct{ expected, drawn []float64 }

// noisyTrials is where such a curve ends, beyond all crossings of z = 1.96.
const noisyTrials = 500

// newNoisyCurve takes the mean of 1000 |z| for normal, in place of drawing half a
// million boards for each draw of the coins.
func newNoisyCurve(pair *sim.Coins, seed uint64) noisyCurve {
	random := rand.New(rng.New(seed, "fig3 noisy curve", 0))
	c := noisyCurve{make([]float64, noisyTrials), make([]float64, noisyTrials)}
	scale := 1 / math.Sqrt(paper.Boards)
	for i := range c.expected {
		mean, sd := sim.ZAbout(pair.P[0], pair.P[1], i+1)
		c.expected[i], c.drawn[i] = mean, mean+sd*scale*random.NormFloat64()
	}
	return c
}

// withPublished adds the published numbers to the figure of the pair.
func withPublished(f *figures.Figure) *figures.Figure {
	right := figures.Line{Name: "published", Points: true}
	z := right
	for _, p := range fig3Published {
		for _, add := range []struct {
			line    *figures.Line
			printed string
		}{{&right, p.right}, {&z, p.z}} {
			add.line.X = append(add.line.X, float64(p.n))
			add.line.Y = append(add.line.Y, checks.Value(add.printed))
		}
	}
	for i, line := range []figures.Line{right, z} {
		panel := f.Panels[i].(figures.Curves)
		panel.Lines = append(panel.Lines, line)
		f.Panels[i] = panel
	}
	f.Caption = "The quantile coins, 1000 boards for each N; published: of one draw of the coins. " + f.Caption
	return f
}

func fig3Checks(draws []fig3Draw) []checks.Check {
	all := slices.Concat(rightChecks(draws), zChecks(draws), crossingChecks(draws))
	for i := range all {
		all[i].Ground, all[i].Source = drawnCoins, "paper, Fig. 3"
	}
	return append(all, confidenceChecks()...)
}

// fig3Boards says what the published numbers are compared with.
func fig3Boards(draws []fig3Draw) string {
	return fmt.Sprintf("over %s, each by %s (the paper does not say by how many)",
		tables.Count(len(draws), "draw"), tables.Count(paper.Boards, "board"))
}

// ofDraws is a number of every draw.
func ofDraws(draws []fig3Draw, of func(fig3Draw) float64) []float64 {
	values := make([]float64, len(draws))
	for i, d := range draws {
		values[i] = of(d)
	}
	return values
}

// right is the share of boards in the right order at the i-th N, half of ties counted.
func (d fig3Draw) right(i int) float64 { return d.boards[i].Right + d.boards[i].Tied/2 }

// exactRight is what right is expected to be.
func (d fig3Draw) exactRight(i int) float64 { return d.exact[i].Right + d.exact[i].Tied/2 }

// rightChecks compare the probabilities of the right order.
func rightChecks(draws []fig3Draw) (all []checks.Check) {
	for i, want := range fig3Published {
		low, middle, high := spread(ofDraws(draws, func(d fig3Draw) float64 { return d.exactRight(i) }))
		all = append(all, checks.Check{
			Check:   fmt.Sprintf("P(LLM10 above LLM9) at N = %d", want.n),
			Outcome: checks.Among(want.right, ofDraws(draws, func(d fig3Draw) float64 { return d.right(i) })),
			Note: fmt.Sprintf("%s; half of ties counted; exactly %s in the middle draw, %s to %s in all",
				fig3Boards(draws), tables.Float(middle, 4), tables.Float(low, 4), tables.Float(high, 4)),
		})
	}
	return all
}

// zChecks compare the mean |z|.
func zChecks(draws []fig3Draw) (all []checks.Check) {
	for i, want := range fig3Published {
		low, middle, high := spread(ofDraws(draws, func(d fig3Draw) float64 { return d.exact[i].Z }))
		all = append(all, checks.Check{
			Check:   fmt.Sprintf("mean |z| at N = %d", want.n),
			Outcome: checks.Among(want.z, ofDraws(draws, func(d fig3Draw) float64 { return d.boards[i].Z })),
			Note: fmt.Sprintf("%s; expected %s in the middle draw, %s to %s in all",
				fig3Boards(draws), tables.Float(middle, 3), tables.Float(low, 3), tables.Float(high, 3)),
		})
	}
	return all
}

// crossingChecks compare where the mean |z| reaches the levels of confidence: from the
// second of fig3Published on, for the first is of the paper's number of trials.
func crossingChecks(draws []fig3Draw) (all []checks.Check) {
	for i := 1; i < len(fig3Published); i++ {
		want := fig3Published[i]
		low, middle, high := spread(ofDraws(draws, func(d fig3Draw) float64 { return float64(d.crossings[i]) }))
		first := ofDraws(draws, func(d fig3Draw) float64 { return float64(d.first[i]) })
		all = append(all, checks.Check{
			Check:   fmt.Sprintf("first N with mean |z| ≥ %v", want.z),
			Outcome: checks.Among(fmt.Sprint(want.n), first),
			Note: fmt.Sprintf("%s for every N: where a noisy curve first crosses; the expected |z| crosses at N = %v "+
				"in the middle draw, %v to %v in all", fig3Boards(draws), middle, low, high),
		})
	}
	return all
}

// confidenceChecks compare the confidences that the paper prints for single z.
func confidenceChecks() (all []checks.Check) {
	for _, c := range []struct {
		z           float64
		printed     string
		says, where string
	}{
		{1.14, "0.87", "approximately 87% confidence", "paper, section 2.7.1"},
		{1.645, "0.95", "95% confidence", "paper, section 2.5"},
		{1.96, "0.975", "97.5% confidence", "paper, Fig. 3"},
	} {
		all = append(all, checks.Check{
			Check: fmt.Sprintf("confidence at z = %v", c.z), Ground: confidenceGround, Source: c.where,
			Outcome: checks.Number(c.printed, ranking.Rho(c.z), 0, 0),
			Note:    c.says + ": ρ = ½(1 + erf(z/√2))",
		})
	}
	return all
}

// confidenceGround is why the confidence at a z is a test.
var confidenceGround = checks.Ground{Kind: checks.Test,
	Why: "a printed number beside the formula that is printed for it"}

// fig3Data is every draw, one per row.
func fig3Data(draws []fig3Draw) *tables.Table {
	columns := []tables.Of[int]{tables.Right("draw", func(i int) string { return fmt.Sprint(i) })}
	add := func(name string, value func(fig3Draw) any) {
		columns = append(columns, tables.Right(name, func(i int) string { return fmt.Sprint(value(draws[i])) }))
	}
	for i, p := range fig3Published {
		add(fmt.Sprintf("right_%d", p.n), func(d fig3Draw) any { return d.right(i) })
		add(fmt.Sprintf("exact_right_%d", p.n), func(d fig3Draw) any { return d.exactRight(i) })
		add(fmt.Sprintf("z_%d", p.n), func(d fig3Draw) any { return d.boards[i].Z })
		add(fmt.Sprintf("expected_z_%d", p.n), func(d fig3Draw) any { return d.exact[i].Z })
		add(fmt.Sprintf("first_n_%d", p.n), func(d fig3Draw) any { return d.first[i] })
		add(fmt.Sprintf("expected_n_%d", p.n), func(d fig3Draw) any { return d.crossings[i] })
	}
	return tables.New("", columns, paper.Indices(len(draws)))
}
