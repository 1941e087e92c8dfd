package priors_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/priors"
)

func measured(t *testing.T, u priors.Update, d priors.Design, n int) []priors.Errors {
	t.Helper()
	all, err := u.Errors(context.Background(), d, replicates(n))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// scored adds up all outcomes of n trials of two questions of a model, and depth ones of its
// predecessor: the mean of its score by metrics.Bayes less the truth, and of its square.
func scored(t *testing.T, fresh, old []float64, depth, n int, share *big.Rat) (bias, square float64) {
	t.Helper()
	truth := (fresh[0] + fresh[1]) / 2
	counts := func(p []float64, n int, visit func(tally *results.Tally, probability float64)) {
		for a := range n + 1 {
			for b := range n + 1 {
				tally := results.NewTally(1, 2, 1)
				tally.Trials = n
				tally.Add(0, 0, 1, a)
				tally.Add(0, 1, 1, b)
				probability := 1.0
				if n > 0 {
					probability = distuv.Binomial{N: float64(n), P: p[0]}.Prob(float64(a)) * distuv.Binomial{N: float64(n), P: p[1]}.Prob(float64(b))
				}
				visit(tally, probability)
			}
		}
	}
	counts(old, depth, func(prior *results.Tally, before float64) {
		o := metrics.Options{Weights: metrics.Binary}
		if depth > 0 {
			o.Prior, o.PriorShare = prior, share
		}
		bayes, err := o.Bayes()
		if err != nil {
			t.Fatal(err)
		}
		counts(fresh, n, func(tally *results.Tally, after float64) {
			off := bayes.Score(tally, 0) - truth
			bias += before * after * off
			square += before * after * off * off
		})
	})
	return bias, square
}

// Errors and biases are those of all outcomes, added up for the very updates that Coins
// draws; so is the gain of each, whose mean and standard error they are. As many trials
// under the uniform prior as the prior is worth have an error that is the same.
func TestErrorsAreThoseOfAllOutcomes(t *testing.T) {
	const updates = 4
	old := coins([]float64{0.3, 0.8}, []float64{0.5, 0.65}, []float64{0.1, 0.2})
	u := priors.Update{Old: old, Noise: 0.6, Seed: 5}
	for _, share := range []*big.Rat{nil, big.NewRat(1, 4)} {
		d := priors.Design{Depths: []int{0, 1, 3}, Trials: []int{1, 4}, Share: share}
		uniform := map[int][]float64{} // by n: mean square errors by update
		for _, e := range measured(t, u, d, updates) {
			for _, p := range e.Points {
				var squares []float64
				var bias, square, gain, gains float64
				for i := range updates {
					fresh, mse := u.Coins(i).P, 0.0
					for model := range fresh {
						b, s := scored(t, fresh[model], old.P[model], e.Depth, p.N, share)
						bias += b * b / 3 / updates
						mse += s / 3
					}
					squares = append(squares, mse)
					square += mse / updates
				}
				if e.Depth == 0 {
					uniform[p.N] = squares
				}
				for i, mse := range squares {
					g := uniform[p.N][i] - mse
					gain += g / updates
					gains += g * g / updates
				}
				se := math.Sqrt(max(gains-gain*gain, 0) / (updates - 1))
				for what, pair := range map[string][2]float64{
					"bias": {p.Bias, math.Sqrt(bias)}, "error": {p.RMSE, math.Sqrt(square)}, "gain": {p.Gain, gain}, "± of the gain": {p.GainSE, se},
				} {
					if math.Abs(pair[0]-pair[1]) > 1e-9 {
						t.Errorf("share %v, D = %d, N = %d: %s %v, want %v", share, e.Depth, p.N, what, pair[0], pair[1])
					}
				}
			}
		}
	}
}

// As many more trials as a prior is worth bring the uniform prior to its error: one less is not
// enough and one more is more than enough.
func TestWorth(t *testing.T) {
	u := priors.Update{Old: random(t, 5, 12), Noise: 0.4, Seed: 1}
	trials := make([]int, 400)
	for i := range trials {
		trials[i] = i + 1
	}
	all := measured(t, u, priors.Design{Depths: []int{0, 2, 40}, Trials: trials}, 50)
	helps, hurts := 0, 0
	for _, e := range all[1:] {
		for _, p := range e.Points[:100] {
			even := float64(p.N) + p.Worth
			if even < 1 || even > 399 {
				continue
			}
			fewer, more := all[0].Points[int(even)-1].RMSE, all[0].Points[int(even)].RMSE
			if p.RMSE > fewer*(1+1e-9) || p.RMSE < more*(1-1e-9) {
				t.Errorf("D = %d, N = %d: worth %v: %v is not between %v and %v", e.Depth, p.N, p.Worth, p.RMSE, fewer, more)
			}
			if p.Worth > 0 != (p.Gain > 0) {
				t.Errorf("D = %d, N = %d: worth %v, gain %v", e.Depth, p.N, p.Worth, p.Gain)
			}
			if p.Worth > 0 {
				helps++
			} else {
				hurts++
			}
		}
	}
	if helps < 10 || hurts < 10 {
		t.Errorf("it helps at %d points and hurts at %d: too few to tell", helps, hurts)
	}
}

// Without noise D trials that count in full are D new ones.
func TestWorthOfTheSameModels(t *testing.T) {
	u := priors.Update{Old: random(t, 4, 9), Seed: 1}
	for _, e := range measured(t, u, priors.Design{Depths: []int{0, 3}, Trials: []int{1, 8}}, 3) {
		for _, p := range e.Points {
			if math.Abs(p.Worth-float64(e.Depth)) > 1e-6 {
				t.Errorf("%d trials of the same models are worth %v", e.Depth, p.Worth)
			}
		}
	}
}

// At the noise of the break-even the gain is none, but for the straight line between two
// noises that are tried; less noise leaves one, more makes a loss. The updates are the
// same ones, so that chance plays no part, and the standard error is that of the gain
// there over its slope, by differences.
func TestBreakEven(t *testing.T) {
	const updates = 400
	old := random(t, 11, 30)
	d := priors.Design{Depths: []int{0, 2, 16}, Trials: []int{1, 5, 40}, Share: big.NewRat(1, 2)}
	at := func(noise float64, depth, n int) priors.ErrorPoint {
		return measured(t, priors.Update{Old: old, Noise: noise, Seed: 1}, d, updates)[depth].Points[n]
	}
	for depth, e := range measured(t, priors.Update{Old: old, Noise: 0.3, Seed: 1}, d, updates) {
		for n, p := range e.Points {
			if depth == 0 {
				if !math.IsNaN(p.BreakEven) || p.Gain != 0 || p.Worth != 0 {
					t.Errorf("the uniform prior: %+v", p)
				}
				continue
			}
			below, there, above := at(0.9*p.BreakEven, depth, n), at(p.BreakEven, depth, n), at(1.1*p.BreakEven, depth, n)
			if !(below.Gain > 0 && above.Gain < 0) || math.Abs(there.Gain) > 0.05*(below.Gain-above.Gain) {
				t.Errorf("D = %d, N = %d: gains of %v, %v and %v about %v", e.Depth, p.N, below.Gain, there.Gain, above.Gain, p.BreakEven)
			}
			slope := (below.Gain - above.Gain) / (0.2 * p.BreakEven)
			if want := there.GainSE / slope; math.Abs(p.BreakEvenSE-want) > 0.15*want {
				t.Errorf("D = %d, N = %d: ± %v, want %v", e.Depth, p.N, p.BreakEvenSE, want)
			}
		}
	}
}

// Models that are certain never change, and a prior of theirs helps at any noise. With one
// trial of one question that is right every other time, the uniform prior's ⅓ or ⅔ has the
// error (1/4)/9 about ½, and a trial more (2/4)/16, which is larger.
func TestBreakEvenLimits(t *testing.T) {
	certain, even := coins([]float64{0, 0}, []float64{1, 1}), coins([]float64{0.5}, []float64{0.500001})
	d := priors.Design{Depths: []int{0, 1}, Trials: []int{1}}
	if p := measured(t, priors.Update{Old: certain, Seed: 1}, d, 2)[1].Points[0]; !math.IsNaN(p.BreakEven) {
		t.Errorf("models that nothing changes have a break-even of %v", p.BreakEven)
	}
	if p := measured(t, priors.Update{Old: even, Seed: 1}, d, 2)[1].Points[0]; p.BreakEven != 0 || math.Abs(p.Gain-(1./36-1./32)) > 1e-6 {
		t.Errorf("a break-even of %v at a gain of %v, want 0 and %v", p.BreakEven, p.Gain, 1./36-1./32)
	}
}

// Errors do not depend on the workers, and Compare takes the same updates as they do.
func TestErrorsChangeNothing(t *testing.T) {
	d := priors.Design{Depths: []int{0, 2}, Trials: []int{1, 4}}
	measure := func(seed uint64, workers int) []priors.Errors {
		u := priors.Update{Old: random(t, 5, 6), Noise: 0.5, Seed: seed}
		all, err := u.Errors(context.Background(), d, montecarlo.Options{Replicates: 700, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		all[0].Points = nil // of which NaN is not itself
		return all
	}
	one := measure(1, 1)
	if !reflect.DeepEqual(one, measure(1, 5)) {
		t.Error("five workers find other numbers than one")
	}
	if reflect.DeepEqual(one, measure(2, 1)) {
		t.Error("another seed finds the same numbers")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (priors.Update{Old: random(t, 3, 3), Noise: 1}).Errors(ctx, d, replicates(10)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := (priors.Update{Old: random(t, 3, 3)}).Errors(context.Background(), priors.Design{Depths: []int{0}, Trials: []int{1}, Share: big.NewRat(2, 1)}, replicates(1)); err == nil {
		t.Error("a share of 2 is taken")
	}
}

// A prior of which every outcome counts as half of one orders two models as the sum of
// twice the new successes and the old ones does: N new trials of each question, and D
// old ones, all worth the same once the new ones are counted twice.
func TestShareOfThePrior(t *testing.T) {
	const n = 20_000
	old := coins([]float64{0.3}, []float64{0.6})
	u := priors.Update{Old: old, Seed: 1}
	d := priors.Design{Depths: []int{0, 2}, Trials: []int{1}, Share: big.NewRat(1, 2)}
	var want float64 // P(above) − P(below) of 2·new + old, by all outcomes
	mass := func(p float64) (of [5]float64) {
		for fresh, chance := range []float64{1 - p, p} {
			for before := range 3 {
				of[2*fresh+before] += chance * distuv.Binomial{N: 2, P: p}.Prob(float64(before))
			}
		}
		return of
	}
	for i, a := range mass(0.6) {
		for j, b := range mass(0.3) {
			if i > j {
				want += a * b
			} else if i < j {
				want -= a * b
			}
		}
	}
	if p := compare(t, u, d, n)[1].Points[0]; !near(p.Tau, p.SE, want) {
		t.Errorf("τ = %v ± %v, want %v", p.Tau, p.SE, want)
	}
}
