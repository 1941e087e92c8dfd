package formulas_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/experiments/formulas"
)

func rats(values ...string) []*big.Rat {
	all := make([]*big.Rat, len(values))
	for i, v := range values {
		all[i], _ = new(big.Rat).SetString(v)
	}
	return all
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s: %v, want %v within %v", what, got, want, tolerance)
	}
}

func exactly(t *testing.T, what string, got *big.Rat, want string) {
	t.Helper()
	if got.Cmp(rats(want)[0]) != 0 {
		t.Errorf("%s: %s, want %s", what, got.RatString(), want)
	}
}

// The graded example of the poster by hand: both questions have ν = (2, 3, 3), of
// T = 8, so that μ = 3/16 + 3/8 and the variance is half of that of one question,
// (3/8·1/4 + 3/8 − (9/16)²)/9 = 39/256/9.
func TestMomentsOfThePoster(t *testing.T) {
	r := [][]uint8{{0, 1, 2, 2, 1}, {1, 1, 0, 2, 2}}
	p := formulas.NewPosterior(rats("0", "1/2", "1"), r, nil)
	for name, moments := range map[string]func() (mu, variance *big.Rat){
		"closed form": p.ClosedForm, "series": p.Moments,
	} {
		mu, variance := moments()
		exactly(t, name+": mean", mu, "9/16")
		exactly(t, name+": variance", variance, "39/4608")
	}
	// Prior trials 2 and 1 make it ν = (2, 3, 4) and (2, 4, 3), of T = 9.
	mu, _ := formulas.NewPosterior(p.W, r, [][]uint8{{2}, {1}}).ClosedForm()
	exactly(t, "mean with prior", mu, "7/12")
}

// The series and the integral are those of scipy: 1F1(4; 7; t/2)·1F1(1; 7; t/2) for 3
// and 0 correct of 5, from hyp1f1, and dblquad over Dirichlet(2, 3, 3) for the poster's.
func TestMomentGeneratingFunction(t *testing.T) {
	binary := formulas.NewPosterior(rats("0", "1"), [][]uint8{{1, 1, 1, 0, 0}, {0, 0, 0, 0, 0}}, nil)
	near(t, "binary, series", binary.Phi(2.5), 2.5324669859937603, 1e-12)
	near(t, "binary, integral", binary.Integral(2.5), 2.5324669859937603, 1e-12)
	graded := formulas.NewPosterior(rats("0", "1/2", "1"), [][]uint8{{0, 1, 2, 2, 1}, {1, 1, 0, 2, 2}}, nil)
	near(t, "graded, series", graded.Phi(3), 5.613817692874915, 1e-9)
	near(t, "graded, integral", graded.Integral(3), 5.613817692874915, 1e-9)
}

// Weights that do not begin with 0 shift the score: Φ(t) of w + 1 is e^t times that of w.
func TestFirstWeight(t *testing.T) {
	r := [][]uint8{{1, 1, 0}, {0, 0, 1}}
	from0, from1 := formulas.NewPosterior(rats("0", "1"), r, nil), formulas.NewPosterior(rats("1", "2"), r, nil)
	near(t, "series", from1.Phi(0.5), math.Exp(0.5)*from0.Phi(0.5), 1e-14)
	near(t, "integral", from1.Integral(0.5), math.Exp(0.5)*from0.Integral(0.5), 1e-13)
	a, va := from0.Moments()
	b, vb := from1.Moments()
	if exactly(t, "shift", new(big.Rat).Sub(b, a), "1"); va.Cmp(vb) != 0 {
		t.Errorf("variances %s and %s differ", va, vb)
	}
}

// Under a uniform prior all counts are as likely: 15 of 4 trials in 3 categories.
// Under another, C(2, 1)·B(3, 3)/B(2, 2) = 2/30·6 is that of 1 and 1 in two trials.
func TestEvidence(t *testing.T) {
	exactly(t, "uniform", formulas.Evidence([]int64{1, 0, 3}, []int64{1, 1, 1}), "1/15")
	exactly(t, "from trials", formulas.Evidence([]int64{1, 1}, []int64{2, 2}), "2/5")
}

// Of 4 trials with 2 correct there are six pairs: one all correct, one all wrong.
// Of 10 with 3 correct, the article on pass@k has 1 − 21/252.
func TestPassMetrics(t *testing.T) {
	exactly(t, "pass@2", formulas.PassAtK(4, 2, 2), "5/6")
	exactly(t, "pass^2", formulas.PassHatK(4, 2, 2), "1/6")
	exactly(t, "pass@5", formulas.PassAtK(10, 3, 5), "11/12")
	exactly(t, "naive", formulas.NaiveAtK(10, 3, 5), "83193/100000")
	// Triples of 5 trials with 3 correct: 1, 6 and 3 have 3, 2 and 1 of them correct.
	for tau, want := range map[string]string{"1/10": "1", "1/3": "1", "34/100": "7/10", "2/3": "7/10", "1": "1/10"} {
		exactly(t, "gpass@3:"+tau, formulas.GPassAtK(5, 3, 3, rats(tau)[0]), want)
	}
	exactly(t, "printed mgpass@3", formulas.MGPassAtK(5, 3, 3, 2), "16/30")
	exactly(t, "mgpass@3", formulas.MGPassAtK(5, 3, 3, 3), "2/30")
	// τ in (1/2, 2/3] is a third of the axis, doubled, (2/3, 1] two thirds.
	exactly(t, "area", formulas.MGPassArea(5, 3, 3), "9/30")
	exactly(t, "area of an even k", formulas.MGPassArea(4, 2, 2), "1/6")
}

// The mean of a binomial number is n·p.
func TestExpectation(t *testing.T) {
	mean := formulas.Expectation(7, rats("2/9")[0], func(c int) *big.Rat { return big.NewRat(int64(c), 1) })
	exactly(t, "mean", mean, "14/9")
}

// By hand: of 15 pairs two are tied in the first ranking and another in the second; of
// the 12 others models 2 and 4 are discordant. τ_b is that of scipy.stats.kendalltau.
func TestTau(t *testing.T) {
	p := formulas.Compare([]float64{1, 2, 2, 3, 4, 4}, []float64{1, 3, 2, 2, 5, 4})
	if want := (formulas.Pairs{Concordant: 11, Discordant: 1, All: 15, First: 2, Second: 1}); p != want {
		t.Errorf("%+v, want %+v", p, want)
	}
	near(t, "τ_a", p.TauA(), 10./15, 1e-15)
	near(t, "τ_b", p.TauB(), 0.7412493166611013, 1e-15)
}

// Affine relation and expected errors by their closed forms: avg is unbiased with
// variance p(1 − p)/n, Bayes@N has (np + 1)/(n + 2) and n·p(1 − p)/(n + 2)².
func TestAverages(t *testing.T) {
	w := rats("0", "1/2", "1")
	exactly(t, "A", formulas.Shift(w, 5), "3/16")
	exactly(t, "a", formulas.Average(w, [][]uint8{{0, 1, 2, 2, 1}, {1, 1, 0, 2, 2}}), "6/10")
	exactly(t, "factor", formulas.Factor(w, 5), "5/8")
	chances := []float64{0.2, 0.9, 0.5}
	for _, n := range []int{1, 3, 20} {
		var bias, spread, noise float64
		for _, p := range chances {
			bias += (1 - 2*p) / float64(n+2) / 3
			noise += p * (1 - p) / float64(n) / 9
			spread += float64(n) * p * (1 - p) / float64((n+2)*(n+2)) / 9
		}
		bayes, avg := formulas.SquaredErrors(chances, n)
		near(t, "bayes", bayes, bias*bias+spread, 1e-14)
		near(t, "avg", avg, noise, 1e-14)
		_, actual := formulas.MeanVariances(chances, n)
		near(t, "variance of avg", actual, noise, 1e-14)
	}
	// A single trial: Beta(1, 2) or Beta(2, 1), of variance 1/18, times (3/1)².
	stated, _ := formulas.MeanVariances([]float64{0.3}, 1)
	near(t, "σ² of avg", stated, 0.5, 1e-14)
}

// One question is a Beta distribution; two and three of no trials have means of
// uniform numbers, below x ≤ 1/2 with 2x², and below 1/3 with 1/6.
func TestShape(t *testing.T) {
	one := formulas.NewShape([]int{3}, 8)
	beta := distuv.Beta{Alpha: 4, Beta: 6}
	for _, x := range []float64{0.1, 0.33, 0.7} {
		near(t, "one question", one.Below(x), beta.CDF(x), 1e-6)
	}
	two := formulas.NewShape([]int{0, 0}, 0)
	near(t, "two", two.Below(0.2), 0.08, 1e-5)
	near(t, "three", formulas.NewShape([]int{0, 0, 0}, 0).Below(1./3), 1./6, 1e-5)
	// 2·10⁷ draws of numpy, of five questions with 8 trials each; ± is their standard error.
	five := formulas.NewShape([]int{0, 1, 3, 3, 8}, 8)
	near(t, "five below 0.3", five.Below(0.3), 0.0286084, 4*3.73e-5)
	near(t, "five below 0.4", five.Below(0.4), 0.5099565, 4*1.12e-4)
	near(t, "five below 0.5", five.Below(0.5), 0.9623403, 4*4.26e-5)
	if two.Below(0) != 0 || two.Below(1.01) != 1 {
		t.Error("there is probability outside [0, 1]")
	}
}
