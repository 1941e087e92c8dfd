package metrics_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// countedBoard holds outcomes of unequal boards, by model, question and category.
type countedBoard [][][]int

// drawCounted draws the outcomes of models with least to most trials of each question.
func drawCounted(t *rapid.T, models, questions, top, least, most int) countedBoard {
	b := make(countedBoard, models)
	for l := range b {
		b[l] = make([][]int, questions)
		for q := range b[l] {
			b[l][q] = make([]int, top+1)
			for range rapid.IntRange(least, most).Draw(t, "n") {
				b[l][q][rapid.IntRange(0, top).Draw(t, "outcome")]++
			}
		}
	}
	return b
}

func sumOfInts(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

func (b countedBoard) tally() *results.Tally {
	var trials []uint16
	for _, row := range b {
		for _, counts := range row {
			trials = append(trials, uint16(sumOfInts(counts)))
		}
	}
	t := results.NewUnequalTally(len(b), len(b[0]), len(b[0][0])-1, trials)
	for l, row := range b {
		for q, counts := range row {
			for j, c := range counts {
				t.Add(l, q, j, c)
			}
		}
	}
	return t
}

// keptQuestions returns the questions that a metric which takes k trials is scored by: those of
// which no model has fewer, or under own none but those who never met them.
func (b countedBoard) keptQuestions(k int, own bool) (questions []int) {
	for q := range b[0] {
		ok, met := true, false
		for l := range b {
			n := sumOfInts(b[l][q])
			ok = ok && (n >= k || own && n == 0)
			met = met || n > 0
		}
		if ok && met {
			questions = append(questions, q)
		}
	}
	return questions
}

// meanOf returns the mean of a rational over the questions that a model met, nil if there
// are none.
func (b countedBoard) meanOf(l int, questions []int, score func(q int, counts []int) *big.Rat) *big.Rat {
	sum, met := new(big.Rat), int64(0)
	for _, q := range questions {
		if sumOfInts(b[l][q]) > 0 {
			sum.Add(sum, score(q, b[l][q]))
			met++
		}
	}
	if met == 0 {
		return nil
	}
	return sum.Quo(sum, big.NewRat(met, 1))
}

// checkUnequal compares a metric's scores and order with rationals.
func checkUnequal(t *rapid.T, m metrics.Metric, b countedBoard, own bool, score func(l, q int, counts []int) *big.Rat) {
	tally := b.tally()
	kept := b.keptQuestions(m.FirstTrial(), own)
	var want []*big.Rat
	for l := range b {
		want = append(want, b.meanOf(l, kept, func(q int, counts []int) *big.Rat { return score(l, q, counts) }))
	}
	r, err := metrics.Restrict(m, tally, own)
	if slices.Contains(want, nil) {
		var nothing metrics.ErrNothingMet
		if !errors.As(err, &nothing) {
			t.Fatalf("%s: error %v where a model has no question", m.Name(), err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if tally.Unequal() && r.LeftOut != len(b[0])-len(kept) {
		t.Fatalf("%s leaves out %d questions, want all but %v of %d", m.Name(), r.LeftOut, kept, len(b[0]))
	}
	e, err := metrics.Evaluate(context.Background(), r.Metric, r.Tally)
	if err != nil {
		t.Fatal(err)
	}
	for i, rat := range want {
		if value, _ := rat.Float64(); e.Scores[i] != value || r.Metric.Score(r.Tally, i) != value {
			t.Fatalf("%s of model %d is %v and %v, want %v", m.Name(), i, e.Scores[i], r.Metric.Score(r.Tally, i), value)
		}
		for j := range i {
			if got := cmp.Compare(e.Ordinals[i], e.Ordinals[j]); got != rat.Cmp(want[j]) {
				t.Fatalf("%s orders %v and %v as %d", m.Name(), rat, want[j], got)
			}
		}
	}
}

func TestUnequalBinaryScores(t *testing.T) {
	kinds := []string{"bayes", "avg", "pass@", "pass^", "pass-naive@", "gpass@", "mgpass@", "maj@", "max@", "auc@", "gap@"}
	rapid.Check(t, func(t *rapid.T) {
		b := drawCounted(t, rapid.IntRange(1, 4).Draw(t, "models"), rapid.IntRange(1, 6).Draw(t, "questions"), 1,
			rapid.IntRange(0, 3).Draw(t, "least"), rapid.SampledFrom([]int{4, 9, 64}).Draw(t, "most"))
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		k, own := rapid.IntRange(1, 5).Draw(t, "k"), rapid.Bool().Draw(t, "own")
		name, tau := kind, big.NewRat(1, 2)
		if strings.HasSuffix(kind, "@") || kind == "pass^" {
			name = fmt.Sprintf("%s%d", kind, k)
		}
		if kind == "gpass@" {
			name += ":0.5"
		}
		ms, err := metrics.Parse(name, metrics.Options{Weights: metrics.Binary})
		if err != nil {
			t.Fatal(err)
		}
		checkUnequal(t, ms[0], b, own, func(_, _ int, counts []int) *big.Rat {
			return reference(kind, counts[0]+counts[1], counts[1], k, tau)
		})
	})
}

// Of few trials, what a metric of subsets scores can be counted subset by subset.
func TestUnequalScoresBySubsets(t *testing.T) {
	kernels := map[string]func(k, correct int) *big.Rat{
		"pass@":   func(k, correct int) *big.Rat { return big.NewRat(int64(min(correct, 1)), 1) },
		"pass^":   func(k, correct int) *big.Rat { return big.NewRat(int64(correct/k), 1) },
		"maj@":    func(k, correct int) *big.Rat { return big.NewRat(int64(min(2*correct/(k+1), 1)), 1) },
		"mgpass@": func(k, correct int) *big.Rat { return big.NewRat(int64(2*max(0, correct-(k+1)/2)), int64(k)) },
	}
	rapid.Check(t, func(t *rapid.T) {
		b := drawCounted(t, 3, rapid.IntRange(1, 5).Draw(t, "questions"), 1, 0, 7)
		kind := rapid.SampledFrom([]string{"pass@", "pass^", "maj@", "mgpass@"}).Draw(t, "kind")
		k := rapid.IntRange(1, 4).Draw(t, "k")
		ms, err := metrics.Parse(fmt.Sprintf("%s%d", kind, k), metrics.Options{Weights: metrics.Binary})
		if err != nil {
			t.Fatal(err)
		}
		checkUnequal(t, ms[0], b, rapid.Bool().Draw(t, "own"), func(_, _ int, counts []int) *big.Rat {
			sum, subsets := new(big.Rat), int64(0)
			for subset := range uint(1) << (counts[0] + counts[1]) {
				if bits.OnesCount(subset) != k {
					continue
				}
				correct := bits.OnesCount(subset & (1<<counts[1] - 1)) // the first trials are the correct ones
				sum.Add(sum, kernels[kind](k, correct))
				subsets++
			}
			return sum.Quo(sum, big.NewRat(subsets, 1))
		})
	})
}

func TestUnequalGradedScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, questions := rapid.IntRange(1, 4).Draw(t, "models"), rapid.IntRange(1, 5).Draw(t, "questions")
		least, most := rapid.IntRange(0, 3).Draw(t, "least"), rapid.SampledFrom([]int{4, 64}).Draw(t, "most")
		b := drawCounted(t, models, questions, 2, least, most)
		prior := drawCounted(t, models, questions, 2, 0, 6)
		weights := []*big.Rat{big.NewRat(-1, 3), big.NewRat(1, 2), big.NewRat(1, 7)}
		w, err := metrics.ParseWeights("-1/3,1/2,1/7")
		if err != nil {
			t.Fatal(err)
		}
		own, k := rapid.Bool().Draw(t, "own"), rapid.IntRange(1, 4).Draw(t, "k")
		weighted := func(extra int64, more []int) func(l, q int, counts []int) *big.Rat {
			return func(l, q int, counts []int) *big.Rat {
				sum, mass := new(big.Rat), int64(0)
				for j, c := range counts {
					n := int64(c) + extra
					if more != nil {
						n += int64(prior[l][q][j])
					}
					sum.Add(sum, new(big.Rat).Mul(weights[j], big.NewRat(n, 1)))
					mass += n
				}
				return sum.Quo(sum, big.NewRat(mass, 1))
			}
		}
		checkUnequal(t, metrics.Avg(w), b, own, weighted(0, nil))
		checkUnequal(t, metrics.Bayes(w, nil), b, own, weighted(1, nil))
		checkUnequal(t, metrics.Bayes(w, prior.tally()), b, own, weighted(1, []int{}))
		// The largest weight of a subset is at most a weight where none is larger: the
		// order of the weights is 0, 2, 1.
		checkUnequal(t, metrics.MaxAtK(k, w), b, own, func(_, _ int, counts []int) *big.Rat {
			n, upTo, sum, before := sumOfInts(counts), 0, new(big.Rat), new(big.Rat)
			for _, j := range []int{0, 2, 1} {
				upTo += counts[j]
				p := rat(choose(upTo, k), choose(n, k))
				sum.Add(sum, new(big.Rat).Mul(weights[j], new(big.Rat).Sub(p, before)))
				before = p
			}
			return sum
		})
	})
}

// closeTo compares floats to 10⁻¹² of what they are.
func closeTo(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1e-3, math.Abs(b)) }

// The variance of Σ wⱼpⱼ for p of a Dirichlet distribution, by its covariances.
func TestUnequalSigma(t *testing.T) {
	weights := []float64{-1, 0.5, 2}
	w, err := metrics.NewWeights(weights...)
	if err != nil {
		t.Fatal(err)
	}
	variance := func(nu []float64) float64 {
		var mass, sum float64
		for _, n := range nu {
			mass += n
		}
		for i, wi := range weights {
			for j, wj := range weights {
				c := -nu[i] * nu[j] / (mass * mass) / (mass + 1)
				if i == j {
					c += nu[i] / mass / (mass + 1)
				}
				sum += wi * wj * c
			}
		}
		return sum
	}
	rapid.Check(t, func(t *rapid.T) {
		questions := rapid.IntRange(1, 6).Draw(t, "questions")
		b, prior := drawCounted(t, 2, questions, 2, 0, 40), drawCounted(t, 2, questions, 2, 0, 5)
		b[0][0][1]++ // so that models met something
		b[1][0][2]++
		tally, older := b.tally(), prior.tally()
		for l, row := range b {
			var plain, updated, mean float64
			met := 0.0
			for q, counts := range row {
				n := float64(sumOfInts(counts))
				if n == 0 {
					continue
				}
				met++
				nu, more := make([]float64, 3), make([]float64, 3)
				for j, c := range counts {
					nu[j], more[j] = float64(1+c), float64(1+c+prior[l][q][j])
					mean += weights[j] * float64(c) / n
				}
				plain += variance(nu) * ((n + 3) / n) * ((n + 3) / n)
				updated += variance(more)
			}
			avg, bayes := metrics.Avg(w).Estimate(tally, l), metrics.Bayes(w, older).Estimate(tally, l)
			if want := math.Sqrt(plain) / met; !closeTo(avg.Sigma, want) || !closeTo(avg.Mu, mean/met) {
				t.Fatalf("avg of %v: %v ± %v, want %v ± %v", row, avg.Mu, avg.Sigma, mean/met, want)
			}
			if want := math.Sqrt(updated) / met; !closeTo(bayes.Sigma, want) {
				t.Fatalf("bayes of %v: σ %v, want %v", row, bayes.Sigma, want)
			}
		}
	})
}

// For p of Beta(1 + c, 1 + n − c) the moments of 1 − (1 − p)^k are integrals of
// polynomials, which Gauss's rule gives to rounding.
func TestUnequalPosteriorOfPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawCounted(t, 2, rapid.IntRange(1, 6).Draw(t, "questions"), 1, 0, 64)
		b[0][0][1]++
		b[1][0][0]++
		k := rapid.IntRange(1, 8).Draw(t, "k")
		tally := b.tally()
		for l, row := range b {
			var mu, variance, met float64
			for _, counts := range row {
				wrong, right := float64(counts[0]), float64(counts[1])
				if wrong+right == 0 {
					continue
				}
				met++
				whole, _ := math.Lgamma(wrong + right + 2)
				one, _ := math.Lgamma(wrong + 1)
				other, _ := math.Lgamma(right + 1)
				moment := func(f func(p float64) float64) float64 {
					return quad.Fixed(func(p float64) float64 {
						return f(p) * math.Exp(whole-one-other+right*math.Log(p)+wrong*math.Log1p(-p))
					}, 0, 1, 64, quad.Legendre{}, 0)
				}
				pass := func(p float64) float64 { return 1 - math.Pow(1-p, float64(k)) }
				mean := moment(pass)
				mu += mean
				variance += moment(func(p float64) float64 { return (pass(p) - mean) * (pass(p) - mean) })
			}
			e := metrics.PassAtK(k).WithPrior(1, 1).Estimate(tally, l)
			if math.Abs(e.Mu-mu/met) > 1e-12 || math.Abs(e.Sigma-math.Sqrt(variance)/met) > 1e-12 {
				t.Fatalf("pass@%d of %v: %v ± %v, want %v ± %v", k, row, e.Mu, e.Sigma, mu/met, math.Sqrt(variance)/met)
			}
		}
	})
}

// The same numbers of trials everywhere are a complete tally by another name.
func TestUnequalTallyOfEqualTrials(t *testing.T) {
	ms, err := metrics.Parse("paper,avg,maj@3,max@2,auc@3", metrics.Options{Weights: metrics.Binary})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 20).Draw(t, "n")
		b := drawCounted(t, rapid.IntRange(1, 4).Draw(t, "models"), rapid.IntRange(1, 5).Draw(t, "questions"), 1, n, n)
		unequal := b.tally()
		complete := unequal.Part(nil, nil)
		if !unequal.Unequal() || complete.Unequal() {
			t.Fatal("the tallies are not an unequal and a complete one")
		}
		for _, m := range ms {
			a, err := metrics.Evaluate(context.Background(), m, unequal)
			if err != nil {
				t.Fatal(err)
			}
			b, err := metrics.Evaluate(context.Background(), m, complete)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(a.Ordinals, b.Ordinals) || !slices.Equal(a.Scores, b.Scores) {
				t.Fatalf("%s: %v and %v", m.Name(), a, b)
			}
			estimator, ok := m.(metrics.Estimator)
			if !ok {
				continue
			}
			for l := range complete.Models {
				x, y := estimator.Estimate(unequal, l), estimator.Estimate(complete, l)
				if math.Abs(x.Mu-y.Mu) > 1e-15 || math.Abs(x.Sigma-y.Sigma) > 1e-15 {
					t.Fatalf("%s: %v and %v", m.Name(), x, y)
				}
				v, has := metrics.SamplingNoise(m, unequal, l)
				w, _ := metrics.SamplingNoise(m, complete, l)
				if has && (math.Abs(v.Pooled-w.Pooled) > 1e-15 || math.Abs(v.Within-w.Within) > 1e-15) {
					t.Fatalf("%v and %v", v, w)
				}
			}
		}
	})
}

// Four fractions over large primes can add up to a whole number and 1/(p₁p₂p₃p₄),
// which is 10⁻¹⁹: as float64s the means are the same, and yet no tie.
func TestUnequalTiesAreExact(t *testing.T) {
	primes := []int64{65521, 65519, 65497, 65479}
	product := big.NewInt(1)
	for _, p := range primes {
		product.Mul(product, big.NewInt(p))
	}
	sum := new(big.Rat)
	var successes []int
	for _, p := range primes {
		prime := big.NewInt(p)
		x := new(big.Int).ModInverse(new(big.Int).Quo(product, prime), prime)
		successes = append(successes, int(x.Int64()))
		sum.Add(sum, new(big.Rat).SetFrac(x, prime))
	}
	whole := sum.Sub(sum, new(big.Rat).SetFrac(big.NewInt(1), product))
	if !whole.IsInt() {
		t.Fatalf("%v is no whole number", whole)
	}
	var trials []uint16
	for range 3 {
		for _, p := range primes {
			trials = append(trials, uint16(p))
		}
	}
	tally := results.NewUnequalTally(3, 4, 1, trials)
	for q, c := range successes {
		tally.Add(0, q, 1, c)
	}
	for q := range int(whole.Num().Int64()) { // all trials of so many questions, the first or the last
		tally.Add(1, q, 1, int(primes[q]))
		tally.Add(2, 3-q, 1, int(primes[3-q]))
	}
	e, err := metrics.Evaluate(context.Background(), metrics.Avg(metrics.Binary), tally)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 0, 0}; !slices.Equal(e.Ordinals, want) || e.Scores[0] != e.Scores[1] {
		t.Errorf("ordinals %v of scores %v, want %v of equal ones", e.Ordinals, e.Scores, want)
	}
}

// On complete boards with a prior of an unequal one, a plan orders as Ordinals does,
// which rationals hold (TestUnequalGradedScores).
func TestPlanWithUnequalPrior(t *testing.T) {
	for _, list := range []string{"0,1/2,1", "-1000000000000000,1,1000000000000000"} {
		w, err := metrics.ParseWeights(list)
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			models, questions, trials := rapid.IntRange(2, 5).Draw(t, "models"), rapid.IntRange(1, 4).Draw(t, "questions"), 5
			prior := drawCounted(t, models, questions, rapid.IntRange(1, 2).Draw(t, "top"), 0, 7)
			bayes := metrics.Bayes(w, prior.tally())
			shape := results.Shape{Models: models, Questions: questions, Trials: trials, Top: 2}
			ms := []metrics.Metric{metrics.Avg(w), bayes, metrics.MaxAtK(1, w)}
			plan, err := metrics.NewPlan(context.Background(), ms, shape, 1)
			if err != nil {
				t.Fatal(err)
			}
			scorer := plan.Scorer()
			for n := 1; n <= trials; n++ {
				tally := drawCounted(t, models, questions, 2, n, n).tally().Part(nil, nil)
				want, err := metrics.Ordinals(bayes, tally)
				if err != nil {
					t.Fatal(err)
				}
				scorer.Score(tally)
				keys := scorer.Keys(plan.Slot(1))
				for i := range models {
					for j := range i {
						if cmp.Compare(keys[i], keys[j]) != cmp.Compare(want[i], want[j]) {
							t.Fatalf("n = %d: keys %v, ordinals %v", n, keys, want)
						}
					}
				}
			}
		})
	}
}

// outsideMetric is a metric from outside.
type outsideMetric struct{ metrics.Estimator }

func TestUnequalRefusesMetricsFromOutside(t *testing.T) {
	tally := countedBoard{{{1, 0}, {1, 1}}}.tally()
	const want = "avg requires a board with the same number of trials of every question"
	if _, err := metrics.Restrict(outsideMetric{metrics.Avg(metrics.Binary)}, tally, false); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if _, err := metrics.Ordinals(outsideMetric{metrics.Avg(metrics.Binary)}, tally); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	// Where what is left of the questions has one number of trials, it is asked.
	tally = countedBoard{{{0, 0}, {1, 1}}}.tally()
	r, err := metrics.Restrict(outsideMetric{metrics.Avg(metrics.Binary)}, tally, false)
	if err != nil || r.LeftOut != 1 || r.Tally.Unequal() {
		t.Errorf("%+v, %v", r, err)
	}
}
