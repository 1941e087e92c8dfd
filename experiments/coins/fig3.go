package coins

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/rng"
	"settle/internal/tables"
	"settle/montecarlo"
	"settle/ranking"
	"settle/replicate"
	"settle/report/simulate"

	"settle/sim"
	"settle/study/lead"
)

// fig3Trials is the largest N of Fig. 3, beyond the last crossing.
const fig3Trials = 340

// fig3Published are the numbers in the caption of Fig. 3.
var fig3Published = []struct {
	n        int
	right, z string
}{{80, "0.837", "1.14"}, {199, "0.947", "1.645"}, {285, "0.969", "1.96"}}

// fig3Boards are how many boards for each N the published curves may be the means of,
// which the paper does not say: few, and as many as Fig. 2 has.
var fig3Boards = []int{200, paper.Boards}

// fig3Draw is what one draw of the coins says of the numbers in fig3Published, in
// their order.
type fig3Draw struct {
	boards    [][]montecarlo.PairPoint // at each N, by fig3Boards
	exact     []sim.Order
	crossings []int   // where the expected |z| reaches the z
	first     [][]int // where a curve of boards for each N first does, by fig3Boards
}

// Fig3 asks how many trials it takes to order two close coins, LLM10 above LLM9: the
// probability of the right order, and the mean z-score, against N.
//
// It draws the quantile coins, by 1000 boards for each N and exactly. The published
// numbers, which are of one draw of the coins and of boards whose number is not told,
// are compared with those of 100 draws, by 200 boards for each N and by 1000, as many as
// Fig. 2 has. Where the two disagree nobody can know.
// Of given coins (o.Coins) it draws the two models whose true means are closest and
// differ.
func Fig3(ctx context.Context, o paper.Options) *paper.Result {
	pair, name := fig3Pair(o)
	source := func(trials int) replicate.Source { return pair.Source(trials, o.Seed) }
	run := o.Run("fig3 fresh boards", paper.Boards, paper.Boards*fig3Trials)
	points := paper.Must(montecarlo.Pair(ctx, source, fig3Trials, run))
	orders := each(ctx, o.Run("fig3 exactly", fig3Trials, fig3Trials),
		func(i int, _ func() bool) sim.Order { return sim.OrderAt(pair.P[0], pair.P[1], i+1) })
	p := simulate.Pair{
		Coins: name, Above: pair.Models[0], Below: pair.Models[1], Means: pair.Means(), Questions: len(pair.Questions),
		Replicates: paper.Boards, Seed: o.Seed, Points: points, Orders: orders,
	}
	title := fmt.Sprintf("Fig. 3: ordering %s above %s, %s", p.Above, p.Below, name)
	shown, figure := p.Table(title, 1, 10, 20, 40, 80, 120, 160, 199, 240, 285, 320, fig3Trials), p.Figure()
	result := &paper.Result{}
	result.AddTables(shown)
	result.AddFigure("fig3", figure)
	result.AddData("fig3-points", p.Data())
	if o.Coins != nil {
		shown.Notes = append(shown.Notes, o.Coins.Note(), "The two models are those whose true means are closest and differ.")
		return result
	}
	draws := overDraws(ctx, o, "fig3 draws of the coins", measureFig3)
	addPublished(figure)
	result.AddChecks(fig3Checks(draws)...)
	result.AddData("fig3-draws", fig3Data(draws))
	return result
}

// fig3Pair returns the pair to draw, the better first, and the name of its coins.
func fig3Pair(o paper.Options) (pair *sim.Coins, name string) {
	if o.Coins == nil {
		return paper.Must(sim.PaperQuantile().Subset("LLM10", "LLM9")), "quantile coins"
	}
	above, below, err := closest(o.Coins.Coins)
	if err != nil {
		paper.StopOn(fmt.Errorf("%s: %w", o.Coins.Name, err))
	}
	return paper.Must(o.Coins.Subset(above, below)), o.Coins.Name
}

// closest returns the two models whose true means are closest and differ, the better
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
func measureFig3(d lead.Draw, stopped func() bool) (f fig3Draw) {
	pair := paper.Must(d.Coins.Subset("LLM10", "LLM9"))
	curve := newNoisyCurve(pair, d.Seed)
	for _, published := range fig3Published {
		reaches := func(y float64) bool { return y >= checks.Value(published.z) }
		points, first := make([]montecarlo.PairPoint, len(fig3Boards)), make([]int, len(fig3Boards))
		for j, boards := range fig3Boards {
			points[j] = paper.Must(montecarlo.PairAlone(pair.Source(published.n, d.Seed), boards, stopped))
			first[j] = slices.IndexFunc(curve.drawn(boards), reaches) + 1
		}
		f.boards, f.first = append(f.boards, points), append(f.first, first)
		f.exact = append(f.exact, sim.OrderAt(pair.P[0], pair.P[1], published.n))
		f.crossings = append(f.crossings, slices.IndexFunc(curve.expected, reaches)+1)
	}
	return f
}

// noisyCurve is the expected |z| of a pair of coins against N, by N − 1, and how far
// that of one board for each N is from it.
type noisyCurve struct{ expected, noise []float64 }

// noisyTrials is where such a curve ends, beyond all crossings of z = 1.96.
const noisyTrials = 500

// newNoisyCurve takes the mean of many |z| for normal, in place of drawing half a
// million boards for each draw of the coins.
func newNoisyCurve(pair *sim.Coins, seed uint64) noisyCurve {
	random := rand.New(rng.New(seed, "fig3 noisy curve", 0))
	c := noisyCurve{make([]float64, noisyTrials), make([]float64, noisyTrials)}
	for i := range c.expected {
		mean, sd := sim.ZAbout(pair.P[0], pair.P[1], i+1)
		c.expected[i], c.noise[i] = mean, sd*random.NormFloat64()
	}
	return c
}

// drawn returns the mean |z| of so many boards for each N.
func (c noisyCurve) drawn(boards int) []float64 {
	scale := 1 / math.Sqrt(float64(boards))
	return lists.Each(lists.Indices(len(c.expected)), func(i int) float64 { return c.expected[i] + scale*c.noise[i] })
}

// addPublished adds the published numbers to the figure of the pair.
func addPublished(f *figures.Figure) {
	for i, printed := range []func(j int) string{
		func(j int) string { return fig3Published[j].right }, func(j int) string { return fig3Published[j].z },
	} {
		line := paper.Exactly("published", lists.Indices(len(fig3Published)), func(j int) (n, y float64) {
			return float64(fig3Published[j].n), checks.Value(printed(j))
		})
		line.Points = true
		panel := f.Panels[i].(figures.Curves)
		panel.Lines = append(panel.Lines, line)
		f.Panels[i] = panel
	}
	f.Caption = "The quantile coins, 1000 boards for each N; published: of one draw of the coins. " + f.Caption
}

func fig3Checks(draws []fig3Draw) []checks.Check {
	ground := checks.Test.Because(fmt.Sprintf("%s; the paper's numbers are of one draw and of boards "+
		"whose number is not told, those they are compared with of %s", drawnCoins.Why, tables.Count(len(draws), "draw")))
	var all []checks.Check
	for _, claim := range fig3Claims(draws) {
		outcome, ranges := claim.amongBoards(draws)
		all = append(all, checks.New(claim.check, "paper, Fig. 3", ground, outcome, claim.note(ranges)))
	}
	return append(all, confidenceChecks()...)
}

// amongBoards compares the printed number with that of every draw, by each of fig3Boards,
// and returns the ranges in words. The outcome is the last; where the verdicts disagree
// it decides nothing.
func (c fig3Claim) amongBoards(draws []fig3Draw) (o checks.Outcome, ranges string) {
	var each []string
	verdicts := map[checks.Verdict]bool{}
	for j, boards := range fig3Boards {
		o = checks.Among(c.printed, lists.Each(draws, func(d fig3Draw) float64 { return c.of(d, j) }))
		verdicts[o.Verdict] = true
		each = append(each, fmt.Sprintf("%s to %s by %d boards for each N (%s)",
			tables.Float(*o.Low, c.digits), tables.Float(*o.High, c.digits), boards, o.Verdict))
	}
	if len(verdicts) > 1 {
		o = checks.Undecided(o)
	}
	return o, "95 % of draws: " + strings.Join(each, ", ")
}

// right returns the share of so many boards, by fig3Boards, in the right order at the i-th N,
// half of ties counted.
func (d fig3Draw) right(i, boards int) float64 {
	point := d.boards[i][boards]
	return point.Right + point.Tied/2
}

// exactRight returns what right is expected to be.
func (d fig3Draw) exactRight(i int) float64 { return d.exact[i].Right + d.exact[i].Tied/2 }

// ofAll tells the middle and the range of a number over the draws.
func ofAll(draws []fig3Draw, digits int, of func(fig3Draw) float64) string {
	low, middle, high := spread(lists.Each(draws, of))
	return fmt.Sprintf("%s in the middle draw, %s to %s in all",
		tables.Float(middle, digits), tables.Float(low, digits), tables.Float(high, digits))
}

// fig3Claim is a printed number that is compared with that of every draw.
type fig3Claim struct {
	check, printed string
	digits         int
	of             func(d fig3Draw, boards int) float64
	note           func(ranges string) string
}

// fig3Claims returns the printed numbers: the probabilities of the right order, the mean |z|
// at the paper's number of trials, the first of fig3Published, and where the mean |z|
// first reaches the others, which are printed where the curve does so.
func fig3Claims(draws []fig3Draw) (all []fig3Claim) {
	for i, want := range fig3Published {
		all = append(all, fig3Claim{fmt.Sprintf("P(LLM10 above LLM9) at N = %d", want.n), want.right, 4,
			func(d fig3Draw, boards int) float64 { return d.right(i, boards) }, func(ranges string) string {
				return ranges + "; half of ties counted; exactly " +
					ofAll(draws, 4, func(d fig3Draw) float64 { return d.exactRight(i) })
			}})
	}
	first := fig3Published[0]
	all = append(all, fig3Claim{fmt.Sprintf("mean |z| at N = %d", first.n), first.z, 3,
		func(d fig3Draw, boards int) float64 { return d.boards[0][boards].Z },
		func(ranges string) string { return ranges + "; " + expectedZ(draws, 0) }})
	for i := 1; i < len(fig3Published); i++ {
		want := fig3Published[i]
		all = append(all, fig3Claim{fmt.Sprintf("first N with mean |z| ≥ %v", want.z), fmt.Sprint(want.n), 0,
			func(d fig3Draw, boards int) float64 { return float64(d.first[i][boards]) }, func(ranges string) string {
				low, middle, high := spread(lists.Each(draws, func(d fig3Draw) float64 {
					return float64(d.crossings[i])
				}))
				return fmt.Sprintf("where a noisy curve first crosses, in %s; the expected |z| crosses at N = %v in the "+
					"middle draw, %v to %v in all; %s", ranges, middle, low, high, expectedZ(draws, i))
			}})
	}
	return all
}

// expectedZ tells the expected |z| at the i-th N.
func expectedZ(draws []fig3Draw, i int) string {
	return fmt.Sprintf("expected |z| at N = %d: %s", fig3Published[i].n,
		ofAll(draws, 3, func(d fig3Draw) float64 { return d.exact[i].Z }))
}

// confidenceChecks compare the confidences that the paper prints for single z.
func confidenceChecks() (all []checks.Check) {
	for _, c := range []struct {
		z                    float64
		printed, says, where string
	}{
		{1.14, "0.87", "approximately 87% confidence", "paper, section 2.7.1"},
		{1.645, "0.95", "95% confidence", "paper, section 2.5"},
		{1.96, "0.975", "97.5% confidence", "paper, Fig. 3"},
	} {
		all = append(all, checks.New(fmt.Sprintf("confidence at z = %v", c.z), c.where, confidenceGround,
			checks.Number(c.printed, ranking.Rho(c.z), 0, 0), c.says+": ρ = ½(1 + erf(z/√2))"))
	}
	return all
}

// confidenceGround is why the confidence at a z is a test.
var confidenceGround = checks.Test.Because("a printed number beside the formula that is printed for it")

// fig3Data returns every draw, one per row, by the most of fig3Boards.
func fig3Data(draws []fig3Draw) *tables.Table {
	columns := []tables.Field[int]{tables.Right("draw", func(i int) string { return fmt.Sprint(i) })}
	add := func(name string, value func(fig3Draw) any) {
		columns = append(columns, tables.Right(name, func(i int) string { return fmt.Sprint(value(draws[i])) }))
	}
	most := len(fig3Boards) - 1
	for i, p := range fig3Published {
		add(fmt.Sprintf("right_%d", p.n), func(d fig3Draw) any { return d.right(i, most) })
		add(fmt.Sprintf("exact_right_%d", p.n), func(d fig3Draw) any { return d.exactRight(i) })
		add(fmt.Sprintf("z_%d", p.n), func(d fig3Draw) any { return d.boards[i][most].Z })
		add(fmt.Sprintf("expected_z_%d", p.n), func(d fig3Draw) any { return d.exact[i].Z })
		add(fmt.Sprintf("first_n_%d", p.n), func(d fig3Draw) any { return d.first[i][most] })
		add(fmt.Sprintf("expected_n_%d", p.n), func(d fig3Draw) any { return d.crossings[i] })
	}
	return tables.New("", columns, lists.Indices(len(draws)))
}
