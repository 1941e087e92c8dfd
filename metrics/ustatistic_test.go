package metrics_test

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// estimator parses a U-statistic by its posterior, with the given prior.
func estimator(t testing.TB, name string, alpha0, beta0 float64) metrics.Estimator {
	t.Helper()
	ms, err := metrics.Parse(name, metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ms[0].(*metrics.UStatistic).WithPrior(alpha0, beta0)
}

// polynomial is g(p) as the coefficients of powers of p, in which Beta moments
// are products: another way than the beta-binomial sums of the package.
type polynomial []*big.Rat

func (g polynomial) times(h polynomial) polynomial {
	product := make(polynomial, len(g)+len(h)-1)
	for i := range product {
		product[i] = new(big.Rat)
	}
	for i, x := range g {
		for j, y := range h {
			product[i+j].Add(product[i+j], new(big.Rat).Mul(x, y))
		}
	}
	return product
}

// mean returns E[g(p)] for p ~ Beta(a, b): E[p^i] is the product of
// (a + t)/(a + b + t) over t < i.
func (g polynomial) mean(a, b *big.Rat) *big.Rat {
	sum, moment := new(big.Rat), big.NewRat(1, 1)
	top, bottom := new(big.Rat).Set(a), new(big.Rat).Add(a, b)
	one := big.NewRat(1, 1)
	for _, x := range g {
		sum.Add(sum, new(big.Rat).Mul(x, moment))
		moment.Mul(moment, new(big.Rat).Quo(top, bottom))
		top.Add(top, one)
		bottom.Add(bottom, one)
	}
	return sum
}

// binomialPower returns C(k, j)·p^j·(1 − p)^(k−j).
func binomialPower(k, j int) polynomial {
	g := make(polynomial, k+1)
	for i := range g {
		g[i] = new(big.Rat)
	}
	for i := 0; i <= k-j; i++ {
		x := new(big.Int).Mul(choose(k, j), choose(k-j, i))
		if i%2 == 1 {
			x.Neg(x)
		}
		g[j+i].SetInt(x)
	}
	return g
}

// scorePolynomial returns g(p) for a metric by its definition, where K trials are the draws:
// reference at n = K.
func scorePolynomial(kind string, k int, tau *big.Rat) polynomial {
	g := make(polynomial, k+1)
	for i := range g {
		g[i] = new(big.Rat)
	}
	for j := range k + 1 {
		score := reference(kind, k, j, k, tau)
		for i, x := range binomialPower(k, j) {
			g[i].Add(g[i], x.Mul(x, score))
		}
	}
	return g
}

// exactMoments returns mean and variance of g(p) after c of n, from rationals.
func exactMoments(g, square polynomial, c, n int, alpha0, beta0 *big.Rat) (mean, variance float64) {
	a := new(big.Rat).Add(alpha0, big.NewRat(int64(c), 1))
	b := new(big.Rat).Add(beta0, big.NewRat(int64(n-c), 1))
	m := g.mean(a, b)
	v := square.mean(a, b)
	v.Sub(v, new(big.Rat).Mul(m, m))
	mean, _ = m.Float64()
	variance, _ = v.Float64()
	return mean, variance
}

// checkExact compares the posterior of one question with the exact one, its
// variance down to where float64 gives out.
func checkExact(t *rapid.T, e metrics.Estimate, mean, variance float64) {
	if math.Abs(e.Mu-mean) > 1e-13 {
		t.Fatalf("mean %.17g, want %.17g", e.Mu, mean)
	}
	if got := e.Sigma * e.Sigma; math.Abs(got-variance) > 1e-10*variance+1e-290 {
		t.Fatalf("variance %.17g, want %.17g", got, variance)
	}
}

// Means and variances are those of polynomials in p under the Beta posterior,
// in rational arithmetic, whatever the prior.
func TestPosteriorIsExact(t *testing.T) {
	kinds := []string{"pass@", "pass^", "gpass@", "mgpass@", "maj@", "auc@", "gap@"}
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		k := rapid.IntRange(1, 16).Draw(t, "k")
		n := rapid.OneOf(rapid.IntRange(1, 12), rapid.IntRange(1, 400)).Draw(t, "n")
		c := rapid.IntRange(0, n).Draw(t, "c")
		quarters := rapid.IntRange(1, 40)
		a, b := quarters.Draw(t, "4α0"), quarters.Draw(t, "4β0")
		percent := rapid.IntRange(0, 100).Draw(t, "tau")

		name := fmt.Sprint(kind, k)
		if kind == "gpass@" {
			name += fmt.Sprintf(":%d/100", percent)
		}
		g := scorePolynomial(kind, k, big.NewRat(int64(percent), 100))
		mean, variance := exactMoments(g, g.times(g), c, n, big.NewRat(int64(a), 4), big.NewRat(int64(b), 4))
		ms, err := metrics.Parse(fmt.Sprintf("%s:%d/4+%d/4", name, b, a), metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkExact(t, ms[0].(metrics.Estimator).Estimate(successes([]int{c}, n), 0), mean, variance)
	})
}

// risingQuotient returns a(a+1)…(a+k−1) / (b(b+1)…(b+k−1)).
func risingQuotient(a, b *big.Rat, k int) *big.Rat {
	product, one := big.NewRat(1, 1), big.NewRat(1, 1)
	a, b = new(big.Rat).Set(a), new(big.Rat).Set(b)
	for range k {
		product.Mul(product, new(big.Rat).Quo(a, b))
		a.Add(a, one)
		b.Add(b, one)
	}
	return product
}

// At large k the moments of the extremes are products: E[p^k] and E[p^2k], and
// for Pass@k those of the failures.
func TestPosteriorAtLargeK(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(17, 200).Draw(t, "k")
		n := rapid.SampledFrom([]int{1, 80, 1000, 3000}).Draw(t, "n")
		c := rapid.OneOf(rapid.Just(0), rapid.Just(n), rapid.IntRange(0, n)).Draw(t, "c")
		sum := big.NewRat(int64(n+2), 1)
		for _, p := range []struct {
			name string
			a    int
		}{{"pass^", c}, {"pass@", n - c}} {
			a := big.NewRat(int64(p.a+1), 1)
			m := risingQuotient(a, sum, k)
			v := risingQuotient(a, sum, 2*k)
			v.Sub(v, new(big.Rat).Mul(m, m))
			mean, _ := m.Float64()
			variance, _ := v.Float64()
			if p.name == "pass@" {
				mean, _ = m.Sub(big.NewRat(1, 1), m).Float64()
			}
			ms, err := metrics.Parse(fmt.Sprint(p.name, k, ":uniform"), metrics.Options{})
			if err != nil {
				t.Fatal(err)
			}
			checkExact(t, ms[0].(metrics.Estimator).Estimate(successes([]int{c}, n), 0), mean, variance)
		}
	})
}

// Sums over many j are stable too: k = 200, from rationals.
func TestPosteriorSumsAtLargeK(t *testing.T) {
	const k, n = 200, 120
	one := big.NewRat(1, 1)
	tau := big.NewRat(3, 5)
	for _, kind := range []string{"gpass@", "mgpass@", "maj@"} {
		name := fmt.Sprint(kind, k)
		if kind == "gpass@" {
			name += ":0.6"
		}
		g := scorePolynomial(kind, k, tau)
		square := g.times(g)
		for _, c := range []int{0, 60, 72, 119} {
			mean, variance := exactMoments(g, square, c, n, one, one)
			e := estimator(t, name, 1, 1).Estimate(successes([]int{c}, n), 0)
			checkNear(t, fmt.Sprintf("%s at c = %d: mean", name, c), e.Mu, mean, 1e-13)
			if got := e.Sigma * e.Sigma; math.Abs(got-variance) > 1e-10*variance {
				t.Errorf("%s at c = %d: variance %.17g, want %.17g", name, c, got, variance)
			}
		}
	}
}

// The worked example that the paper's blog prints, to its digits: five
// questions with 1, 1, 2, 1, 2 of 6 trials correct.
func TestBlogExample(t *testing.T) {
	tally := successes([]int{1, 1, 2, 1, 2}, 6)
	pass := estimator(t, "pass@4", 1, 1).Estimate(tally, 0)
	checkNear(t, "pass@4 mu", pass.Mu, 0.6861, 5e-5)
	checkNear(t, "pass@4 sigma", pass.Sigma, 0.0952, 5e-5)
	lo, hi := pass.Interval(0.95, metrics.Unbounded)
	checkNear(t, "pass@4 lo", lo, 0.4995, 5e-5)
	checkNear(t, "pass@4 hi", hi, 0.8726, 5e-5)
	mean := estimator(t, "mgpass@4", 1, 1).Estimate(tally, 0)
	checkNear(t, "mgpass@4 mu", mean.Mu, 0.0794, 5e-5)
	checkNear(t, "mgpass@4 sigma", mean.Sigma, 0.0440, 5e-5)
}

// Questions are independent: means average, variances add up over M².
func TestPosteriorOfQuestions(t *testing.T) {
	m := estimator(t, "gpass@3:0.5", 2, 0.5)
	counts := []int{0, 4, 9, 9}
	var mu, variance float64
	for _, c := range counts {
		e := m.Estimate(successes([]int{c}, 9), 0)
		mu += e.Mu / 4
		variance += e.Sigma * e.Sigma / 16
	}
	e := m.Estimate(successes(counts, 9), 0)
	checkRelative(t, "mu", e.Mu, mu, 1e-14)
	checkRelative(t, "sigma", e.Sigma, math.Sqrt(variance), 1e-14)
}

// The posterior mean of Pass@1 is that of p, (c + α0)/(n + α0 + β0), and
// with uniform priors all of Bayes@N (Eq. 15).
func TestPassAt1IsBayes(t *testing.T) {
	tally := successes([]int{0, 3, 11, 20}, 20)
	want := metrics.Bayes(metrics.Binary, nil).Estimate(tally, 0)
	for _, name := range []string{"pass@1", "pass^1", "maj@1", "auc@1", "gpass@1:0.3"} {
		got := estimator(t, name, 1, 1).Estimate(tally, 0)
		checkRelative(t, name+" mu", got.Mu, want.Mu, 1e-14)
		checkRelative(t, name+" sigma", got.Sigma, want.Sigma, 1e-13)
	}
	got := estimator(t, "pass@1", 0.5, 3).Estimate(tally, 0)
	checkRelative(t, "mu with prior", got.Mu, (0.5+3.5+11.5+20.5)/23.5/4, 1e-14)
}

// A posterior needs no K trials; E[(1 − p)^8] after one correct trial is the
// product of (1 + t)/(3 + t) over t < 8, 2/90.
func TestEstimateBelowK(t *testing.T) {
	m := estimator(t, "pass@8", 1, 1)
	if err := m.Check(1, 1); err == nil {
		t.Error("pass@8 has a score at n = 1")
	}
	checkRelative(t, "pass@8 after one success", m.Estimate(successes([]int{1}, 1), 0).Mu, 1-2./90, 1e-14)
}

func TestEstimateRefuses(t *testing.T) {
	m := estimator(t, "pass@2", 1, 1)
	for what, tally := range map[string]*results.Tally{
		"before the first trial":  successes([]int{0}, 0),
		"requires binary outcome": outcomes([][]int{{0, 1, 2}}, 2),
	} {
		func() {
			defer func() {
				if message := fmt.Sprint(recover()); !strings.Contains(message, what) {
					t.Errorf("Estimate panics with %q, want it to say %q", message, what)
				}
			}()
			m.Estimate(tally, 0)
		}()
	}
}

// One question, never solved in one trial: pass^2 has mean 1/6 and variance
// 1/15 − 1/36, whose interval at 95 % would begin at −0.22.
func TestIntervalStaysInRange(t *testing.T) {
	e := estimator(t, "pass^2", 1, 1).Estimate(successes([]int{0}, 1), 0)
	checkRelative(t, "mu", e.Mu, 1./6, 1e-14)
	checkRelative(t, "sigma", e.Sigma, math.Sqrt(1./15-1./36), 1e-14)
	lo, hi := e.Interval(0.95, metrics.Unbounded)
	if lo != 0 {
		t.Errorf("the interval begins at %v, want 0", lo)
	}
	if lo, _ := e.Interval(0.95, metrics.Bounds{Lo: 0.1, Hi: 1}); lo != 0.1 {
		t.Errorf("the interval begins at %v, want the bound 0.1", lo)
	}
	checkNear(t, "hi", hi, 1./6+1.959963984540054*math.Sqrt(1./15-1./36), 1e-12)
}

// A user's kernel may leave [0, 1], and then so may intervals.
func TestOwnUStatistic(t *testing.T) {
	m := metrics.NewUStatistic("penalty", 1, func(n int) ([]*big.Int, *big.Int) {
		num := make([]*big.Int, n+1)
		for c := range num { // −10 for a failure, 5 for a success
			num[c] = big.NewInt(int64(5*c - 10*(n-c)))
		}
		return num, big.NewInt(int64(n))
	})
	e := m.WithPrior(1, 1).Estimate(successes([]int{1}, 2), 0) // p ~ Beta(2, 2): mean 1/2, variance 1/20
	checkRelative(t, "mu", e.Mu, -2.5, 1e-14)
	checkRelative(t, "sigma", e.Sigma, 15*math.Sqrt(0.05), 1e-14)
	if lo, hi := e.Interval(0.999999, metrics.Unbounded); lo != -10 || hi != 5 {
		t.Errorf("interval [%v, %v], want the possible [−10, 5]", lo, hi)
	}
	if _, ok := metrics.Metric(upsideDown()).(metrics.Estimator); ok {
		t.Error("a PerQuestion metric without a posterior is an Estimator")
	}
}

func TestPriorsAreChecked(t *testing.T) {
	for _, prior := range []string{"0+1", "1+0", "1/0+1"} {
		if _, err := metrics.Parse("pass@2:"+prior, metrics.Options{}); err == nil || !strings.Contains(err.Error(), "pseudo-count") {
			t.Errorf("pass@2:%s: error %v", prior, err)
		}
	}
}

// The pseudo-counts of a name are wrong first, and the name is that of the prior.
func TestPriorsByName(t *testing.T) {
	tally := successes([]int{1, 3}, 3)
	for name, want := range map[string]string{"pass@2:0.5+2": "", "gpass@2:0.5:1/2+1": "gpass@2:0.5:0.5+1", "maj@3:1+1": "maj@3:uniform"} {
		ms, err := metrics.Parse(name, metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := ms[0].Name(); got != cmp.Or(want, name) {
			t.Errorf("%s is called %s", name, got)
		}
	}
	ms, err := metrics.Parse("pass@2:0.5+2", metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, want := ms[0].(metrics.Estimator).Estimate(tally, 0), metrics.PassAtK(2).WithPrior(2, 0.5).Estimate(tally, 0)
	if got.Mu != want.Mu || got.Sigma != want.Sigma {
		t.Errorf("pass@2:0.5+2: %v, %v, want %v, %v", got.Mu, got.Sigma, want.Mu, want.Sigma)
	}
}

// Extreme priors overwhelm the data: the posterior is a point at p = 1 or 0,
// or at α0/(α0 + β0).
func TestExtremePriors(t *testing.T) {
	tally := successes([]int{1}, 3)
	for _, c := range []struct{ alpha0, beta0, mu float64 }{
		{1e300, 1e-300, 1}, {1e-300, 1e300, 0}, {1e300, 1e300, 0.5}, {math.MaxFloat64, math.MaxFloat64, 0.5},
	} {
		e := estimator(t, "maj@5", c.alpha0, c.beta0).Estimate(tally, 0)
		checkNear(t, fmt.Sprintf("mu under Beta(%g, %g)", c.alpha0, c.beta0), e.Mu, c.mu, 1e-14)
		checkNear(t, "sigma", e.Sigma, 0, 1e-7)
	}
}

// Estimates may be asked for by many goroutines at once, and after the first
// at an n cost no memory.
func TestEstimateIsSharedAndAllocatesNothing(t *testing.T) {
	m := estimator(t, "mgpass@8", 1, 1)
	tally := successes([]int{3, 40, 80}, 80)
	var group sync.WaitGroup
	var estimates [8]metrics.Estimate
	for i := range estimates {
		group.Go(func() { estimates[i] = m.Estimate(tally, 0) })
	}
	group.Wait()
	for _, e := range estimates[1:] {
		if e != estimates[0] {
			t.Errorf("estimates %v and %v of one tally", estimates[0], e)
		}
	}
	if n := testing.AllocsPerRun(100, func() { m.Estimate(tally, 0) }); n != 0 {
		t.Errorf("%v allocations per estimate, want none", n)
	}
}
