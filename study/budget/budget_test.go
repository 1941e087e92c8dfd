package budget

import (
	"context"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
	"settle/sim"
)

// of returns the models of one board of coins, known or to be estimated.
func of(t rapid.TB, c *sim.Coins, trials int, known bool) *Models {
	t.Helper()
	board, err := c.Board(trials, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	truth := c
	if !known {
		truth = nil
	}
	m, err := New(board.Tally(trials), metrics.Binary, nil, truth)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// coinsOf returns coins with the given probabilities, by model and question.
func coinsOf(p ...[]float64) *sim.Coins {
	return &sim.Coins{Models: results.Numbered("m", len(p)), Questions: results.Numbered("q", len(p[0])), P: p}
}

func pairOfThePaper(t testing.TB) *sim.Coins {
	t.Helper()
	pair, err := sim.PaperQuantile().Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	return pair
}

func needOf(t rapid.TB, m *Models, confidence float64) Need {
	t.Helper()
	quantile, err := Quantile(confidence)
	if err != nil {
		t.Fatal(err)
	}
	need, err := m.Need(context.Background(), m.Order.Models[0], m.Order.Models[1], quantile)
	if err != nil {
		t.Fatal(err)
	}
	return need
}

// The design document of this reproduction has E|z| of such coins reach 1.645
// at N ≈ 215 and 1.96 at N ≈ 318, by convolution.
func TestNeedOfThePaper(t *testing.T) {
	m := of(t, pairOfThePaper(t), 80, true)
	for confidence, want := range map[float64][2]int{0.95: {212, 218}, 0.975: {314, 322}} {
		need := needOf(t, m, confidence)
		if !need.Exact || need.Trials < want[0] || need.Trials > want[1] {
			t.Errorf("at %v: %d trials, exact %v; want %v", confidence, need.Trials, need.Exact, want)
		}
		if d := need.NormalTrials - need.Trials; d < -1 || d > 1 {
			t.Errorf("at %v: %d trials by the normal approximation, %d exactly", confidence, need.NormalTrials, need.Trials)
		}
	}
}

// The same document gives 83.5, 93.8 and 96.7 % at the N of Fig. 3, and boards
// drawn by package montecarlo agree within four standard errors.
func TestPointsOfThePaper(t *testing.T) {
	pair := pairOfThePaper(t)
	m := of(t, pair, 80, true)
	for n, want := range map[int]float64{80: 0.835, 199: 0.938, 285: 0.967} {
		p := m.At(0, 1, n)
		if !p.Exact || math.Abs(p.Right-want) > 0.001 || math.Abs(p.NormalRight-p.Right) > 0.001 {
			t.Errorf("N = %d: %+v, want a probability of %v", n, p, want)
		}
		source := func(int) replicate.Source { return pair.Source(n, 7) }
		drawn, err := montecarlo.Pair(context.Background(), source, 1, montecarlo.Options{Replicates: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		if right := drawn[0].Right + drawn[0].Tied/2; math.Abs(right-p.Right) > 4*drawn[0].RightSE {
			t.Errorf("N = %d: right in %v ± %v of boards, %v by calculation", n, right, drawn[0].RightSE, p.Right)
		}
		if math.Abs(drawn[0].Z-p.Z) > 4*drawn[0].ZSE {
			t.Errorf("N = %d: mean |z| %v ± %v of boards, %v by calculation", n, drawn[0].Z, drawn[0].ZSE, p.Z)
		}
	}
}

// The need is the n at which the expectations that sim.Orders computes one n at a time first
// reach the quantile.
func TestNeedIsFirstCrossing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		questions := rapid.IntRange(1, 5).Draw(t, "questions")
		coin := rapid.SliceOfN(rapid.Float64Range(0, 1), questions, questions)
		confidence := rapid.Float64Range(LeastConfidence, 0.999).Draw(t, "confidence")
		m := of(t, coinsOf(coin.Draw(t, "a"), coin.Draw(t, "b")), 3, true)
		need := needOf(t, m, confidence)
		if need.Equal || need.NormalTrials == 0 || need.NormalTrials > 200 {
			t.Skip("equal means, or nearly so")
		}
		if need.Trials != 0 && need.There != m.At(need.Above, need.Below, need.Trials) {
			t.Fatalf("at %d trials: %+v, want %+v", need.Trials, need.There, m.At(need.Above, need.Below, need.Trials))
		}
		quantile, _ := Quantile(confidence)
		first := 0
		for _, o := range sim.Orders(m.chances(need.Above), m.chances(need.Below), 80) {
			if o.Z >= quantile+1e-9 {
				first = o.N
				break
			}
		}
		if first != 0 && need.Trials != first || first == 0 && need.Trials != 0 && need.Trials <= 80 {
			t.Fatalf("%d trials, want %d (0: more than 80)", need.Trials, first)
		}
	})
}

// The search finds the smallest n for every first guess.
func TestSmallest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.IntRange(1, MaxTrials).Draw(t, "want")
		guess := rapid.OneOf(rapid.IntRange(1, MaxTrials), rapid.IntRange(max(1, want-5), min(MaxTrials, want+5))).Draw(t, "guess")
		if got := smallest(func(n int) bool { return n >= want }, 0, guess); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
	if got := smallest(func(int) bool { return false }, 0, 3); got != 0 {
		t.Errorf("%d where there is none, want 0", got)
	}
}

// The expected posterior variance is the mean of σ² of metrics.Bayes over all
// boards of three trials of one question, enumerated with their multinomial
// probabilities.
func TestPosteriorVariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, err := metrics.NewWeights(0, rapid.Float64Range(-2, 2).Draw(t, "w1"), rapid.Float64Range(-2, 2).Draw(t, "w2"))
		if err != nil {
			t.Skip(err)
		}
		const n = 3
		counts := rapid.SliceOfN(rapid.IntRange(0, 4), 3, 3).Draw(t, "counts")
		tally := tallyOf(counts)
		if tally.Trials == 0 {
			t.Skip("no trials")
		}
		before := rapid.SliceOfN(rapid.IntRange(0, 3), 3, 3).Draw(t, "prior")
		prior := tallyOf(before)
		m, err := New(tally, w, prior, nil)
		if err != nil {
			t.Fatal(err)
		}
		var want float64
		for a := 0; a <= n; a++ {
			for b := 0; a+b <= n; b++ {
				board := []int{a, b, n - a - b}
				probability := 6.0
				for j, count := range board {
					p := float64(1+counts[j]+before[j]) / float64(3+tally.Trials+prior.Trials)
					probability *= math.Pow(p, float64(count)) / math.Gamma(float64(count+1))
				}
				sigma := metrics.Bayes(w, prior).Estimate(tallyOf(board), 0).Sigma
				want += probability * sigma * sigma
			}
		}
		if got := m.posteriorVariance(0, n); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// tallyOf returns the tally of one model on one question with three categories.
func tallyOf(counts []int) *results.Tally {
	tally := results.NewTally(1, 1, 2)
	for j, count := range counts {
		tally.Trials += count
		if j > 0 {
			tally.Add(0, 0, j, count)
		}
	}
	return tally
}

// One question, 3 of 4 correct: the posterior is Beta(4, 2), with mean 2/3; a
// trial of that chance has variance 2/9. Of the four trials, the mean has the
// unbiased variance (3/4)(1/4)/3 = 1/16, and the posterior mean 4/6 of its
// deviations.
func TestEstimatedByHand(t *testing.T) {
	tally := results.NewTally(1, 1, 1)
	tally.Trials = 4
	tally.Add(0, 0, 1, 3)
	m, err := New(tally, metrics.Binary, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := outcome{2.0 / 3, 2.0 / 9, 4.0 / 9 / 16}
	got := m.outcome[0][0]
	if math.Abs(got.mean-want.mean) > 1e-15 || math.Abs(got.variance-want.variance) > 1e-15 || math.Abs(got.noise-want.noise) > 1e-15 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Two questions with gaps 0.1 and 0.3, so 0.2 with variance 0.02 between; the
// trials have variances 0.24 + 0.25 and 0.24 + 0.21, 0.47 on average. Endless
// trials come to z = 0.2/√(0.02/2) = 2. An expected |z| of 1.645 is that of a
// z-score x = 1.5983 (x·erf(x/√2) + √(2/π)·exp(−x²/2) = 1.645), so that 10
// trials need 1.5983²·(0.02 + 0.047)/0.04 = 4.28 questions, endless ones 1.28.
func TestQuestionsByHand(t *testing.T) {
	c := coinsOf([]float64{0.6, 0.6}, []float64{0.5, 0.3})
	more := needOf(t, of(t, c, 10, true), 0.95).More
	for what, pair := range map[string][2]float64{
		"between": {more.Between, 0.02}, "within": {more.Within, 0.47}, "ceiling": {more.Ceiling, 2},
		"now": {float64(more.Now), 5}, "least": {float64(more.Least), 2},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 {
			t.Errorf("%s: %v, want %v", what, pair[0], pair[1])
		}
	}
	if x := unfoldMean(1.645); math.Abs(x-1.5983) > 1e-4 {
		t.Errorf("|z| of 1.645 is expected at z = %v, want 1.5983", x)
	}
	one := needOf(t, of(t, coinsOf([]float64{0.6}, []float64{0.5}), 10, true), 0.95).More
	if !math.IsNaN(one.Between) || !math.IsNaN(one.Ceiling) || one.Now != 0 || one.Least != 0 {
		t.Errorf("one question tells of others: %+v", one)
	}
}

// With four trials of each of many questions, the estimate of the variance between questions is
// unbiased except for the shrinkage (4/6)² of posterior means. Half of the gaps are 0.8 and
// half are 0: variance 0.16. Its estimate from 20,000 questions has a standard error below 1 %.
func TestBetweenIsUnbiased(t *testing.T) {
	const questions = 20_000
	a, b := make([]float64, questions), make([]float64, questions)
	for q := range a {
		a[q], b[q] = 0.9, 0.1+0.8*float64(q%2)
	}
	m := of(t, coinsOf(a, b), 4, false)
	got := m.questions(0, 1, m.difference(0, 1), 1.645).Between
	if want := 0.16 * 4 / 9; math.Abs(got/want-1) > 0.04 {
		t.Errorf("%v, want about %v", got, want)
	}
}

// E|X| of a normal X against a sum over a fine grid.
func TestFoldedMean(t *testing.T) {
	for _, mean := range []float64{0, 0.3, 1.645, 5} {
		var want float64
		const h = 1e-3
		for x := -12.0; x < 12; x += h {
			want += math.Abs(x+mean) * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * h
		}
		if got := foldedMean(mean); math.Abs(got-want) > 1e-6 {
			t.Errorf("at %v: %v, want %v", mean, got, want)
		}
		if back := unfoldMean(foldedMean(mean)); math.Abs(back-mean) > 1e-7 {
			t.Errorf("%v comes back as %v", mean, back)
		}
	}
}

// A larger gap needs fewer trials, a smaller one more, or no number is enough.
func TestLowAndHigh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chance := rapid.SliceOfN(rapid.Float64Range(0, 1), 6, 6)
		m := of(t, coinsOf(chance.Draw(t, "a"), chance.Draw(t, "b")), rapid.IntRange(1, 9).Draw(t, "trials"), false)
		need := needOf(t, m, 0.95)
		if need.Equal {
			t.Skip("equal means")
		}
		if need.Low > need.NormalTrials || need.High != 0 && need.High < need.NormalTrials || (need.Now < 0.99 && need.High != 0) {
			t.Fatalf("%+v", need)
		}
	})
}

// Equal means are recognized exactly: 0.1 + 0.3 equals 0.2 + 0.2.
func TestEqualMeans(t *testing.T) {
	need := needOf(t, of(t, coinsOf([]float64{0.1, 0.3}, []float64{0.2, 0.2}), 4, true), 0.95)
	if !need.Equal || need.Gap != 0 || need.Trials != 0 {
		t.Errorf("%+v", need)
	}
}

// For coins with success probabilities 0 and 1, with gap 1 and M = 2, z is
// N·√(M(N+3)/(2(N+1))): √2 at N = 1 and 2.58 at N = 2.
func TestCertainCoins(t *testing.T) {
	m := of(t, coinsOf([]float64{1, 1}, []float64{0, 0}), 4, true)
	if need := needOf(t, m, 0.95); need.Trials != 2 || need.NormalTrials != 2 {
		t.Errorf("%+v, want 2 trials", need)
	}
	for n, want := range map[int]float64{1: math.Sqrt2, 2: 2 * math.Sqrt(5.0/3)} {
		if p := m.At(0, 1, n); math.Abs(p.Z-want) > 1e-12 || math.Abs(p.NormalZ-want) > 1e-12 || p.Right != 1 || p.NormalRight != 1 {
			t.Errorf("N = %d: %+v, want z = %v", n, p, want)
		}
	}
}

func TestQuantile(t *testing.T) {
	for _, confidence := range []float64{0.79, 1, 0, -1, math.NaN()} {
		if _, err := Quantile(confidence); err == nil {
			t.Errorf("%v passes", confidence)
		}
	}
}

// The plan of the neighbours of a wide board, by one worker.
func BenchmarkNeighbours(b *testing.B) {
	coins, err := sim.Random(63, 198, 1, 1)
	if err != nil {
		b.Fatal(err)
	}
	m := of(b, coins, 16, false)
	for b.Loop() {
		for i, below := range m.Order.Models[1:] {
			above := m.Order.Models[i]
			if _, err := m.Need(context.Background(), above, below, 1.645); err != nil {
				b.Fatal(err)
			}
			for _, n := range []int{16, 32, 80, 160} {
				m.At(above, below, n)
			}
		}
	}
}

func TestNeedStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := of(t, pairOfThePaper(t), 80, true).Need(ctx, 0, 1, 1.645); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// Coins require the weights 0 and 1.
func TestNewRefuses(t *testing.T) {
	c := coinsOf([]float64{0.6}, []float64{0.5})
	board, err := c.Board(3, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"0,2", "1,0", "0,0.5,1"} {
		w, err := metrics.ParseWeights(list)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(board.Tally(3), w, nil, c); err == nil {
			t.Errorf("coins with weights %s pass", list)
		}
	}
}

// Doubling the weights of two categories doubles the gap in the normal approximation, and
// leaves z, trials and probabilities unchanged.
func TestWeightsScale(t *testing.T) {
	c := coinsOf([]float64{0.6, 0.8}, []float64{0.5, 0.7})
	board, err := c.Board(40, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	w, err := metrics.ParseWeights("0,2")
	if err != nil {
		t.Fatal(err)
	}
	twice, err := New(board.Tally(40), w, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	once := needOf(t, of(t, c, 40, false), 0.95)
	got := needOf(t, twice, 0.95)
	if got.Exact || got.Trials != once.NormalTrials || got.Low != once.Low || got.High != once.High ||
		math.Abs(got.Gap-2*once.Gap) > 1e-12 || math.Abs(got.Now-once.Now) > 1e-12 || got.More.Now != once.More.Now {
		t.Errorf("%+v, want twice %+v", got, once)
	}
}
