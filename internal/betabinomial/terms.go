package betabinomial

import (
	"maps"
	"math"
	"slices"
)

// terms computes the log likelihood of counts under a Beta(a, b) prior, up to a
// constant. The log likelihood is the sum, over all questions with c successes in n
// trials, of
//
//	log[ B(a + c, b + n − c) / B(a, b) ].
//
// The quotient is computed as (a)_c · (b)_{n−c} / (a+b)_n, where
// (x)_n = x(x + 1)…(x + n − 1) is a rising factorial.
type terms struct{ successes, failures, trials risingProduct }

// newTerms prepares the likelihood of counts. The likelihood is most accurate for
// priors close to the given one.
func newTerms(counts []Count, near Node) terms {
	return terms{
		successes: newRising(near.Alpha, counts, func(c Count) int { return c.Successes }),
		failures:  newRising(near.Beta, counts, func(c Count) int { return c.Trials - c.Successes }),
		trials:    newRising(near.Alpha+near.Beta, counts, func(c Count) int { return c.Trials }),
	}
}

// log returns the log likelihood for a Beta(a, b) prior, without the term that
// concentrationTerm returns.
func (t *terms) log(a, b float64) float64 { return t.successes.log(a) + t.failures.log(b) }

// logs returns the same values as log, for several pairs of a and b.
func (t *terms) logs(a, b [batchSize]float64) [batchSize]float64 {
	logs, failures := t.successes.logs(a), t.failures.logs(b)
	for i := range logs {
		logs[i] += failures[i]
	}
	return logs
}

// interpolate returns the same values as logs, with an error of at most 1e-9. It is
// fast if it is called often with similar values of a and b.
func (t *terms) interpolate(a, b [batchSize]float64) [batchSize]float64 {
	logs, failures := t.successes.interpolateAll(a), t.failures.interpolateAll(b)
	for i := range logs {
		logs[i] += failures[i]
	}
	return logs
}

// concentrationTerm returns the term of the log likelihood that depends only on the
// concentration, a + b.
func (t *terms) concentrationTerm(concentration float64) float64 { return -t.trials.log(concentration) }

// A risingProduct is a product of rising factorials (x)_n = x(x + 1)…(x + n − 1), as a
// function of x. It has one factorial for each question; n depends on the question. The
// product is divided by its value at x = reference. This keeps the logarithms small:
// their error is at most 1e-9, even for 20,000 questions of 4,096 trials.
type risingProduct struct {
	reference float64
	runs      []run
	ends      []end
	factors   int    // number of factors in all runs
	knots     *knots // table for interpolateAll; nil until needed
}

// A run is a sequence of factors of rising factorials, (x + i) / (reference + i) with i
// in from..to−1.
type run struct {
	from, to  float64
	scale     float64 // 1/Π (reference + i)
	questions float64 // number of questions that have no further run
}

// An end is a factor of a risingProduct, (Γ(x + at) / Γ(reference + at))^questions.
// Ends stand for the last parts of long factorials.
type end struct{ questions, at float64 }

const (
	mostFactors   = 64 // maximum number of factors in a run, whose product then neither overflows nor loses digits
	costOfEnd     = 30 // time for an end, in factors of a run
	leastOfSeries = 16 // smallest argument of Γ for which Stirling's series is accurate to all digits
)

// newRising returns the product of the rising factorials (x)_n of all questions. For a
// question with counts c, n is length(c).
func newRising(reference float64, counts []Count, length func(Count) int) risingProduct {
	questions := map[int]int{} // number of questions by length
	for _, c := range counts {
		questions[length(c)] += c.Questions
	}
	lengths := slices.Sorted(maps.Keys(questions))
	limit := math.MaxInt // maximum length of runs; longer factorials continue with ends
	if n := len(lengths); n > 0 && lengths[n-1] > leastOfSeries+costOfEnd*n {
		limit = leastOfSeries
	}
	r, from, beyond := risingProduct{reference: reference}, 0, 0
	for _, at := range lengths {
		if at >= limit {
			r.ends = append(r.ends, end{float64(questions[at]), float64(at)})
			beyond += questions[at]
			continue
		}
		r.addRuns(from, at, questions[at])
		from = at
	}
	if beyond > 0 {
		r.addRuns(from, limit, beyond)
		r.ends = append(r.ends, end{-float64(beyond), float64(limit)})
	}
	return r
}

// addRuns appends runs for the factors x + i with i in from..to−1. The given number of
// questions have no further runs.
func (r *risingProduct) addRuns(from, to, questions int) {
	for from < to {
		one := run{from: float64(from), to: float64(min(to, from+mostFactors)), scale: 1}
		for i := one.from; i < one.to; i++ {
			one.scale /= r.reference + i
		}
		if from += mostFactors; from >= to {
			one.questions = float64(questions)
		}
		r.factors += int(one.to - one.from)
		r.runs = append(r.runs, one)
	}
}

// batchSize is the number of values of x for which a risingProduct is computed at the
// same time. Each multiplication waits for the previous one, so interleaving several
// products saves time.
const batchSize = 4

// logs returns the logarithms of the risingProduct at several values x > 0.
func (r *risingProduct) logs(x [batchSize]float64) (sums [batchSize]float64) {
	var at [batchSize]partial
	for i := range at {
		at[i] = partial{factorial: 1, together: 1}
	}
	for i := range r.runs {
		one := &r.runs[i]
		a, b, c, d := at[0].factorial*one.scale, at[1].factorial*one.scale, at[2].factorial*one.scale, at[3].factorial*one.scale
		for i := one.from; i < one.to; i++ {
			a *= x[0] + i
			b *= x[1] + i
			c *= x[2] + i
			d *= x[3] + i
		}
		at[0].add(a, one.questions)
		at[1].add(b, one.questions)
		at[2].add(c, one.questions)
		at[3].add(d, one.questions)
	}
	for i := range at {
		sums[i] = r.end(&at[i], x[i])
	}
	return sums
}

// log returns the logarithm of the risingProduct at x > 0.
func (r *risingProduct) log(x float64) float64 {
	p := partial{factorial: 1, together: 1}
	for i := range r.runs {
		one := &r.runs[i]
		factorial := p.factorial * one.scale
		for i := one.from; i < one.to; i++ {
			factorial *= x + i
		}
		p.add(factorial, one.questions)
	}
	return r.end(&p, x)
}

// end returns the logarithm of the whole risingProduct at x. It gets the product p of
// all factors in r.runs, and adds the factors in r.ends.
func (r *risingProduct) end(p *partial, x float64) float64 {
	for _, one := range r.ends {
		p.sum += float64(one.questions * logGammaRatio(r.reference+one.at, x-r.reference))
	}
	return p.sum + math.Log(p.together)
}

// A partial is an unfinished product. It holds the part of a risingProduct at one x
// that has been multiplied so far. The factorials of several questions are multiplied
// before a logarithm is taken, because a logarithm costs as much as several products.
type partial struct {
	sum               float64
	factorial, passed float64 // (x)_to / (reference)_to is factorial · e^passed
	together          float64
}

// add multiplies the product by a factorial, once for each of the given number of
// questions. It stores the factorial, from which larger factorials are computed.
func (p *partial) add(factorial, questions float64) {
	if questions == 1 && p.passed == 0 && !outOfRange(factorial) { // by far the most frequent case
		p.factorial = factorial
		if p.together *= factorial; !outOfRange(p.together) {
			return
		}
		p.sum += math.Log(p.together)
		p.together = 1
		return
	}
	if outOfRange(factorial) {
		p.passed += math.Log(factorial)
		factorial = 1
	}
	p.factorial = factorial
	switch questions {
	case 0:
		return
	case 1:
		p.together *= factorial
	case 2:
		p.together *= factorial * factorial
	case 3:
		p.together *= factorial * factorial * factorial
	default:
		p.sum += float64(questions * math.Log(factorial))
	}
	p.sum += float64(questions * p.passed)
	if outOfRange(p.together) {
		p.sum += math.Log(p.together)
		p.together = 1
	}
}

// outOfRange reports whether x > 0 is so small or so large that a few more
// multiplications could underflow or overflow.
func outOfRange(x float64) bool { return math.Float64bits(x)-lowestBits > highestBits-lowestBits }

// lowestBits and highestBits are the bits of the limits of outOfRange, 1e-60 and 1e60.
// Positive floats and their bits have the same order.
var lowestBits, highestBits = math.Float64bits(1e-60), math.Float64bits(1e60)

// logGammaRatio returns log(Γ(x + step) / Γ(x)). Both x and x + step must be at least
// leastOfSeries. It subtracts two Stirling series (Abramowitz and Stegun 1964, 6.1.41)
// in a way that loses no digits if step is small relative to x.
func logGammaRatio(x, step float64) float64 {
	end := x + step
	return float64((x-0.5)*math.Log1p(step/x)) + float64(step*(math.Log(end)-1)) + remainder(end) - remainder(x)
}

// remainder returns the part of Stirling's series for log Γ(x) that consists of powers
// of 1/x.
func remainder(x float64) float64 {
	square := 1 / float64(x*x)
	sum := -1.0/1680 + float64(square/1188)
	sum = 1.0/1260 + float64(square*sum)
	sum = -1.0/360 + float64(square*sum)
	return (1.0/12 + float64(square*sum)) / x
}

// logGamma returns log Γ(x) for x > 0.
func logGamma(x float64) float64 {
	log, _ := math.Lgamma(x)
	return log
}
