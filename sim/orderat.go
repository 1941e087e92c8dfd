package sim

import (
	"math"
	"math/bits"
	"math/cmplx"
	"sync"

	"gonum.org/v1/gonum/dsp/fourier"
)

// OrderAt computes Order for one n ≥ 1, for two coins given as their success
// probabilities on the same M questions. Use it if n is too large for Orders. The
// characteristic function of the difference of the two numbers of successes is the
// product of the characteristic functions of all questions, to the power n. One inverse
// Fourier transform gives the distribution, up to rounding (Hong, "On computing the
// distribution function for the Poisson binomial distribution", 2013). The transform
// has about as many points as there are leads that are not negligible: in the order of
// √(M·n), and at most 4·M·n. Its input takes M steps for each wave that is not
// negligible.
func OrderAt(first, second []float64, n int) Order {
	lead := LeadAt(first, second, 0, n)
	scale := float64(len(first)) * float64(n+2)
	return Order{
		N: n, Right: lead.Ahead, Tied: lead.Level,
		Z: lead.Distance / scale / math.Sqrt(meanVariance(first, n)+meanVariance(second, n)),
	}
}

// A Lead is the number of successes by which the first of two coins leads the second,
// exactly.
type Lead struct {
	Ahead    float64 // probability of a lead above 0
	Level    float64 // probability of a lead of 0
	Distance float64 // mean absolute lead, in successes over all questions
}

// LeadAt computes the Lead after n ≥ 1 trials of each question, for two coins given as
// their success probabilities on the same M questions. The first coin starts with before
// more successes than the second. See OrderAt for the method and its cost.
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
	l.Ahead = min(max(l.Ahead, 0), 1) // rounding can leave −1e-17
	return l
}

// EachLead calls visit with every possible lead of the first coin after n ≥ 1 trials of
// each question, and with its probability, up to rounding. The far tails come first. It
// omits leads whose probabilities add up to less than 1e-19. See LeadAt.
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
		// Begin with the farther end, because small probabilities should be added before
		// large ones.
		lead := low
		if high-middle > middle-low {
			lead, high = high, high-1
		} else {
			low++
		}
		visit(before+lead, t.mass[lead&mask])
	}
}

// leads returns a range of leads after n trials of each question. By Bernstein's
// inequality for the sum of independent numbers that differ from their means by at most
// 1, the leads outside have a total probability of at most 2e⁻⁴⁵.
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

// negligible is the magnitude below which a wave is left out. All such waves together
// change a probability by at most this number, while rounding errors are about 1e-17.
const negligible = 1e-40

// transform is the memory of one inverse Fourier transform. Transforms are pooled by
// size, because computing their tables of sines takes a third as long as the transform.
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

// difference sets t.mass to the distribution of the lead of the first coin after n trials
// of each question, modulo its size, a power of two.
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
			break // the shorter waves are negligible too: every factor is smaller for them
		}
		t.waves[j] = all / complex(size, 0)
	}
	t.fft.Sequence(t.mass, t.waves)
}
