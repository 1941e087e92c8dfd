package betabinomial

import (
	"math"
	"testing"

	"settle/internal/rng"
)

// Hyperpriors that are given up early would have had a probability of e⁻²⁰⁰ at most; the
// evidence of the others is that of all models one after the other, to the last bit.
func TestEvidence(t *testing.T) {
	random := rng.New(1, "pool", 0)
	likelihoods := make([]pooledLikelihood, 600)
	for i := range likelihoods {
		l := &likelihoods[i]
		l.models = float64(1 + i%3)
		peak := 20 + 10*random.Float64()
		for k := range l.log {
			off := (float64(k) - peak) / 6
			l.log[k] = -off * off / 2
			l.p[k] = math.Exp(l.log[k])
		}
	}
	all := hyperpriors()
	got, most, dropped := evidenceOf(likelihoods, all), math.Inf(-1), 0
	want := make([]float64, len(all))
	for h := range all {
		want[h] = all[h].prior
		for i := range likelihoods {
			want[h] += float64(likelihoods[i].models * likelihoods[i].logLikelihood(&all[h]))
		}
		most = max(most, want[h])
	}
	for h := range all {
		switch {
		case math.IsInf(got[h], -1) && want[h] < most-200:
			dropped++
		case got[h] != want[h]:
			t.Errorf("hyperprior %d: %v, want %v; the most is %v", h, got[h], want[h], most)
		}
	}
	if dropped == 0 || dropped == len(all) {
		t.Errorf("%d of %d hyperpriors are given up", dropped, len(all))
	}
}
