package metrics_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"settle/metrics"
	"settle/results"
)

// What follows computes scores and posteriors as they are defined, in floats of
// 256 bits: some 10^5 roundings leave more digits than float64 has.

func number(x float64) *big.Float { return new(big.Float).SetPrec(256).SetFloat64(x) }

// fraction returns a/b.
func fraction(a, b int) *big.Float {
	x := number(float64(a))
	return x.Quo(x, number(float64(b)))
}

// addProduct adds x·y to sum.
func addProduct(sum, x, y *big.Float) { sum.Add(sum, number(0).Mul(x, y)) }

// fallingRatio returns C(a, k)/C(b, k) = a(a−1)…(a−k+1) / (b(b−1)…(b−k+1)).
func fallingRatio(a, b, k int) *big.Float {
	product := number(1)
	for i := range k {
		product.Mul(product, fraction(a-i, b-i))
	}
	return product
}

// draws calls visit with the chance of j = 0, 1, … correct among k of n trials of
// which c are, each by the one before. The first possible j has all successes, or
// all failures, on one side of the draw.
func draws(n, c, k int, visit func(j int, chance *big.Float)) {
	first := max(0, k-(n-c))
	chance := fallingRatio(n-c, n, k)
	if first > 0 {
		chance = fallingRatio(c, n, n-k)
	}
	for j := first; j <= min(c, k); j++ {
		visit(j, chance)
		chance.Mul(chance, fraction((c-j)*(k-j), (j+1)*(n-c-k+j+1)))
	}
}

// kernelOf returns the score of k trials with j correct by the metrics that are a mean
// over subsets: Eqs. 21 to 24 at n = k.
func kernelOf(kind string, k, needed int) func(j int) *big.Float {
	switch kind {
	case "mgpass@":
		return func(j int) *big.Float { return fraction(2*max(0, j-(k+1)/2), k) }
	}
	return func(j int) *big.Float {
		if j >= needed {
			return number(1)
		}
		return number(0)
	}
}

// areaWeight returns the weight of q^i in 1 − auc@k, where q is the chance of a failure:
// trapezoids of width 1 over 1..k.
func areaWeight(k, i int) *big.Float {
	if i == 1 || i == k {
		return fraction(1, 2*(k-1))
	}
	return fraction(1, k-1)
}

// scoreByDefinition returns the score of one question with c of n correct.
func scoreByDefinition(kind string, n, c, k, needed int) *big.Float {
	sum := number(0)
	switch kind {
	case "auc@":
		failed := number(1) // that none of the first i is correct
		for i := 1; i <= k; i++ {
			failed.Mul(failed, fraction(n-c-i+1, n-i+1))
			addProduct(sum, failed, areaWeight(k, i))
		}
		return sum.Sub(number(1), sum)
	case "pass-naive@":
		sum.Set(number(1))
		for range k {
			sum.Mul(sum, fraction(n-c, n))
		}
		return sum.Sub(number(1), sum)
	}
	s := kernelOf(kind, k, needed)
	draws(n, c, k, func(j int, chance *big.Float) { addProduct(sum, chance, s(j)) })
	return sum
}

// largeMetrics are metrics whose exact scores at n = 65,535 took minutes or
// gigabytes, with the number of correct trials that they need.
var largeMetrics = []struct {
	kind      string
	k, needed int
	tau       string
}{
	{"pass@", 65_535, 1, ""}, {"pass@", 32_767, 1, ""}, {"pass@", 16_000, 1, ""}, {"pass@", 8000, 1, ""},
	{"pass^", 8000, 8000, ""}, {"gpass@", 8000, 4000, ":0.5"}, {"mgpass@", 1000, 0, ""},
	{"maj@", 32_767, 16_384, ""}, {"auc@", 1000, 0, ""}, {"max@", 1000, 1, ""}, {"auc@", 20_000, 0, ""},
	{"pass-naive@", 8000, 0, ""},
}

// Scores at n = 65,535 are those by definition, rounded once, and the order is
// exact where float64 has no digits left for it: equal counts in another order
// tie, and one success more makes a better model, unless all trials are drawn.
func TestScoresAtLargeK(t *testing.T) {
	t.Parallel()
	const n = results.MaxTrials
	counts := [][]int{{20_000, 30_000}, {30_000, 20_000}, {20_000, 30_001}}
	tally := results.NewTally(len(counts), 2, 1)
	tally.Trials = n
	for model, row := range counts {
		for q, c := range row {
			tally.Add(model, q, 1, c)
		}
	}
	for _, l := range largeMetrics {
		if testing.Short() && l.k > 1000 {
			continue
		}
		m := parse(t, fmt.Sprint(l.kind, l.k, l.tau))[0]
		ordinals, err := metrics.Ordinals(m, tally)
		if err != nil {
			t.Fatal(err)
		}
		scores := metrics.Scores(m, tally, nil)
		better := 1
		if l.k == n {
			better = 0 // any success is drawn
		}
		if ordinals[0] != 0 || ordinals[1] != 0 || ordinals[2] != better {
			t.Errorf("%s: ordinals %v, want 0, 0 and %d", m.Name(), ordinals, better)
		}
		by := map[int]*big.Float{}
		for model, row := range counts {
			sum := number(0)
			for _, c := range row {
				if by[c] == nil {
					by[c] = scoreByDefinition(l.kind, n, c, l.k, l.needed)
				}
				addProduct(sum, by[c], number(0.5))
			}
			if want, _ := sum.Float64(); scores[model] != want {
				t.Errorf("%s of %v: score %v, want %v", m.Name(), row, scores[model], want)
			}
		}
	}
}

// betaBinomials calls visit with the chance of j = 0..k correct among k trials
// whose chance is Beta(a, b), each by the one before.
func betaBinomials(a, b, k int, visit func(j int, chance *big.Float)) {
	chance := number(1)
	for i := range k {
		chance.Mul(chance, fraction(b+i, a+b+i))
	}
	for j := range k + 1 {
		visit(j, chance)
		if j < k {
			chance.Mul(chance, fraction((k-j)*(a+j), (j+1)*(b+k-j-1)))
		}
	}
}

// bothReach returns, by m = 0..2k, the chance that either half of 2k trials with m
// correct has at least needed ≥ 1 of them. One more success completes the pair
// where one half lacks just one, the other none, and it falls to the former.
func bothReach(k, needed int) []*big.Float {
	chances := make([]*big.Float, 2*k+1)
	sum, lacking := number(0), number(0) // lacking: that a half has needed − 1
	for m := range chances {
		chances[m] = number(0).Set(sum)
		other := m - (needed - 1) // of the other half
		switch {
		case other == 0:
			lacking = fallingRatio(k, 2*k, m)
		case other > k:
			lacking = number(0)
		case other > 0:
			lacking.Mul(lacking, fraction((k-other+1)*m, other*(2*k-m+1)))
		}
		if other >= needed && m < 2*k {
			addProduct(sum, lacking, fraction(2*(k-needed+1), 2*k-m))
		}
	}
	return chances
}

// meanProducts returns, by m, the expected product of what either half of 2k
// trials with m correct scores; nothing for auc@k, which needs none.
func meanProducts(kind string, k, needed int) []*big.Float {
	switch kind {
	case "auc@":
		return nil
	case "pass@", "pass^", "gpass@", "maj@":
		return bothReach(k, needed)
	}
	s := kernelOf(kind, k, needed)
	products := make([]*big.Float, 2*k+1)
	for m := range products {
		products[m] = number(0)
		draws(2*k, m, k, func(i int, chance *big.Float) {
			if x := s(i); x.Sign() != 0 {
				addProduct(products[m], chance, x.Mul(x, s(m-i)))
			}
		})
	}
	return products
}

// posteriorByDefinition returns mean and variance of g(p) under Beta(a, b), from E[g]
// and E[g²], given the mean products.
func posteriorByDefinition(kind string, k, needed int, products []*big.Float, a, b int) (mean, variance float64) {
	first, second := number(0), number(0)
	if kind == "auc@" { // of 1 − g, a polynomial in q = 1 − p
		moment := number(1) // E[q^s]
		for s := 1; s <= 2*k; s++ {
			moment.Mul(moment, fraction(b+s-1, a+b+s-1))
			if s <= k {
				addProduct(first, moment, areaWeight(k, s))
			}
			addProduct(second, moment, areaSquare(k, s))
		}
	} else {
		s := kernelOf(kind, k, needed)
		betaBinomials(a, b, k, func(j int, chance *big.Float) { addProduct(first, chance, s(j)) })
		betaBinomials(a, b, 2*k, func(m int, chance *big.Float) { addProduct(second, chance, products[m]) })
	}
	variance, _ = second.Sub(second, number(0).Mul(first, first)).Float64()
	if kind == "auc@" {
		first.Sub(number(1), first)
	}
	mean, _ = first.Float64()
	return mean, variance
}

// areaSquare returns the weight of q^s in (1 − auc@k)²: the convolution of ones over
// 1..k minus a half at either end.
func areaSquare(k, s int) *big.Float {
	quarters := 4 * max(0, min(s-1, 2*k+1-s))
	for _, end := range []int{1, k} {
		if other := s - end; 1 <= other && other <= k {
			quarters -= 4
		}
		for _, otherEnd := range []int{1, k} {
			if s == end+otherEnd {
				quarters++
			}
		}
	}
	return fraction(quarters, 4*(k-1)*(k-1))
}

// The references of this file are those of rationals at small K.
func TestReferencesAtLargeK(t *testing.T) {
	one := big.NewRat(1, 1)
	for _, l := range largeMetrics {
		if l.kind == "pass-naive@" || l.kind == "max@" {
			continue
		}
		const k, n, c = 7, 11, 4
		needed := map[string]int{"pass@": 1, "pass^": k, "gpass@": 4, "maj@": 4}[l.kind]
		want, _ := reference(l.kind, n, c, k, big.NewRat(1, 2)).Float64()
		got, _ := scoreByDefinition(l.kind, n, c, k, needed).Float64()
		checkRelative(t, l.kind+" score", got, want, 1e-15)
		g := scorePolynomial(l.kind, k, big.NewRat(1, 2))
		wantMean, wantVariance := exactMoments(g, g.times(g), c, n, one, one)
		mean, variance := posteriorByDefinition(l.kind, k, needed, meanProducts(l.kind, k, needed), c+1, n-c+1)
		checkRelative(t, l.kind+" mean", mean, wantMean, 1e-15)
		checkRelative(t, l.kind+" variance", variance, wantVariance, 1e-14)
	}
}

// Posteriors at n = 65,535 are those by definition, the variance as far as
// E[g²] − E[g]² leaves it in float64: 1e-11 or so of σ² = 1e-10.
func TestPosteriorsAtLargeK(t *testing.T) {
	t.Parallel()
	const n = results.MaxTrials
	for _, l := range largeMetrics {
		if testing.Short() && l.k > 1000 {
			continue
		}
		m, ok := parse(t, fmt.Sprint(l.kind, l.k, l.tau))[0].(*metrics.UStatistic)
		if !ok {
			continue
		}
		e := m.WithPrior(1, 1)
		products := meanProducts(l.kind, l.k, l.needed)
		for _, c := range []int{5, 32_900} {
			got := e.Estimate(successes([]int{c}, n), 0)
			mean, variance := posteriorByDefinition(l.kind, l.k, l.needed, products, c+1, n-c+1)
			what := fmt.Sprintf("%s after %d: ", e.Name(), c)
			checkRelative(t, what+"mean", got.Mu, mean, 1e-13)
			if v := got.Sigma * got.Sigma; math.Abs(v-variance) > 1e-9*variance+1e-70 { // where 256 bits cancel
				t.Errorf("%svariance = %v, want %v", what, v, variance)
			}
		}
	}
}
