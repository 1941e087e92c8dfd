package budget

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
	"settle/sim"
)

var gapOptions = PlanOptions{Confidence: 0.95, Power: 0.8}

func gapPlan(t *testing.T, g Gap, at ...int) *GapPlan {
	t.Helper()
	o := gapOptions
	o.At = at
	p, err := g.Plan(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *GapPlan) with(t *testing.T, n int) GapPoint {
	t.Helper()
	at := slices.IndexFunc(p.Points, func(p GapPoint) bool { return p.N == n })
	if at < 0 {
		t.Fatalf("no point at N = %d", n)
	}
	return p.Points[at]
}

// The paper's LLM10 and LLM9, of Beta(12, 6) and Beta(11, 7) moved to 0.6213 and 0.608:
// its Fig. 3 has the right order in 83.7 % of boards at N = 80, and 94.7 and 96.9 % at 199
// and 285, with standard errors of 1.2, 0.7 and 0.5; sim.Orders, which adds trials up one
// by one, has 83.5, 93.8 and 96.7 % for such coins, and an expected |z| of 1.645 at 215
// trials. Chances here differ a little more: both Betas have the concentration 18, and
// these coins are others.
func TestGapOfThePaper(t *testing.T) {
	sd := math.Sqrt(0.61465 * (1 - 0.61465) / (sim.PaperConcentration + 1))
	p := gapPlan(t, Gap{Gap: 0.0133, Mean: 0.61465, Questions: 30, SD: sd, Correlation: 0.5}, 80, 199, 285)
	for n, want := range map[int]float64{80: 0.835, 199: 0.938, 285: 0.967} {
		if got := p.with(t, n); !got.Exact || math.Abs(got.Right-want) > 0.003 {
			t.Errorf("N = %d: P(right) %.4f, want %.3f", n, got.Right, want)
		}
	}
	if z := p.with(t, 80).Z; math.Abs(z-1.14) > 0.01 {
		t.Errorf("N = 80: expected |z| %.3f, want 1.14", z)
	}
	if p.Even < 212 || p.Even > 220 {
		t.Errorf("even odds at %d, want some 215", p.Even)
	}
}

// With one question, everything is a sum over two binomial distributions: the order, the noise,
// σ², and the rule itself.
func TestGapOnOneQuestion(t *testing.T) {
	p := gapPlan(t, Gap{Gap: 0.3, Mean: 0.55, Questions: 1, SD: 0}, 1, 7, 20, 33)
	if p.Means != [2]float64{0.7, 0.4} {
		t.Fatalf("means %v", p.Means)
	}
	rule := func(n int) float64 {
		var chance float64
		each([]float64{0.7}, []float64{0.4}, n, func(tally *results.Tally, probability float64) {
			if told(tally, nil, p.Quantile) {
				chance += probability
			}
		})
		return chance
	}
	for _, n := range []int{1, 7, 20, 33} {
		var right, noise, up, down float64
		each([]float64{0.7}, []float64{0.4}, n, func(tally *results.Tally, probability float64) {
			a, b := tally.Totals[0], tally.Totals[1]
			if a > b {
				right += probability
			} else if a == b {
				right += probability / 2
			}
			bayes := metrics.Bayes(metrics.Binary, nil)
			first, second := bayes.Estimate(tally, 0).Sigma, bayes.Estimate(tally, 1).Sigma
			up += probability * first * first
			down += probability * second * second
		})
		each([]float64{0.55}, []float64{0.55}, n, func(tally *results.Tally, probability float64) {
			// 0.3·n, a whole number for n = 20 alone
			if 10*max(int(tally.Totals[0])-int(tally.Totals[1]), int(tally.Totals[1])-int(tally.Totals[0])) >= 3*n {
				noise += probability
			}
		})
		got := p.with(t, n)
		want := GapPoint{Separated: rule(n), Noise: noise, HalfWidth: 1.959963984540054 * math.Sqrt(max(up, down))}
		for what, pair := range map[string][2]float64{
			"right": {got.Right, right}, "separated": {got.Separated, want.Separated}, "noise": {got.Noise, want.Noise},
			"half width": {got.HalfWidth, want.HalfWidth},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("N = %d, %s: %.12f, want %.12f", n, what, pair[0], pair[1])
			}
		}
	}
	if now, before := rule(p.ToSeparate), rule(p.ToSeparate-1); now < 0.8 || before >= 0.8 {
		t.Errorf("separated with %d trials in %.4f, with one less in %.4f: want 0.8 in between", p.ToSeparate, now, before)
	}
}

// If all questions are alike, the leads of two models are differences of two binomial counts of
// M·n trials.
func TestGapOnQuestionsThatAreAlike(t *testing.T) {
	p := gapPlan(t, Gap{Gap: 0.04, Mean: 0.5, Questions: 30, SD: 0}, 9)
	first, second := distuv.Binomial{N: 270, P: 0.52}, distuv.Binomial{N: 270, P: 0.48}
	right, below := 0.0, 0.0
	for k := range 271 {
		mass, same := first.Prob(float64(k)), second.Prob(float64(k))
		right += mass * (below + same/2)
		below += same
	}
	if got := p.with(t, 9); math.Abs(got.Right-right) > 1e-9 {
		t.Errorf("P(right) %.12f, want %.12f", got.Right, right)
	}
	// n·0.04·30 ≥ 1.2 n successes; the variance of their difference is 2·30·n/4.
	if n := p.Right; math.Abs(1.2*float64(n)/math.Sqrt(15*float64(n))-0.8416) > 0.1 {
		t.Errorf("ahead with 80 %% from %d trials on, want the n at which 1.2 √(n/15) is 0.84", n)
	}
}

// Beyond the limit of exact work, the error of the normal approximation is below 0.002.
func TestGapBeyondExactWork(t *testing.T) {
	for _, sd := range []float64{-1, 0, 0.4} {
		for _, gap := range []float64{0.002, 0.006} {
			g := Gap{Gap: gap, Mean: 0.7, Questions: 31, SD: sd}
			coins, null, err := g.coins()
			if err != nil {
				t.Fatal(err)
			}
			p, n := gapPlan(t, g), gapExact/31
			m, same := knownModels(coins), knownModels(null)
			exact := p.pointAt(m, same, n)
			m.mostExact, same.mostExact = 1, 1
			normal := p.pointAt(m, same, n)
			if !exact.Exact || normal.Exact {
				t.Fatalf("exact: %v and %v", exact.Exact, normal.Exact)
			}
			if math.Abs(exact.Right-normal.Right) > 0.002 || math.Abs(exact.Separated-normal.Separated) > 0.002 ||
				math.Abs(exact.Noise-normal.Noise) > 0.002 || math.Abs(exact.Z-normal.Z) > 0.002 {
				t.Errorf("gap %v, SD %v: exactly %+v, by the normal approximation %+v", gap, sd, exact, normal)
			}
		}
	}
}

// The number of questions given for N trials of each separates the models according to its own
// plan.
func TestGapQuestionsInPlaceOfTrials(t *testing.T) {
	for _, g := range []Gap{
		{Gap: 0.05, Mean: 0.6, Questions: 30, SD: -1},
		{Gap: 0.05, Mean: 0.8, Questions: 50, SD: 0.3},
	} {
		for _, n := range []int{2, 5, 10} {
			more := g
			more.Questions = gapPlan(t, g, n).with(t, n).These
			if chance := gapPlan(t, more, n).with(t, n).Separated; math.Abs(chance-0.8) > 0.02 {
				t.Errorf("%+v, N = %d: with %d questions %.3f are separated, want 0.8", g, n, more.Questions, chance)
			}
		}
	}
}

// If questions are a sample, the given number of questions separates the two models as often as
// wanted. Questions are drawn from Beta distributions, independently for each model
// (correlation 0) or the same for both except for the gap (correlation 1). Trials are drawn
// too, and the mean of their differences is compared with its own standard error.
func TestGapSampledQuestions(t *testing.T) {
	const evaluations = 4000
	random := rand.New(rng.New(1, "test of sampled questions", 0))
	for _, correlation := range []float64{0, 1} {
		for _, n := range []int{1, 8} {
			if testing.Short() && n == 1 {
				continue // which takes ten times as many questions
			}
			g := Gap{Gap: 0.06, Mean: 0.5, Questions: 30, SD: 0.3, Correlation: correlation}
			questions := gapPlan(t, g, n).with(t, n).Sampled
			apart := 0
			for range evaluations {
				var sum, squares float64
				for range questions {
					up, down := draw(random, 0.53, 0.3), draw(random, 0.47, 0.3)
					if correlation == 1 { // chances below 0 or above 1 count as they are
						down = up - 0.06
					}
					d := (tosses(random, up, n) - tosses(random, down, n)) / float64(n)
					sum += d
					squares += d * d
				}
				count := float64(questions)
				mean := sum / count
				student := distuv.StudentsT{Sigma: 1, Nu: count - 1}.Quantile(0.95)
				if mean/math.Sqrt((squares/count-mean*mean)/(count-1)) >= student {
					apart++
				}
			}
			// A standard error of 0.0063, the normal approximation, and a mean that is moved
			// where the second model's chances are cut off at 0.
			if share := float64(apart) / evaluations; math.Abs(share-0.8) > 0.03+0.05*correlation {
				t.Errorf("correlation %v, %d trials: of evaluations on %d questions %.3f tell the two apart, want 0.8",
					correlation, n, questions, share)
			}
		}
	}
}

func draw(random *rand.Rand, mean, sd float64) float64 {
	all := mean*(1-mean)/(sd*sd) - 1
	return distuv.Beta{Alpha: all * mean, Beta: all * (1 - mean), Src: random}.Rand()
}

func tosses(random *rand.Rand, p float64, n int) (successes float64) {
	for range n {
		if random.Float64() < p {
			successes++
		}
	}
	return successes
}

// Between is SD² + SD² − 2ρ·SD·SD. Within is the variance that one trial adds, p(1 − p) of both
// models: m(1 − m) − SD² on average. The sample size is (z + z)²(Between + Within/n)/gap² +
// z²/2, with 1.644854 for 95 % and 0.841621 for 80 %. It does not depend on the number of
// questions at the start, even for one question, which has no SD.
func TestGapVariances(t *testing.T) {
	for _, questions := range []int{1, 3, 200} {
		p := gapPlan(t, Gap{Gap: 0.06, Mean: 0.5, Questions: questions, SD: 0.3, Correlation: 0.6}, 4)
		between, within := 2*0.09*0.4, 2*(0.5*0.5-0.03*0.03-0.09)
		if math.Abs(p.Between-between) > 1e-12 || math.Abs(p.Within-within) > 1e-12 {
			t.Errorf("%d questions: between %v and within %v, want %v and %v", questions, p.Between, p.Within, between, within)
		}
		square := (1.644854 + 0.841621) * (1.644854 + 0.841621) / (0.06 * 0.06)
		if want := math.Ceil(square*(between+within/4) + 1.644854*1.644854/2); float64(p.with(t, 4).Sampled) != want {
			t.Errorf("%d questions: %d sampled ones, want %v", questions, p.with(t, 4).Sampled, want)
		}
		if want := math.Ceil(square*between + 1.644854*1.644854/2); float64(p.Least) != want {
			t.Errorf("%d questions: at least %d sampled ones, want %v", questions, p.Least, want)
		}
	}
}

// Sample sizes with which a one-sided t test at 95 % detects a mean of the given number of
// standard deviations with 80 % power, by the noncentral t distribution (scipy.stats.nct). One
// question never shows a variance, however large the gap.
func TestGapSampledByStudent(t *testing.T) {
	for effect, want := range map[float64]int{0.2: 156, 0.5: 27, 1: 8, 100: 2} {
		p := GapPlan{Options: gapOptions, Quantile: 1.6448536, Means: [2]float64{0.6, 0.5}, Between: 0.01 / (effect * effect)}
		if got := p.sampledQuestions(math.Inf(1)); got != want {
			t.Errorf("a gap of %v standard deviations: %d questions, want %d", effect, got, want)
		}
	}
}

// Probabilities are at most 1, even after half of the ties is added to the rest.
func TestGapChancesAreAtMostOne(t *testing.T) {
	for _, p := range gapPlan(t, Gap{Gap: 0.08, Mean: 0.84, Questions: 100, SD: 0.3}, 8, 10).Points {
		if p.Right > 1 || p.Separated > 1 {
			t.Errorf("N = %d: %v and %v", p.N, p.Right, p.Separated)
		}
	}
}

// Numbers beyond the limits are 0. Means that rounded chances cannot distinguish are rejected.
func TestGapLimits(t *testing.T) {
	p := gapPlan(t, Gap{Gap: 2e-6, Mean: 0.5, Questions: 1, SD: 0})
	if p.ToSeparate != 0 || p.Points[len(p.Points)-1].N != MaxTrials {
		t.Errorf("a gap of 2·10⁻⁶ on one question: %d trials, the last point at %d", p.ToSeparate, p.Points[len(p.Points)-1].N)
	}
	for want, g := range map[string]Gap{
		"the gap must be above 0 and below 1, not 0":                                                   {Gap: 0, Mean: 0.5, Questions: 3},
		"the gap must be above 0 and below 1, not NaN":                                                 {Gap: math.NaN(), Mean: 0.5, Questions: 3},
		"the means 1 and 0.9 must be above 0 and below 1":                                              {Gap: 0.1, Mean: 0.95, Questions: 3},
		"the number of questions must be 1 to 100000, not 0":                                           {Gap: 0.1, Mean: 0.5},
		"the correlation must be 0 to 1, not -0.1":                                                     {Gap: 0.1, Mean: 0.5, Questions: 3, Correlation: -0.1},
		"the standard deviation of success probabilities with mean 0.55 must be below 0.4975, not 0.6": {Gap: 0.1, Mean: 0.5, Questions: 3, SD: 0.6},
		"the standard deviation of success probabilities with mean 0.95 must be below 0.2179, not 0.3": {Gap: 0.1, Mean: 0.9, Questions: 3, SD: 0.3},
		"a gap of 1e-08 on 3 questions is too small: success probabilities are rounded to 1e-6":        {Gap: 1e-8, Mean: 0.5, Questions: 3},
	} {
		if _, err := g.Plan(t.Context(), gapOptions); fmt.Sprint(err) != want {
			t.Errorf("%+v: %v, want %s", g, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Gap{Gap: 0.1, Mean: 0.5, Questions: 3}).Plan(ctx, gapOptions); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("cancelled: %v", err)
	}
}
