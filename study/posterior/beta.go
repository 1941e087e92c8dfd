package posterior

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"settle/internal/rng"
)

// variable is a random variable.
type variable interface {
	// sum draws n values, independent of each other, and adds them up.
	sum(s *rng.Stream, n int) float64
}

// newBeta returns a variable with the distribution Beta(alpha, beta), for
// parameters from 10^-300 to 10^12, and a table of about the given number of
// strips. gonum's distuv.Beta makes two gamma variables for each draw, which takes
// twenty times as long.
func newBeta(alpha, beta float64, strips int) variable {
	switch {
	case alpha > beta:
		return mirrored{newBeta(beta, alpha, strips)}
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

// density is z^a (1 − z^power)^b on [0, 1], divided by e^peak, its maximum.
type density struct{ a, b, power, peak float64 }

func (d density) at(z float64) float64 { return math.Exp(d.log(z) - d.peak) }

// log is the logarithm of the density before it is divided.
func (d density) log(z float64) float64 {
	rest := 1 - z
	if d.power != 1 {
		rest = -math.Expm1(d.power * math.Log(z))
	}
	return logPower(z, d.a) + logPower(rest, d.b)
}

// logPower is log(z^a), and 0 for 0^0.
func logPower(z, a float64) float64 {
	if a == 0 {
		return 0
	}
	return float64(a * math.Log(z))
}

// mirrored is 1 − X.
type mirrored struct{ x variable }

func (m mirrored) sum(s *rng.Stream, n int) float64 { return float64(n) - m.x.sum(s, n) }

// powered is a power of a variable.
type powered struct {
	z     *strips
	power float64
}

// newPowered returns a Beta variable with alpha < 1 ≤ beta. Its density has no
// bound at 0, but that of Z = X^alpha has: (1 − z^(1/alpha))^(beta − 1), of the
// mass alpha·B(alpha, beta).
func newPowered(alpha, beta float64, count int) powered {
	f := density{b: beta - 1, power: 1 / alpha}
	mass := alpha * math.Exp(mathext.Lbeta(alpha, beta))
	return powered{newStrips(f, 0, mass, count), f.power}
}

func (p powered) sum(s *rng.Stream, n int) float64 {
	var sum float64
	for range n {
		sum += math.Exp(p.power * math.Log(p.z.sum(s, 1))) // in half the time of math.Pow
	}
	return sum
}

// johnk is a Beta variable with both parameters below 1: X/(X + Y) where
// X = U^(1/alpha) and Y = V^(1/beta) have a sum of at most 1 (Jöhnk 1964,
// "Erzeugung von betaverteilten und gammaverteilten Zufallszahlen"). At least
// three of four pairs have.
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
			return 1 / (1 + math.Exp(y-x)) // right even if both X and Y are too small for a float64
		}
	}
}
