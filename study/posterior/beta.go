package posterior

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"settle/internal/rng"
)

// A variable is a random variable from which values can be drawn.
type variable interface {
	// sum returns the sum of n independent draws.
	sum(s *rng.Stream, n int) float64
}

// newBeta returns a random variable with distribution Beta(alpha, beta), for parameters from
// 10^-300 to 10^12. If it needs a sampling table, the table has about the given number of strips.
// gonum's distuv.Beta draws two gamma variables for each value and takes twenty times as long.
func newBeta(alpha, beta float64, strips int) variable {
	switch {
	case alpha > beta:
		return mirroredVariable{newBeta(beta, alpha, strips)}
	case beta < 1:
		return johnk{alpha, beta}
	case alpha < 1:
		return newPowered(alpha, beta, strips)
	}
	f, mode := density{a: alpha - 1, b: beta - 1, power: 1}, 0.0
	if f.a > 0 {
		mode = f.a / (f.a + f.b)
	}
	f.peak = f.log(mode)
	return newStrips(f, mode, math.Exp(mathext.Lbeta(alpha, beta)-f.peak), strips)
}

// A density is the function z^a (1 − z^power)^b on [0, 1], divided by its maximum e^peak.
type density struct{ a, b, power, peak float64 }

func (d density) at(z float64) float64 { return math.Exp(d.log(z) - d.peak) }

// log returns the logarithm of z^a (1 − z^power)^b, which is not divided by the maximum.
func (d density) log(z float64) float64 {
	rest := 1 - z
	if d.power != 1 {
		rest = -math.Expm1(d.power * math.Log(z))
	}
	return logPower(z, d.a) + logPower(rest, d.b)
}

// logPower returns log(z^a), where 0^0 counts as 1.
func logPower(z, a float64) float64 {
	if a == 0 {
		return 0
	}
	return float64(a * math.Log(z))
}

// A mirroredVariable is the random variable 1 − x for another random variable x.
type mirroredVariable struct{ x variable }

func (m mirroredVariable) sum(s *rng.Stream, n int) float64 { return float64(n) - m.x.sum(s, n) }

// A poweredVariable is a random variable z raised to a fixed power.
type poweredVariable struct {
	z     *strips
	power float64
}

// newPowered returns a Beta variable X with alpha < 1 ≤ beta. The density of X is unbounded at 0,
// so X is computed from a draw of Z = X^alpha. Z has the bounded density (1 − z^(1/alpha))^(beta
// − 1), up to a constant; its integral is alpha·B(alpha, beta). count is the number of strips of
// the sampling table for Z.
func newPowered(alpha, beta float64, count int) poweredVariable {
	f := density{b: beta - 1, power: 1 / alpha}
	mass := alpha * math.Exp(mathext.Lbeta(alpha, beta))
	return poweredVariable{newStrips(f, 0, mass, count), f.power}
}

func (p poweredVariable) sum(s *rng.Stream, n int) float64 {
	var sum float64
	for range n {
		sum += math.Exp(p.power * math.Log(p.z.sum(s, 1))) // in half the time of math.Pow
	}
	return sum
}

// A johnk is a Beta variable with both parameters below 1. It is drawn as X/(X + Y), where X =
// U^(1/alpha) and Y = V^(1/beta) for uniform U and V. A pair is accepted only if X + Y ≤ 1 (Jöhnk
// 1964, "Erzeugung von betaverteilten und gammaverteilten Zufallszahlen"). At least three pairs
// in four are accepted.
type johnk struct{ alpha, beta float64 }

func (j johnk) sum(s *rng.Stream, n int) float64 {
	var sum float64
	for range n {
		sum += j.draw(s)
	}
	return sum
}

func (j johnk) draw(s *rng.Stream) float64 {
	for {
		// 1 − U lies in (0, 1], so the logarithms are finite.
		x, y := math.Log(1-s.Float64())/j.alpha, math.Log(1-s.Float64())/j.beta
		if math.Exp(x)+math.Exp(y) <= 1 {
			return 1 / (1 + math.Exp(y-x)) // correct even if X and Y are too small for a float64
		}
	}
}
