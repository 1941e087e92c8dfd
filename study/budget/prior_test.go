package budget

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// successes returns a binary tally of one question with the given correct trials, by model.
func successes(trials int, right ...int) *results.Tally {
	t := results.NewTally(len(right), 1, 1)
	t.Trials = trials
	for model, count := range right {
		t.Add(model, 0, 1, count)
	}
	return t
}

// planned returns the models of two coins on one question, with a prior of the given trials and
// successes.
func planned(t rapid.TB, p, q float64, trials, first, second int) *Models {
	t.Helper()
	coins := coinsOf([]float64{p}, []float64{q})
	m, err := New(successes(1, 1, 0), metrics.Binary, successes(trials, first, second), coins)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The counts of two coins are independent binomials, which can be enumerated:
// with a prior of a of D right the posterior mean is (1 + a + c)/(2 + D + n), and
// its variance that of a Beta(1 + a + c, 1 + D − a + n − c), of which the
// expectation is taken first, as everywhere.
func TestPointsWithPrior(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0.01, 0.99).Draw(t, "p")
		q := rapid.Float64Range(0.01, 0.99).Draw(t, "q")
		trials := rapid.IntRange(1, 9).Draw(t, "prior trials")
		first := rapid.IntRange(0, trials).Draw(t, "first")
		second := rapid.IntRange(0, trials).Draw(t, "second")
		n := rapid.IntRange(1, 12).Draw(t, "n")

		var right, distance, variance float64
		mass := float64(2 + trials + n)
		for c := 0; c <= n; c++ {
			for d := 0; d <= n; d++ {
				chance := distuv.Binomial{N: float64(n), P: p}.Prob(float64(c)) * distuv.Binomial{N: float64(n), P: q}.Prob(float64(d))
				a, b := float64(1+first+c), float64(1+second+d)
				switch {
				case a > b:
					right += chance
				case a == b:
					right += chance / 2
				}
				distance += chance * math.Abs(a-b) / mass
				variance += chance * (a*(mass-a) + b*(mass-b)) / (mass * mass * (mass + 1))
			}
		}
		got := planned(t, p, q, trials, first, second).At(0, 1, n)
		if want := distance / math.Sqrt(variance); !got.Exact || math.Abs(got.Right-right) > 1e-9 || math.Abs(got.Z-want) > 1e-9 {
			t.Fatalf("%+v, want P(right) = %v and |z| = %v", got, right, want)
		}
	})
}

// The need is the n from which the expected |z| stays at the quantile, compared with a search
// over all n up to 400.
func TestNeedWithPriorIsLastCrossing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0.3, 1).Draw(t, "p")
		q := rapid.Float64Range(0, p-0.25).Draw(t, "q")
		trials := rapid.IntRange(1, 60).Draw(t, "prior trials")
		first := rapid.IntRange(0, trials).Draw(t, "first")
		second := rapid.IntRange(0, trials).Draw(t, "second")
		m := planned(t, p, q, trials, first, second)
		need := needOf(t, m, 0.95)
		const far = 400
		last := 0
		for n := 1; n <= far; n++ {
			z := m.At(0, 1, n).Z
			if math.Abs(z-1.6448536) < 1e-3 {
				t.Skip("it touches the quantile")
			}
			if z < 1.6448536 {
				last = n
			}
		}
		if last < far && need.Trials != last+1 {
			t.Fatalf("%d trials, want %d", need.Trials, last+1)
		}
	})
}

// A prior with the wrong model ahead costs trials; one with the right model ahead saves trials.
func TestPriorShiftsTheNeed(t *testing.T) {
	none := needOf(t, of(t, coinsOf([]float64{0.7}, []float64{0.5}), 4, true), 0.95).Trials
	helpful := needOf(t, planned(t, 0.7, 0.5, 10, 7, 5), 0.95).Trials
	wrong := needOf(t, planned(t, 0.7, 0.5, 10, 5, 7), 0.95).Trials
	if !(helpful < none && none < wrong) {
		t.Errorf("%d trials with a prior for the better model, %d with none, %d with one against it", helpful, none, wrong)
	}
}

// On a board, the prior's trials count as trials made: 3 of 4 and then 2 of 6
// give the means of 5 of 10, and the z of a board that had them all.
func TestPriorOfABoard(t *testing.T) {
	split, err := New(successes(4, 3, 1), metrics.Binary, successes(6, 2, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := New(successes(10, 5, 4), metrics.Binary, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if split.PriorTrials != 6 || whole.PriorTrials != 0 {
		t.Errorf("%d and %d trials of the prior, want 6 and 0", split.PriorTrials, whole.PriorTrials)
	}
	for model := range 2 {
		if split.outcome[model][0] != whole.outcome[model][0] {
			t.Errorf("model %d: %+v with the prior, %+v at once", model, split.outcome[model][0], whole.outcome[model][0])
		}
	}
	if a, b := needOf(t, split, 0.95).Now, needOf(t, whole, 0.95).Now; math.Abs(a-b) > 1e-12 {
		t.Errorf("z %v with the prior, %v at once", a, b)
	}
}

// scipy.stats.chi2.ppf(0.05, 29) is 17.7084, so that a variance of 2 from 30
// values is at most 2·29/17.7084 = 3.2753.
func TestUpperVariance(t *testing.T) {
	if got := upperVariance(2, 29); math.Abs(got-3.2753) > 1e-4 {
		t.Errorf("%v, want 3.2753", got)
	}
}

// Where questions differ by noise alone, or by something besides, the upper
// limit holds in 95 % of boards, here in 600 of them (standard error 0.9 %).
// Posterior means draw the truth together by (N/(N + 2))².
func TestMostHolds(t *testing.T) {
	const trials, boards, questions = 40, 600, 30
	for name, spread := range map[string]float64{"no spread": 0, "spread": 0.1} {
		first, second := make([]float64, questions), make([]float64, questions)
		for q := range first {
			first[q] = 0.3 + 0.4*float64(q)/questions
			second[q] = first[q] - 0.02 + spread*distuv.UnitNormal.Quantile((float64(q*7%questions)+0.5)/questions)
		}
		coins := coinsOf(first, second)
		var truth, held float64
		for q := range first {
			d := first[q] - second[q] - 0.02
			truth += d * d / (questions - 1)
		}
		truth *= math.Pow(trials/(trials+2.0), 2)
		for i := range boards {
			board, err := coins.Board(trials, 3, i)
			if err != nil {
				t.Fatal(err)
			}
			m, err := New(board.Tally(trials), metrics.Binary, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if m.questions(0, 1, m.difference(0, 1), 1.645).Most.Between >= truth {
				held++
			}
		}
		if share := held / boards; share < 0.92 {
			t.Errorf("%s: the limit holds in %.3f of the boards, want 0.95", name, share)
		}
	}
}
