package bakeoff_test

import (
	"context"
	"errors"
	"io"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
	"settle/study/bakeoff"
)

func coinsOf(p ...[]float64) *sim.Coins {
	return &sim.Coins{Models: results.Numbered("m", len(p)), Questions: results.Numbered("q", len(p[0])), P: p}
}

// uneven are three models on four questions, of every kind of chance.
var uneven = coinsOf([]float64{0, 0.1, 0.3, 0.9}, []float64{0.5, 0.5, 0.7, 1}, []float64{0.2, 0.05, 0.6, 0.35})

func options(replicates, trials int, at ...int) bakeoff.Options {
	return bakeoff.Options{Options: montecarlo.Options{Replicates: replicates}, Seed: 5, Trials: trials, At: at}
}

func measure(t testing.TB, coins *sim.Coins, list string, o bakeoff.Options) []bakeoff.Result {
	t.Helper()
	all, err := bakeoff.Measure(t.Context(), bakeoff.OfCoins(coins), boardtest.Parse(t, list), o)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// within reports an estimate that is more than five standard errors off.
func within(t *testing.T, what string, got, se, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 5*se+1e-12) {
		t.Errorf("%s: %.5f ± %.5f, want %.5f", what, got, se, want)
	}
}

// average is the mean over models and questions of a function of p.
func average(coins *sim.Coins, f func(p float64) float64) float64 {
	var sum float64
	for _, row := range coins.P {
		for _, p := range row {
			sum += f(p)
		}
	}
	return sum / float64(len(coins.P)*len(coins.Questions))
}

// With c successes of n at each of M questions: avg is the mean of c/n, which
// is unbiased with the variance mean p(1−p)/(nM). Bayes@n is the mean of
// (c+1)/(n+2), whose bias is that of (1−2p)/(n+2), and whose variance is n²/(n+2)²
// of that of avg. Pass@2 is unbiased; its naive variant, 1 − (1−c/n)², has
// the bias −p(1−p)/n, since (1−c/n)² is (1−p)² + p(1−p)/n on average.
func TestClosedForms(t *testing.T) {
	all := measure(t, uneven, "avg,bayes,pass@2,pass-naive@2", options(4000, 12, 2, 5, 12))
	questions := float64(len(uneven.Questions))
	spread := func(p float64) float64 { return p * (1 - p) }
	for i, at := range []float64{2, 5, 12} {
		avg, bayes, pass, naive := all[0].Points[i], all[1].Points[i], all[2].Points[i], all[3].Points[i]
		variance := average(uneven, spread) / (at * questions)
		within(t, "bias of avg", avg.Bias, avg.BiasSE, 0)
		within(t, "RMSE of avg", avg.RMSE, avg.RMSESE, math.Sqrt(variance))
		within(t, "bias of bayes", bayes.Bias, bayes.BiasSE, average(uneven, func(p float64) float64 { return (1 - 2*p) / (at + 2) }))
		var square float64
		for model, row := range uneven.P {
			bias := average(coinsOf(row), func(p float64) float64 { return (1 - 2*p) / (at + 2) })
			noise := average(coinsOf(row), spread) * at / ((at + 2) * (at + 2) * questions)
			square += (bias*bias + noise) / float64(len(uneven.P))
			within(t, "bias of bayes for one model", bayes.Models[model].Bias, math.Sqrt(noise/4000), bias)
		}
		within(t, "RMSE of bayes", bayes.RMSE, bayes.RMSESE, math.Sqrt(square))
		within(t, "bias of pass@2", pass.Bias, pass.BiasSE, 0)
		within(t, "bias of pass-naive@2", naive.Bias, naive.BiasSE, -average(uneven, spread)/at)
		if naive.BiasSE > 0.01 || avg.RMSESE > 0.01 {
			t.Errorf("standard errors %v and %v are too large to tell", naive.BiasSE, avg.RMSESE)
		}
	}
}

// For one question the coverage and the width of an interval are sums over the
// binomial distribution of its successes. σ² is (c+1)(n−c+1)/((n+2)²(n+3)) by
// Eq. 15, for avg times ((n+2)/n)² by Eq. 20; the 97.5 % quantile is 1.959964.
func TestCoverageOfOneQuestion(t *testing.T) {
	coins := coinsOf([]float64{0.13}, []float64{0.5}, []float64{0.87})
	for i, r := range measure(t, coins, "avg,bayes", options(5000, 9, 4, 9)) {
		for _, p := range r.Points {
			n := float64(p.N)
			var covered, width float64
			for model, row := range coins.P {
				var hit float64
				for c := range p.N + 1 {
					ways, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(p.N), int64(c))).Float64()
					k := float64(c)
					chance := ways * math.Pow(row[0], k) * math.Pow(1-row[0], n-k)
					mu, sigma := (k+1)/(n+2), math.Sqrt((k+1)*(n-k+1)/(n+3))/(n+2)
					if i == 0 {
						mu, sigma = k/n, sigma*(n+2)/n
					}
					if math.Abs(mu-row[0]) <= 1.959964*sigma {
						hit += chance
					}
					width += chance * 2 * 1.959964 * sigma / 3
				}
				covered += hit / 3
				within(t, r.Metric+", coverage of one model", p.Models[model].Coverage, math.Sqrt(hit*(1-hit)/5000), hit)
			}
			within(t, r.Metric+", coverage", p.Coverage, p.CoverageSE, covered)
			if math.Abs(p.Width-width) > 0.01*width {
				t.Errorf("%s at n = %d: width %v, want %v", r.Metric, p.N, p.Width, width)
			}
		}
	}
}

// τ is that of montecarlo.Curves, which draws the same boards, but for the rounding of
// each τ to a multiple of 2⁻⁵² there, and of the sum here.
func TestTau(t *testing.T) {
	coins, list := sim.PaperQuantile(), "bayes,pass@2,pass@8,pass^2,gpass@4:0.5"
	all := measure(t, coins, list, options(60, 9, 1, 3, 8, 9))
	curves, err := montecarlo.Curves(t.Context(), coins.Source(9, 5), boardtest.Parse(t, list), coins.Gold(), montecarlo.Options{Replicates: 60})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range all {
		for _, p := range r.Points {
			want := curves[i].Points[p.N-curves[i].Points[0].N]
			if p.N != want.N || math.Abs(p.Tau-want.Tau) > 2e-16 || math.Abs(p.TauSE-want.SE) > 1e-15 || p.Undefined != want.Undefined {
				t.Errorf("%s: %+v, want %+v", r.Metric, p, want)
			}
		}
	}
	if first := all[2].Points[0].N; first != 8 || len(all[2].Points) != 2 {
		t.Errorf("pass@8 begins at n = %d", first)
	}
}

// whole is avg, scored by boards, and without intervals or an aim of its own.
type whole struct{ metrics.Metric }

func (whole) Name() string { return "whole" }

func (m whole) ScoreAll(t *results.Tally, scores []float64) {
	for model := range scores {
		scores[model] = m.Score(t, model)
	}
}

// A metric of whole boards that scores as avg does is where avg is, but for the
// intervals that it does not have; without a target it has no bias.
func TestBoardMetric(t *testing.T) {
	avg := metrics.Avg(metrics.Binary)
	o := options(40, 6, 1, 2, 6)
	for _, ms := range [][]metrics.Metric{{avg, whole{avg}}, {whole{avg}}} {
		o.Target = avg
		all, err := bakeoff.Measure(t.Context(), bakeoff.OfCoins(uneven), ms, o)
		if err != nil {
			t.Fatal(err)
		}
		want := measure(t, uneven, "avg", o)[0]
		got := all[len(all)-1]
		for i, p := range got.Points {
			w := want.Points[i]
			if p.Bias != w.Bias || p.RMSE != w.RMSE || p.Tau != w.Tau || p.Undefined != w.Undefined || !math.IsNaN(p.Coverage) || !math.IsNaN(p.Width) {
				t.Errorf("%+v, want %+v without intervals", p, w)
			}
		}
		if !reflect.DeepEqual(got.Convergence.Counts, want.Convergence.Counts) {
			t.Errorf("settles at %v, want %v", got.Convergence.Counts, want.Convergence.Counts)
		}
		o.Target = nil
		if all, err = bakeoff.Measure(t.Context(), bakeoff.OfCoins(uneven), ms, o); err != nil {
			t.Fatal(err)
		}
		if last := all[len(all)-1]; last.Truth != nil || !math.IsNaN(last.Points[0].Bias) || !math.IsNaN(last.Points[0].RMSE) || last.Points[0].Tau != want.Points[0].Tau {
			t.Errorf("without a target: %+v", last.Points[0])
		}
	}
}

// For any coins: the parts make up the whole, and same seed means same numbers
// on any number of workers.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		models := rapid.IntRange(2, 4).Draw(rt, "models")
		questions := rapid.IntRange(1, 5).Draw(rt, "questions")
		p := make([][]float64, models)
		for model := range p {
			p[model] = rapid.SliceOfN(rapid.Float64Range(0, 1), questions, questions).Draw(rt, "p")
		}
		coins := coinsOf(p...)
		if gold := coins.Gold(); gold[0] == gold[1] {
			rt.Skip("a tie of all, perhaps")
		}
		o := options(rapid.IntRange(1, 700).Draw(rt, "replicates"), 5, 2, 5)
		o.Workers = 1
		one := measure(t, coins, "bayes,pass@2,pass-naive@2", o)
		o.Workers = rapid.IntRange(2, 9).Draw(rt, "workers")
		many := measure(t, coins, "bayes,pass@2,pass-naive@2", o)
		for i, r := range one {
			for j, x := range r.Points {
				var bias, square, coverage float64
				for _, m := range x.Models {
					bias += m.Bias / float64(models)
					square += m.RMSE * m.RMSE / float64(models)
					coverage += m.Coverage / float64(models)
				}
				if math.Abs(bias-x.Bias) > 1e-12 || math.Abs(math.Sqrt(square)-x.RMSE) > 1e-9 || math.Abs(x.Bias) > x.RMSE+1e-12 {
					rt.Fatalf("%s: models %+v, all %+v", r.Metric, x.Models, x)
				}
				if !math.IsNaN(x.Coverage) && math.Abs(coverage-x.Coverage) > 1e-12 {
					rt.Fatalf("%s: coverage %v of models, %v of all", r.Metric, coverage, x.Coverage)
				}
				y := many[i].Points[j]
				if x.Bias != y.Bias || x.RMSE != y.RMSE || x.Tau != y.Tau || x.Width != y.Width && !math.IsNaN(x.Width) {
					rt.Fatalf("%d workers: %+v, one: %+v", o.Workers, y, x)
				}
			}
		}
	})
}

// Coins that always fall alike leave no error but the bias of Bayes@n, and
// settle at once.
func TestCertain(t *testing.T) {
	all := measure(t, coinsOf([]float64{1, 1}, []float64{0, 1}), "avg,bayes", options(3, 2, 1, 2))
	if p := all[0].Points[0]; p.Bias != 0 || p.RMSE != 0 || p.RMSESE != 0 || p.Tau != 1 || p.Coverage != 1 {
		t.Errorf("avg: %+v", p)
	}
	// (1−2p)/3 is −1/3 for the first model and 0 for the second.
	if p := all[1].Points[0]; math.Abs(p.Bias+1./6) > 1e-15 || math.Abs(p.RMSE-math.Sqrt(1./18)) > 1e-15 {
		t.Errorf("bayes: %+v, want a bias of −1/6 and an RMSE of √(1/18)", p)
	}
	if all[0].Convergence.Counts[0] != 3 {
		t.Errorf("it settles at %v, want n = 1 three times", all[0].Convergence.Counts)
	}
}

// broken fails when it is asked for a score.
type broken struct{ metrics.Metric }

func (broken) ScoreAll(*results.Tally, []float64) { panic(metrics.Failure{Err: io.ErrClosedPipe}) }

func TestErrors(t *testing.T) {
	avg := boardtest.Parse(t, "avg")
	for _, at := range [][]int{nil, {0, 3}, {3, 1}, {1, 11}} {
		if _, err := bakeoff.Measure(t.Context(), bakeoff.OfCoins(uneven), avg, options(3, 10, at...)); err == nil || !strings.Contains(err.Error(), "must ascend from 1 to at most 10") {
			t.Errorf("%v: error %v", at, err)
		}
	}
	if _, err := bakeoff.Measure(t.Context(), bakeoff.OfCoins(coinsOf([]float64{1})), avg, options(3, 10, 1)); err == nil || !strings.Contains(err.Error(), "fewer than two models") {
		t.Errorf("one model: error %v", err)
	}
	if _, err := bakeoff.Measure(t.Context(), bakeoff.OfCoins(uneven), boardtest.Parse(t, "pass@11"), options(3, 10, 1)); err == nil || !strings.Contains(err.Error(), "pass@11 has no score at n = 10") {
		t.Errorf("k > N: error %v", err)
	}
	if _, err := bakeoff.Measure(t.Context(), bakeoff.OfCoins(uneven), []metrics.Metric{broken{avg[0]}}, options(1<<30, 10, 1)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a metric that fails: error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	if _, err := bakeoff.Measure(ctx, bakeoff.OfCoins(uneven), avg, options(1<<30, 80, 1)); !errors.Is(err, context.Canceled) || time.Since(start) > time.Second {
		t.Errorf("cancelled: error %v after %v", err, time.Since(start))
	}
}

// Progress counts both passes over the replicates, and never backwards.
func TestProgress(t *testing.T) {
	o, last := options(300, 4, 1, 4), -1
	o.Progress = func(done int) {
		if done < last {
			t.Errorf("progress went from %d to %d", last, done)
		}
		last = done
	}
	measure(t, uneven, "avg", o)
	if last != 600 {
		t.Errorf("progress ended at %d, want 600", last)
	}
}

// A cost is measured wherever there is a score, and takes time.
func TestCosts(t *testing.T) {
	costs, err := bakeoff.Costs(t.Context(), bakeoff.OfCoins(uneven), metrics.PassAtK(4), []int{1, 4, 16}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(costs) != 2 || costs[0].N != 4 || costs[1].N != 16 || costs[0].Time <= 0 {
		t.Errorf("costs %v, want those of n = 4 and 16", costs)
	}
	if _, err := bakeoff.Costs(t.Context(), bakeoff.OfCoins(uneven), broken{metrics.Avg(metrics.Binary)}, []int{1}, 1); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a metric that fails: error %v", err)
	}
}
