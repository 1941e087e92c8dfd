package sim

import (
	"math"
	"math/bits"
	"math/cmplx"
	"sync"

	"gonum.org/v1/gonum/dsp/fourier"
)

// OrderAt returns the Order of two coins for one number of trials n ≥ 1. It takes the
// coins' success probabilities on the same M questions. Use OrderAt if n is too large
// for Orders.
//
// OrderAt multiplies the characteristic functions of all questions and takes the n-th
// power. One inverse Fourier transform then gives the distribution of the difference in
// successes, up to rounding (Hong, "On computing the distribution function for the
// Poisson binomial distribution", 2013). Improbable differences are left out, so the
// transform has a number of points proportional to √(M·n), at most 4·M·n.
func OrderAt(first, second []float64, n int) Order {
	lead := LeadAt(first, second, 0, n)
	scale := float64(len(first)) * float64(n+2)
	return Order{
		N: n, Right: lead.Ahead, Tied: lead.Level,
		Z: lead.Distance / scale / math.Sqrt(meanVariance(first, n)+meanVariance(second, n)),
	}
}

// A Lead describes the lead of one coin over another: the exact difference in their
// numbers of successes.
type Lead struct {
	Ahead    float64 // probability that the lead is above 0
	Level    float64 // probability that the lead is 0
	Distance float64 // mean absolute lead, in successes over all questions
}

// LeadAt returns the Lead of the first coin over the second after n ≥ 1 trials of each question. It
// takes the coins' success probabilities on the same M questions. The first coin starts with a lead
// of headStart successes. OrderAt describes the method.
func LeadAt(first, second []float64, headStart, n int) Lead {
	var l Lead
	EachLead(first, second, headStart, n, func(lead int, probability float64) {
		switch {
		case lead > 0:
			l.Ahead += probability
		case lead == 0:
			l.Level = max(probability, 0)
		}
		l.Distance += float64(math.Abs(float64(lead)) * probability)
	})
	l.Ahead = min(max(l.Ahead, 0), 1) // rounding can make it −1e-17
	return l
}

// EachLead calls visit(lead, probability) for every possible lead of the first coin over the second
// after n ≥ 1 trials of each question. The probability is that of the lead, up to rounding.
// EachLead begins with the extreme leads, which are the least probable. It leaves out leads that
// together have a probability below 1e-19. The first two arguments hold the coins' success
// probabilities on the same questions. The third argument is the lead of the first coin, in
// successes, at the start.
func EachLead(first, second []float64, before, n int, visit func(lead int, probability float64)) {
	if len(first) != len(second) {
		panic("sim: the two coins have different numbers of questions")
	}
	if n < 1 {
		panic("sim: an order requires at least one trial")
	}
	low, high := leads(first, second, n)
	t := newTransform(1 << bits.Len(uint(high-low)))
	defer t.free()
	t.difference(first, second, n)
	for mask, middle := len(t.mass)-1, low+(high-low)/2; low <= high; {
		// Begin with the farther end, because small probabilities should be added before large
		// probabilities.
		lead := low
		if high-middle > middle-low {
			lead, high = high, high-1
		} else {
			low++
		}
		visit(before+lead, t.mass[lead&mask])
	}
}

// leads returns a range of leads of the first coin after n trials of each question. All leads
// outside the range together have a probability of at most 2·exp(−45), which is below 1e-19. This
// follows from Bernstein's inequality for sums of independent numbers that differ from their means
// by at most 1.
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
	most := float64(len(first)) * float64(n) // the largest possible lead
	return int(max(-most, math.Floor(mean-reach))), int(min(most, math.Ceil(mean+reach)))
}

// negligibleTerm is the absolute value below which a term of the Fourier sum is left
// out. All such terms together change a probability by at most this number. Rounding
// errors are about 1e-17.
const negligibleTerm = 1e-40

// transform holds the memory for one inverse Fourier transform. Transforms are reused
// by size, because computing their tables of sines takes a third of the time of a
// transform.
type transform struct {
	fft   *fourier.FFT
	waves []complex128
	mass  []float64
}

var transforms [bits.UintSize]sync.Pool // by the binary logarithm of the transform's size

func newTransform(size int) *transform {
	if t, ok := transforms[bits.TrailingZeros(uint(size))].Get().(*transform); ok {
		return t
	}
	return &transform{fourier.NewFFT(size), make([]complex128, size/2+1), make([]float64, size)}
}

func (t *transform) free() { transforms[bits.TrailingZeros(uint(len(t.mass)))].Put(t) }

// difference sets t.mass to the distribution of the first coin's lead after n trials of each
// question. The index into t.mass is the lead modulo len(t.mass), which is a power of two.
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
		if cmplx.Abs(all) < negligibleTerm {
			break // the following terms are negligible too, because each of their factors is smaller
		}
		t.waves[j] = all / complex(size, 0)
	}
	t.fft.Sequence(t.mass, t.waves)
}
