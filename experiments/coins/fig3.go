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
	"settle/internal/lists"
	"settle/internal/rng"
	"settle/internal/tables"
	"settle/montecarlo"
	"settle/ranking"
	"settle/replicate"
	"settle/report/simulate"
	"settle/report/wording"

	"settle/sim"
	"settle/study/lead"
)

// fig3Trials is the largest N of Fig. 3. All crossings that the paper prints are below
// it.
const fig3Trials = 340

// fig3Published lists the numbers in the caption of Fig. 3.
var fig3Published = []struct {
	n        int
	right, z string
}{{80, "0.837", "1.14"}, {199, "0.947", "1.645"}, {285, "0.969", "1.96"}}

// fig3Boards lists two numbers of boards per N that the published curves may come from,
// since the paper does not state the number: a few boards, and as many as in Fig. 2.
var fig3Boards = []int{200, paper.Boards}

// A fig3Draw holds the results of one draw of the coins, for each entry of
// fig3Published in the same order.
type fig3Draw struct {
	boards    [][]montecarlo.PairPoint // results on boards, by N and by fig3Boards
	exact     []sim.Order
	crossings []int   // N at which the expected |z| reaches the published z
	first     [][]int // first N at which a curve of boards reaches it, by fig3Boards
}

// Fig3 measures how many trials are needed to rank two close coins correctly, LLM10
// above LLM9. It shows the probability of the right order and the mean z-score against
// N.
//
// It shows two curves for the quantile coins: one from 1000 boards per N, and the exact
// one. The paper's numbers come from one unpublished draw of the coins and an
// unpublished number of boards. They are compared with the numbers of 100 draws, once
// with 200 boards per N and once with 1000. If these two comparisons lead to different
// verdicts, the check is undecided.
//
// For given coins (o.Coins), Fig3 shows curves of the two models whose distinct true
// means are closest.
func Fig3(ctx context.Context, o paper.Options) *paper.Result {
	pair, name := fig3Pair(o)
	source := func(trials int) replicate.Source { return pair.Source(trials, o.Seed) }
	run := o.Run("fig3 fresh boards", paper.Boards, paper.Boards*fig3Trials)
	points := paper.Must(montecarlo.Pair(ctx, source, fig3Trials, run))
	orders := mapRun(ctx, o.Run("fig3 exactly", fig3Trials, fig3Trials),
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
		shown.Notes = append(shown.Notes, o.Coins.Note(), "Of all pairs of models with different true means, these two models have the closest means.")
		return result
	}
	draws := mapDraws(ctx, o, "fig3 draws of the coins", measureFig3)
	addPublished(figure)
	result.AddChecks(fig3Checks(draws)...)
	result.AddData("fig3-draws", fig3Data(draws))
	return result
}

// fig3Pair returns the two coins that Fig3 compares, the better one first, and a name
// for them.
func fig3Pair(o paper.Options) (pair *sim.Coins, name string) {
	if o.Coins == nil {
		return paper.Must(sim.PaperQuantile().Subset("LLM10", "LLM9")), "quantile coins"
	}
	above, below, err := closestModels(o.Coins.Coins)
	if err != nil {
		paper.StopOn(fmt.Errorf("%s: %w", o.Coins.Name, err))
	}
	return paper.Must(o.Coins.Subset(above, below)), o.Coins.Name
}

// closestModels returns the names of the two models whose distinct true means are
// closest, the better one first. It returns an error if all means are equal.
func closestModels(coins *sim.Coins) (above, below string, err error) {
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

// measureFig3 computes the results of comparing LLM10 with LLM9 on one draw of the
// coins.
func measureFig3(d lead.Draw, stopped func() bool) (f fig3Draw) {
	pair := paper.Must(d.Coins.Subset("LLM10", "LLM9"))
	curve := newNoisyCurve(pair, d.Seed)
	for _, published := range fig3Published {
		reaches := func(y float64) bool { return y >= checks.Value(published.z) }
		points, first := make([]montecarlo.PairPoint, len(fig3Boards)), make([]int, len(fig3Boards))
		for j, boards := range fig3Boards {
			points[j] = paper.Must(montecarlo.PairAlone(pair.Source(published.n, d.Seed), boards, stopped))
			first[j] = slices.IndexFunc(curve.meansOfZ(boards), reaches) + 1
		}
		f.boards, f.first = append(f.boards, points), append(f.first, first)
		f.exact = append(f.exact, sim.OrderAt(pair.P[0], pair.P[1], published.n))
		f.crossings = append(f.crossings, slices.IndexFunc(curve.expected, reaches)+1)
	}
	return f
}

// A noisyCurve holds the expected |z| between two coins and a random deviation from it,
// both indexed by N − 1. The deviation has the standard deviation of |z| on one board.
type noisyCurve struct{ expected, noise []float64 }

// noisyTrials is the last N of a noisyCurve. All crossings of z = 1.96 are below it.
const noisyTrials = 500

// newNoisyCurve returns a random curve from which means of |z| over many boards can be
// computed. It assumes that these means are normal. Without this assumption, each draw
// of the coins would need half a million boards.
func newNoisyCurve(pair *sim.Coins, seed uint64) noisyCurve {
	random := rand.New(rng.New(seed, "fig3 noisy curve", 0))
	c := noisyCurve{make([]float64, noisyTrials), make([]float64, noisyTrials)}
	for i := range c.expected {
		mean, sd := sim.ZAbout(pair.P[0], pair.P[1], i+1)
		c.expected[i], c.noise[i] = mean, sd*random.NormFloat64()
	}
	return c
}

// meansOfZ returns the means of |z| over the given number of boards, indexed by N − 1.
func (c noisyCurve) meansOfZ(boards int) []float64 {
	scale := 1 / math.Sqrt(float64(boards))
	return lists.Each(lists.Indices(len(c.expected)), func(i int) float64 { return c.expected[i] + scale*c.noise[i] })
}

// addPublished adds the paper's printed numbers to the figure.
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
	f.Caption = "Quantile coins, 1000 boards per N. Published numbers come from one draw of the coins. " + f.Caption
}

func fig3Checks(draws []fig3Draw) []checks.Check {
	ground := checks.Test.Because(fmt.Sprintf("%s. The paper's numbers come from one draw and an unpublished number of boards, "+
		"and are compared with %s", drawnCoins.Why, tables.Count(len(draws), "draw")))
	var all []checks.Check
	for _, claim := range fig3Claims(draws) {
		outcome, ranges := claim.amongBoards(draws)
		all = append(all, checks.New(claim.check, "paper, Fig. 3", ground, outcome, claim.note(ranges)))
	}
	return append(all, confidenceChecks()...)
}

// amongBoards compares the printed number with the numbers of all draws, once for each
// number of boards in fig3Boards. It returns the outcome for the last of fig3Boards,
// which is undecided if the verdicts differ. It also returns, as text, the central 95 %
// of the numbers.
func (c fig3Claim) amongBoards(draws []fig3Draw) (o checks.Outcome, ranges string) {
	var each []string
	verdicts := map[checks.Verdict]bool{}
	for j, boards := range fig3Boards {
		o = checks.Among(c.printed, lists.Each(draws, func(d fig3Draw) float64 { return c.of(d, j) }))
		verdicts[o.Verdict] = true
		each = append(each, fmt.Sprintf("from %s to %s with %d boards per N (verdict: %s)",
			tables.Float(*o.Low, c.digits), tables.Float(*o.High, c.digits), boards, o.Verdict))
	}
	if len(verdicts) > 1 {
		o = checks.Undecided(o)
	}
	return o, "95 % of draws give values " + wording.And(each)
}

// rightShare returns the share of boards that have the right order, at the i-th N of
// fig3Published. A tie counts as half. The number of boards is fig3Boards[boards].
func (d fig3Draw) rightShare(i, boards int) float64 {
	point := d.boards[i][boards]
	return point.Right + point.Tied/2
}

// expectedRightShare returns the expected share of boards that have the right order, at
// the i-th N of fig3Published. A tie counts as half.
func (d fig3Draw) expectedRightShare(i int) float64 { return d.exact[i].Right + d.exact[i].Tied/2 }

// formatSpread formats the median and the range, over all draws, of the number that a
// function computes from each draw.
func formatSpread(draws []fig3Draw, digits int, of func(fig3Draw) float64) string {
	low, middle, high := spread(lists.Each(draws, of))
	return fmt.Sprintf("%s in the median draw (%s to %s over all draws)",
		tables.Float(middle, digits), tables.Float(low, digits), tables.Float(high, digits))
}

// A fig3Claim is a number that the paper prints with Fig. 3. It is compared with the
// same quantity, computed from every draw of the coins.
type fig3Claim struct {
	check, printed string
	digits         int
	of             func(d fig3Draw, boards int) float64
	note           func(ranges string) string
}

// fig3Claims returns the printed numbers to compare. These are the probabilities of the
// right order, a mean |z|, and the N at which the mean |z| first reaches given values.
// The notes on these numbers are computed from the draws.
func fig3Claims(draws []fig3Draw) (all []fig3Claim) {
	for i, want := range fig3Published {
		all = append(all, fig3Claim{fmt.Sprintf("P(LLM10 above LLM9) at N = %d", want.n), want.right, 4,
			func(d fig3Draw, boards int) float64 { return d.rightShare(i, boards) }, func(ranges string) string {
				return ranges + ". A tie counts half. The exact probability is " +
					formatSpread(draws, 4, func(d fig3Draw) float64 { return d.expectedRightShare(i) })
			}})
	}
	first := fig3Published[0]
	all = append(all, fig3Claim{fmt.Sprintf("mean |z| at N = %d", first.n), first.z, 3,
		func(d fig3Draw, boards int) float64 { return d.boards[0][boards].Z },
		func(ranges string) string { return ranges + ". " + expectedZ(draws, 0) }})
	for i := 1; i < len(fig3Published); i++ {
		want := fig3Published[i]
		all = append(all, fig3Claim{fmt.Sprintf("first N with mean |z| ≥ %v", want.z), fmt.Sprint(want.n), 0,
			func(d fig3Draw, boards int) float64 { return float64(d.first[i][boards]) }, func(ranges string) string {
				low, middle, high := spread(lists.Each(draws, func(d fig3Draw) float64 {
					return float64(d.crossings[i])
				}))
				return fmt.Sprintf("the obtained N is the first N at which the mean |z| over the boards reaches %v. %s. The expected |z| reaches %v at N = %v "+
					"in the median draw (%v to %v over all draws). %s", want.z, ranges, want.z, middle, low, high, expectedZ(draws, i))
			}})
	}
	return all
}

// expectedZ formats the median and the range, over all draws, of the expected |z| at
// the i-th N of fig3Published.
func expectedZ(draws []fig3Draw, i int) string {
	return fmt.Sprintf("The expected |z| at N = %d is %s", fig3Published[i].n,
		formatSpread(draws, 3, func(d fig3Draw) float64 { return d.exact[i].Z }))
}

// confidenceChecks returns checks of the confidences that the paper prints for given
// values of z.
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
			checks.Number(c.printed, ranking.Rho(c.z), 0, 0), "the paper says \""+c.says+"\". The paper's formula is ρ = ½(1 + erf(z/√2))"))
	}
	return all
}

// confidenceGround is the reason why checks of printed confidences are tests.
var confidenceGround = checks.Test.Because("a printed number is compared with the formula that is printed for this number")

// fig3Data returns a table with one draw per row, for the largest number of boards in
// fig3Boards.
func fig3Data(draws []fig3Draw) *tables.Table {
	columns := []tables.Field[int]{tables.Right("draw", func(i int) string { return fmt.Sprint(i) })}
	add := func(name string, value func(fig3Draw) any) {
		columns = append(columns, tables.Right(name, func(i int) string { return fmt.Sprint(value(draws[i])) }))
	}
	most := len(fig3Boards) - 1
	for i, p := range fig3Published {
		add(fmt.Sprintf("right_%d", p.n), func(d fig3Draw) any { return d.rightShare(i, most) })
		add(fmt.Sprintf("exact_right_%d", p.n), func(d fig3Draw) any { return d.expectedRightShare(i) })
		add(fmt.Sprintf("z_%d", p.n), func(d fig3Draw) any { return d.boards[i][most].Z })
		add(fmt.Sprintf("expected_z_%d", p.n), func(d fig3Draw) any { return d.exact[i].Z })
		add(fmt.Sprintf("first_n_%d", p.n), func(d fig3Draw) any { return d.first[i][most] })
		add(fmt.Sprintf("expected_n_%d", p.n), func(d fig3Draw) any { return d.crossings[i] })
	}
	return tables.New("", columns, lists.Indices(len(draws)))
}
