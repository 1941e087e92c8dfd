package gate_test

import (
	"math"
	"math/big"
	"testing"

	"settle/results"
	"settle/study/gate"
)

// chance returns the probability of k of n at a chance of percent in 100, exactly.
func chance(n, k, percent int64) *big.Rat {
	ways := new(big.Int).Binomial(n, k)
	ways.Mul(ways, new(big.Int).Exp(big.NewInt(percent), big.NewInt(k), nil))
	ways.Mul(ways, new(big.Int).Exp(big.NewInt(100-percent), big.NewInt(n-k), nil))
	return new(big.Rat).SetFrac(ways, new(big.Int).Exp(big.NewInt(100), big.NewInt(n), nil))
}

// answers returns the answers of a gate of n trials of each question.
func answers(n int, percent int64, level float64, correct ...int) *gate.Questions {
	t := results.NewTally(1, len(correct), 1)
	t.Trials = n
	for q, k := range correct {
		t.Add(0, q, 1, k)
	}
	g := gate.TestQuestions(t, 0, float64(percent)/100, level)
	return &g
}

// The two p are tails of the binomial, here in fractions.
func TestQuestionsExactly(t *testing.T) {
	for _, percent := range []int64{50, 80, 95, 99} {
		for _, n := range []int64{1, 7, 60} {
			for k := int64(0); k <= n; k++ {
				up, down := new(big.Rat), new(big.Rat)
				for i := range n + 1 {
					if i >= k {
						up.Add(up, chance(n, i, percent))
					}
					if i <= k {
						down.Add(down, chance(n, i, percent))
					}
				}
				one := answers(int(n), percent, 0.05, int(k)).All[0]
				p, _ := up.Float64()
				opposite, _ := down.Float64()
				if math.Abs(one.P-p) > 1e-12*p || math.Abs(one.Opposite-opposite) > 1e-12*opposite {
					t.Errorf("%d of %d at %d %%: %v and %v, want %v and %v", k, n, percent, one.P, one.Opposite, p, opposite)
				}
			}
		}
	}
}

// Both answers hold at the level, by the probabilities of all counts of three questions: yes
// where one chance is at the edge, from below, and the others are larger; no, of any question,
// where all chances are at the edge.
func TestQuestionsHold(t *testing.T) {
	const n, level = 20, 0.1
	for _, percents := range [][3]int64{{80, 100, 100}, {80, 95, 100}, {80, 80, 100}, {80, 80, 80}} {
		var yes, no float64
		for a := 0; a <= n; a++ {
			for b := 0; b <= n; b++ {
				for c := 0; c <= n; c++ {
					p := 1.0
					for q, k := range []int{a, b, c} {
						x, _ := chance(n, int64(k), percents[q]).Float64()
						p *= x
					}
					if p == 0 {
						continue
					}
					switch answers(n, 80, level, a, b, c).Answer {
					case gate.Yes:
						yes += p
					case gate.No:
						no += p
					}
				}
			}
		}
		if yes > level || no > level {
			t.Errorf("chances %v: yes %v, no %v, more than the level %v", percents, yes, no, level)
		}
		// Not idle: with all others certain to pass, yes has the size of the one test,
		// P(X ≥ 19 | 0.8) = 0.0692 of 20 trials.
		if percents[1] == 100 && math.Abs(yes-0.0692) > 1e-4 {
			t.Errorf("chances %v: yes %v", percents, yes)
		}
	}
}

// Holm compares the smallest p with a quarter of the level, the next with a third, and stops at
// the first that is larger. At one half P(X ≤ k) of 7 trials is 1/128, 8/128 and 29/128.
func TestQuestionsByHolm(t *testing.T) {
	for _, c := range []struct {
		correct []int
		level   float64
		below   int
	}{
		{[]int{0, 1, 2, 7}, 4.0 / 128, 1},  // 1/128 ≤ level/4, 8/128 > level/3
		{[]int{0, 1, 2, 7}, 3.9 / 128, 0},  // the first step fails
		{[]int{0, 1, 2, 7}, 24.0 / 128, 2}, // 8/128 ≤ level/3, 29/128 > level/2
		{[]int{2, 7, 1, 0}, 58.0 / 128, 3}, // 29/128 ≤ level/2, in any order
		{[]int{7, 1, 7, 7}, 31.0 / 128, 0}, // 8/128 > level/4
		{[]int{0, 0, 0, 0}, 4.0 / 128, 4},  // equal p pass together
	} {
		g := answers(7, 50, c.level, c.correct...)
		if got := g.Count(gate.No); got != c.below || (g.Answer == gate.No) != (c.below > 0) {
			t.Errorf("%v at %v: %d below, %v; want %d", c.correct, c.level, got, g.Answer, c.below)
		}
	}
}

// A question that never fails passes with ⌈log level/log P⌉ trials: 0.95⁵⁸ > 0.05 ≥ 0.95⁵⁹,
// 0.99²⁹⁸ > 0.05 ≥ 0.99²⁹⁹. One that looks like P is never decided. For rates that come to
// whole numbers at n trials, the number needed is where the exact tail crosses the level.
func TestQuestionsNeeded(t *testing.T) {
	for percent, want := range map[int64]float64{50: 5, 80: 14, 90: 29, 95: 59, 99: 299} {
		g := answers(1, percent, 0.05, 1, 1)
		if g.Perfect() != want || g.Needed() != want || g.Answer != gate.Undecided {
			t.Errorf("%d %%: %v, and %v needed, want %v (%v)", percent, g.Perfect(), g.Needed(), want, g.Answer)
		}
	}
	if g := answers(10, 90, 0.05, 9, 10); !math.IsInf(g.Needed(), 1) {
		t.Errorf("%v trials decide a rate at the edge", g.Needed())
	}
	for _, c := range []struct{ correct, percent int64 }{{9, 80}, {9, 95}, {8, 90}} {
		needed := answers(10, c.percent, 0.05, int(c.correct)).Needed()
		for tens := int64(1); tens <= 60; tens++ {
			n, k := 10*tens, c.correct*tens
			p := new(big.Rat)
			for i := range n + 1 {
				if above := 10*c.correct > c.percent; above && i >= k || !above && i <= k {
					p.Add(p, chance(n, i, c.percent))
				}
			}
			if decided := p.Cmp(big.NewRat(1, 20)) <= 0; decided != (float64(n) >= needed) {
				t.Errorf("rate %d/10 at %d %%: %v needed, but p of %d trials is %v", c.correct, c.percent, needed, n, p.FloatString(4))
			}
		}
	}
}

// A question without trials is open, and looks as if it never failed.
func TestQuestionsWithoutTrials(t *testing.T) {
	tally := results.NewUnequalTally(1, 2, 1, []uint16{60, 0})
	tally.Add(0, 0, 1, 60)
	g := gate.TestQuestions(tally, 0, 0.95, 0.05)
	if g.All[0].Answer != gate.Yes || g.All[1].Answer != gate.Undecided || g.Answer != gate.Undecided || g.Needed() != 59 {
		t.Errorf("%+v, %v needed", g, g.Needed())
	}
}
