package budget

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
)

// coinModels returns two coins with known truth, with or without a prior.
func coinModels(t *testing.T, first, second []float64, prior *results.Tally) *Models {
	t.Helper()
	coins := coinsOf(first, second)
	board := results.NewTally(2, len(first), 1)
	board.Trials = 1
	m, err := New(board, metrics.Binary, prior, coins)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// told reports whether Bayes@n of a tally separates the first model from the second, which is
// worse, by the estimates of package metrics.
func told(t *results.Tally, prior *results.Tally, quantile float64) bool {
	bayes := metrics.Bayes(metrics.Binary, prior)
	a, b := bayes.Estimate(t, 0), bayes.Estimate(t, 1)
	return ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma) >= quantile
}

// each visits all outcomes of n trials of one question or two of two models, with their
// probabilities.
func each(first, second []float64, n int, visit func(t *results.Tally, probability float64)) {
	chances := append(append([]float64{}, first...), second...)
	counts := make([]int, len(chances))
	var recurse func(at int, probability float64)
	recurse = func(at int, probability float64) {
		if at < len(chances) {
			for counts[at] = 0; counts[at] <= n; counts[at]++ {
				b := distuv.Binomial{N: float64(n), P: chances[at]}
				recurse(at+1, probability*b.Prob(float64(counts[at])))
			}
			return
		}
		tally := results.NewTally(2, len(first), 1)
		tally.Trials = n
		for i, c := range counts {
			tally.Add(i/len(first), i%len(first), 1, c)
		}
		visit(tally, probability)
	}
	recurse(0, 1)
}

// With one question, the power for two coins is a sum over all outcomes.
func TestFiresOfOneQuestion(t *testing.T) {
	prior := results.NewTally(2, 1, 1)
	prior.Trials = 3
	prior.Add(0, 0, 1, 1)
	prior.Add(1, 0, 1, 2)
	for _, beside := range []*results.Tally{nil, prior} {
		m := coinModels(t, []float64{0.8}, []float64{0.4}, beside)
		for _, n := range []int{1, 2, 7, 20} {
			var want float64
			each([]float64{0.8}, []float64{0.4}, n, func(tally *results.Tally, probability float64) {
				if told(tally, beside, 1.6448536269514722) {
					want += probability
				}
			})
			if got := m.fires(0, 1, n, 1.6448536269514722); math.Abs(got-want) > 1e-12 {
				t.Errorf("n = %d: %.15f, want %.15f", n, got, want)
			}
		}
	}
}

// With two questions, taking σ² given the lead as normal costs up to 0.03 here; the plain
// normal approximation costs more.
func TestFiresOfTwoQuestions(t *testing.T) {
	first, second := []float64{0.9, 0.6}, []float64{0.5, 0.45}
	m := coinModels(t, first, second, nil)
	for _, n := range []int{5, 9, 14} {
		var want float64
		each(first, second, n, func(tally *results.Tally, probability float64) {
			if told(tally, nil, 1.6448536269514722) {
				want += probability
			}
		})
		if got := m.fires(0, 1, n, 1.6448536269514722); math.Abs(got-want) > 0.03 {
			t.Errorf("n = %d: %.4f, want %.4f", n, got, want)
		}
		if got := m.rule(0, 1, n).fires(1.6448536269514722); math.Abs(got-want) > 0.06 {
			t.Errorf("n = %d, normal: %.4f, want %.4f", n, got, want)
		}
	}
}

// Beyond the limit of exact work, the error of the normal approximation is below 0.002.
func TestNormalFiresOfMany(t *testing.T) {
	random := rand.New(rng.New(1, "test of many trials", 0))
	chances := make([][]float64, 2)
	for range 30 {
		p := distuv.Beta{Alpha: 0.3, Beta: 0.5, Src: random}.Rand()
		chances[0], chances[1] = append(chances[0], min(p+0.01, 1)), append(chances[1], p)
	}
	m := coinModels(t, chances[0], chances[1], nil)
	for _, n := range []int{300, 1000, 3000} {
		if !m.isExact(n) {
			t.Fatalf("n = %d is beyond exact work", n)
		}
		exact, normal := m.fires(0, 1, n, 1.6448536269514722), m.rule(0, 1, n).fires(1.6448536269514722)
		if math.Abs(exact-normal) > 0.002 {
			t.Errorf("n = %d: %.5f, by the normal approximation %.5f", n, exact, normal)
		}
	}
}

// toss returns the counts of n trials of each question, those of a board counted.
func toss(random *rand.Rand, chances [][]float64, board *results.Tally, n int) *results.Tally {
	t := results.NewTally(len(chances), len(chances[0]), 1)
	t.Trials = n
	for model, p := range chances {
		for q, p := range p {
			c := int(board.Row(model)[q])
			for range n - board.Trials {
				if random.Float64() < p {
					c++
				}
			}
			t.Add(model, q, 1, c)
		}
	}
	return t
}

// With thirty questions and the advised number of trials, the share of new evaluations that
// separate the coins equals the wanted power, within four standard errors and the step from one
// n to the next.
func TestKnownPower(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates thousands of evaluations")
	}
	random := rand.New(rng.New(1, "test of power", 0))
	chances := make([][]float64, 2)
	for range 30 {
		p := distuv.Beta{Alpha: 0.3, Beta: 0.5, Src: random}.Rand()
		chances[0], chances[1] = append(chances[0], min(p+0.05, 1)), append(chances[1], p)
	}
	m := coinModels(t, chances[0], chances[1], nil)
	for _, power := range []float64{0.5, 0.8, 0.95} {
		p := m.knownPower(t.Context(), 0, 1, 1.6448536269514722, power)
		if p.Chance < power || m.fires(0, 1, p.Trials-1, 1.6448536269514722) >= power {
			t.Errorf("power %v: %d trials are not where it passes", power, p.Trials)
		}
		const boards = 4000
		var apart float64
		for range boards {
			if told(toss(random, chances, results.NewTally(2, 30, 1), p.Trials), nil, 1.6448536269514722) {
				apart += 1.0 / boards
			}
		}
		if se := math.Sqrt(power * (1 - power) / boards); math.Abs(apart-p.Chance) > 4*se {
			t.Errorf("power %v: %d trials tell apart on %.3f of boards, want %.3f", power, p.Trials, apart, p.Chance)
		}
	}
}

// A state is the mean and variance of Bayes@n's score over the trials still to run, and
// the mean of its σ²: here over all their outcomes.
func TestState(t *testing.T) {
	prior := results.NewTally(1, 2, 1)
	prior.Trials = 2
	prior.Add(0, 0, 1, 1)
	board := results.NewTally(1, 2, 1)
	board.Trials = 3
	board.Add(0, 0, 1, 2)
	board.Add(0, 1, 1, 1)
	chances := []float64{0.7, 0.2}
	for _, beside := range []*results.Tally{nil, prior} {
		m, err := New(board, metrics.Binary, beside, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := m.groupedFuture(false)
		if len(f.groups[0]) != 1 {
			t.Fatalf("%d groups of questions with the same trials", len(f.groups[0]))
		}
		one := make([]gains, 1)
		for q, p := range chances {
			one[0].add(p, p, m.begunSums(0, q).sum)
		}
		f.draws = [][][]gains{{one}}
		const n = 7
		var mean, square, rule float64
		for x := range n - 3 + 1 {
			for y := range n - 3 + 1 {
				probability := distuv.Binomial{N: n - 3, P: 0.7}.Prob(float64(x)) *
					distuv.Binomial{N: n - 3, P: 0.2}.Prob(float64(y))
				tally := results.NewTally(1, 2, 1)
				tally.Trials = n
				tally.Add(0, 0, 1, 2+x)
				tally.Add(0, 1, 1, 1+y)
				e := metrics.Bayes(metrics.Binary, beside).Estimate(tally, 0)
				mean += probability * e.Mu
				square += probability * e.Mu * e.Mu
				rule += probability * e.Sigma * e.Sigma
			}
		}
		got := f.stateAt(0, 0, n)
		for _, c := range []struct {
			what      string
			got, want float64
		}{{"mean", got.mean, mean}, {"variance", got.variance, square - mean*mean}, {"σ²", got.rule, rule}} {
			if math.Abs(c.got-c.want) > 1e-12 {
				t.Errorf("%s %v, want %v", c.what, c.got, c.want)
			}
		}
	}
}
