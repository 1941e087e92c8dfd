package replicate_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"settle/replicate"
	"settle/results"
)

// tallyOf draws a small tally of any shape.
func tallyOf(t *rapid.T) *results.Tally {
	models, questions := rapid.IntRange(1, 3).Draw(t, "L"), rapid.IntRange(1, 4).Draw(t, "M")
	n, top := rapid.IntRange(1, 12).Draw(t, "N"), rapid.IntRange(1, 3).Draw(t, "C")
	tally := results.NewTally(models, questions, top)
	tally.Trials = n
	for model := range models {
		for q := range questions {
			for range n {
				tally.Add(model, q, rapid.IntRange(0, top).Draw(t, "outcome"), 1)
			}
		}
	}
	return tally
}

// On every step of a walk the counts are within 0..n, add up to the totals,
// and each question loses exactly one trial; at n = 0 nothing is left.
func checkWalk(t *rapid.T, s replicate.Source, index int) {
	walker := s.Walker()
	tally := walker.Draw(index)
	for n := s.Shape().Trials; ; n-- {
		if tally.Trials != n {
			t.Fatalf("the tally says n = %d, want %d", tally.Trials, n)
		}
		for model := range tally.Models {
			totals := make([]int64, tally.Top)
			for q := range tally.Questions {
				known := 0
				for j, count := range tally.Row(model)[q*tally.Top : (q+1)*tally.Top] {
					known += int(count)
					totals[j] += int64(count)
				}
				if known > n {
					t.Fatalf("model %d, question %d has %d outcomes at n = %d", model, q, known, n)
				}
			}
			if counts, runs, ok := tally.Live(); ok && tally.Top == 1 {
				for _, run := range runs[:model] {
					counts = counts[run.Blocks*results.Block:]
				}
				if all := int(runs[model].Blocks*results.Block + runs[model].Most + runs[model].Least); all != tally.Questions {
					t.Fatalf("model %d has %d questions in live and other ones, want %d", model, all, tally.Questions)
				}
				successes := int64(runs[model].Most) * int64(n)
				for _, count := range counts[:runs[model].Blocks*results.Block] {
					successes += int64(count)
				}
				if successes != totals[0] {
					t.Fatalf("model %d has %d successes in live and full questions, want %d", model, successes, totals[0])
				}
			}
			for j, total := range totals {
				if tally.Totals[model*tally.Top+j] != total {
					t.Fatalf("model %d has total %d in category %d, want %d", model, tally.Totals[model*tally.Top+j], j+1, total)
				}
			}
		}
		if n == 0 {
			return
		}
		walker.Drop()
	}
}

func TestWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tally := tallyOf(t)
		index := rapid.IntRange(0, 1000).Draw(t, "replicate")
		checkWalk(t, replicate.Permuted(tally, tally.Trials, 1, "test"), index)
		checkWalk(t, replicate.Resampled(tally, tally.Trials, 1, "test"), index)
	})
}

// Without replacement, a replicate at n = N is the tally itself.
func TestPermutedStartsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tally := tallyOf(t)
		drawn := replicate.Permuted(tally, tally.Trials, 1, "test").Walker().Draw(5)
		for model := range tally.Models {
			if got, want := drawn.Row(model), tally.Row(model); !slices.Equal(got, want) {
				t.Fatalf("model %d has %v, want %v", model, got, want)
			}
		}
	})
}

// A replicate is the same whether drawn first or after others.
func TestReplicatesStandAlone(t *testing.T) {
	tally := results.NewTally(2, 3, 1)
	tally.Trials = 10
	tally.Add(0, 0, 1, 4)
	tally.Add(1, 2, 1, 7)
	s := replicate.Resampled(tally, tally.Trials, 3, "test")
	busy, fresh := s.Walker(), s.Walker()
	for r := range 5 {
		busy.Draw(r)
		busy.Drop()
	}
	a, b := busy.Draw(42), fresh.Draw(42)
	for range 10 {
		for model := range a.Models {
			if !slices.Equal(a.Row(model), b.Row(model)) {
				t.Fatalf("n = %d: counts %v and %v", a.Trials, a.Row(model), b.Row(model))
			}
		}
		busy.Drop()
		fresh.Drop()
	}
}

// The counts at n of fresh trials are binomial(n, p): their distribution over
// 2·10⁵ replicates agrees with gonum's at every n, by a χ² within five of its
// standard deviations.
func TestFreshCountsAreBinomial(t *testing.T) {
	const trials, replicates = 9, 200_000
	chances := []float64{0, 1, 0.5, 0.03, 0.97, 1.0 / 3}
	shape := results.Shape{Models: 1, Questions: len(chances), Trials: trials, Top: 1}
	s := replicate.Fresh(shape, func(_, q int) float64 { return chances[q] }, 11, "test")
	var seen [trials + 1][6][trials + 1]float64
	walker := s.Walker()
	for r := range replicates {
		tally := walker.Draw(r)
		for n := trials; n > 0; n-- {
			for q, c := range tally.Row(0) {
				seen[n][q][c]++
			}
			walker.Drop()
		}
	}
	for n := 1; n <= trials; n++ {
		for q, p := range chances {
			var chi, df float64
			for c := 0; c <= n; c++ {
				want := replicates * distuv.Binomial{N: float64(n), P: p}.Prob(float64(c))
				if p == 0 || p == 1 { // gonum gives NaN there
					want = 0
					if float64(c) == p*float64(n) {
						want = replicates
					}
				}
				if want < 5 {
					if got := seen[n][q][c]; got > 30 {
						t.Errorf("n = %d, p = %v: %v times %d successes, want about %.2g", n, p, got, c, want)
					}
					continue
				}
				chi += (seen[n][q][c] - want) * (seen[n][q][c] - want) / want
				df++
			}
			if math.Abs(chi-df) > 5*math.Sqrt(2*df)+1 {
				t.Errorf("n = %d, p = %v: χ² = %.1f over %v cells", n, p, chi, df)
			}
		}
	}
}

// A shape whose tables would take too much memory draws the same counts
// without them: 700 questions, each with a chance of its own, at N = 65535 have
// 46 million entries; the first 100 of them have 7 million.
func TestLargeShapesDrawTheSame(t *testing.T) {
	const trials = 65535
	chance := func(_, q int) float64 { return float64(q+1) / 701 }
	draw := func(questions int) []uint16 {
		shape := results.Shape{Models: 1, Questions: questions, Trials: trials, Top: 1}
		return replicate.Fresh(shape, chance, 6, "test").Walker().Draw(3).Row(0)
	}
	few, many := draw(100), draw(700)
	for q, count := range few {
		if many[q] != count {
			t.Fatalf("question %d has %d successes without tables, %d with them", q, many[q], count)
		}
	}
}

// Without replacement the count among the first n of N trials with C successes
// is hypergeometric: its mean is n·C/N and its variance
// n·(C/N)(1 − C/N)(N − n)/(N − 1).
func TestPermutedCountsAreHypergeometric(t *testing.T) {
	const trials, correct, replicates = 12, 5, 100_000
	tally := results.NewTally(1, 1, 1)
	tally.Trials = trials
	tally.Add(0, 0, 1, correct)
	walker := replicate.Permuted(tally, tally.Trials, 2, "test").Walker()
	var sum, squares [trials + 1]float64
	for r := range replicates {
		drawn := walker.Draw(r)
		for n := trials; n > 0; n-- {
			c := float64(drawn.Row(0)[0])
			sum[n] += c
			squares[n] += c * c
			walker.Drop()
		}
	}
	p := float64(correct) / trials
	for n := 1; n <= trials; n++ {
		mean := sum[n] / replicates
		variance := squares[n]/replicates - mean*mean
		wantVariance := float64(n) * p * (1 - p) * float64(trials-n) / (trials - 1)
		if math.Abs(mean-float64(n)*p) > 5*math.Sqrt(wantVariance/replicates)+1e-12 {
			t.Errorf("n = %d: mean %v, want %v", n, mean, float64(n)*p)
		}
		if math.Abs(variance-wantVariance) > 0.03*wantVariance+1e-9 {
			t.Errorf("n = %d: variance %v, want %v", n, variance, wantVariance)
		}
	}
}

// So they are where the counts need more than seven bits, at 300 and 40 000
// trials: the mean and the variance after 150 and after 3 trials are dropped.
func TestLongWalksAreHypergeometric(t *testing.T) {
	const questions, replicates = 20, 2_000
	for _, c := range []struct{ trials, correct, dropped int }{{300, 120, 150}, {300, 299, 150}, {40_000, 30_000, 3}} {
		tally := results.NewTally(1, questions, 1)
		tally.Trials = c.trials
		for q := range questions {
			tally.Add(0, q, 1, c.correct)
		}
		walker := replicate.Permuted(tally, tally.Trials, 5, "test").Walker()
		var sum, squares float64
		for r := range replicates {
			drawn := walker.Draw(r)
			for range c.dropped {
				walker.Drop()
			}
			for _, count := range drawn.Row(0) {
				gone := float64(c.correct) - float64(count)
				sum += gone
				squares += gone * gone
			}
		}
		const draws = questions * replicates
		p, d, n := float64(c.correct)/float64(c.trials), float64(c.dropped), float64(c.trials)
		mean, variance := sum/draws, squares/draws-(sum/draws)*(sum/draws)
		want := d * p * (1 - p) * (n - d) / (n - 1)
		if math.Abs(mean-d*p) > 5*math.Sqrt(want/draws) {
			t.Errorf("%+v: %v successes dropped, want %v", c, mean, d*p)
		}
		if math.Abs(variance-want) > 0.05*want {
			t.Errorf("%+v: the variance is %v, want %v", c, variance, want)
		}
	}
}

// The categories of the trials dropped from graded outcomes are multivariate
// hypergeometric: of d dropped out of N, category j, which has C_j trials, has
// d·p_j with p_j = C_j/N, and categories j and k have the covariance
// d·p_j·([j = k] − p_k)·(N − d)/(N − 1). One category is empty, so that two layers
// of the walk are the same and must stay so; 300 and 40 000 trials need more than
// seven bits.
func TestGradedWalksAreHypergeometric(t *testing.T) {
	const questions, replicates = 20, 2_000
	for _, c := range []struct {
		counts  [3]int // of categories 1, 2, 3; all others are 0
		trials  int
		dropped int
	}{{[3]int{3, 0, 5}, 12, 7}, {[3]int{60, 0, 120}, 300, 150}, {[3]int{10_000, 0, 29_000}, 40_000, 3}} {
		tally := results.NewTally(1, questions, 3)
		tally.Trials = c.trials
		for q := range questions {
			for j, count := range c.counts {
				tally.Add(0, q, j+1, count)
			}
		}
		walker := replicate.Permuted(tally, tally.Trials, 6, "test").Walker()
		var sums [3]float64
		var products [3][3]float64
		for r := range replicates {
			drawn := walker.Draw(r)
			for range c.dropped {
				walker.Drop()
			}
			row := drawn.Row(0)
			for q := range questions {
				var gone [3]float64
				for j, count := range row[3*q : 3*q+3] {
					gone[j] = float64(c.counts[j]) - float64(count)
				}
				for j := range gone {
					sums[j] += gone[j]
					for k := range gone {
						products[j][k] += gone[j] * gone[k]
					}
				}
			}
		}
		const draws = questions * replicates
		d, n := float64(c.dropped), float64(c.trials)
		for j, count := range c.counts {
			p := float64(count) / n
			variance := d * p * (1 - p) * (n - d) / (n - 1)
			if mean := sums[j] / draws; math.Abs(mean-d*p) > 5*math.Sqrt(variance/draws) {
				t.Errorf("%+v: %v dropped of category %d, want %v", c, mean, j+1, d*p)
			}
			for k, other := range c.counts {
				want := -p * float64(other) / n
				if j == k {
					want += p
				}
				want *= d * (n - d) / (n - 1)
				if got := products[j][k]/draws - sums[j]*sums[k]/draws/draws; math.Abs(got-want) > 0.05*variance {
					t.Errorf("%+v: the covariance of categories %d and %d is %v, want %v", c, j+1, k+1, got, want)
				}
			}
		}
	}
}

// Graded trials drawn with replacement fall into the categories as often as in
// the tally: 2, 3, 5 of 10.
func TestResampledGraded(t *testing.T) {
	const replicates = 20_000
	tally := results.NewTally(1, 1, 2)
	tally.Trials = 10
	tally.Add(0, 0, 1, 3)
	tally.Add(0, 0, 2, 5)
	walker := replicate.Resampled(tally, tally.Trials, 2, "test").Walker()
	var sums [2]float64
	for r := range replicates {
		drawn := walker.Draw(r)
		sums[0] += float64(drawn.Row(0)[0])
		sums[1] += float64(drawn.Row(0)[1])
	}
	for j, p := range []float64{0.3, 0.5} {
		sd := math.Sqrt(10 * p * (1 - p) / replicates)
		if mean := sums[j] / replicates; math.Abs(mean-10*p) > 5*sd {
			t.Errorf("category %d: mean count %v, want %v ± %.3f", j+1, mean, 10*p, sd)
		}
	}
}

// A recorded board has, in its first n trials, the counts of the walk at n.
func TestRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tally := tallyOf(t)
		s := replicate.Resampled(tally, tally.Trials, 4, "test")
		shape := s.Shape()
		b, err := results.NewBoard(results.Numbered("m", shape.Models), results.Numbered("q", shape.Questions), shape.Trials, shape.Top)
		if err != nil {
			t.Fatal(err)
		}
		replicate.Record(s, 17, b)
		walker := s.Walker()
		drawn := walker.Draw(17)
		for n := shape.Trials; n > 0; n-- {
			recorded := b.Tally(n)
			for model := range shape.Models {
				if got, want := recorded.Row(model), drawn.Row(model); !slices.Equal(got, want) {
					t.Fatalf("n = %d: recorded %v, walked %v", n, got, want)
				}
			}
			walker.Drop()
		}
	})
}

func TestWalkAllocatesNothing(t *testing.T) {
	for top := 1; top <= 2; top++ {
		tally := results.NewTally(3, 4, top)
		tally.Trials = 20
		tally.Add(1, 2, 1, 9)
		walker := replicate.Resampled(tally, tally.Trials, 1, "test").Walker()
		if n := testing.AllocsPerRun(100, func() {
			walker.Draw(3)
			for range 20 {
				walker.Drop()
			}
		}); n != 0 {
			t.Errorf("top category %d: %v allocations, want none", top, n)
		}
	}
}

// BenchmarkGradedWalk takes 79 of 80 trials of 11 × 30 questions away, with
// outcomes in six categories.
func BenchmarkGradedWalk(b *testing.B) {
	tally := results.NewTally(11, 30, 5)
	tally.Trials = 80
	for model := range tally.Models {
		for q := range tally.Questions {
			for category := range 6 {
				tally.Add(model, q, category, 4+(model+q)%6)
			}
		}
	}
	walker := replicate.Permuted(tally, tally.Trials, 1, "benchmark").Walker()
	b.ReportAllocs()
	for r := 0; b.Loop(); r++ {
		walker.Draw(r)
		for range 79 {
			walker.Drop()
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	shape := results.Shape{Models: 11, Questions: 30, Trials: 80, Top: 1}
	s := replicate.Fresh(shape, func(model, q int) float64 { return float64(model*30+q) / 330 }, 1, "benchmark")
	walker := s.Walker()
	b.ReportAllocs()
	for r := 0; b.Loop(); r++ {
		walker.Draw(r)
		for range 79 {
			walker.Drop()
		}
	}
}

// BenchmarkDraw draws the counts of fresh boards of 11 × 30 coins at n = 80.
func BenchmarkDraw(b *testing.B) {
	shape := results.Shape{Models: 11, Questions: 30, Trials: 80, Top: 1}
	s := replicate.Fresh(shape, func(model, q int) float64 { return float64(model*30+q) / 330 }, 1, "benchmark")
	walker := s.Walker()
	b.ReportAllocs()
	for r := 0; b.Loop(); r++ {
		walker.Draw(r)
	}
}
