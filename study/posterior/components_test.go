package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// The components are the sample variance of the gaps, by gonum, less the mean of
// p̂(1 − p̂)/(N − 1) of both models, and that mean.
func TestComponents(t *testing.T) {
	tally := results.NewTally(2, 5, 1)
	tally.Trials = 8
	var gaps, noise []float64
	for q, c := range [][2]int{{8, 1}, {2, 3}, {5, 0}, {7, 7}, {3, 6}} {
		var w float64
		for model, n := range c {
			tally.Add(model, q, 1, n)
			p := float64(n) / 8
			w += p * (1 - p) / 7
		}
		gaps, noise = append(gaps, float64(c[0]-c[1])/8), append(noise, w)
	}
	c, ok := NewComponents(metrics.Avg(metrics.Binary), tally, 0, 1, 0.95)
	within := stat.Mean(noise, nil)
	between := stat.Variance(gaps, nil) - within
	if !ok || math.Abs(c.Within.Variance-within) > 1e-12 || math.Abs(c.Between.Variance-between) > 1e-12 {
		t.Errorf("%+v, want %v between and %v within", c, between, within)
	}
	for _, v := range []Component{c.Between, c.Within} {
		if !(0 <= v.Lo && v.Lo < v.Variance && v.Variance < v.Hi) {
			t.Errorf("%+v: want an interval around it", v)
		}
	}
	if _, ok := NewComponents(metrics.Bayes(metrics.Binary, nil), tally, 0, 1, 0.95); ok {
		t.Error("there are components of means that are no sample means")
	}
	tally.Groups = []int{0, 0, 1, 1, 2}
	if _, ok := NewComponents(metrics.Avg(metrics.Binary), tally, 0, 1, 0.95); ok {
		t.Error("there are components of questions in groups")
	}
	single := results.NewTally(2, 5, 1)
	single.Trials = 1
	if _, ok := NewComponents(metrics.Avg(metrics.Binary), single, 0, 1, 0.95); ok {
		t.Error("there are components of single trials")
	}
}

// Without noise the interval of a normal variance is that of χ²: with the degrees of
// freedom n − 1 it is s²(n − 1)/χ², by the limits of the formula as b goes to 0.
func TestUnrestrictedOfOneVariance(t *testing.T) {
	lo, hi := unrestrictedInterval(2, 9, 0, 50, 0.025)
	// χ² of nine degrees: 2.700 and 19.023 by a table.
	if math.Abs(lo-18/19.023) > 1e-3 || math.Abs(hi-18/2.700) > 5e-3 {
		t.Errorf("[%v, %v], want [%v, %v]", lo, hi, 18/19.023, 18/2.7)
	}
}

// The intervals cover the variances of gaps of new questions: at least 88 % of the 95 %
// intervals with 30 or more questions, also if success probabilities are near both ends.
func TestComponentsHold(t *testing.T) {
	if testing.Short() {
		t.Skip("measures coverage")
	}
	r := rand.New(rng.New(1, "components", 0))
	const boards = 600
	for _, c := range []struct {
		name                 string
		a, b                 float64
		questions, n         int
		differ               float64 // share of questions at which the second model has a chance of its own
		leastBetween, within float64
	}{
		{"evenly", 1, 1, 30, 8, 1, 0.90, 0.90},
		{"both ends", 0.3, 0.5, 30, 8, 0.5, 0.88, 0.88},
		{"both ends, many", 0.3, 0.5, 200, 4, 0.5, 0.90, 0.90},
		{"the same chances", 1, 1, 60, 8, 0, 0.90, 0.90},
	} {
		beta := distuv.Beta{Alpha: c.a, Beta: c.b, Src: r}
		var between, within float64
		// Truths: of independent chances twice the variance of one, in that share of questions;
		// the noise of both, 2 E[p(1 − p)]/N.
		variance := 2 * beta.Variance() * c.differ
		noise := 2 * (beta.Mean() - beta.Variance() - beta.Mean()*beta.Mean()) / float64(c.n)
		for range boards {
			tally := results.NewTally(2, c.questions, 1)
			tally.Trials = c.n
			for q := range c.questions {
				p := beta.Rand()
				for model := range 2 {
					if model == 1 && r.Float64() < c.differ {
						p = beta.Rand()
					}
					for range c.n {
						if r.Float64() < p {
							tally.Add(model, q, 1, 1)
						}
					}
				}
			}
			got, ok := NewComponents(metrics.Avg(metrics.Binary), tally, 0, 1, 0.95)
			if !ok {
				t.Fatal("no components")
			}
			if got.Between.Lo <= variance && variance <= got.Between.Hi {
				between++
			}
			if got.Within.Lo <= noise && noise <= got.Within.Hi {
				within++
			}
		}
		t.Logf("%s, %d questions, %d trials: between %.1f %%, within %.1f %%", c.name, c.questions, c.n, 100*between/boards, 100*within/boards)
		if between/boards < c.leastBetween || within/boards < c.within {
			t.Errorf("%s: the intervals hold %v between and %v within", c.name, between/boards, within/boards)
		}
	}
}
