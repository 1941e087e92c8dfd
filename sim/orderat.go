package sim

import (
	"math"
	"math/bits"
	"math/cmplx"
	"sync"

	"gonum.org/v1/gonum/dsp/fourier"
)

// OrderAt computes Order for one n ≥ 1, for two coins given as their success
// probabilities on the same M questions. It is for n beyond the reach of
// Orders: the difference of the two numbers of successes has the product of the
// characteristic functions of all questions, to the power n, as its own, and
// one inverse Fourier transform gives its distribution, up to rounding (Hong, "On
// computing the distribution function for the Poisson binomial distribution", 2013).
// The transform has in the order of √(M·n) points, and no more than 4·M·n: as many as
// there are leads that are at all probable. What it transforms takes M steps for each
// wave that is not negligible.
func OrderAt(first, second []float64, n int) Order {
	lead := LeadAt(first, second, 0, n)
	scale := float64(len(first)) * float64(n+2)
	return Order{
		N: n, Right: lead.Ahead, Tied: lead.Level,
		Z: lead.Distance / scale / math.Sqrt(meanVariance(first, n)+meanVariance(second, n)),
	}
}

// Lead is by how many successes the first of two coins leads the second,
// exactly.
type Lead struct {
	Ahead    float64 // probability of more than 0
	Level    float64 // probability of 0
	Distance float64 // mean absolute number, in successes over all questions
}

// LeadAt computes Lead after n ≥ 1 trials of each question, for two coins given
// as their success probabilities on the same M questions, of which the first
// had so many more successes before. See OrderAt for how and at what cost.
func LeadAt(first, second []float64, before, n int) Lead {
	var l Lead
	EachLead(first, second, before, n, func(lead int, probability float64) {
		switch {
		case lead > 0:
			l.Ahead += probability
		case lead == 0:
			l.Level = max(probability, 0)
		}
		l.Distance += float64(math.Abs(float64(lead)) * probability)
	})
	l.Ahead = min(max(l.Ahead, 0), 1) // rounding may leave −1e-17
	return l
}

// EachLead calls a function with every number of successes by which the first of two
// coins can lead the second after n ≥ 1 trials of each question, and its probability,
// up to rounding: the far tails first. It leaves out numbers with a probability below
// 1e-19 in all. See LeadAt.
func EachLead(first, second []float64, before, n int, visit func(lead int, probability float64)) {
	if len(first) != len(second) {
		panic("sim: two coins with different questions")
	}
	if n < 1 {
		panic("sim: an order from no trials")
	}
	low, high := leads(first, second, n)
	t := newTransform(1 << bits.Len(uint(high-low)))
	defer t.free()
	t.difference(first, second, n)
	for mask, middle := len(t.mass)-1, low+(high-low)/2; low <= high; {
		// the farther end, for improbable leads add up best before the rest
		lead := low
		if high-middle > middle-low {
			lead, high = high, high-1
		} else {
			low++
		}
		visit(before+lead, t.mass[lead&mask])
	}
}

// leads returns a range of leads after n trials of each question. Those outside have a
// probability of at most 2e⁻⁴⁵ together, by Bernstein's inequality for the sum of independent
// numbers that are at most 1 from their means.
func leads(first, second []float64, n int) (low, high int) {
	const exponent = 45
	var mean, variance float64
	for q, p := range first {
		r := second[q]
		mean += p - r
		variance += float64(p*(1-p)) + float64(r*(1-r))
	}
	mean *= float64(n)
	reach := exponent/3.0 + math.Sqrt(exponent*exponent/9.0+float64(2*exponent*variance*float64(n)))
	most := float64(len(first)) * float64(n) // by which the trials can put one coin ahead
	return int(max(-most, math.Floor(mean-reach))), int(min(most, math.Ceil(mean+reach)))
}

// negligible is the magnitude of a wave that is left out: all of them together
// add no more than this to a probability, where rounding leaves 1e-17.
const negligible = 1e-40

// transform is what one inverse Fourier transform works in. Those of a size are
// used again, for their tables of sines take a third as long as the transform.
type transform struct {
	fft   *fourier.FFT
	waves []complex128
	mass  []float64
}

var transforms [bits.UintSize]sync.Pool // by the binary logarithm of the size

func newTransform(size int) *transform {
	if t, ok := transforms[bits.TrailingZeros(uint(size))].Get().(*transform); ok {
		return t
	}
	return &transform{fourier.NewFFT(size), make([]complex128, size/2+1), make([]float64, size)}
}

func (t *transform) free() { transforms[bits.TrailingZeros(uint(len(t.mass)))].Put(t) }

// difference fills t.mass with the distribution of how far the first coin is
// ahead after n trials of each question, modulo its size, a power of two.
func (t *transform) difference(first, second []float64, n int) {
	size := float64(len(t.mass))
	clear(t.waves)
	for j := range t.waves {
		sin, cos := math.Sincos(-2 * math.Pi * float64(j) / size)
		up, down := complex(cos, sin), complex(cos, -sin)
		trial := complex(1, 0)
		for q, p := range first {
			r := second[q]
			trial *= (complex(1-p, 0) + complex(p, 0)*up) * (complex(1-r, 0) + complex(r, 0)*down)
		}
		all := cmplx.Pow(trial, complex(float64(n), 0))
		if cmplx.Abs(all) < negligible {
			break // as the shorter waves are, for which every factor is smaller
		}
		t.waves[j] = all / complex(size, 0)
	}
	t.fft.Sequence(t.mass, t.waves)
}
