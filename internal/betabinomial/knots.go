package betabinomial

import "math"

// The logarithm of a risingProduct is interpolated as a function of u = log x. It is
// tabulated at equidistant points, the knots. The logarithm of each factor,
// log(1 + x/i), is analytic where the imaginary part of u is within ±π, and the
// distance between knots is much less than π. A polynomial through the nearest knots is
// therefore accurate to nearly all digits.
const (
	knotsByUnit = 6
	points      = 16 // number of knots through which a polynomial passes
	lowestKnot  = -32
	highestKnot = 8
	allKnots    = (highestKnot - lowestKnot) * knotsByUnit

	leastFactors = 64 // with fewer factors, multiplying takes less time than interpolating
)

// knots holds the logarithm of a risingProduct at equidistant values of log x, the
// knots. It is filled in blocks of batchSize knots.
type knots struct {
	known [allKnots / batchSize]bool
	log   [allKnots]float64
}

// barycentric holds the interpolation weights of equidistant points. Up to its sign,
// weight i is the binomial coefficient C(points − 1, i); the signs alternate.
var barycentric = func() (weights [points]float64) {
	weights[0] = 1
	for i := 1; i < points; i++ {
		weights[i] = -weights[i-1] * float64(points-i) / float64(i)
	}
	return weights
}()

// interpolateAll returns approximations of the logarithms r.logs(x). It interpolates in
// the table r.knots, which it fills as needed.
func (r *risingProduct) interpolateAll(x [batchSize]float64) (logs [batchSize]float64) {
	if r.factors < leastFactors {
		return r.logs(x)
	}
	if r.knots == nil {
		r.knots = new(knots)
	}
	for i, x := range x {
		logs[i] = r.interpolate(x)
	}
	return logs
}

// interpolate returns the logarithm of the risingProduct at x by interpolation. It uses
// the barycentric formula (Berrut and Trefethen, "Barycentric Lagrange interpolation",
// SIAM Review 46, 2004).
func (r *risingProduct) interpolate(x float64) float64 {
	u := float64((math.Log(x) - lowestKnot) * knotsByUnit)
	first := int(u) - points/2 + 1
	if first < 0 || first+points > allKnots {
		return r.log(x)
	}
	for block := first / batchSize; block <= (first+points-1)/batchSize; block++ {
		if !r.knots.known[block] {
			r.tabulate(block)
		}
	}
	var sum, total float64
	at := u - float64(first)
	for i, log := range r.knots.log[first : first+points] {
		distance := at - float64(i)
		if distance == 0 {
			return log
		}
		weight := barycentric[i] / distance
		total += weight
		sum += float64(weight * log)
	}
	return sum / total
}

// tabulate stores the logarithms of the risingProduct at the knots of one block.
func (r *risingProduct) tabulate(block int) {
	var x [batchSize]float64
	for i := range x {
		x[i] = math.Exp(lowestKnot + float64(block*batchSize+i)/knotsByUnit)
	}
	logs := r.logs(x)
	copy(r.knots.log[block*batchSize:], logs[:])
	r.knots.known[block] = true
}
