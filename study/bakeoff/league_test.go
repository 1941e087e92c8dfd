package bakeoff_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"settle/internal/tests/boardtest"
	"settle/kendall"
	"settle/metrics"
	"settle/study/bakeoff"
)

// What one metric is ahead of another is the mean over boards of the differences of τ
// and of squared errors, which are calculated here board by board, with the standard
// error of a mean: the root of the variance, divided by R − 1 for R boards.
func TestAhead(t *testing.T) {
	const boards, n = 40, 5
	list := "avg,pass@2,bayes,pass-naive@2"
	o := options(boards, 7, 1, n)
	all := measure(t, uneven, list, o)
	ms, gold := boardtest.Parse(t, list), kendall.NewComparer(uneven.Gold())
	taus, squares := make([][]float64, len(ms)), make([][]float64, len(ms))
	walker := uneven.Source(7, o.Seed).Walker()
	for r := range boards {
		tally := walker.Draw(r)
		for tally.Trials > n {
			walker.Drop()
		}
		for i, m := range ms {
			scores := metrics.Scores(m, tally, make([]float64, 3))
			keys, square := make([]uint64, 3), 0.0
			for model, truth := range bakeoff.OfCoins(uneven).Truth(m, nil) {
				square += (scores[model] - truth) * (scores[model] - truth) / 3
				for _, other := range scores {
					if other < scores[model]-1e-9 { // scores are multiples of 1/4200 or more
						keys[model]++
					}
				}
			}
			tau := gold.TauB(keys)
			if math.IsNaN(tau) {
				tau = 0
			}
			taus[i], squares[i] = append(taus[i], tau), append(squares[i], square)
		}
	}
	same := map[[2]int]bool{{0, 2}: true, {2, 0}: true, {1, 3}: true, {3, 1}: true}
	for i := range ms {
		for j, a := range all[i].At(n).Ahead {
			mean, se := differences(taus[i], taus[j])
			if math.Abs(a.Tau-mean) > 1e-12 || math.Abs(a.TauSE-se) > 1e-12 {
				t.Errorf("%s is ahead of %s by %v ± %v, want %v ± %v", ms[i].Name(), ms[j].Name(), a.Tau, a.TauSE, mean, se)
			}
			mean, se = differences(squares[j], squares[i])
			switch {
			case !same[[2]int{i, j}]:
				if !math.IsNaN(a.Square) || !math.IsNaN(a.SquareSE) {
					t.Errorf("%s and %s estimate different things, but differ by %v", ms[i].Name(), ms[j].Name(), a.Square)
				}
			case math.Abs(a.Square-mean) > 1e-12 || math.Abs(a.SquareSE-se) > 1e-10:
				t.Errorf("%s has less error than %s by %v ± %v, want %v ± %v", ms[i].Name(), ms[j].Name(), a.Square, a.SquareSE, mean, se)
			}
		}
	}
	if a := all[0].At(1).Ahead[1]; !math.IsNaN(a.Tau) {
		t.Errorf("pass@2 has no score with one trial, but avg is ahead by %v", a.Tau)
	}
}

// differences are the mean of a − b and its standard error.
func differences(a, b []float64) (mean, se float64) {
	r := float64(len(a))
	for i := range a {
		mean += (a[i] - b[i]) / r
	}
	for i := range a {
		se += (a[i] - b[i] - mean) * (a[i] - b[i] - mean)
	}
	return mean, math.Sqrt(se / r / (r - 1))
}

// point is a point with what it is ahead of others by, in standard errors of 0.001.
func point(tau float64, ahead ...float64) []bakeoff.Point {
	p := bakeoff.Point{N: 4, Tau: tau}
	for _, z := range ahead {
		a := bakeoff.Ahead{Tau: z / 1000, TauSE: 0.001, Square: math.NaN()}
		if z == 0 {
			a.TauSE = 0
		}
		p.Ahead = append(p.Ahead, a)
	}
	return []bakeoff.Point{p}
}

// By hand, for four estimators: b and c are equal on every board. a is significantly nearer
// than both, at 5 standard errors, but not than d, at 1; b and c are not separated from d, at
// 2. So a is first or second, d can have any place, and b and c are second or third. The
// critical value leaves 0.05/6/2 of Student's distribution with 99 degrees of freedom above it,
// whose density is integrated here.
func TestLeague(t *testing.T) {
	results := []bakeoff.Result{
		{Metric: "b", Points: point(0.90, 0, -5, 0, -2)},
		{Metric: "a", Points: point(0.95, 5, 0, 5, 1)},
		{Metric: "c", Points: point(0.90, 0, -5, 0, -2)},
		{Metric: "d", Points: point(0.94, 2, -1, 2, 0)},
	}
	judge := bakeoff.NewJudge(results, 100)
	density := func(x float64) float64 {
		up, _ := math.Lgamma(50)
		down, _ := math.Lgamma(49.5)
		return math.Exp(up-down) / math.Sqrt(99*math.Pi) * math.Pow(1+x*x/99, -50)
	}
	above := 0.5 - quad.Fixed(density, 0, judge.Critical, 200, nil, 0)
	if judge.Comparisons != 6 || math.Abs(above-0.05/12) > 1e-9 {
		t.Errorf("%d comparisons, %v above %v", judge.Comparisons, above, judge.Critical)
	}
	league := judge.League(results, 4)
	want := []struct {
		metric      string
		best, worst int
	}{{"a", 1, 2}, {"d", 1, 4}, {"b", 2, 3}, {"c", 2, 3}}
	for i, w := range want {
		if s := league[i]; results[s.Index].Metric != w.metric || s.Best != w.best || s.Worst != w.worst {
			t.Errorf("%d: %s at %d–%d, want %+v", i, results[s.Index].Metric, s.Best, s.Worst, w)
		}
	}
	if few := bakeoff.NewJudge(results, bakeoff.FewestBoards-1); !math.IsInf(few.Critical, 1) || few.League(results, 4)[3].Best != 1 {
		t.Errorf("29 boards tell estimators apart from %v standard errors on", few.Critical)
	}
	if league := judge.League(results, 5); len(league) != 0 {
		t.Errorf("%d estimators have a score where there is none", len(league))
	}
}

// Rounding is not a difference of errors.
func TestLessError(t *testing.T) {
	judge := bakeoff.Judge{Critical: 3}
	for a, want := range map[bakeoff.Ahead]bool{
		{Square: 1e-4, SquareSE: 1e-5}: true, {Square: 1e-4, SquareSE: 1e-4}: false, {Square: -1e-4, SquareSE: 1e-5}: false,
		{Square: 1e-18, SquareSE: 1e-20}: false, {Square: math.NaN(), SquareSE: math.NaN()}: false,
	} {
		if got := judge.LessError(a, 0.1); got != want {
			t.Errorf("%+v: %v", a, got)
		}
	}
}
