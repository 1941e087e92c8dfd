package ranking

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/enum"
	"settle/internal/unfused"
)

// Ties is a rule for ties between neighbours in a ranking. Neighbours with different scores tie if
// the rule does not separate their posteriors N(μ, σ²).
type Ties int

const (
	// ZScore ties neighbours if z = |μ − μ′| / √(σ² + σ′²) is below the one-sided quantile
	// of the confidence, 1.645 at 0.95. This is the rule of section 2.7.1 of "Don't Pass@k",
	// which gives the "w/ CI" ranks of its Tables 1 and 2.
	ZScore Ties = iota
	// Overlap ties neighbours if their two-sided intervals, μ ± 1.960 σ at 0.95, overlap or
	// touch. It ties more models than ZScore.
	Overlap
	// Anchored uses the z of ZScore, but compares each model with the first model of its
	// group of tied models, not with its neighbour. So ties do not chain. A model that is
	// separated from the first model of a group begins the next group.
	Anchored
)

var tiesNames = enum.Names[Ties]{"zscore", "overlap", "anchored"}

// String returns the name of the rule, such as "zscore".
func (t Ties) String() string { return tiesNames.Name(t) }

// Estimates provides the posterior means and standard deviations of models' scores, and
// comparisons of two models.
type Estimates interface {
	Mean(model int) float64
	Sigma(model int) float64 // standard deviation, at least 0
	// Z returns the mean of model i minus the mean of model j, in units of the standard
	// deviation of that difference. If two models met different questions, Z compares them
	// on the questions that both met. Z can then differ in sign from the difference of the
	// means; such models count as not separated.
	Z(i, j int) float64
}

// reacher is implemented by Estimates that know the reach of each model's interval, which is half
// its width. The reach can be larger than that of a normal distribution.
type reacher interface {
	Reach(model int, confidence float64) float64
}

// Independent holds estimates of models' scores whose errors are independent of each other. Model
// m has the posterior mean Mu[m] and the standard deviation Sigmas[m] ≥ 0.
type Independent struct{ Mu, Sigmas []float64 }

// Mean returns the posterior mean of a model's score.
func (e Independent) Mean(model int) float64 { return e.Mu[model] }

// Sigma returns the posterior standard deviation of a model's score.
func (e Independent) Sigma(model int) float64 { return e.Sigmas[model] }

// Z returns the z-score of the difference between models i and j, as in section 2.5 of "Don't
// Pass@k". It is positive if model i has the larger mean.
func (e Independent) Z(i, j int) float64 { return Z(e.Mu[i], e.Sigmas[i], e.Mu[j], e.Sigmas[j]) }

// TieClose returns a copy of the order with more ties: models also tie if the rule does not
// separate them. mu[m] and sigma[m] are the posterior mean and standard deviation of model m's
// score, with sigma[m] ≥ 0. TieClose returns an error unless the confidence is above 0 and below
// 1.
//
// Only neighbours are compared, and ties chain, as in "Don't Pass@k". (With Anchored, the first
// model of each group is compared with the models below it.) Models with equal scores but
// different σ are compared as a group (see Order.Tie). Two groups have different ranks only if
// each model of one is separated from each model of the other. The paper does not define the case
// of equal scores; its reference package compares such models in the order in which its sort
// leaves them.
func (o Order) TieClose(rule Ties, mu, sigma []float64, confidence float64) (Order, error) {
	if n := len(o.Models); len(mu) != n || len(sigma) != n {
		panic(fmt.Sprintf("ranking: %d models, but %d means and %d standard deviations", n, len(mu), len(sigma)))
	}
	resolved, err := rule.Resolved(Independent{mu, sigma}, confidence)
	if err != nil {
		return Order{}, err
	}
	return rule.Tie(o, resolved), nil
}

// Tie returns a copy of the order o with more ties: models also tie if the rule t does not
// separate them. resolved reports whether the rule separates two models (see Resolved).
func (t Ties) Tie(o Order, resolved func(i, j int) bool) Order {
	tied := func(i, j int) bool { return !resolved(i, j) }
	if t == Anchored {
		return o.TieToFirst(tied)
	}
	return o.Tie(tied)
}

// Resolved returns a function that reports whether the rule separates two models at a confidence
// above 0 and below 1. The models need not be neighbours. The function is symmetric and depends
// only on the estimates, not on an order. Of two separated models, the model with the larger
// mean is the better one.
func (t Ties) Resolved(e Estimates, confidence float64) (func(i, j int) bool, error) {
	if !(confidence > 0 && confidence < 1) {
		return nil, fmt.Errorf("confidence %v is not between 0 and 1", confidence)
	}
	switch t {
	case ZScore, Anchored:
		// Processors give quantiles that differ by 10⁻¹⁵; no z is that close to the quantile.
		threshold := distuv.UnitNormal.Quantile(confidence)
		return func(i, j int) bool {
			z := e.Z(i, j)
			return !(math.Abs(z) < threshold || z*(e.Mean(i)-e.Mean(j)) < 0)
		}, nil
	case Overlap:
		reach := distuv.UnitNormal.Quantile((1 + confidence) / 2)
		own, ok := e.(reacher)
		return func(i, j int) bool {
			both := reach * (e.Sigma(i) + e.Sigma(j))
			if ok {
				both = own.Reach(i, confidence) + own.Reach(j, confidence)
			}
			return !(math.Abs(e.Mean(i)-e.Mean(j)) <= both)
		}, nil
	}
	panic("ranking: unknown tie rule: " + t.String())
}

// A Pair is a comparison of two models, of which Above is ranked before Below.
type Pair struct {
	Above, Below int
	Z            float64 // (μ − μ′) / √(σ² + σ′²), negative if the means have the opposite order
	Rho          float64 // probability that Above is better, in [0, 1]
}

// PairsOf compares all pairs of models, L(L−1)/2 for L models. It returns the pairs of the first
// model of o with the second, the third, …, then of the second with the third, and so on.
//
// If o sorts the models by their means, Z of each pair is the absolute z of "Don't Pass@k", and
// Rho is the paper's ranking confidence, at least 1/2.
func PairsOf(o Order, e Estimates) []Pair {
	n := len(o.Models)
	list := make([]Pair, 0, n*(n-1)/2)
	for place, above := range o.Models {
		for _, below := range o.Models[place+1:] {
			z := e.Z(above, below)
			list = append(list, Pair{Above: above, Below: below, Z: z, Rho: Rho(z)})
		}
	}
	return list
}

// Z returns (μ1 − μ2) / √(σ1² + σ2²), the difference of two posterior means in units of its
// standard deviation (section 2.5 of "Don't Pass@k"). The result is 0 for equal means, even
// without uncertainty, and ±Inf for different means without uncertainty.
func Z(mu1, sigma1, mu2, sigma2 float64) float64 {
	if mu1 == mu2 {
		return 0
	}
	return (mu1 - mu2) / unfused.Hypot(sigma1, sigma2)
}

// Rho returns ρ = ½(1 + erf(z/√2)), the probability that the model with the higher mean is
// better if the means differ by z standard deviations (section 2.5 of "Don't Pass@k"). It is 1/2
// at z = 0 and 0.95 at z = 1.645.
func Rho(z float64) float64 {
	return distuv.UnitNormal.CDF(z) // equal to ρ, but without cancellation for z < 0
}
