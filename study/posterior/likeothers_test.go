package posterior

import (
	"math"
	"testing"
)

// The posterior of a mean is its prior density times the likelihood of the estimate, here
// added up over a fine grid.
func TestUpdateByIntegration(t *testing.T) {
	density := func(x, mean, sd float64) float64 {
		return math.Exp(-(x-mean)*(x-mean)/(2*sd*sd)) / sd
	}
	means := []float64{0.3, 0.42, 0.45, 0.9}
	const common, sd, estimate, se = 0.5, 0.2, 0.4, 0.03
	for model := range means {
		prior := LikeOthers(nil, means, model, common, sd)
		var sum, mean, square float64
		for i := range 100_000 {
			x := (float64(i) + 0.5) / 50_000 // from 0 to 2
			weight := density(x, common, sd)
			for other, m := range means {
				for _, scale := range []float64{2, 4, 8, 16} {
					if other != model {
						weight += density(x, m, sd/scale) / 4
					}
				}
			}
			weight *= density(x, estimate, se)
			sum, mean, square = sum+weight, mean+weight*x, square+weight*x*x
		}
		mean, square = mean/sum, square/sum
		Update(prior, estimate, se)
		var all, gotMean, gotSquare float64
		for _, k := range prior {
			all += k.Weight
			gotMean += k.Weight * k.Mean
			gotSquare += k.Weight * (k.Mean*k.Mean + k.SD*k.SD)
		}
		if math.Abs(all-1) > 1e-12 || math.Abs(gotMean-mean) > 1e-9 || math.Abs(gotSquare-square) > 1e-9 {
			t.Errorf("model %d: weights %v, mean %v, mean square %v, want %v and %v", model, all, gotMean, gotSquare, mean, square)
		}
	}
}

// A model alone has the normal prior, whose posterior is known in closed form. Far from all
// others a mean is hardly drawn, near another it is drawn there.
func TestUpdateAtTheEnds(t *testing.T) {
	alone := LikeOthers(nil, []float64{0.7}, 0, 0.5, 0.1)
	Update(alone, 0.7, 0.1)
	if k := alone[0]; len(alone) != 1 || math.Abs(k.Mean-0.6) > 1e-15 || math.Abs(k.SD-0.1/math.Sqrt2) > 1e-15 || k.Weight != 1 {
		t.Errorf("%+v", alone)
	}
	equal := LikeOthers(nil, []float64{0.5, 0.5, 0.5}, 0, 0.5, 0)
	Update(equal, 0.6, 0.1)
	for _, k := range equal {
		if k.Mean != 0.5 || k.SD != 0 {
			t.Errorf("models do not differ, yet %+v", k)
		}
	}
	far := LikeOthers(nil, []float64{100, 0.5}, 0, 0.5, 0.1)
	Update(far, 100, 0.001)
	for _, k := range far {
		if !(k.Weight >= 0) || k.Weight > 0.001 && math.Abs(k.Mean-100) > 0.1 {
			t.Errorf("far away: %+v", k)
		}
	}
}
