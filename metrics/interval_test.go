package metrics_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"settle/metrics"
	"settle/results"
)

// The intervals of one proportion, 8 of 10 and 0 of 10, as scipy.stats.binomtest
// (proportion_ci: wilson, exact) and scipy.stats.beta.ppf have them; the others by hand:
// the shares of the questions are 1, 3/5 and all 0, so that √(0.8·0.2/10) = 0.126491,
// √((0.6·0.4)/4)/2 = 0.122474 and √(0.2² + 0.2²)/2 = 0.141421.
func TestOtherIntervals(t *testing.T) {
	some, none := successes([]int{5, 3}, 5), successes([]int{0, 0}, 5)
	const z = 1.959963984540054
	for name, want := range map[string][4]float64{
		"avg:clt":             {0.8 - z*0.12649110640673517, 0.8 + z*0.12649110640673517, 0, 0},
		"avg:within":          {0.8 - z*0.12247448713915891, 0.8 + z*0.12247448713915891, 0, 0},
		"avg:clustered":       {0.8 - z*0.1414213562373095, 0.8 + z*0.1414213562373095, 0, 0},
		"avg:wilson":          {0.4901624715174206, 0.9433178485456247, 0, 0.2775327998628892},
		"avg:clopper-pearson": {0.4439045376923585, 0.9747892736731666, 0, 0.3084971078187608},
		"avg:jeffreys":        {0.497225503560, 0.955940586447, 0, 0.217196267509},
		"avg:bootstrap":       {0.6, 1, 0, 0},
	} {
		m := parse(t, name)[0].(metrics.Estimator)
		for i, tally := range []*results.Tally{some, none} {
			e := m.Estimate(tally, 0)
			lo, hi := e.Interval(0.95, metrics.Unbounded)
			if math.Abs(lo-want[2*i]) > 1e-9 || math.Abs(hi-want[2*i+1]) > 1e-9 {
				t.Errorf("%s: [%.12f, %.12f], want [%.12f, %.12f]", name, lo, hi, want[2*i], want[2*i+1])
			}
			if score := metrics.Avg(metrics.Binary).Score(tally, 0); e.Mu != score || m.Score(tally, 0) != score {
				t.Errorf("%s is %v, want that of avg, %v", name, e.Mu, score)
			}
		}
		if err := m.Check(2, 5); name != "avg" && err == nil {
			t.Errorf("%s scores three categories", name)
		}
		tally := results.NewUnequalTally(1, 2, 1, []uint16{2, 3})
		if _, err := metrics.Restrict(m, tally, false); err == nil {
			t.Errorf("%s scores unequal boards", name)
		}
		if _, err := metrics.Parse(name, metrics.Options{Weights: metrics.Jeffreys(2)}); err == nil || !strings.Contains(err.Error(), "the weights 0 and 1") {
			t.Errorf("%s with other weights: %v", name, err)
		}
	}
}

// The bootstrap of 1, 2 and 3 of 3 correct is the distribution of all 27³ resamples, one
// by one.
func TestBootstrapIsExact(t *testing.T) {
	questions := [][]int{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}
	counts := make([]float64, 10) // of the resamples, by successes
	for _, picks := range combin.Cartesian([]int{3, 3, 3, 3, 3, 3, 3, 3, 3}) {
		successes := 0
		for i, pick := range picks {
			successes += questions[i/3][pick]
		}
		counts[successes]++
	}
	e := parse(t, "avg:bootstrap")[0].(metrics.Estimator).Estimate(successes([]int{1, 2, 3}, 3), 0)
	for _, confidence := range []float64{0.5, 0.8, 0.95, 0.999} {
		quantile := func(p float64) float64 {
			var sum float64
			for successes, n := range counts {
				if sum += n / math.Pow(27, 3); sum >= p {
					return float64(successes) / 9
				}
			}
			return 1
		}
		lo, hi := e.Interval(confidence, metrics.Unbounded)
		if wantLo, wantHi := quantile((1-confidence)/2), quantile((1+confidence)/2); lo != wantLo || hi != wantHi {
			t.Errorf("%v: [%v, %v], want [%v, %v]", confidence, lo, hi, wantLo, wantHi)
		}
	}
	if want := math.Sqrt(2*(2./9)/3) / 3; math.Abs(e.Sigma-want) > 1e-12 {
		t.Errorf("σ = %v, want %v", e.Sigma, want)
	}
}
