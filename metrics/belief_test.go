package metrics_test

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
)

// posteriorByRationals returns mean and variance of a model's score by Bayes@N, where nu of
// a question is pseudo + counts + share·prior: Σ wν/T, and (Σ w²ν/T − mean²)/(T + 1),
// averaged over the questions that it met.
func posteriorByRationals(w, pseudo []*big.Rat, share *big.Rat, row, prior [][]int) (mean, variance *big.Rat) {
	mean, variance = new(big.Rat), new(big.Rat)
	met := int64(0)
	for q, counts := range row {
		if sumOfInts(counts) == 0 {
			continue
		}
		met++
		total, first, second := new(big.Rat), new(big.Rat), new(big.Rat)
		for j := range w {
			nu := new(big.Rat).Set(pseudo[j])
			if j < len(counts) {
				nu.Add(nu, big.NewRat(int64(counts[j]), 1))
			}
			if prior != nil && j < len(prior[q]) {
				nu.Add(nu, new(big.Rat).Mul(share, big.NewRat(int64(prior[q][j]), 1)))
			}
			total.Add(total, nu)
			first.Add(first, nu.Mul(nu, w[j]))
			second.Add(second, new(big.Rat).Mul(nu, w[j]))
		}
		first.Quo(first, total)
		second.Quo(second, total)
		second.Sub(second, new(big.Rat).Mul(first, first))
		mean.Add(mean, first)
		variance.Add(variance, second.Quo(second, total.Add(total, big.NewRat(1, 1))))
	}
	mean.Quo(mean, big.NewRat(met, 1))
	return mean, variance.Quo(variance, big.NewRat(met*met, 1))
}

// Any pseudo-counts, share of a prior and numbers of trials: order and score are those
// of rationals, and σ follows Eq. 15.
func TestBayesWithIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, questions := rapid.IntRange(2, 4).Draw(t, "models"), rapid.IntRange(1, 4).Draw(t, "questions")
		top := rapid.IntRange(1, 2).Draw(t, "top")
		w := [][]string{{"0", "1"}, {"0", "1/3", "1"}}[top-1]
		least := rapid.SampledFrom([]int{1, 3}).Draw(t, "least")
		most := rapid.SampledFrom([]int{least, 5}).Draw(t, "most")
		b := drawCounted(t, models, questions, top, least, most)
		tally := b.tally()
		if least == most {
			tally = tally.Part(nil, nil)
		}
		var values, pseudo []*big.Rat
		var names []string
		for _, weight := range w {
			value, _ := new(big.Rat).SetString(weight)
			values = append(values, value)
			hundredths := rapid.IntRange(1, 400).Draw(t, "hundredths")
			pseudo = append(pseudo, big.NewRat(int64(hundredths), 100))
			names = append(names, fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100))
		}
		o := metrics.Options{}
		var err error
		if o.Weights, err = metrics.ParseWeights(strings.Join(w, ",")); err != nil {
			t.Fatal(err)
		}
		share := big.NewRat(int64(rapid.IntRange(1, 1000).Draw(t, "thousandths")), 1000)
		var prior countedBoard
		switch rapid.IntRange(0, 2).Draw(t, "prior") {
		case 1:
			prior = drawCounted(t, models, questions, top, 0, 6)
			o.Prior, o.PriorShare = prior.tally(), share
		case 2:
			prior = drawCounted(t, models, questions, top, 4, 4)
			o.Prior, o.PriorShare = prior.tally().Part(nil, nil), share
		}
		ms, err := metrics.Parse("bayes:"+strings.Join(names, "+"), o)
		if err != nil {
			t.Fatal(err)
		}
		m := ms[0].(metrics.Estimator)
		got, err := metrics.Evaluate(t.Context(), m, tally)
		if err != nil {
			t.Fatal(err)
		}
		scores := make([]*big.Rat, models)
		for l := range scores {
			var of [][]int
			if prior != nil {
				of = prior[l]
			}
			mean, variance := posteriorByRationals(values, pseudo, share, b[l], of)
			scores[l] = mean
			want, _ := mean.Float64()
			if got.Scores[l] != want || m.Score(tally, l) != want {
				t.Fatalf("model %d: scores %v and %v, want %v", l, got.Scores[l], m.Score(tally, l), want)
			}
			v, _ := variance.Float64()
			if e := m.Estimate(tally, l); e.Mu != want || math.Abs(e.Sigma-math.Sqrt(v)) > 1e-12 {
				t.Fatalf("model %d: %v ± %v, want %v ± %v", l, e.Mu, e.Sigma, want, math.Sqrt(v))
			}
		}
		agree := func(what string, compare func(i, j int) int) {
			for i := range models {
				for j := range i {
					if compare(i, j) != scores[i].Cmp(scores[j]) {
						t.Fatalf("%s: models %d and %d", what, i, j)
					}
				}
			}
		}
		agree("ordinals", func(i, j int) int { return cmp.Compare(got.Ordinals[i], got.Ordinals[j]) })
		if least != most {
			return
		}
		shape := results.Shape{Models: models, Questions: questions, Trials: least, Top: top}
		plan, err := metrics.NewPlan(t.Context(), []metrics.Metric{metrics.Avg(o.Weights), m}, shape, 1)
		if err != nil {
			t.Fatal(err)
		}
		scorer := plan.Scorer()
		scorer.Score(tally)
		keys := scorer.Keys(plan.Slot(1))
		agree("keys", func(i, j int) int { return cmp.Compare(keys[i], keys[j]) })
	})
}

// Jeffreys' prior is half an outcome of each category, one of each is bayes to the bit,
// and a name says which.
func TestNamedPriors(t *testing.T) {
	tally := successes([]int{0, 3, 4}, 4)
	for _, names := range [][2]string{{"bayes:jeffreys", "bayes:0.5+1/2"}, {"bayes", "bayes:1+1.0"}} {
		a, b := parse(t, names[0])[0].(metrics.Estimator), parse(t, names[1])[0].(metrics.Estimator)
		if x, y := a.Estimate(tally, 0), b.Estimate(tally, 0); x != y || a.Name() != names[0] || b.Name() != names[1] {
			t.Errorf("%s is %v, %s is %v", a.Name(), x, b.Name(), y)
		}
	}
	imagined, given, ok := metrics.PriorTrials(parse(t, "bayes:0.5+2")[0])
	if imagined != 2.5 || given != 0 || !ok || metrics.FlatPrior(parse(t, "bayes:jeffreys")[0]) || !metrics.FlatPrior(parse(t, "bayes")[0]) {
		t.Errorf("bayes:0.5+2 counts as %v and %v trials", imagined, given)
	}
}

func TestPriorsThatMakeNoSense(t *testing.T) {
	for name, want := range map[string]string{
		"bayes:0+1":          `metric "bayes:0+1": pseudo-count "0" is not a positive decimal or fraction`,
		"bayes:1+-2":         `pseudo-count "-2" is not a positive decimal or fraction`,
		"bayes:NaN+1":        `pseudo-count "NaN" is not a positive decimal or fraction`,
		"bayes:1+":           `pseudo-count "" is not a positive decimal or fraction`,
		"bayes:1":            "give one pseudo-count per category",
		"bayes:1+1+1":        "3 pseudo-counts given for 2 categories; give one per category, wrong first",
		"bayes:1+10001":      "pseudo-counts must be positive and at most 10000, with at most six decimals",
		"bayes:1+0.0000001":  "pseudo-counts must be positive and at most 10000, with at most six decimals",
		"bayes:flat":         `unknown prior "flat"; use bayes, bayes:fitted, bayes:questions, bayes:jeffreys, or one pseudo-count per category, wrong first, such as bayes:0.5+2`,
		"bayes:1+1/12345678": "pseudo-counts must be positive and at most 10000, with at most six decimals",
	} {
		if _, err := metrics.Parse(name, metrics.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
	for _, share := range []string{"0", "-0.5", "1.001", "0.0001", "NaN", ""} {
		if x, err := metrics.ParsePriorShare(share); err == nil {
			t.Errorf("a share of %s is %v", share, x)
		}
	}
}
