package posterior

import (
	"math"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
)

// By hand, of two questions with four trials: 4 and 0 rights have no noise, so that all
// variance, 1/2, is between questions, and the standard error is √(1/2/2). 2 and 2 have
// v = 4·¼/3 = 1/3 each and nothing between: √(1/3/4/2). 3 and 1 have v = 4·3/16/3 = 1/4
// each and s² = 1/8, of which 1/16 is noise: the ICC is (1/16)/(1/16 + 1/4).
func TestParts(t *testing.T) {
	got := NewParts(metrics.Binary, boardtest.Rights(4, []int{4, 0}, []int{2, 2}, []int{3, 1}))
	for model, want := range []Parts{
		{0.5, 0, 0.5, 1}, {0.5, math.Sqrt(1. / 24), 0, 0}, {0.5, math.Sqrt(1. / 32), math.Sqrt(1. / 32), 0.2},
	} {
		g := got[model]
		for i, pair := range [][2]float64{
			{g.Mean, want.Mean}, {g.Trials, want.Trials}, {g.Questions, want.Questions}, {g.ICC, want.ICC},
		} {
			if !(math.Abs(pair[0]-pair[1]) < 1e-12) {
				t.Errorf("model %d, number %d: %v, want %v", model, i, pair[0], pair[1])
			}
		}
	}
}

// What trials add is what metrics.SamplingNoise says, and with what questions add it is
// the variance of the mean over all questions like these, where nothing is cut off at 0.
func TestPartsAddUp(t *testing.T) {
	tally := boardtest.Rights(5, []int{5, 0, 3, 4, 1, 2}, []int{4, 1, 0, 5, 0, 3})
	avg := metrics.Avg(metrics.Binary)
	all, err := New(avg, tally, Population)
	if err != nil {
		t.Fatal(err)
	}
	for model, p := range NewParts(metrics.Binary, tally) {
		noise, _ := metrics.SamplingNoise(avg, tally, model)
		if math.Abs(p.Trials*p.Trials-noise.Within) > 1e-15 {
			t.Errorf("model %d: trials add %v, want %v", model, p.Trials*p.Trials, noise.Within)
		}
		sigma := all.Estimate(model).Sigma
		if math.Abs(p.Trials*p.Trials+p.Questions*p.Questions-sigma*sigma) > 1e-15 {
			t.Errorf("model %d: %+v do not add up to %v", model, p, sigma*sigma)
		}
	}
}

// A single trial does not tell its noise, and a single question not how questions differ.
func TestPartsUnknown(t *testing.T) {
	p := NewParts(metrics.Binary, boardtest.Rights(1, []int{1, 0, 1}))[0]
	if math.Abs(p.Mean-2./3) > 1e-12 || !math.IsNaN(p.Trials) || !math.IsNaN(p.Questions) || !math.IsNaN(p.ICC) {
		t.Errorf("of single trials: %+v", p)
	}
	p = NewParts(metrics.Binary, boardtest.Rights(4, []int{2}))[0]
	if math.Abs(p.Trials-math.Sqrt(1./12)) > 1e-12 || !math.IsNaN(p.Questions) || !math.IsNaN(p.ICC) {
		t.Errorf("of a single question: %+v", p)
	}
	if p = NewParts(metrics.Binary, boardtest.Rights(4, []int{4, 4}))[0]; p.Questions != 0 || !math.IsNaN(p.ICC) {
		t.Errorf("of equal outcomes: %+v", p)
	}
}
