package formulas

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/integrate/quad"

	"settle/internal/lists"
)

// A Posterior is the posterior distribution of success probabilities, given a results
// matrix (Eq. 9). The probabilities of categories 0..C on question α have a Dirichlet
// distribution with the parameters Nu[α].
type Posterior struct {
	W  []*big.Rat // weight of each category
	Nu [][]int64  // by question and category, all positive
}

// NewPosterior returns the posterior given a results matrix r, whose rows are
// questions. It counts the categories in r and in the prior trials of the same
// questions (nil for none), and adds one to each count (Eqs. 5 and 6).
func NewPosterior(w []*big.Rat, r, prior [][]uint8) Posterior {
	p := Posterior{W: w, Nu: make([][]int64, len(r))}
	for q := range r {
		p.Nu[q] = make([]int64, len(w))
		for k := range w {
			p.Nu[q][k] = 1
		}
		for _, category := range r[q] {
			p.Nu[q][category]++
		}
		if prior != nil {
			for _, category := range prior[q] {
				p.Nu[q][category]++
			}
		}
	}
	return p
}

// total returns T of one question, which is 1 + C + D + N. This is the sum of the
// question's Dirichlet parameters.
func (p Posterior) total(question int) int64 {
	return lists.Sum(p.Nu[question], func(nu int64) int64 { return nu })
}

// gain returns w_k − w_0, where k is the category.
func (p Posterior) gain(category int) *big.Rat { return sub(p.W[category], p.W[0]) }

// slope returns s_k, defined below Eq. 10, which is w_k − w_0 divided by the number of
// questions.
func (p Posterior) slope(category int) *big.Rat {
	return quo(p.gain(category), whole(int64(len(p.Nu))))
}

// ClosedForm returns the posterior mean and variance of the weighted score, by Eq. 15.
func (p Posterior) ClosedForm() (mu, variance *big.Rat) {
	mu, variance = new(big.Rat).Set(p.W[0]), new(big.Rat)
	m := whole(int64(len(p.Nu)))
	for q, nu := range p.Nu {
		t := whole(p.total(q))
		first, second := new(big.Rat), new(big.Rat)
		for j := range nu {
			share := quo(whole(nu[j]), t)
			first.Add(first, mul(share, p.gain(j)))
			second.Add(second, mul(share, mul(p.gain(j), p.gain(j))))
		}
		mu.Add(mu, quo(first, m))
		variance.Add(variance, quo(sub(second, mul(first, first)), mul(mul(m, m), add(t, whole(1)))))
	}
	return mu, variance
}

// lauricella returns the coefficients of t⁰ to t^order in Ψ, a question's factor of the
// moment generating function (Eq. 12). The sums over m_1 to m_C are computed as a
// product with one series per category. Their common factor 1/(T)_m depends only on
// m = m_1 + … + m_C.
func (p Posterior) lauricella(question, order int) []*big.Rat {
	product := constant(order)
	for k := 1; k < len(p.W); k++ {
		series := make([]*big.Rat, order+1)
		term := whole(1)
		for m := range series {
			series[m] = term
			// This computes (ν)_{m+1} (s t)^{m+1} / (m+1)! from the previous term.
			term = quo(mul(mul(term, whole(p.Nu[question][k]+int64(m))), p.slope(k)), whole(int64(m+1)))
		}
		product = multiply(product, series)
	}
	pochhammer, t := whole(1), p.total(question)
	for m := range product {
		product[m] = quo(product[m], pochhammer)
		pochhammer = mul(pochhammer, whole(t+int64(m)))
	}
	return product
}

// Moments returns the posterior mean and variance, computed from the series of the
// moment generating function (Eqs. 11, 12 and 13).
func (p Posterior) Moments() (mu, variance *big.Rat) {
	phi := []*big.Rat{whole(1), p.W[0], quo(mul(p.W[0], p.W[0]), whole(2))} // e^(t·w0)
	for q := range p.Nu {
		phi = multiply(phi, p.lauricella(q, 2))
	}
	return phi[1], sub(mul(whole(2), phi[2]), mul(phi[1], phi[1]))
}

// Expansion returns the coefficients of 1, t and t² in Ψ, a question's factor of the
// moment generating function, by Eq. 14.
func (p Posterior) Expansion(question int) [3]*big.Rat {
	t, c := p.total(question), len(p.W)-1
	first, squares, products := new(big.Rat), new(big.Rat), new(big.Rat)
	nu := func(k int) *big.Rat { return whole(p.Nu[question][k]) }
	for j := 1; j <= c; j++ {
		s := p.slope(j)
		first.Add(first, mul(nu(j), s))
		squares.Add(squares, mul(mul(nu(j), add(nu(j), whole(1))), mul(s, s)))
		for m := j + 1; m <= c; m++ {
			products.Add(products, mul(mul(nu(j), nu(m)), mul(s, p.slope(m))))
		}
	}
	both := whole(t * (t + 1))
	return [3]*big.Rat{whole(1), quo(first, whole(t)), add(quo(squares, mul(whole(2), both)), quo(products, both))}
}

// Series returns the coefficients of 1, t and t² in Ψ, a question's factor of the
// moment generating function, by Eq. 12.
func (p Posterior) Series(question int) [3]*big.Rat { return [3]*big.Rat(p.lauricella(question, 2)) }

// seriesOrder is the order at which the series of Eq. 12 is truncated. The term of t^m
// is at most |t·s|^m/m! of the total. For |t·s| = 4 this is below 10⁻²⁰.
const seriesOrder = 40

// Phi returns the moment generating function at t, computed as a series (Eqs. 11 and
// 12).
func (p Posterior) Phi(t float64) float64 {
	phi := math.Exp(t * Float(p.W[0]))
	for q := range p.Nu {
		var psi float64
		power := 1.0
		for _, c := range p.lauricella(q, seriesOrder) {
			psi += Float(c) * power
			power *= t
		}
		phi *= psi
	}
	return phi
}

// quadraturePoints is the number of points for Gauss–Legendre quadrature. For a dozen
// trials, the integrand is a polynomial times an exponential of small slope, and the
// result is exact up to rounding.
const quadraturePoints = 20

// Integral returns the moment generating function at t, computed as an integral over
// the simplex (Eq. 10) with the density of Eq. 9.
func (p Posterior) Integral(t float64) float64 {
	x, weight := make([]float64, quadraturePoints), make([]float64, quadraturePoints)
	quad.Legendre{}.FixedLocations(x, weight, 0, 1)
	phi := math.Exp(t * Float(p.W[0]))
	for q, nu := range p.Nu {
		density := factorial(p.total(q) - 1)
		for _, n := range nu {
			density /= factorial(n - 1)
		}
		slopes := make([]float64, len(nu))
		for k := range nu {
			slopes[k] = t * Float(p.slope(k))
		}
		// left is the total probability of the categories up to k.
		var over func(k int, left float64) float64
		over = func(k int, left float64) float64 {
			if k == 0 {
				return math.Pow(left, float64(nu[0]-1))
			}
			var sum float64
			for i := range x {
				chance := left * x[i]
				sum += weight[i] * left * math.Pow(chance, float64(nu[k]-1)) *
					math.Exp(slopes[k]*chance) * over(k-1, left-chance)
			}
			return sum
		}
		phi *= density * over(len(nu)-1, 1)
	}
	return phi
}

// Evidence returns the probability of the given category counts under a Dirichlet prior
// with the given parameters. This is the integral in Eq. 8 of the product of Eqs. 5 and
// 7.
func Evidence(counts, prior []int64) *big.Rat {
	evidence := whole(1)
	var trials, imagined int64
	for k, n := range counts {
		trials += n
		imagined += prior[k]
		// This factor is Γ(ν_k) / (Γ(n0_k)·n_k!).
		evidence = mul(evidence, quo(gamma(prior[k]+n), mul(gamma(prior[k]), gamma(n+1))))
	}
	return mul(evidence, quo(mul(gamma(trials+1), gamma(imagined)), gamma(imagined+trials)))
}

// gamma returns Γ(n) = (n − 1)! for n ≥ 1.
func gamma(n int64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).MulRange(1, n-1)) }

func factorial(n int64) float64 { return Float(gamma(n + 1)) }
