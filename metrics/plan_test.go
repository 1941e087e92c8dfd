package metrics_test

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// choose returns C(n, k) by math/big.
func choose(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }

func rat(num, den *big.Int) *big.Rat { return new(big.Rat).SetFrac(num, den) }

// hypergeometric returns the chance of at least needed successes among k of n
// trials with c successes: Eq. 23 term by term.
func hypergeometric(n, c, k, needed int) *big.Rat {
	sum := new(big.Int)
	for j := needed; j <= min(c, k); j++ {
		sum.Add(sum, new(big.Int).Mul(choose(c, j), choose(n-c, k-j)))
	}
	return rat(sum, choose(n, k))
}

// reference computes one question's score as the paper defines it.
func reference(kind string, n, c, k int, tau *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	switch kind {
	case "bayes":
		return big.NewRat(int64(c+1), int64(n+2))
	case "avg":
		return big.NewRat(int64(c), int64(n))
	case "pass@":
		return one.Sub(one, rat(choose(n-c, k), choose(n, k)))
	case "pass^":
		return rat(choose(c, k), choose(n, k))
	case "pass-naive@":
		power := big.NewRat(1, 1)
		for range k {
			power.Mul(power, big.NewRat(int64(n-c), int64(n)))
		}
		return one.Sub(one, power)
	case "gpass@":
		needed := 0 // the least integer that is not below τ·k
		for new(big.Rat).SetInt64(int64(needed)).Cmp(new(big.Rat).Mul(tau, big.NewRat(int64(k), 1))) < 0 {
			needed++
		}
		return hypergeometric(n, c, k, max(1, needed))
	case "mgpass@":
		sum := new(big.Rat)
		for i := (k+1)/2 + 1; i <= k; i++ {
			sum.Add(sum, hypergeometric(n, c, k, i))
		}
		return sum.Mul(sum, big.NewRat(2, int64(k)))
	case "maj@":
		return hypergeometric(n, c, k, k/2+1)
	case "max@": // of weights 0 and 1 it is whether any is correct
		return hypergeometric(n, c, k, 1)
	case "gap@":
		return new(big.Rat).Sub(hypergeometric(n, c, k, 1), big.NewRat(int64(c), int64(n)))
	case "tail@": // T = ⌈τ·k⌉, one at least
		return reference("gpass@", n, c, k, tau)
	case "moment@": // of the third power of the share of correct ones
		sum := new(big.Rat)
		for j := 1; j <= k; j++ {
			exactly := new(big.Rat).Sub(hypergeometric(n, c, k, j), hypergeometric(n, c, k, j+1))
			cube := rat(big.NewInt(int64(j*j)*int64(j)), big.NewInt(int64(k*k)*int64(k)))
			sum.Add(sum, exactly.Mul(exactly, cube))
		}
		return sum
	case "auc@": // trapezoids of width 1 over 1..k
		if k == 1 {
			return big.NewRat(int64(c), int64(n))
		}
		sum := new(big.Rat)
		for i := 1; i < k; i++ {
			sum.Add(sum, hypergeometric(n, c, i, 1))
			sum.Add(sum, hypergeometric(n, c, i+1, 1))
		}
		return sum.Quo(sum, big.NewRat(int64(2*(k-1)), 1))
	}
	panic(kind)
}

// The keys of every metric order models exactly as sums of math/big rationals
// do, ties included, whatever the width of the keys.
func TestKeysAreExact(t *testing.T) {
	kinds := []string{"bayes", "avg", "pass@", "pass^", "pass-naive@", "gpass@", "mgpass@", "maj@", "max@", "auc@", "gap@", "tail@", "moment@"}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(1, 12), rapid.IntRange(1, 150)).Draw(t, "n")
		k := rapid.IntRange(1, n).Draw(t, "k")
		questions := rapid.IntRange(1, 6).Draw(t, "M")
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		percent := rapid.IntRange(0, 100).Draw(t, "tau")
		tau := big.NewRat(int64(percent), 100)

		name := kind
		if strings.ContainsAny(kind, "@^") {
			name += fmt.Sprint(k)
		}
		if kind == "gpass@" {
			name += fmt.Sprintf(":%d/100", percent)
		}
		if kind == "tail@" {
			name += fmt.Sprintf(":%d", max(1, (percent*k+99)/100))
		}
		if kind == "moment@" {
			name += ":3"
		}
		ms, err := metrics.Parse(name, metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}

		const models = 5
		tally := results.NewTally(models, questions, 1)
		tally.Trials = n
		scores := make([]*big.Rat, models)
		for model := range models {
			scores[model] = new(big.Rat)
			for q := range questions {
				c := rapid.IntRange(0, n).Draw(t, "c")
				tally.Add(model, q, 1, c)
				scores[model].Add(scores[model], reference(kind, n, c, k, tau))
			}
		}
		// The last two models share the counts, in another order.
		for q, c := range tally.Row(3) {
			tally.Add(4, questions-1-q, 1, int(c)-int(tally.Row(4)[questions-1-q]))
		}
		scores[4] = scores[3]

		checkOrder(t, ms[0], tally, scores)
		all := metrics.Scores(ms[0], tally, nil)
		for i := range models {
			want, _ := new(big.Rat).Quo(scores[i], big.NewRat(int64(questions), 1)).Float64()
			if one := ms[0].Score(tally, i); one != want || all[i] != want {
				t.Fatalf("%s of model %d: scores %v and %v, want %v rounded once", name, i, one, all[i], want)
			}
		}
	})
}

// checkOrder compares the order of the models by the keys of a plan and by
// Evaluate with that of their scores, which Evaluate must return as Scores does.
func checkOrder(t *rapid.T, m metrics.Metric, tally *results.Tally, scores []*big.Rat) {
	shape := results.Shape{Models: tally.Models, Questions: tally.Questions, Trials: tally.Trials, Top: tally.Top}
	plan, err := metrics.NewPlan(t.Context(), []metrics.Metric{m}, shape, tally.Trials)
	if err != nil {
		t.Fatal(err)
	}
	scorer := plan.Scorer()
	scorer.Score(tally)
	keys := scorer.Keys(plan.Slot(0))
	whole, err := metrics.Evaluate(t.Context(), m, tally)
	if err != nil {
		t.Fatal(err)
	}
	if want := metrics.Scores(m, tally, nil); !slices.Equal(whole.Scores, want) {
		t.Fatalf("%s: Evaluate has the scores %v, Scores %v", m.Name(), whole.Scores, want)
	}
	for i := range scores {
		for j := range scores {
			want := scores[i].Cmp(scores[j])
			if got := cmp.Compare(keys[i], keys[j]); got != want {
				t.Fatalf("%s of models %d and %d: keys compare %d, scores %d", m.Name(), i, j, got, want)
			}
			if got := cmp.Compare(whole.Ordinals[i], whole.Ordinals[j]); got != want {
				t.Fatalf("%s of models %d and %d: ordinals compare %d, scores %d", m.Name(), i, j, got, want)
			}
		}
	}
}

// A board with k = 500 of 1000 trials and 10⁵ questions has keys of 16 words;
// one question moved by one success in each direction must order the models,
// and equal counts in another order must tie.
func TestWideKeys(t *testing.T) {
	const questions, n = 100_000, 1000
	for _, name := range []string{"pass@500", "pass^500", "gpass@500:0.5", "mgpass@500", "pass-naive@500", "auc@500"} {
		tally := results.NewTally(3, questions, 1)
		tally.Trials = n
		for q := range questions {
			c := q % n
			tally.Add(0, q, 1, c)
			tally.Add(1, questions-1-q, 1, c)
			tally.Add(2, q, 1, c)
		}
		tally.Add(2, 499, 1, 1) // from 499 to 500 successes
		plan, err := metrics.NewPlan(t.Context(), parse(t, name), results.Shape{Models: 3, Questions: questions, Trials: n, Top: 1}, n)
		if err != nil {
			t.Fatal(err)
		}
		scorer := plan.Scorer()
		scorer.Score(tally)
		if keys := scorer.Keys(0); keys[0] != keys[1] || keys[2] <= keys[0] {
			t.Errorf("%s: keys %v, want the first two equal and the third larger", name, keys)
		}
	}
}

// Graded boards compare by weighted totals, the prior's included; weights that
// do not fit 64-bit sums go on exactly.
func TestWeightedKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		categories := rapid.IntRange(2, 5).Draw(t, "categories")
		digits := rapid.SampledFrom([]int64{10, 1_000, 999_999_999_999_999_989}).Draw(t, "denominator")
		values := make([]*big.Rat, categories)
		fields := make([]string, categories)
		for j := range values {
			numerator := rapid.Int64Range(-digits, digits).Draw(t, "w")
			values[j] = big.NewRat(numerator, digits)
			fields[j] = fmt.Sprintf("%d/%d", numerator, digits)
		}
		w, err := metrics.ParseWeights(strings.Join(fields, ","))
		if err != nil {
			t.Fatal(err)
		}
		const models = 4
		// There may be weights for categories that the board does not have.
		shape := results.Shape{Models: models, Questions: 3, Trials: rapid.IntRange(1, 40).Draw(t, "n"), Top: rapid.IntRange(1, categories-1).Draw(t, "C")}
		depth := rapid.IntRange(0, 3).Draw(t, "D")
		tally, prior := results.NewTally(models, 3, shape.Top), results.NewTally(models, 3, shape.Top)
		tally.Trials, prior.Trials = shape.Trials, depth
		sums := make([]*big.Rat, models)
		for model := range models {
			sums[model] = new(big.Rat)
			for q := range 3 {
				for i := range shape.Trials + depth {
					category := rapid.IntRange(0, shape.Top).Draw(t, "outcome")
					to := tally
					if i >= shape.Trials {
						to = prior
					}
					to.Add(model, q, category, 1)
					sums[model].Add(sums[model], values[category])
				}
			}
		}
		bayes := metrics.Bayes(w, prior)
		checkOrder(t, bayes, tally, sums)
	})
}

// upsideDown returns a metric of no family that scores failures: its least score is
// not that of no success.
func upsideDown() *metrics.PerQuestion {
	return metrics.NewPerQuestion("failures", 1, func(n int) ([]*big.Int, *big.Int) {
		numerators := make([]*big.Int, n+1)
		for c := range numerators {
			numerators[c] = big.NewInt(int64((n - c) * (n - c)))
		}
		return numerators, big.NewInt(int64(n * n))
	})
}

// A thin tally has the keys of the tally that it was, which the slower
// TestKeysAreExact vouches for.
func TestThinTalliesHaveTheSameKeys(t *testing.T) {
	ms := append(parse(t, "paper,pass-naive@40"), upsideDown())
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(40, 60).Draw(t, "n")
		shape := results.Shape{Models: 3, Questions: rapid.IntRange(1, 20).Draw(t, "M"), Trials: n, Top: 1}
		tally := results.NewTally(shape.Models, shape.Questions, 1)
		tally.Trials = n
		successes := rapid.OneOf(rapid.Just(0), rapid.Just(n), rapid.IntRange(0, n))
		for model := range shape.Models {
			for q := range shape.Questions {
				tally.Add(model, q, 1, successes.Draw(t, "c"))
			}
		}
		plan, err := metrics.NewPlan(t.Context(), ms, shape, n)
		if err != nil {
			t.Fatal(err)
		}
		thick, thin := plan.Scorer(), plan.Scorer()
		thick.Score(tally)
		tally.Thin()
		thin.Score(tally)
		for slot := range plan.Slots() {
			if a, b := thick.Keys(slot), thin.Keys(slot); !slices.Equal(a, b) {
				t.Fatalf("slot %d: keys %v, of the thin tally %v", slot, a, b)
			}
		}
	})
}

// Metrics that order models alike at every n share a slot: at k = 2 the
// threshold ½ asks for one success, which is Pass@2; avg@N orders as Bayes@N
// does (appendix B); mgpass@2 is the single term Pass^2; two of three are more
// than half; the best of two binary outcomes is Pass@2.
func TestSharedSlots(t *testing.T) {
	ms := parse(t, "bayes,pass@2,gpass@2:0.5,avg,mgpass@2,pass^2,pass@4,max@2,maj@3,gpass@3:0.5,auc@1,pass@1,auc@2")
	plan, err := metrics.NewPlan(t.Context(), ms, results.Shape{Models: 2, Questions: 30, Trials: 80, Top: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := []int{0, 1, 1, 0, 2, 2, 3, 1, 4, 4, 5, 5, 6}
	for i, slot := range want {
		if plan.Slot(i) != slot {
			t.Errorf("%s is in slot %d, want %d", ms[i].Name(), plan.Slot(i), slot)
		}
	}
}

func TestScorerAllocatesNothing(t *testing.T) {
	shape := results.Shape{Models: 11, Questions: 30, Trials: 80, Top: 1}
	plan, err := metrics.NewPlan(t.Context(), parse(t, "paper,pass-naive@40"), shape, 1)
	if err != nil {
		t.Fatal(err)
	}
	tally := results.NewTally(11, 30, 1)
	tally.Trials = 80
	scorer := plan.Scorer()
	if n := testing.AllocsPerRun(100, func() { scorer.Score(tally) }); n != 0 {
		t.Errorf("%v allocations per call, want none", n)
	}
}

// fromElsewhere is a metric of no family: minus the number of failures.
type fromElsewhere struct{}

func (fromElsewhere) Name() string         { return "elsewhere" }
func (fromElsewhere) FirstTrial() int      { return 1 }
func (fromElsewhere) Check(int, int) error { return nil }
func (fromElsewhere) Score(t *results.Tally, model int) float64 {
	return float64(t.Totals[model]) - float64(t.Questions*t.Trials)
}

func TestMetricFromElsewhere(t *testing.T) {
	tally := results.NewTally(4, 2, 1)
	tally.Trials = 3
	for model, c := range []int{2, 0, 3, 2} {
		tally.Add(model, 0, 1, c)
		tally.Add(model, 1, 1, 3)
	}
	plan, err := metrics.NewPlan(t.Context(), []metrics.Metric{fromElsewhere{}}, results.Shape{Models: 4, Questions: 2, Trials: 3, Top: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	scorer := plan.Scorer()
	scorer.Score(tally)
	if k := scorer.Keys(0); k[0] != k[3] || k[1] >= k[0] || k[2] <= k[0] {
		t.Errorf("keys %v do not order successes 2, 0, 3, 2", k)
	}
}

func BenchmarkScorePaperMetrics(b *testing.B) {
	shape := results.Shape{Models: 11, Questions: 30, Trials: 80, Top: 1}
	ms, err := metrics.Parse("paper", metrics.Options{})
	if err != nil {
		b.Fatal(err)
	}
	plan, err := metrics.NewPlan(b.Context(), ms, shape, 1)
	if err != nil {
		b.Fatal(err)
	}
	tally := results.NewTally(11, 30, 1)
	tally.Trials = 80
	for model := range tally.Models {
		for q := range tally.Questions {
			tally.Add(model, q, 1, (model*30+q)*7%81)
		}
	}
	scorer := plan.Scorer()
	b.ReportAllocs()
	for b.Loop() {
		scorer.Score(tally)
	}
}

func BenchmarkNewPlanPaperMetrics(b *testing.B) {
	ms, err := metrics.Parse("paper", metrics.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := metrics.NewPlan(b.Context(), ms, results.Shape{Models: 11, Questions: 30, Trials: 80, Top: 1}, 1); err != nil {
			b.Fatal(err)
		}
	}
}
