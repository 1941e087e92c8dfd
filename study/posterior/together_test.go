package posterior

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
)

// alike returns a board of models with the same counts, so all have the same score and σ.
func alike(models int) *results.Tally {
	t := results.NewTally(models, 20, 1)
	t.Trials = 10
	for model := range models {
		for q := range 20 {
			t.Add(model, q, 1, q%10)
		}
	}
	return t
}

func scoresOf(tb testing.TB, t *results.Tally, e Estimand) *Scores {
	tb.Helper()
	s, err := New(metrics.Bayes(metrics.Binary, nil), t, e)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// Of models that all have the same σ the largest |z| is the studentized range over
// √2; its upper 5 % points are those of Tukey's tables (Harter 1960, infinite
// degrees of freedom). The quantile of 20,000 draws has a standard error of about
// 0.01.
func TestCriticalIsTukeys(t *testing.T) {
	for models, range95 := range map[int]float64{2: 2.772, 3: 3.314, 5: 3.858, 10: 4.474, 20: 5.012} {
		s := scoresOf(t, alike(models), Questions)
		got, err := s.Together(t.Context(), RomanoWolf, 0.95, 1, montecarlo.Options{Replicates: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		if want := range95 / math.Sqrt2; math.Abs(got.Critical-want) > 0.04 {
			t.Errorf("%d models: %.3f, want %.3f", models, got.Critical, want)
		}
		for i := range models {
			for j := range models {
				if got.Better(i, j) {
					t.Errorf("%d models: %d is above %d, whose counts are the same", models, i, j)
				}
			}
		}
	}
}

// leaderOf compares models that are alike but for the first, which is better on every
// question.
func leaderOf(t *testing.T, models int) *Together {
	t.Helper()
	tally := alike(models)
	for q := range 20 {
		tally.Add(0, q, 1, min(4, 10-q%10))
	}
	got, err := scoresOf(t, tally, Questions).Together(t.Context(), RomanoWolf, 0.95, 1, montecarlo.Options{Replicates: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// One model far above two that are alike: separated from both at the first step;
// at the second these two remain in doubt on both sides and the others on one, so
// the critical |z| lies below that of three models, 2.343, and above that of two,
// 1.960.
func TestStepDown(t *testing.T) {
	got := leaderOf(t, 3)
	if !got.Better(0, 1) || !got.Better(0, 2) || got.Resolved(1, 2) {
		t.Errorf("the first is above: %v, %v; the others apart: %v", got.Better(0, 1), got.Better(0, 2), got.Resolved(1, 2))
	}
	if got.Critical >= 2.343-0.04 || got.Critical <= 1.96 {
		t.Errorf("critical |z| %.3f", got.Critical)
	}
}

// Once all pairs are separated, no step follows: it would compare only the reversed
// orders, for which the critical |z| of two models is the one-sided 1.645. The last
// step of two models is their first, with the two-sided 1.960.
func TestStepsEndWithTheLastPair(t *testing.T) {
	got := leaderOf(t, 2)
	if !got.Better(0, 1) || math.Abs(got.Critical-1.960) > 0.04 {
		t.Errorf("separated: %v, critical |z| %.3f", got.Better(0, 1), got.Critical)
	}
}

// In a population the errors of models go together: what models have in common
// cancels, so that of models alike nothing differs at all.
func TestErrorsOfAPopulation(t *testing.T) {
	s := scoresOf(t, alike(4), Population)
	e, err := s.newErrors(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const draws = 20_000
	var variance, difference float64
	d := e.drawer(1)
	for i := range draws {
		d.draw(i)
		errors := d.into
		variance += errors[0] * errors[0] / draws
		difference += (errors[0] - errors[1]) * (errors[0] - errors[1]) / draws
	}
	// A variance of n normal draws has a relative standard error of √(2/n) = 0.01.
	if want := s.Sigma(0) * s.Sigma(0); math.Abs(variance/want-1) > 0.05 {
		t.Errorf("variance %v, want %v", variance, want)
	}
	sigma := s.Difference(0, 1).Sigma
	if want := sigma * sigma; math.Abs(difference/want-1) > 0.05 {
		t.Errorf("variance of the difference %v, want %v", difference, want)
	}
}

// Above MostTogether models each pair is compared as Bonferroni says: Φ(−z) is
// 0.05 / (1001 · 1000), whose z is 5.3269 (by statistics.NormalDist of Python).
func TestBonferroni(t *testing.T) {
	got, err := scoresOf(t, alike(1001), Questions).Together(t.Context(), RomanoWolf, 0.95, 1, montecarlo.Options{Replicates: 100})
	if err != nil {
		t.Fatal(err)
	}
	if got.Method != Bonferroni || math.Abs(got.Critical-5.3269) > 0.0001 {
		t.Errorf("method %v, critical |z| %.4f", got.Method, got.Critical)
	}
}

func BenchmarkTogether(b *testing.B) {
	for _, models := range []int{11, 63, 1000} {
		s := scoresOf(b, randomTally(models, 100, 8, 1), Questions)
		b.Run(fmt.Sprint(models), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Together(b.Context(), RomanoWolf, 0.95, 1, montecarlo.Options{Replicates: 4000}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// If errors are independent, only models with large errors are examined: the largest z equals
// the largest over all pairs, whatever is separated already.
func TestMostIndependentIsMost(t *testing.T) {
	s := scoresOf(t, randomTally(40, 30, 8, 1), Questions)
	e, err := s.newErrors(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, confidence := range []float64{0, 0.5, 0.95} {
		together := &Together{models: 40, words: 1, better: make([]uint64, 40), Critical: math.Inf(1)}
		if confidence > 0 {
			together.Critical = distuv.UnitNormal.Quantile(confidence)
		}
		together.resolve(e)
		d := e.drawer(1)
		for i := range 500 {
			d.draw(i)
			want := together.largestZ(d, func() bool { return false })
			if got := together.largestIndependent(d); got != want {
				t.Fatalf("confidence %v, draw %d: %v, want %v", confidence, i, got, want)
			}
		}
	}
}

// Bonferroni's comparison decides by squares what Z says: here of 130 models, more than fit
// two words of bits, on these questions and in a population, and with means that are equal.
func TestResolveAllIsZ(t *testing.T) {
	for _, estimand := range []Estimand{Questions, Population} {
		s := scoresOf(t, randomTally(130, 12, 4, 1), estimand)
		for _, critical := range []float64{0.5, 2, s.Z(3, 7), s.Z(7, 3)} { // once exactly at the limit
			if critical <= 0 {
				continue
			}
			together := &Together{models: 130, words: 3, better: make([]uint64, 3*130), Critical: critical}
			if err := together.resolveAll(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			for i := range 130 {
				for j := range 130 {
					if want := i != j && s.Z(i, j) > critical; together.Better(i, j) != want {
						t.Fatalf("%v, models %d and %d: z %v > %v is %v", estimand, i, j, s.Z(i, j), critical, want)
					}
				}
			}
		}
	}
}

// The places left to a model are counted pair by pair.
func TestSpansOfTogether(t *testing.T) {
	s := scoresOf(t, randomTally(9, 60, 8, 1), Questions)
	together, err := s.Together(t.Context(), RomanoWolf, 0.95, 1, montecarlo.Options{Replicates: 2000})
	if err != nil {
		t.Fatal(err)
	}
	for i, span := range together.Spans() {
		best, worst := 1, 9
		for j := range 9 {
			if together.Better(j, i) {
				best++
			}
			if together.Better(i, j) {
				worst--
			}
		}
		if span.Best != best || span.Worst != worst {
			t.Errorf("model %d: %v, want %d–%d", i, span, best, worst)
		}
	}
}

// Of two models at the upper end of the range, one of which is known ten times as well
// as the other, neither is ahead: draws beyond the end tie, half of them of each, and a
// model that lies below is first in none.
func TestDrawsEndWhereScoresDo(t *testing.T) {
	m, err := metrics.Parse("pass@4", metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tally := results.NewTally(2, 20, 1)
	tally.Trials = 8
	for q := range 20 {
		tally.Add(0, q, 1, 8)
		tally.Add(1, q, 1, 5) // of any four one is correct
	}
	s, err := New(m[0].(metrics.Estimator), tally, Questions)
	if err != nil {
		t.Fatal(err)
	}
	if !(s.Sigma(1) > 2*s.Sigma(0)) || s.Mean(0) != 1 || s.Mean(1) != 1 {
		t.Fatalf("the scores are %v ± %v and %v ± %v", s.Mean(0), s.Sigma(0), s.Mean(1), s.Sigma(1))
	}
	ranks, err := s.Ranks(t.Context(), Independent, 1, montecarlo.Options{Replicates: 40_000})
	if err != nil {
		t.Fatal(err)
	}
	// Both draws lie beyond the end in a quarter of the cases, and tie; of both within,
	// the surer is ahead with 1 − atan(ratio)/(π/2), ratio that of its σ to the other's;
	// in the rest one lies within. Five standard errors of 40,000 draws are 0.0125.
	ratio := s.Sigma(0) / s.Sigma(1)
	want := 0.125 + 0.25 + 0.25*(1-math.Atan(ratio)/(math.Pi/2))
	if got := ranks.P(0, 1); math.Abs(got-want) > 0.0125 {
		t.Errorf("the surer model is first in %.4f of the draws, want %.4f", got, want)
	}
}
