package betabinomial_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"settle/internal/betabinomial"
	"settle/internal/rng"
	"settle/internal/tests/boardtest"
	"settle/internal/tests/counttest"
	"settle/metrics"
	"settle/results"
)

// TestAgainstBigNumbers compares fits, and what metrics score by them, with the same model
// in numbers of 160 bits. Its boards are those that every score must survive; without
// -short 300 of them.
func TestAgainstBigNumbers(t *testing.T) {
	const boards = 300
	largest := map[string]float64{}
	for i := range boards {
		if testing.Short() && i%41 != 3 {
			continue
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			c, r := comparison{t, i, largest}, rand.New(rng.New(1, "big", i))
			switch i % 4 {
			case 0:
				c.compareBinary(binaryBoard(r, i, false), false)
			case 1:
				c.compareBinary(binaryBoard(r, i, true), true)
			default:
				c.compareGraded(gradedBoard(r, i))
			}
		})
	}
	for _, name := range slices.Sorted(maps.Keys(largest)) {
		t.Logf("%s: largest relative difference %.1e", name, largest[name])
	}
}

// extremes are boards that each kind of metric is compared on.
var extremes = [][][]betabinomial.Count{
	{{{Successes: 5, Trials: 8, Questions: 400}}, {{Successes: 3, Trials: 8, Questions: 400}}}, // all equal
	{{
		{Successes: 0, Trials: 4096, Questions: 3000}, {Successes: 7, Trials: 4096, Questions: 4000},
		{Successes: 2100, Trials: 4096, Questions: 6000}, {Successes: 4096, Trials: 4096, Questions: 7000},
	}},
	{{{Successes: 1, Trials: 1, Questions: 1}}},
	{{{Successes: 37, Trials: 100, Questions: 1}}, {{Successes: 0, Trials: 100, Questions: 1}}},
	{{{Successes: 4095, Trials: 4096, Questions: 20_000}}},
}

// binaryBoard returns the extremes first, and then boards of counttest. Every 25th is large,
// and has few different counts.
func binaryBoard(r *rand.Rand, i int, inflated bool) (models [][]betabinomial.Count) {
	if i < 4*len(extremes) {
		return extremes[i%len(extremes)]
	}
	limits := counttest.Limits{Models: 3, Questions: 400, Trials: 24, Different: 40}
	if i%25 == 7 {
		limits = counttest.Limits{Models: 2, Questions: 20_000, Trials: 4096, Different: 6}
	}
	if inflated { // with sixteen times as many nodes
		limits.Models, limits.Different = 2, min(limits.Different, 10)
	}
	for _, histogram := range counttest.Histograms(r, i, limits) {
		var counts []betabinomial.Count
		for _, c := range histogram {
			counts = append(counts, betabinomial.Count(c))
		}
		models = append(models, counts)
	}
	return models
}

// gradedBoard divides the successes of a binary board among two categories or more.
func gradedBoard(r *rand.Rand, i int) (models [][]betabinomial.Graded) {
	categories := 3 + r.IntN(3)
	for _, counts := range binaryBoard(r, i, false) {
		var model []betabinomial.Graded
		for _, c := range counts {
			g := betabinomial.Graded{Counts: make([]int, categories), Questions: c.Questions}
			g.Counts[0] = c.Trials - c.Successes
			left := c.Successes
			for category := 1; category < categories-1; category++ {
				g.Counts[category] = r.IntN(left + 1)
				left -= g.Counts[category]
			}
			g.Counts[categories-1] = left
			model = append(model, g)
		}
		models = append(models, model)
	}
	return models
}

// A comparison keeps the largest difference of each number of each metric.
type comparison struct {
	t       *testing.T
	board   int
	largest map[string]float64
}

func (c *comparison) compareBinary(models [][]betabinomial.Count, inflated bool) {
	fit := betabinomial.Fit
	if inflated {
		fit = betabinomial.FitInflated
	}
	got, want := fit(models), betabinomial.BigFit(models, inflated)
	for model, counts := range models {
		a, b := betabinomial.Summary(got[model], counts), betabinomial.Summary(want[model], counts)
		var sum float64
		for _, n := range got[model] {
			sum += n.Weight
		}
		c.compare("weights", model, sum, 1, 1e3)     // to 1e-12
		for j, about := range []int{0, 0, 2, 3, 3} { // standard deviations are about the number before
			c.compare(fmt.Sprint("nodes ", j), model, a[j], b[j], b[about])
		}
	}
	k := []int{1, 2, 4, 8}[c.board/4%4]
	scores := map[metrics.Estimator]betabinomial.BigScore{}
	if inflated {
		scores[metrics.PassAtK(k).ZeroInflated()] = betabinomial.BigScore{Step: 1, K: k}
	} else {
		scores[metrics.PassAtK(k).Fitted()] = betabinomial.BigScore{Step: 1, K: k}
		scores[metrics.PassAtK(k).OfNewQuestions()] = betabinomial.BigScore{Step: 1, K: k, Anew: true}
		scores[metrics.BayesFitted(c.weights(-1, 3))] = betabinomial.BigScore{From: -1, Step: 4, K: 1}
	}
	tally := binaryTally(models)
	for metric, score := range scores {
		var parts [][]betabinomial.BigPart
		for model, counts := range models {
			parts = append(parts, score.Parts(want[model], counts))
		}
		c.compareEstimates(metric, tally, parts)
	}
}

func (c *comparison) compareGraded(models [][]betabinomial.Graded) {
	values := []float64{-1, 0.5, 3, 0.25, 2}[:len(models[0][0].Counts)]
	metric := metrics.BayesFitted(c.weights(values...))
	c.compareEstimates(metric, gradedTally(models), betabinomial.BigFitGraded(models, values))
}

func (c *comparison) weights(values ...float64) metrics.Weights {
	w, err := metrics.NewWeights(values...)
	if err != nil {
		c.t.Fatal(err)
	}
	return w
}

// compareEstimates compares the estimates of a metric with mixtures, by model.
func (c *comparison) compareEstimates(m metrics.Estimator, tally *results.Tally, mixtures [][]betabinomial.BigPart) {
	fit, err := metrics.Fit(c.t.Context(), m, tally)
	if err != nil {
		c.t.Fatal(err)
	}
	for model, parts := range mixtures {
		e := fit.Estimate(tally, model)
		mean, sigma := betabinomial.BigMoments(parts)
		c.compare(m.Name()+" mean", model, e.Mu, mean, mean)
		c.compare(m.Name()+" sigma", model, e.Sigma, sigma, mean)
		const confidence = 0.95
		lo, hi := e.Interval(confidence, metrics.Unbounded)
		c.compareEnd(m.Name()+" lo", model, lo, parts, (1-confidence)/2, e.Range)
		c.compareEnd(m.Name()+" hi", model, hi, parts, (1+confidence)/2, e.Range)
	}
}

func (c *comparison) compareEnd(
	name string, model int, got float64, parts []betabinomial.BigPart, p float64, within metrics.Bounds,
) {
	want := min(max(betabinomial.BigQuantile(parts, p, got), within.Lo), within.Hi)
	c.compare(name, model, got, want, want)
}

// compare asks for 9 digits, as far as numbers about the middle have them: a standard
// deviation of a mean next to 1 is no better than 1e-15.
func (c *comparison) compare(name string, model int, got, want, middle float64) {
	off := math.Abs(got - want)
	if off <= 1e-15*math.Abs(middle) {
		return
	}
	off /= math.Abs(want)
	c.largest[name] = max(c.largest[name], off)
	if !(off <= 1e-9) {
		c.t.Errorf("model %d: %s is %v, want %v (%.2g)", model, name, got, want, off)
	}
}

func binaryTally(models [][]betabinomial.Count) *results.Tally {
	rows := make([][][2]int, len(models))
	for model, counts := range models {
		for _, c := range counts {
			for range c.Questions {
				rows[model] = append(rows[model], [2]int{c.Successes, c.Trials})
			}
		}
	}
	return boardtest.Counted(rows...)
}

func gradedTally(models [][]betabinomial.Graded) *results.Tally {
	var trials []uint16
	var questions []betabinomial.Graded
	for _, groups := range models {
		for _, g := range groups {
			n := 0
			for _, count := range g.Counts {
				n += count
			}
			for range g.Questions {
				trials, questions = append(trials, uint16(n)), append(questions, g)
			}
		}
	}
	each := len(questions) / len(models)
	t := results.NewUnequalTally(len(models), each, len(questions[0].Counts)-1, trials)
	for i, g := range questions {
		for category, n := range g.Counts {
			t.Add(i/each, i%each, category, n)
		}
	}
	return t
}
