package estimators

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mathext"

	"settle/experiments/checks"
	"settle/experiments/formulas"
	"settle/experiments/paper"
	"settle/internal/exact"
	"settle/internal/lists"
	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
)

// Numbers of questions and boards on which intervals are measured. bayes:fitted is
// measured on fewer boards, since fitting its prior takes milliseconds.
const (
	intervalQuestions = 30
	intervalBoards    = 300
	fittedBoards      = 10
)

// intervalTrials lists the numbers of trials n at which intervals are measured.
var intervalTrials = []int{1, 2, 4, 8, 16, 80}

// A truth describes the true success probabilities of eleven simulated models.
type truth struct {
	name string

	// fixed holds the success probability of each model on each question. If it is nil,
	// they are drawn uniformly for every board, as the uniform prior assumes.
	fixed [][]float64
}

// truths returns three ways to choose the true success probabilities: from the uniform
// prior, and two sets with the means of the paper's coins.
func truths() []truth {
	return []truth{
		{"uniform chances, as the prior", nil},
		{"the paper's coins", sim.PaperQuantile().P},
		{"U-shaped chances", quantiles(uShaped, intervalQuestions)},
	}
}

// Sums of the two parameters of a Beta distribution of success probabilities. One is
// for the paper's coins, and the other for probabilities that are mostly near 0 or 1,
// as on a benchmark.
const (
	coinLike = 18
	uShaped  = 0.8
)

// quantiles returns success probabilities of eleven models, whose means equal the means
// of the paper's coins. The probabilities are the quantiles of Beta distributions at
// (i − ½)/questions, rounded to millionths. concentration is the sum of the two
// parameters of each distribution.
func quantiles(concentration float64, questions int) [][]float64 {
	chances := make([][]float64, len(sim.PaperMeans))
	for model, mean := range sim.PaperMeans {
		for q := range questions {
			at := (float64(q) + 0.5) / float64(questions)
			p := mathext.InvRegIncBeta(concentration*mean, concentration*(1-mean), at)
			chances[model] = append(chances[model], math.Round(p*1e6)/1e6)
		}
	}
	return chances
}

// draw returns the success probabilities of one board, indexed by model and then by
// question.
func (t truth) draw(r *rand.Rand) [][]float64 {
	if t.fixed != nil {
		return t.fixed
	}
	chances := make([][]float64, len(sim.PaperMeans))
	for model := range chances {
		for range intervalQuestions {
			chances[model] = append(chances[model], r.Float64())
		}
	}
	return chances
}

// An intervalCell summarizes how well the intervals of one metric do at one n.
type intervalCell struct {
	boards              int
	models              float64
	held, squared       exact.Moments // by board: share of intervals that contain the true score, and mean squared error
	collapsed, overflow float64       // numbers of intervals without width, and with an end beyond [0, 1] before clipping
}

// coverage returns the share of intervals that contain the true score, and its standard
// error.
func (c *intervalCell) coverage() (share, se float64) { return c.held.Mean(c.boards) }

// share returns a number of intervals, count, as a share of all intervals.
func (c *intervalCell) share(count float64) float64 { return count / c.models }

// rmse returns the root mean squared error of the centres of the intervals, and its
// standard error.
func (c *intervalCell) rmse() (root, se float64) {
	mean, se := c.squared.Mean(c.boards)
	return math.Sqrt(mean), se / (2 * math.Sqrt(mean))
}

// intervalSums holds one cell, which summarizes intervals, for each metric and n.
type intervalSums [][]*intervalCell

func (s intervalSums) Reset() {
	for _, cells := range s {
		for _, c := range cells {
			c.held.Reset()
			c.squared.Reset()
			c.boards, c.models, c.collapsed, c.overflow = 0, 0, 0, 0
		}
	}
}

func (s intervalSums) Merge(from intervalSums) {
	for m, cells := range from {
		for i, c := range cells {
			into := s[m][i]
			into.boards += c.boards
			into.models += c.models
			into.held.Merge(&c.held)
			into.squared.Merge(&c.squared)
			into.collapsed += c.collapsed
			into.overflow += c.overflow
		}
	}
}

// measureIntervals draws boards of simulated models, with the success probabilities of
// t, and computes the models' intervals by each metric in a list. For each metric, by
// name, it returns one cell per n. A cell summarizes intervals.
func measureIntervals(
	ctx context.Context, o paper.Options, t truth, list string, at []int, boards int,
) map[string][]*intervalCell {
	ms := estimators(list)
	empty := func() intervalSums {
		s := make(intervalSums, len(ms))
		for m := range s {
			for range at {
				s[m] = append(s[m], new(intervalCell))
			}
		}
		return s
	}
	worker := func() montecarlo.Visit[intervalSums] {
		stream := rng.New(o.Seed, "intervals "+t.name, 0)
		return func(replicate int, into intervalSums, _ func() bool) {
			stream.Seek(replicate)
			r := rand.New(stream)
			chances := t.draw(r)
			tally := results.NewTally(len(chances), len(chances[0]), 1)
			for i, n := range at {
				addTrials(r, tally, chances, n-tally.Trials)
				for m := range ms {
					into[m][i].add(ms[m], tally, chances)
				}
			}
		}
	}
	sums := paper.Must(montecarlo.Fold(ctx, o.Run("intervals: "+t.name, boards, boards), empty, worker))
	cells := map[string][]*intervalCell{}
	for m, name := range strings.Split(list, ",") {
		cells[name] = sums[m]
	}
	return cells
}

// addTrials adds the given number of random trials of every model and question to a
// tally. chances holds the success probabilities.
func addTrials(r *rand.Rand, t *results.Tally, chances [][]float64, trials int) {
	t.Trials += trials
	for model, row := range chances {
		for q, p := range row {
			for range trials {
				if r.Float64() < p {
					t.Add(model, q, 1, 1)
				}
			}
		}
	}
}

// add computes the intervals of a metric for all models of a board and adds them to the
// cell. chances holds the true success probabilities.
func (c *intervalCell) add(m metrics.Estimator, t *results.Tally, chances [][]float64) {
	var held, squared float64
	models := float64(t.Models)
	for model, e := range metrics.Estimates(m, t, nil) {
		want := meanOf(chances[model])
		lo, hi := e.Interval(0.95, metrics.Unbounded)
		if lo <= want && want <= hi {
			held += 1 / models
		}
		squared += (e.Mu - want) * (e.Mu - want) / models
		reach := e.Reach(0.95)
		if reach == 0 {
			c.collapsed++
		}
		if e.Mu-reach < 0 || e.Mu+reach > 1 {
			c.overflow++
		}
	}
	c.boards++
	c.models += models
	c.held.Add(held)
	c.squared.Add(squared)
}

func meanOf(values []float64) float64 {
	return lists.Sum(values, func(x float64) float64 { return x }) / float64(len(values))
}

// intervalMetrics lists the metrics that are measured on all boards. It does not
// include bayes:fitted, which is measured on fewer boards.
const intervalMetrics = "bayes,avg,avg:clt"

// estimators parses a list of metrics, all of which must have intervals.
func estimators(list string) []metrics.Estimator {
	all := paper.Must(metrics.Parse(list, metrics.Options{}))
	return lists.Each(all, func(m metrics.Metric) metrics.Estimator { return m.(metrics.Estimator) })
}

// A measuredTruth holds true success probabilities together with the intervals measured
// on them, by metric and n.
type measuredTruth struct {
	truth
	cells map[string][]*intervalCell
}

// Intervals measures the paper's statements about intervals and estimators on simulated
// boards.
func Intervals(ctx context.Context, o paper.Options) *paper.Result {
	var all []measuredTruth
	for _, t := range truths() {
		cells := measureIntervals(ctx, o, t, intervalMetrics, intervalTrials, intervalBoards)
		maps.Copy(cells, measureIntervals(ctx, o, t, "bayes:fitted", intervalTrials, fittedBoards))
		all = append(all, measuredTruth{t, cells})
	}
	few := truth{"five questions like the paper's coins", quantiles(coinLike, smallQuestions)}
	small := measureIntervals(ctx, o, few, smallMetrics, smallTrials, intervalBoards)
	shapes := shapes(o)
	result := &paper.Result{
		Checks: slices.Concat(calibrationChecks(all), smallChecks(all[1], small), []checks.Check{lossCheck(all)},
			spreadChecks(), []checks.Check{noiseCheck()}, shapeChecks(shapes)),
	}
	coverage, coverageData := coverageTables(all)
	fewShown, fewData := smallTables(small)
	result.AddFigure("intervals-coverage", coverageFigure(all))
	result.AddFigure("intervals-loss", lossFigure(all))
	result.AddTables(coverage, lossTable(all), fewShown, shapeTable(shapes))
	result.AddData("intervals", coverageData)
	result.AddData("intervals-small", fewData)
	return result
}

// smallQuestions is the number of questions of small boards, which show how intervals
// fail.
const smallQuestions = 5

var smallTrials = []int{1, 2, 4, 8}

// smallMetrics lists the metrics whose intervals are measured on small boards, in the
// order of the results.
const smallMetrics = "bayes,avg,avg:clt,avg:within"

// rootMeanSquare returns the root mean squared errors of the metrics bayes and avg
// after n trials, over all models. They are computed exactly, not by simulation.
func (t truth) rootMeanSquare(n int) (bayes, avg float64) {
	if t.fixed == nil {
		// Under the uniform prior, E Var(p | c) = 1/(6(n + 2)) and E p(1 − p)/n = 1/(6n).
		return math.Sqrt(1 / (6 * float64(n+2) * intervalQuestions)), math.Sqrt(1 / (6 * float64(n) * intervalQuestions))
	}
	for _, chances := range t.fixed {
		b, a := formulas.SquaredErrors(chances, n)
		bayes += b / float64(len(t.fixed))
		avg += a / float64(len(t.fixed))
	}
	return math.Sqrt(bayes), math.Sqrt(avg)
}

// A shape compares a posterior with the normal distribution that has the same mean and
// σ.
type shape struct {
	name         string
	below, above float64 // the probabilities below and above the normal 95 % interval
}

// shapes returns comparisons of several posteriors with the normal distribution. For
// the paper's coins at several n, it chooses among the models of one board the
// posterior that is least normal. The other posteriors are of small boards.
func shapes(o paper.Options) (all []shape) {
	board := paper.Must(sim.PaperQuantile().Board(paper.Trials, o.Seed, 0))
	for _, n := range []int{1, 8, paper.Trials} {
		t := board.Tally(n)
		models := lists.Each(lists.Indices(len(board.Models)), func(model int) shape {
			correct := make([]int, t.Questions)
			for q, c := range t.Row(model) {
				correct[q] = int(c)
			}
			return tails(fmt.Sprintf("the paper's coins, 30 questions, n = %d", n), correct, n)
		})
		all = append(all, slices.MaxFunc(models, func(a, b shape) int { return cmp.Compare(a.skew(), b.skew()) }))
	}
	return append(all,
		tails("30 questions, none of 8 correct", make([]int, intervalQuestions), 8),
		tails("2 questions, 5 of 5 correct", []int{5, 5}, 5),
		tails("1 question, 5 of 5 correct", []int{5}, 5),
	)
}

// skew returns how far the probability of a tail is from 2.5 %, for the tail for which
// this difference is larger.
func (s shape) skew() float64 { return max(math.Abs(s.below-0.025), math.Abs(s.above-0.025)) }

// tails returns a comparison of a model's posterior with the normal distribution that
// has the same mean and σ. Of the n trials of question q, correct[q] are correct.
func tails(name string, correct []int, n int) shape {
	rows := make([][]uint8, len(correct))
	for q, c := range correct {
		rows[q] = make([]uint8, n)
		for i := range c {
			rows[q][i] = 1
		}
	}
	e := metrics.Bayes(metrics.Binary, nil).Estimate(oneModel(rows, 2), 0)
	exact := formulas.NewShape(correct, n)
	return shape{name, exact.Below(e.Mu - e.Reach(0.95)), 1 - exact.Below(e.Mu+e.Reach(0.95))}
}
