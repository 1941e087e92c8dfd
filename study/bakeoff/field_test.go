package bakeoff_test

import (
	"math"
	"slices"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/results"
	"settle/sim"
	"settle/study/bakeoff"
)

// graded are three models on two questions with categories 0, 1 and 2, worth 0, ½ and 2.
var (
	graded = [][][]float64{
		{{0.5, 0.3, 0.2}, {0.1, 0.1, 0.8}}, {{0.2, 0.7, 0.1}, {0.6, 0.4, 0}}, {{0.9, 0.05, 0.05}, {0.3, 0.3, 0.4}},
	}
	worth, _ = metrics.NewWeights(0, 0.5, 2)
)

// Of graded outcomes with the chances p and the weights w, avg is unbiased and has, of n
// trials of M questions, the variance Σ (Σ p·w² − (Σ p·w)²)/(n·M²). The true means are
// (0.55 + 1.65)/2, (0.55 + 0.2)/2 and (0.125 + 0.95)/2.
func TestGradedField(t *testing.T) {
	const n = 3
	field := bakeoff.OfChances([]string{"a", "b", "c"}, graded, worth)
	if !slices.Equal(field.Gold, []int{2, 0, 1}) {
		t.Fatalf("gold %v", field.Gold)
	}
	ms, err := metrics.Parse("avg,bayes", metrics.Options{Weights: worth})
	if err != nil {
		t.Fatal(err)
	}
	all, err := bakeoff.Measure(t.Context(), field, ms, options(4000, n, n))
	if err != nil {
		t.Fatal(err)
	}
	var variance float64
	for _, questions := range graded {
		for _, p := range questions {
			mean, square := p[1]/2+2*p[2], p[1]/4+4*p[2]
			variance += (square - mean*mean) / n / 4 / 3
		}
	}
	avg := all[0].Points[0]
	within(t, "bias of avg", avg.Bias, avg.BiasSE, 0)
	within(t, "RMSE of avg", avg.RMSE, avg.RMSESE, math.Sqrt(variance))
	for i, want := range []float64{1.1, 0.375, 0.5375} {
		for _, r := range all {
			if math.Abs(r.Truth[i]-want) > 1e-12 {
				t.Errorf("%s estimates %v of model %d, want %v", r.Metric, r.Truth[i], i, want)
			}
		}
	}
}

// Equal means tie, whatever they are made of: 0.1 + 0.3 and 0.2 + 0.2.
func TestGoldOfChances(t *testing.T) {
	two := func(p, q float64) [][]float64 { return [][]float64{{1 - p, p}, {1 - q, q}} }
	field := bakeoff.OfChances([]string{"a", "b", "c"}, [][][]float64{two(0.1, 0.3), two(0.2, 0.2), two(0.2, 0.200001)}, metrics.Binary)
	if !slices.Equal(field.Gold, []int{0, 0, 1}) {
		t.Errorf("gold %v", field.Gold)
	}
}

// A board's field has its models and its chances. Of 300 questions with 8 trials each,
// by chances from a Beta distribution whose parameters add up to 18, the chances that are
// drawn spread as the true ones, with the variance m(1−m)/19; posterior means, which are
// shrunk by 18/26, would have 8/26 of it and observed shares add m(1−m)/8. Another seed draws others.
func TestFieldOfABoard(t *testing.T) {
	coins, err := sim.Random(4, 300, 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	board, err := coins.Board(8, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	field := bakeoff.OfBoard(board, metrics.Binary, 3)
	if !slices.Equal(field.Models, board.Models) || field.Shape(5) != (results.Shape{Models: 4, Questions: 300, Trials: 5, Top: 1}) {
		t.Fatalf("%v, %v", field.Models, field.Shape(5))
	}
	truths := metrics.Truths(boardtest.Parse(t, "avg")[0], &field.Chances)
	for model, mean := range coins.Means() {
		// Of the shares the standard error is √(m(1−m)·(1/19 + 1/8)/300), below 0.012.
		if math.Abs(truths[model]-mean) > 0.06 {
			t.Errorf("model %d has the mean %v, want about %v", model, truths[model], mean)
		}
		var square float64
		for _, p := range field.Chances.Row(model) {
			square += (p - truths[model]) * (p - truths[model]) / 299
		}
		if want := mean * (1 - mean) / 19; square < want/1.6 || square > want*1.6 {
			t.Errorf("model %d: the chances have the variance %v, want about %v", model, square, want)
		}
	}
	again, other := bakeoff.OfBoard(board, metrics.Binary, 3), bakeoff.OfBoard(board, metrics.Binary, 4)
	if !slices.Equal(again.Chances.P, field.Chances.P) || slices.Equal(other.Chances.P, field.Chances.P) {
		t.Error("the seed does not decide the chances")
	}
}

func BenchmarkMeasure(b *testing.B) {
	ms := boardtest.Parse(b, "bayes,avg,pass@2,pass@8,borda,copeland,schulze,minimax,win-rate,majority-judgment,inverse-difficulty")
	field := bakeoff.OfCoins(sim.PaperQuantile())
	for name, missing := range map[string]sim.Missing{"complete": {}, "missing": {Drop: 0.2}} {
		b.Run(name, func(b *testing.B) {
			field.Missing = missing
			o := options(b.N, 80, metrics.Grid(80)...)
			o.Workers = 1
			b.ReportAllocs()
			if _, err := bakeoff.Measure(b.Context(), field, ms, o); err != nil {
				b.Fatal(err)
			}
		})
	}
}
