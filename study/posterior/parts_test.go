package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"settle/internal/rng"
	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/results"
)

// By hand, of two questions with four trials: 4 and 0 rights have no noise, so that all
// variance, 1/2, is between questions, and the standard error is √(1/2/2). 2 and 2 have
// v = 4·¼/3 = 1/3 each and nothing between: √(1/3/4/2). 3 and 1 have v = 4·3/16/3 = 1/4
// each and s² = 1/8, of which 1/16 is noise: the ICC is (1/16)/(1/16 + 1/4). Runs differ by
// 1.96·√2·√(v/2) = 1.96·√v, but at most by 1. Of the 6 pairs of 4 trials 4 differ at 2 rights, and 3 at 3 or 1.
func TestParts(t *testing.T) {
	got := NewParts(metrics.Binary, boardtest.Rights(4, []int{4, 0}, []int{2, 2}, []int{3, 1}))
	for model, want := range []Parts{
		{0.5, 0, 0.5, 1, 0, 0}, {0.5, math.Sqrt(1. / 24), 0, 0, 1, 2. / 3},
		{0.5, math.Sqrt(1. / 32), math.Sqrt(1. / 32), 0.2, 1.96 / 2, 0.5},
	} {
		g := got[model]
		for i, pair := range [][2]float64{
			{g.Mean, want.Mean}, {g.Trials, want.Trials}, {g.Questions, want.Questions}, {g.ICC, want.ICC},
			{g.Runs, want.Runs}, {g.Flips, want.Flips},
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
	if math.Abs(p.Mean-2./3) > 1e-12 || !math.IsNaN(p.Trials) || !math.IsNaN(p.Questions) || !math.IsNaN(p.ICC) ||
		!math.IsNaN(p.Runs) || !math.IsNaN(p.Flips) {
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

// Runs and Flips are U-statistics: means over all pairs of trials of (x − x′)²/2 and of whether
// x differs from x′. The ICC has the mean squares of a one-way analysis of variance from the
// outcomes themselves, as in a textbook. Graded outcomes, and trials that differ by question.
func TestPartsOverAllPairs(t *testing.T) {
	w, err := metrics.ParseWeights("0,0.25,1")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rng.New(1, "parts", 0))
	for range 200 {
		questions := 2 + r.IntN(6)
		trials, outcomes := make([]uint16, questions), make([][]float64, questions)
		for q := range trials {
			trials[q] = uint16(1 + r.IntN(6))
		}
		trials[0] = 2
		tally := results.NewUnequalTally(1, questions, 2, trials)
		for q, n := range trials {
			for range n {
				c := min(r.IntN(2+q%3), 2)
				outcomes[q] = append(outcomes[q], w.Float(c))
				if c > 0 {
					tally.Add(0, q, c, 1)
				}
			}
		}
		var variance, flips, several, all, sum, squares float64
		for _, x := range outcomes {
			all += float64(len(x))
			squares += float64(len(x) * len(x))
			var gaps, differ, pairs float64
			for i := range x {
				sum += x[i]
				for j := range i {
					pairs++
					gaps += (x[i] - x[j]) * (x[i] - x[j]) / 2
					if x[i] != x[j] {
						differ++
					}
				}
			}
			if pairs > 0 {
				several++
				variance += gaps / pairs
				flips += differ / pairs
			}
		}
		var among, within float64
		for _, x := range outcomes {
			mean := stat.Mean(x, nil)
			for _, v := range x {
				among += (mean - sum/all) * (mean - sum/all)
				within += (v - mean) * (v - mean)
			}
		}
		m := float64(questions)
		among, within = among/(m-1), within/(all-m)
		n0 := (all - squares/all) / (m - 1)
		icc := max(0, (among-within)/(among+(n0-1)*within))
		p := NewParts(w, tally)[0]
		for i, pair := range [][2]float64{
			{p.Runs, min(1, 1.96*math.Sqrt2*math.Sqrt(variance/several/m))}, {p.Flips, flips / several}, {p.ICC, icc},
		} {
			if !(math.Abs(pair[0]-pair[1]) < 1e-9) && !(math.IsNaN(pair[0]) && among+within < 1e-20) {
				t.Errorf("%v: number %d is %v, want %v", outcomes, i, pair[0], pair[1])
			}
		}
	}
}

// 95 % of the differences of two simulated runs are within Runs, that of the chances themselves;
// 4 standard errors of 4,000 pairs of runs, and 1 % for the steps of the sum of 40 outcomes.
func TestRunsHold(t *testing.T) {
	const questions, pairs, trials = 40, 4000, 2000
	r := rand.New(rng.New(1, "runs", 0))
	rights, chances := make([]int, questions), make([]float64, questions)
	for q := range chances {
		chances[q] = (float64(q) + 0.5) / questions
		rights[q] = int(math.Round(chances[q] * trials))
	}
	limit, inside := NewParts(metrics.Binary, boardtest.Rights(trials, rights))[0].Runs, 0.0
	for range pairs {
		gap := 0.0
		for _, p := range chances {
			for _, sign := range []float64{1, -1} {
				if r.Float64() < p {
					gap += sign / questions
				}
			}
		}
		if math.Abs(gap) <= limit {
			inside++
		}
	}
	if share := inside / pairs; math.Abs(share-0.95) > 4*math.Sqrt(0.95*0.05/pairs)+0.01 {
		t.Errorf("%v of the differences are within %v", share, limit)
	}
}
