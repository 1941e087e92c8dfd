package sim

import (
	"math"
	"math/bits"
	"math/cmplx"

	"gonum.org/v1/gonum/dsp/fourier"
)

// OrderAt computes Order for one n ≥ 1, for two coins given as their success
// probabilities on the same M questions. It is for n beyond the reach of
// Orders: the difference of the two numbers of successes has the product of the
// characteristic functions of all questions, to the power n, as its own, and
// one inverse Fourier transform of some 2·M·n points gives its distribution, up
// to rounding (Hong, "On computing the distribution function for the Poisson
// binomial distribution", 2013). That takes O(M²·n + M·n·log(M·n)) steps, and
// 48 bytes for each of up to 4·M·n points.
func OrderAt(first, second []float64, n int) Order {
	if len(first) != len(second) {
		panic("sim: two coins with different questions")
	}
	if n < 1 {
		panic("sim: an order from no trials")
	}
	most := len(first) * n // by which one coin can be ahead
	mass := difference(first, second, n, 1<<bits.Len(uint(2*most)))
	o := Order{N: n, Tied: max(mass[0], 0)}
	var gap float64
	for k := most; k > 0; k-- { // the far tails, which are small, first
		ahead, behind := mass[k], mass[len(mass)-k]
		o.Right += ahead
		gap += float64(k) * (ahead + behind)
	}
	o.Right = min(max(o.Right, 0), 1) // rounding may leave −1e-17
	scale := float64(len(first)) * float64(n+2)
	o.Z = gap / scale / math.Sqrt(meanVariance(first, n)+meanVariance(second, n))
	return o
}

// difference is the distribution of how far the first coin is ahead after n
// trials of each question, modulo size, of which it must be less either way.
func difference(first, second []float64, n, size int) []float64 {
	waves := make([]complex128, size/2+1)
	for j := range waves {
		sin, cos := math.Sincos(-2 * math.Pi * float64(j) / float64(size))
		up, down := complex(cos, sin), complex(cos, -sin)
		trial := complex(1, 0)
		for q, p := range first {
			r := second[q]
			trial *= (complex(1-p, 0) + complex(p, 0)*up) * (complex(1-r, 0) + complex(r, 0)*down)
		}
		waves[j] = cmplx.Pow(trial, complex(float64(n), 0)) / complex(float64(size), 0)
	}
	return fourier.NewFFT(size).Sequence(nil, waves)
}
