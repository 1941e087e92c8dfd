package standard

import (
	"context"
	"math"
	"reflect"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// options returns the options of the tests: avg, Bonferroni, twice and four times the trials.
func options(draws, workers int) FutureOptions {
	return FutureOptions{
		Weights: metrics.Binary, Metric: metrics.Avg(metrics.Binary),
		Rules:  standings.Rules{Confidence: 0.95, Ties: ranking.ZScore, Bounds: metrics.Unbounded},
		Method: posterior.RomanoWolf, Times: []int{2, 4}, Largest: 400, Seed: 1,
		Options: montecarlo.Options{Replicates: draws, Workers: workers},
	}
}

func futuresOf(t *testing.T, tally *results.Tally, o FutureOptions) []Future {
	t.Helper()
	f, err := Futures(context.Background(), tally, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Four models that are too far apart for more trials to change their order: each has one
// possible place out of four, all six pairs are separated, no part of the order is
// undetermined, and no two models are level.
func TestFuturesOfASettledBoard(t *testing.T) {
	row := func(c int) []int { return []int{c, c, c, c, c, c} }
	for i, f := range futuresOf(t, boardtest.Rights(60, row(57), row(40), row(22), row(4)), options(10, 1)) {
		want := Future{
			Trials: []int{120, 240}[i], Draws: 10, Width: Spread{Mean: 0.25}, CouldLead: Spread{Mean: 1},
			Separated: Spread{Mean: 1}, Levels: Spread{Mean: 4}, Widest: Spread{Mean: 1},
		}
		if f != want {
			t.Errorf("%+v, want %+v", f, want)
		}
	}
}

// A very uncertain board: fields stay in their ranges and are consistent, and more trials
// separate more pairs on average. With no pair separated, all orders of three models are
// possible, so the undetermined share is 1.
func TestFuturesLearn(t *testing.T) {
	tally := boardtest.Rights(4, []int{3, 2, 4, 1}, []int{2, 2, 3, 1}, []int{1, 2, 2, 0})
	o := options(60, 2)
	o.Times = []int{1, 4, 64}
	f := futuresOf(t, tally, o)
	if f[0].Separated.SD != 0 || f[0].Trials != 4 {
		t.Errorf("no trials were added, and the pairs vary: %+v", f[0])
	}
	for i := 1; i < len(f); i++ {
		if !(f[i].Separated.Mean > f[i-1].Separated.Mean) || !(f[i].Width.Mean < f[i-1].Width.Mean) || !(f[i].Open.Mean < f[i-1].Open.Mean) {
			t.Errorf("%+v after %+v", f[i], f[i-1])
		}
	}
	for _, one := range f {
		if one.Open != one.TopOpen { // of fewer than ten models
			t.Errorf("all and the best differ: %+v", one)
		}
		for _, share := range []Spread{one.Width, one.Open, one.Separated} {
			if share.Mean < 0 || share.Mean > 1 || share.SD < 0 || share.SD > 0.6 {
				t.Errorf("%+v is no share", share)
			}
		}
	}
}

// Futures depend only on the seed, and fewer draws are the first of more.
func TestFuturesDoNotDependOnWorkers(t *testing.T) {
	tally := boardtest.Rights(4, []int{3, 2, 4, 1}, []int{2, 2, 3, 1}, []int{1, 2, 2, 0})
	one := futuresOf(t, tally, options(5, 1))
	if many := futuresOf(t, tally, options(5, 4)); !reflect.DeepEqual(one, many) {
		t.Errorf("%+v by one worker, %+v by four", one, many)
	}
	other := options(5, 1)
	other.Seed = 2
	if reflect.DeepEqual(one, futuresOf(t, tally, other)) {
		t.Error("two seeds have the same futures")
	}
}

// The trials that were made stay, and those that are added are right with the chances
// that were drawn: their number is binomial, within five of its standard deviations over
// all questions. An unequal board becomes an equal one.
func TestGrownByTheChances(t *testing.T) {
	trials := []uint16{3, 1, 2, 5, 4, 2}
	tally := results.NewUnequalTally(2, 3, 1, trials)
	for i, c := range []int{3, 0, 1, 2, 4, 1} {
		tally.Add(i/3, i%3, 1, c)
	}
	const n = 500
	g := grower{chances: posterior.NewChances([]float64{0, 1}, tally, nil).Drawer(), categories: 2}
	var mean, variance, got float64
	for draw := range 40 {
		g.begin(tally, 7, draw)
		grown := g.grow(n)
		for i, made := range trials {
			row := int(tally.Row(i / 3)[i%3])
			after := int(grown.Row(i / 3)[i%3])
			if grown.Unequal() || grown.Trials != n || after < row || after > row+n-int(made) {
				t.Fatalf("%d of %d became %d of %d", row, made, after, grown.Trials)
			}
			p := 1 - float64(g.below[2*i])/million
			mean += float64(n-int(made)) * p
			variance += float64(n-int(made)) * p * (1 - p)
			got += float64(after - row)
		}
	}
	if math.Abs(got-mean) > 5*math.Sqrt(variance) {
		t.Errorf("%v right, want %v ± %v", got, mean, math.Sqrt(variance))
	}
}

// What cannot be drawn or ranked is refused.
func TestFuturesRefused(t *testing.T) {
	tally := boardtest.Rights(4, []int{3, 2}, []int{2, 2})
	many := options(5, 1)
	many.Times = []int{2, 20_000}
	if f, err := Futures(context.Background(), tally, many); err == nil {
		t.Errorf("80,000 trials: %+v", f)
	}
	bare := options(5, 1)
	ms, err := metrics.Parse("pass-naive@2", metrics.Options{Weights: metrics.Binary})
	if err != nil {
		t.Fatal(err)
	}
	bare.Metric = ms[0]
	if f, err := Futures(context.Background(), tally, bare); err == nil {
		t.Errorf("a metric without intervals: %+v", f)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if f, err := Futures(ended, tally, options(5, 1)); err == nil {
		t.Errorf("after the end: %+v", f)
	}
}
