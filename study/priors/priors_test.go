package priors_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/kendall"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
	"settle/study/priors"
)

func coins(p ...[]float64) *sim.Coins {
	return &sim.Coins{Models: results.Numbered("LLM", len(p)), Questions: results.Numbered("question", len(p[0])), P: p}
}

func random(t *testing.T, models, questions int) *sim.Coins {
	t.Helper()
	c, err := sim.Random(models, questions, sim.DefaultSpread, 3)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func replicates(n int) montecarlo.Options { return montecarlo.Options{Replicates: n} }

func agree(t *testing.T, u priors.Update, n int) priors.Agreement {
	t.Helper()
	a, err := u.Agree(context.Background(), replicates(n))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func compare(t *testing.T, u priors.Update, d priors.Design, n int) []priors.Curve {
	t.Helper()
	curves, err := u.Compare(context.Background(), d, replicates(n))
	if err != nil {
		t.Fatal(err)
	}
	return curves
}

// near reports whether an estimate is within 4.5 standard errors of the truth:
// one of 150,000 is not.
func near(estimate, se, truth float64) bool { return math.Abs(estimate-truth) <= 4.5*se+1e-12 }

// The moves of the logits have the variance 2·Noise², and those of two
// questions of one model the covariance Noise²; two models move independently.
// The sample moments of normal numbers have the standard errors below.
func TestUpdatesMoveLogits(t *testing.T) {
	const noise, n = 0.3, 20_000
	old := coins([]float64{0.2, 0.9}, []float64{0.4, 0.5})
	u := priors.Update{Old: old, Noise: noise, Seed: 1}
	logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
	var variance, within, between float64
	for i := range n {
		p := u.Coins(i).P
		move := func(model, question int) float64 { return logit(p[model][question]) - logit(old.P[model][question]) }
		variance += move(0, 0) * move(0, 0) / n
		within += move(0, 0) * move(0, 1) / n
		between += move(0, 1) * move(1, 1) / n
	}
	v := 2 * noise * noise
	if !near(variance, v*math.Sqrt(2./n), v) || !near(within, v*math.Sqrt(1.25/n), v/2) || !near(between, v/math.Sqrt(n), 0) {
		t.Errorf("variance %v, covariance within %v and between models %v; want %v, %v and 0", variance, within, between, v, v/2)
	}
}

func TestCertaintyStays(t *testing.T) {
	old := coins([]float64{0, 1, 0.5}, []float64{1, 1, 0.5})
	p := priors.Update{Old: old, Noise: 2, Seed: 1}.Coins(0).P
	if p[0][0] != 0 || p[0][1] != 1 || p[1][0] != 1 || p[0][2] == 0.5 {
		t.Errorf("after an update: %v", p)
	}
}

// Agree is τ_b of the exact true rankings of the very updates that Coins draws.
func TestAgreeIsTauOfTruths(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		old, err := sim.Random(rapid.IntRange(2, 7).Draw(rt, "models"), rapid.IntRange(1, 6).Draw(rt, "questions"), 2, rapid.Uint64().Draw(rt, "coins"))
		if err != nil {
			rt.Fatal(err)
		}
		u := priors.Update{Old: old, Noise: rapid.Float64Range(0, 3).Draw(rt, "noise"), Seed: rapid.Uint64().Draw(rt, "seed")}
		n := rapid.IntRange(2, 12).Draw(rt, "updates")
		a, err := u.Agree(context.Background(), replicates(n))
		if err != nil {
			rt.Fatal(err)
		}
		var taus []float64
		mean := 0.0
		for i := range n {
			tau := kendall.TauB(floats(old.Gold()), floats(u.Coins(i).Gold()))
			taus = append(taus, tau)
			mean += tau / float64(n)
		}
		variance := 0.0
		for _, tau := range taus {
			variance += (tau - mean) * (tau - mean) / float64(n-1) / float64(n)
		}
		if math.Abs(a.Tau-mean) > 1e-12 || math.Abs(a.SE-math.Sqrt(variance)) > 1e-7 {
			rt.Fatalf("τ = %v ± %v, want %v ± %v", a.Tau, a.SE, mean, math.Sqrt(variance))
		}
		models := len(old.Models)
		counted := 0
		for _, count := range a.Discordant {
			counted += count
		}
		if a.Updates != n || counted != n || len(a.Discordant) != models*(models-1)/2+1 {
			rt.Fatalf("%d updates, %d counted in %d bins", a.Updates, counted, len(a.Discordant))
		}
	})
}

func floats(levels []int) []float64 {
	var x []float64
	for _, level := range levels {
		x = append(x, float64(level))
	}
	return x
}

// Without noise the prior is as good as new trials: D and N of them order two
// models as D + N trials do, whose probabilities sim.OrderAt computes exactly.
func TestPriorOfTheSameModels(t *testing.T) {
	old := coins([]float64{0.3, 0.8, 0.55}, []float64{0.5, 0.6, 0.75})
	u := priors.Update{Old: old, Seed: 1}
	for _, c := range compare(t, u, priors.Design{Depths: []int{0, 1, 4}, Trials: []int{1, 3}}, 20_000) {
		if c.Greedy {
			continue
		}
		for _, p := range c.Points {
			o := sim.OrderAt(old.P[1], old.P[0], c.Depth+p.N)
			if want := 2*o.Right + o.Tied - 1; !near(p.Tau, p.SE, want) {
				t.Errorf("D = %d, N = %d: τ = %v ± %v, want %v", c.Depth, p.N, p.Tau, p.SE, want)
			}
			if share, se := float64(p.Undefined)/20_000, math.Sqrt(o.Tied/20_000); !near(share, se, o.Tied) {
				t.Errorf("D = %d, N = %d: all tie in %v, want %v", c.Depth, p.N, share, o.Tied)
			}
		}
	}
}

// With noise, N new and N old trials of each question are N trials of twice as
// many questions; sim.OrderAt is exact for each of the updates.
func TestPriorOfOlderModels(t *testing.T) {
	const n = 5_000
	old := coins([]float64{0.3, 0.7}, []float64{0.5, 0.65})
	u := priors.Update{Old: old, Noise: 0.7, Seed: 5}
	curves := compare(t, u, priors.Design{Depths: []int{0, 2}, Trials: []int{2}}, n)
	want := [2]float64{}
	for i := range n {
		fresh := u.Coins(i).P
		sign := 1.0
		if fresh[0][0]+fresh[0][1] > fresh[1][0]+fresh[1][1] {
			sign = -1
		}
		uniform := sim.OrderAt(fresh[1], fresh[0], 2)
		prior := sim.OrderAt(append(fresh[1], old.P[1]...), append(fresh[0], old.P[0]...), 2)
		want[0] += sign * (2*uniform.Right + uniform.Tied - 1) / n
		want[1] += sign * (2*prior.Right + prior.Tied - 1) / n
	}
	for i, w := range want {
		if p := curves[i].Points[0]; !near(p.Tau, p.SE, w) {
			t.Errorf("D = %d: τ = %v ± %v, want %v", curves[i].Depth, p.Tau, p.SE, w)
		}
	}
	if p := curves[1].Points[0]; !near(p.Gain, p.GainSE, want[1]-want[0]) {
		t.Errorf("gain %v ± %v, want %v", p.Gain, p.GainSE, want[1]-want[0])
	}
}

// One question and one trial, chances 0.7 and 0.4: the greedy run credits the
// first model alone, which is then above unless it fails and the other does
// not: they tie with probability 0.3·0.4 = 0.12.
func TestGreedyPrior(t *testing.T) {
	u := priors.Update{Old: coins([]float64{0.7}, []float64{0.4}), Seed: 2}
	curves := compare(t, u, priors.Design{Depths: []int{0}, Trials: []int{1}}, 20_000)
	c := curves[len(curves)-1]
	if p := c.Points[0]; !c.Greedy || c.Depth != 1 || !near(p.Tau, p.SE, 0.88) {
		t.Errorf("greedy %v of depth %d: τ = %v ± %v, want 0.88", c.Greedy, c.Depth, p.Tau, p.SE)
	}
}

// Gains are differences of the means, and none over itself.
func TestGainsAreDifferences(t *testing.T) {
	u := priors.Update{Old: random(t, 6, 5), Noise: 0.4, Seed: 1}
	curves := compare(t, u, priors.Design{Depths: []int{0, 3, 9}, Trials: []int{1, 2, 7}}, 300)
	for _, c := range curves {
		for i, p := range c.Points {
			if d := p.Tau - curves[0].Points[i].Tau; math.Abs(p.Gain-d) > 1e-12 || !(p.GainSE > 0 || c.Depth == 0) {
				t.Errorf("D = %d, N = %d: gain %v ± %v, want %v", c.Depth, p.N, p.Gain, p.GainSE, d)
			}
		}
	}
}

// The fit holds on updates that it has not seen: its tolerance is 0.0005, and
// both means have their standard errors.
func TestFit(t *testing.T) {
	old := random(t, 11, 30)
	for _, target := range []float64{0.6, 0.88} {
		highest := 0
		o := montecarlo.Options{Replicates: 4000, Progress: func(done int) { highest = max(highest, done) }}
		u, err := priors.Fit(context.Background(), old, target, 1, o)
		if err != nil {
			t.Fatal(err)
		}
		if a := agree(t, u, 4000); math.Abs(a.Tau-target) > 0.0005+4.5*math.Sqrt2*a.SE {
			t.Errorf("τ = %v ± %v, want %v", a.Tau, a.SE, target)
		}
		if highest < 4000 || highest > priors.FitReplicates(4000) {
			t.Errorf("progress to %d of %d", highest, priors.FitReplicates(4000))
		}
	}
}

func TestErrors(t *testing.T) {
	good := random(t, 3, 4)
	tied := coins([]float64{0.1, 0.3}, []float64{0.2, 0.2})
	design := priors.Design{Depths: []int{0, 1}, Trials: []int{1}}
	ctx := context.Background()
	fit := func(old *sim.Coins, target float64) func() error {
		return func() error { _, err := priors.Fit(ctx, old, target, 1, replicates(10)); return err }
	}
	comparing := func(u priors.Update, d priors.Design) func() error {
		return func() error { _, err := u.Compare(ctx, d, replicates(10)); return err }
	}
	for name, c := range map[string]struct {
		do   func() error
		want string
	}{
		"one model":          {fit(coins([]float64{0.5}), 0.9), "at least two old models, not 1"},
		"tied models":        {fit(tied, 0.9), `"LLM1" and "LLM2" have the same true mean`},
		"τ of 1":             {fit(good, 1), "the mean τ must be above 0 and below 1, not 1"},
		"NaN":                {fit(good, math.NaN()), "the mean τ must be above 0 and below 1, not NaN"},
		"nothing moves":      {fit(coins([]float64{0}, []float64{1}), 0.9), "no noise of at most 4 logits gives a mean τ of 0.9"},
		"negative noise":     {comparing(priors.Update{Old: good, Noise: -1}, design), "the noise must be 0 to 4 logits, not -1"},
		"infinite noise":     {comparing(priors.Update{Old: good, Noise: math.Inf(1)}, design), "the noise must be 0 to 4 logits, not +Inf"},
		"no uniform prior":   {comparing(priors.Update{Old: good}, priors.Design{Depths: []int{1}, Trials: []int{1}}), "prior depths [1]"},
		"depths descend":     {comparing(priors.Update{Old: good}, priors.Design{Depths: []int{0, 2, 1}, Trials: []int{1}}), "prior depths [0 2 1]"},
		"no trials":          {comparing(priors.Update{Old: good}, priors.Design{Depths: []int{0}}), "numbers of trials []"},
		"zero trials":        {comparing(priors.Update{Old: good}, priors.Design{Depths: []int{0}, Trials: []int{0, 1}}), "numbers of trials [0 1]"},
		"a number two times": {comparing(priors.Update{Old: good}, priors.Design{Depths: []int{0}, Trials: []int{1, 1}}), "numbers of trials [1 1]"},
	} {
		if err := c.do(); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// The same seed gives the same numbers, to the last bit, on any number of
// workers, and another seed others.
func TestWorkersChangeNothing(t *testing.T) {
	design := priors.Design{Depths: []int{0, 2}, Trials: []int{1, 4}}
	measure := func(seed uint64, workers int) []priors.Curve {
		u := priors.Update{Old: random(t, 5, 6), Noise: 0.5, Seed: seed}
		curves, err := u.Compare(context.Background(), design, montecarlo.Options{Replicates: 700, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return curves
	}
	one := measure(1, 1)
	if !reflect.DeepEqual(one, measure(1, 5)) {
		t.Error("five workers find other numbers than one")
	}
	if reflect.DeepEqual(one, measure(2, 1)) {
		t.Error("another seed finds the same numbers")
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	u := priors.Update{Old: random(t, 3, 3), Noise: 1}
	_, fit := priors.Fit(ctx, u.Old, 0.9, 1, replicates(10))
	_, agree := u.Agree(ctx, replicates(10))
	_, compare := u.Compare(ctx, priors.Design{Depths: []int{0}, Trials: []int{1}}, replicates(10))
	for _, err := range []error{fit, agree, compare} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
	}
}
