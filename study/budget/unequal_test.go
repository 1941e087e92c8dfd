package budget

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
)

func drawCells(t *rapid.T, questions, least, most int) [][2]int {
	row := make([][2]int, questions)
	for q := range row {
		n := rapid.IntRange(least, most).Draw(t, "n")
		row[q] = [2]int{rapid.IntRange(0, n).Draw(t, "c"), n}
	}
	return row
}

// The third question is left out, since the second model never met it: the others have
// the posterior means (1 + c)/(2 + n), each with its own n.
func TestUnequalModels(t *testing.T) {
	m, err := New(boardtest.Counted([][2]int{{3, 4}, {1, 1}, {2, 2}}, [][2]int{{1, 6}, {0, 3}, {0, 0}}), metrics.Binary, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Questions != 2 || m.LeftOut != 1 || m.Fewest != 1 || m.Trials != 3 || m.Most != 6 || !m.Unequal() {
		t.Errorf("%+v", m)
	}
	if m.Made([]int{0, 1}, 3) != 3+1+3+3 || m.Made([]int{1}, 10) != 9 {
		t.Errorf("%d and %d are made", m.Made([]int{0, 1}, 3), m.Made([]int{1}, 10))
	}
	need, err := m.Need(t.Context(), 0, 1, 1.645)
	if err != nil {
		t.Fatal(err)
	}
	beta := func(c, n float64) (mean, variance float64) {
		d := distuv.Beta{Alpha: 1 + c, Beta: 1 + n - c}
		return d.Mean(), d.Variance()
	}
	var mean, sigma [2]float64
	for l, cells := range [][][2]float64{{{3, 4}, {1, 1}}, {{1, 6}, {0, 3}}} {
		for _, cell := range cells {
			mu, variance := beta(cell[0], cell[1])
			mean[l] += mu / 2
			sigma[l] += variance / 4
		}
	}
	if want := mean[0] - mean[1]; math.Abs(need.Gap-want) > 1e-15 {
		t.Errorf("gap %v, want %v", need.Gap, want)
	}
	if want := ranking.Z(mean[0], math.Sqrt(sigma[0]), mean[1], math.Sqrt(sigma[1])); math.Abs(need.Now-want) > 1e-12 {
		t.Errorf("z now %v, want %v", need.Now, want)
	}
	// With n = 1 everywhere, both models of two coins of their means.
	right := func(p, q float64) (both, one, none float64) { return p * q, p*(1-q) + q*(1-p), (1 - p) * (1 - q) }
	a2, a1, a0 := right(4./6, 2./3)
	b2, b1, b0 := right(2./8, 1./5)
	if got, want := m.At(0, 1, 1).Right, a2*(b1+b0)+a1*b0+(a2*b2+a1*b1+a0*b0)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("P(right) = %v, want %v", got, want)
	}
}

// Of a prior with the same number of trials of every question, but one that says so
// question by question, the plan is the normal approximation of the other.
func TestUnequalPriorOfEqualTrials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		questions, d := rapid.IntRange(1, 4).Draw(t, "questions"), rapid.IntRange(1, 6).Draw(t, "D")
		board := boardtest.Counted(drawCells(t, questions, 1, 5), drawCells(t, questions, 1, 5))
		prior := boardtest.Counted(drawCells(t, questions, d, d), drawCells(t, questions, d, d))
		a, err := New(board, metrics.Binary, prior, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(board, metrics.Binary, prior.Part(nil, nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		if !a.UnequalPrior() || b.UnequalPrior() || a.PriorTrials != d {
			t.Fatalf("%+v and %+v", a, b)
		}
		n := rapid.IntRange(1, 20).Draw(t, "n")
		p, q := a.At(0, 1, n), b.At(0, 1, n)
		if p.Exact || math.Abs(p.NormalRight-q.NormalRight) > 1e-12 ||
			math.Abs(p.NormalZ-q.NormalZ) > 1e-12*math.Abs(q.NormalZ) {
			t.Fatalf("%+v and %+v", p, q)
		}
	})
}

// Two questions of two coins with a prior of their own are few enough to enumerate: what
// the posterior means are apart, its variance, and the mean of the posterior variance.
func TestUnequalPriorByEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prior := boardtest.Counted(drawCells(t, 2, 0, 5), drawCells(t, 2, 0, 5))
		chances := [][]float64{{0, 0}, {0, 0}}
		for l := range chances {
			for q := range chances[l] {
				chances[l][q] = rapid.Float64Range(0.01, 0.99).Draw(t, "p")
			}
		}
		n := rapid.IntRange(1, 4).Draw(t, "n")
		board := boardtest.Counted([][2]int{{1, 1}, {0, 2}}, [][2]int{{0, 1}, {1, 1}})
		m, err := New(board, metrics.Binary, prior, coinsOf(chances...))
		if err != nil {
			t.Fatal(err)
		}
		bayes := metrics.Bayes(metrics.Binary, prior)
		var mean, squares, variance float64
		for code := range (n + 1) * (n + 1) * (n + 1) * (n + 1) {
			chance := 1.0
			board, rest := results.NewTally(2, 2, 1), code
			board.Trials = n
			for l := range chances {
				for q, p := range chances[l] {
					c := rest % (n + 1)
					rest /= n + 1
					board.Add(l, q, 1, c)
					chance *= distuv.Binomial{N: float64(n), P: p}.Prob(float64(c))
				}
			}
			a, b := bayes.Estimate(board, 0), bayes.Estimate(board, 1)
			mean += chance * (a.Mu - b.Mu)
			squares += chance * (a.Mu - b.Mu) * (a.Mu - b.Mu)
			variance += chance * a.Sigma * a.Sigma
		}
		scale := 2 * float64(m.mass+n)
		if !m.uneven { // then the differences are of counts
			return
		}
		ahead, spread := m.leadMoments(0, 1, n)
		if math.Abs(ahead/scale-mean) > 1e-12 || math.Abs(spread/scale/scale-(squares-mean*mean)) > 1e-12 {
			t.Fatalf("apart by %v ± %v, want %v ± %v", ahead/scale, spread/scale/scale, mean, squares-mean*mean)
		}
		if got := m.posteriorVariance(0, n); math.Abs(got-variance) > 1e-12 {
			t.Fatalf("the posterior variance is %v, want %v", got, variance)
		}
	})
}
