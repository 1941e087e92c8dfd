package unfused

import "math"

// Exp returns eˣ with an error of at most two units in the last place. The result is
// the same on every processor, unlike that of math.Exp, which uses assembly on some
// processors and fused operations on others. For x below −708, where eˣ is near the
// smallest normal number, Exp returns 0. For x above 709, it returns +Inf. It follows
// FDLIBM's e_exp.c: it subtracts a multiple of ln 2 from x and applies a rational
// function to the rest.
func Exp(x float64) float64 {
	switch {
	case x < -708:
		return 0
	case x > 709:
		return math.Inf(1)
	case x != x:
		return x
	}
	twos := math.Floor(float64(x*math.Log2E) + 0.5)
	high := x - float64(twos*ln2High)
	low := float64(twos * ln2Low)
	r := high - low
	t := r * r
	p := -1.65339022054652515390e-06 + float64(t*4.13813679705723846039e-08)
	p = 6.61375632143793436117e-05 + float64(t*p)
	p = -2.77777777770155933842e-03 + float64(t*p)
	p = 1.66666666666666657415e-01 + float64(t*p)
	c := r - float64(t*p)
	y := 1 - ((low - float64(r*c)/(2-c)) - high)
	return y * math.Float64frombits(uint64(1023+int(twos))<<52)
}

// ln 2 as the sum of two numbers. The first has so few digits that its multiples are
// exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Log returns ln x for a positive normal number x. The result is the same on every
// processor. It follows FDLIBM's e_log.c.
func Log(x float64) float64 {
	bits := math.Float64bits(x)
	twos := float64(int(bits>>52) - 1022)
	f := math.Float64frombits(bits&(1<<52-1) | 1022<<52) // in [½, 1)
	if f < math.Sqrt2/2 {
		f *= 2
		twos--
	}
	f--
	s := f / (2 + f)
	square := s * s
	fourth := square * square
	even := 2.857142874366239149e-01 + float64(fourth*(1.818357216161805012e-01+float64(fourth*1.479819860511658591e-01)))
	even = float64(square * (6.666666666666735130e-01 + float64(fourth*even)))
	odd := 2.222219843214978396e-01 + float64(fourth*1.531383769920937332e-01)
	odd = float64(fourth * (3.999999999940941908e-01 + float64(fourth*odd)))
	half := float64(0.5 * f * f)
	return float64(twos*ln2High) - ((half - (float64(s*(half+(even+odd))) + float64(twos*ln2Low))) - f)
}
