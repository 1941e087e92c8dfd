package metrics_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/results"
)

// Scores and posteriors are those of the reference package.
func TestGeomFixture(t *testing.T) {
	var fixture struct {
		Cases []struct {
			Counts []int
			Trials int
			K      []map[string]any
		}
	}
	readJSON(t, "testdata/geom.json", &fixture)
	compared := 0
	for i, c := range fixture.Cases {
		tally := boardtest.Rights(c.Trials, c.Counts)
		for _, at := range c.K {
			k := int(at["k"].(float64))
			for _, family := range []string{"geom", "geomds", "geospectrum"} {
				name := fmt.Sprintf("%s@%d", family, k)
				what := fmt.Sprintf("case %d: %s", i, name)
				if want, ok := at[family+"@k"].(float64); ok {
					checkNear(t, what, parse(t, name)[0].Score(tally, 0), want, 1e-12)
					compared++
				}
				ci, ok := at[family+"@k_ci"].([]any)
				if !ok {
					continue
				}
				e := parse(t, name+":uniform")[0].(metrics.Estimator).Estimate(tally, 0)
				lo, hi := e.Interval(0.95, metrics.Bounds{Lo: 0, Hi: 1})
				for j, got := range []float64{e.Mu, e.Sigma, lo, hi} {
					checkNear(t, what+fmt.Sprint(":uniform ", j), got, ci[j].(float64), 1e-9)
					compared++
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("%d numbers were compared", compared)
	}
}

// geomReference returns the score of geom@k, geomds@k or geospectrum@k with 200 bits, from
// rationals by the definitions of the factors; geomds and geospectrum as squares.
func geomReference(family string, n, k int, counts []int) (score *big.Float, square *big.Rat) {
	const bits = 200
	first, second, sum := new(big.Rat), new(big.Rat), new(big.Float).SetPrec(bits)
	for _, c := range counts {
		a := reference("pass@", n, c, k, nil)
		b := reference("pass^", n, c, k, nil)
		if family == "geospectrum" {
			b = reference("mgpass@", n, c, k, nil)
		}
		first.Add(first, a)
		second.Add(second, b)
		root := new(big.Float).SetPrec(bits).SetRat(new(big.Rat).Mul(a, b))
		sum.Add(sum, root.Sqrt(root))
	}
	if family == "geom" {
		return sum.Quo(sum, new(big.Float).SetInt64(int64(len(counts)))), nil
	}
	square = first.Mul(first, second)
	m := int64(len(counts))
	square.Mul(square, big.NewRat(1, m*m))
	root := new(big.Float).SetPrec(bits).SetRat(square)
	return root.Sqrt(root), square
}

// Models are ordered by the exact product, and by geom@k as sums of roots with 200 bits
// are: where these agree to 50 digits, the scores are equal.
func TestGeomKeysAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(1, 12), rapid.IntRange(1, 120)).Draw(t, "n")
		k := rapid.IntRange(1, n).Draw(t, "k")
		questions := rapid.IntRange(1, 6).Draw(t, "M")
		family := rapid.SampledFrom([]string{"geom", "geomds", "geospectrum"}).Draw(t, "family")
		models := make([][]int, 5)
		for model := range models[:4] {
			for range questions {
				models[model] = append(models[model], rapid.IntRange(0, n).Draw(t, "c"))
			}
		}
		for q := range questions {
			models[4] = append(models[4], models[3][questions-1-q])
		}
		ms, err := metrics.Parse(family+"@"+strconv.Itoa(k), metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := ms[0]
		tally := boardtest.Rights(n, models...)
		plan, err := metrics.NewPlan(t.Context(), []metrics.Metric{m}, results.Shape{Models: 5, Questions: questions, Trials: n, Top: 1}, n)
		if err != nil {
			t.Fatal(err)
		}
		scorer := plan.Scorer()
		scorer.Keep()
		scorer.Score(tally)
		keys := append([]uint64(nil), scorer.Keys(plan.Slot(0))...)
		values, scale := scorer.Values(plan.Slot(0)), plan.Scale(0, n)
		ordinals, err := metrics.Ordinals(m, tally)
		if err != nil {
			t.Fatal(err)
		}
		tie := new(big.Float).SetMantExp(big.NewFloat(1), -170)
		for i := range models {
			x, xSquare := geomReference(family, n, k, models[i])
			want, _ := x.Float64()
			got := m.Score(tally, i)
			if math.Abs(got-want) > 1e-15 || math.Abs(scale.Score(values[i])-want) > 1e-14 {
				t.Fatalf("%s of %v after %d: %v and %v, want %v", m.Name(), models[i], n, got, scale.Score(values[i]), want)
			}
			for j := range models {
				y, ySquare := geomReference(family, n, k, models[j])
				order := x.Cmp(y)
				if xSquare != nil {
					order = xSquare.Cmp(ySquare)
				} else if d := new(big.Float).Sub(x, y); d.Abs(d).Cmp(tie) < 0 {
					order = 0
				}
				if (keys[i] > keys[j]) != (order > 0) || (keys[i] == keys[j]) != (order == 0) {
					t.Fatalf("%s of %v and %v after %d: keys %d, %d, want order %d", m.Name(), models[i], models[j], n, keys[i], keys[j], order)
				}
				if (ordinals[i] > ordinals[j]) != (order > 0) || (ordinals[i] == ordinals[j]) != (order == 0) {
					t.Fatalf("%s of %v and %v after %d: ordinals %v, want order %d", m.Name(), models[i], models[j], n, ordinals, order)
				}
			}
		}
	})
}

// Two questions may score roots that are multiples of each other, such as √2 and √8, so
// that models with different successes tie: wherever brute force finds such a pair, as
// many of the one as make so many of the other have equal keys.
func TestRootsThatAreMultiples(t *testing.T) {
	found := 0
	for n := 2; n <= 32; n++ {
		for k := 2; k <= min(n, 4); k++ {
			byRoot := map[string][]int{} // successes by the square-free part, found by brute force
			for c := k; c <= n; c++ {
				x := new(big.Rat).Mul(reference("pass@", n, c, k, nil), reference("pass^", n, c, k, nil))
				byRoot[squareFree(x)] = append(byRoot[squareFree(x)], c)
			}
			for _, c := range byRoot {
				if len(c) < 2 {
					continue
				}
				checkMultiples(t, n, k, c[0], c[1], &found)
			}
		}
	}
	if found == 0 {
		t.Error("no two roots are multiples of each other")
	}
}

// checkMultiples compares models of which one has f(low) r times and the other f(high) s
// times, where r·f(low) = s·f(high).
func checkMultiples(t *testing.T, n, k, low, high int, found *int) {
	x, _ := geomReference("geom", n, k, []int{low})
	y, _ := geomReference("geom", n, k, []int{high})
	ratio, _ := new(big.Float).Quo(y, x).Float64()
	for s := 1; s <= 300; s++ {
		r := math.Round(ratio * float64(s))
		if math.Abs(ratio*float64(s)-r) > 1e-9 || r > 1000 || r < 1 {
			continue
		}
		questions := int(r) + s
		a, b := make([]int, questions), make([]int, questions)
		for q := range int(r) {
			a[q] = low
		}
		for q := range s {
			b[q] = high
		}
		ordinals, err := metrics.Ordinals(metrics.GeomAtK(k), boardtest.Rights(n, a, b))
		if err != nil || ordinals[0] != ordinals[1] {
			t.Errorf("n = %d, k = %d: %g times f(%d) is %d times f(%d), but the ordinals are %v (%v)", n, k, r, low, s, high, ordinals, err)
		}
		*found++
		return
	}
}

// squareFree returns a positive rational without the squares in it, as text, by trial division
// of small primes; what is left of it has none below.
func squareFree(x *big.Rat) string {
	product := new(big.Int).Mul(x.Num(), x.Denom())
	var odd []string
	rest, zero := new(big.Int), new(big.Int)
	for p := int64(2); p < 4000; p++ {
		prime, times := big.NewInt(p), 0
		for {
			quotient, r := new(big.Int).QuoRem(product, prime, rest)
			if r.Cmp(zero) != 0 {
				break
			}
			product, times = quotient, times+1
		}
		if times%2 == 1 {
			odd = append(odd, prime.String())
		}
	}
	if root := new(big.Int).Sqrt(product); new(big.Int).Mul(root, root).Cmp(product) != 0 {
		odd = append(odd, product.String())
	}
	return strings.Join(odd, " ")
}

// With k = 1 all three factors of geom are those of avg: Pass@1 = Pass^1 = c/n.
func TestGeomAtOne(t *testing.T) {
	tally := boardtest.Rights(7, []int{1, 2, 4}, []int{7, 0, 0}, []int{3, 3, 2})
	for _, name := range []string{"geom@1", "geomds@1", "moment@1:5", "moment@4:1", "moment@4:1/1"} {
		m, avg := parse(t, name)[0], parse(t, "avg")[0]
		for model := range 3 {
			checkNear(t, name, m.Score(tally, model), avg.Score(tally, model), 1e-15)
		}
		got, _ := metrics.Ordinals(m, tally)
		want, _ := metrics.Ordinals(avg, tally)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s orders %v, avg %v", name, got, want)
		}
	}
}

// The standard errors are those that trials of fixed chances have: over 4,000 boards of 40
// questions the standard deviation of the scores is the mean σ within a tenth, and the
// mean score of endless trials is the target.
func TestGeomStandardErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("4,000 boards")
	}
	random := rand.New(rand.NewPCG(1, 2))
	const questions, n = 40, 16
	p := make([]float64, questions)
	for q := range p {
		p[q] = random.Float64()
	}
	for _, name := range []string{"geom@4", "geomds@4", "geospectrum@4", "moment@4:2", "moment@4:0.5", "tail@4:3"} {
		m := parse(t, name)[0].(metrics.Estimator)
		var sum, square, sigma float64
		const boards = 4000
		for range boards {
			counts := make([]int, questions)
			for q := range counts {
				for range n {
					if random.Float64() < p[q] {
						counts[q]++
					}
				}
			}
			e := m.Estimate(boardtest.Rights(n, counts), 0)
			sum += e.Mu
			square += e.Mu * e.Mu
			sigma += e.Sigma / boards
		}
		mean := sum / boards
		spread := math.Sqrt(square/boards - mean*mean)
		if math.Abs(sigma/spread-1) > 0.1 {
			t.Errorf("%s: mean σ %.4f, the scores have %.4f", name, sigma, spread)
		}
		bias := 0.01
		if name == "geom@4" {
			bias = 0.03 // of a root of what is 0 where a question was not solved four times
		}
		if target := m.(metrics.Targeter).Target(p); math.Abs(mean-target) > bias {
			t.Errorf("%s: mean score %.4f, target %.4f", name, mean, target)
		}
		many := make([]int, questions)
		const endless = 60_000
		for q := range many {
			many[q] = int(math.Round(p[q] * endless))
		}
		checkNear(t, name+" of endless trials", m.Score(boardtest.Rights(endless, many), 0), m.(metrics.Targeter).Target(p), 1e-4)
	}
}

// Fitted posteriors of products lie where those of their factors do: given one prior they
// are √(A·B), so between the smallest and the largest of that.
func TestGeomFitted(t *testing.T) {
	tally := boardtest.Rights(8, []int{0, 1, 3, 8, 8, 5, 2, 0}, []int{4, 4, 4, 4, 4, 4, 4, 4})
	for _, suffix := range []string{":fitted", ":zero-inflated"} {
		product := parse(t, "geomds@2"+suffix)[0].(metrics.Estimator)
		a := parse(t, "pass@2"+suffix)[0].(metrics.Estimator)
		b := parse(t, "pass^2"+suffix)[0].(metrics.Estimator)
		for model := range 2 {
			want := math.Sqrt(a.Estimate(tally, model).Mu * b.Estimate(tally, model).Mu)
			checkNear(t, "geomds@2"+suffix, product.Estimate(tally, model).Mu, want, 0.002)
			if _, err := metrics.QuestionMeans(product, tally, model); err != nil {
				t.Error(err)
			}
		}
	}
	for _, name := range []string{"geom@2", "geom@2:uniform", "geomds@2", "geospectrum@4", "geomds@2:uniform"} {
		for model := range 2 {
			if _, err := metrics.QuestionMeans(parse(t, name)[0].(metrics.Estimator), tally, model); err != nil {
				t.Error(err)
			}
		}
	}
}

// tail@K:T is gpass@K:T/K, in the same slot of a plan.
func TestTailIsGPass(t *testing.T) {
	ms := parse(t, "tail@8:3,gpass@8:3/8,tail@8:1,pass@8,tail@8:8,pass^8")
	plan, err := metrics.NewPlan(t.Context(), ms, results.Shape{Models: 2, Questions: 3, Trials: 10, Top: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if plan.Slots() != 3 || plan.Slot(0) != plan.Slot(1) || plan.Slot(2) != plan.Slot(3) || plan.Slot(4) != plan.Slot(5) {
		t.Errorf("%d slots for three metrics twice", plan.Slots())
	}
}

// Of unequal boards each question is scored by its own n.
func TestGeomUnequal(t *testing.T) {
	board := countedBoard{{{3, 1}, {1, 5}}, {{1, 3}, {4, 2}}} // wrong and correct
	for _, name := range []string{"geom@2", "geomds@2", "moment@2:3", "moment@2:0.5", "tail@3:2"} {
		m := parse(t, name)[0]
		tally := board.tally()
		var want [2]float64
		for model, counts := range [][]int{{1, 5}, {3, 2}} {
			for q, n := range []int{4, 6} {
				one := boardtest.Rights(n, []int{counts[q]})
				if name == "geomds@2" {
					continue
				}
				want[model] += m.Score(one, 0) / 2
			}
			if name == "geomds@2" {
				a, b := parse(t, "pass@2")[0].Score(tally, model), parse(t, "pass^2")[0].Score(tally, model)
				want[model] = math.Sqrt(a * b)
			}
			checkNear(t, name, m.Score(tally, model), want[model], 1e-14)
		}
		e, err := metrics.Evaluate(t.Context(), m, tally)
		if err != nil || (e.Ordinals[0] > e.Ordinals[1]) != (want[0] > want[1]) {
			t.Errorf("%s: %v, %v, want the order of %v", name, e, err, want)
		}
		if s := m.(metrics.Estimator).Estimate(tally, 0).Sigma; !(s > 0) {
			t.Errorf("%s has σ = %v", name, s)
		}
	}
}

// Powers that are no whole numbers are those of floats: (j/k)^λ averaged over the choices
// of k of n trials.
func TestMomentOfRoots(t *testing.T) {
	for _, lambda := range []struct {
		text  string
		value float64
	}{{"0.5", 0.5}, {"1/3", 1.0 / 3}, {"2.25", 2.25}, {"0.01", 0.01}} {
		for _, n := range []int{5, 17, 40} {
			m := parse(t, "moment@5:"+lambda.text)[0]
			for c := 0; c <= n; c++ {
				var want float64
				for j := 1; j <= 5; j++ {
					exactly, _ := new(big.Rat).Sub(hypergeometric(n, c, 5, j), hypergeometric(n, c, 5, j+1)).Float64()
					want += exactly * math.Pow(float64(j)/5, lambda.value)
				}
				checkNear(t, m.Name(), m.Score(boardtest.Rights(n, []int{c}), 0), want, 1e-14)
			}
		}
	}
}
