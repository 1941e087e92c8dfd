package budget

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/unfused"
	"settle/ranking"
	"settle/sim"
)

// MaxTrials is the largest number of trials per question that plans consider. If more would be
// needed, the result of a search is 0.
const MaxTrials = 1_000_000_000

// LeastConfidence is the smallest confidence that can be requested. At confidences below 0.788,
// the normal quantile is so small that even equal models have a larger expected |z|.
const LeastConfidence = 0.8

// These constants limit the time to compute one exact number to a few hundredths of a second.
// exactWork is the largest number of factors of a characteristic function that are computed. One
// point of the function's Fourier transform takes as long as waveWork factors.
const (
	exactWork = 1 << 24
	waveWork  = 20
)

// A Need holds the number of trials per question from which the expected |z| of a pair of models
// is at least a quantile. With that many trials, the pair is separated about half of the time.
type Need struct {
	Above, Below int
	Equal        bool    // the means are equal, and the fields below are undefined
	Gap          float64 // difference of the true means, or of the board's means if the truth is unknown, in units of the weights; at least 0

	// Now is the z-score of section 2.5 on the board. It is negative if the truth is known
	// and the board has the models in the wrong order.
	Now float64

	// Trials is the smallest number of trials per question, beyond the prior's, from which
	// the expected |z| stays at or above the quantile of the confidence. It is 0 if that
	// number is above MaxTrials. Exact reports whether the expectation is exact.
	// NormalTrials is the number by the normal approximation.
	Trials, NormalTrials int
	Exact                bool
	There                Point // expected results with Trials trials, if Trials is not 0

	// Low and High are the trials needed if the gap is one posterior standard deviation
	// larger or smaller, by the normal approximation. A value is 0 if no number up to
	// MaxTrials is enough; both are 0 if the truth is known.
	Low, High int

	More Questions
}

// A Questions describes how well a pair of models is separated with more questions from the same
// population, in place of more trials of the same questions. The questions are treated as a
// sample that both models answer. The gap is the mean difference of the models over the sample.
// With M questions and n trials of each, the estimated gap has variance (Between + Within/n)/M.
// The z-score is the gap divided by its standard deviation, in the normal approximation.
type Questions struct {
	Between float64 // variance of the models' true difference between questions
	Within  float64 // variance of the difference of one trial of each model at a question, averaged over questions

	// Ceiling is the limit of the z-score on M questions as the number of trials grows. It
	// is +Inf if the gap is the same at all questions, and NaN for one question.
	Ceiling float64

	// Now is the number of questions at which the expected |z| reaches the quantile if each
	// has as many trials as on the board. Least is the number of questions if each has
	// unlimited trials. A value is 0 if it exceeds MaxTrials, or if the board has only one
	// question, which shows no variance.
	Now, Least int

	// Most holds the same numbers if Between is at its upper 95 % confidence limit
	// (one-sided), assuming that the gaps at the questions are normal. If Between is 0, the
	// noise of the trials explains all differences between questions. Most then shows how
	// much variance the noise can hide: the limit is computed as if the observed variance
	// were at least the noise.
	Most Spread
}

// unknownQuestions returns a Questions in which only the field Within is known. The other
// variances are NaN, and the numbers of questions are 0.
func unknownQuestions(within float64) Questions {
	none := Spread{Between: math.NaN(), Ceiling: math.NaN()}
	return Questions{Between: none.Between, Within: within, Ceiling: none.Ceiling, Most: none}
}

// A Spread holds an estimate of the variance between questions (Between), and the results that
// follow from this estimate. The fields have the same meaning as in Questions.
type Spread struct {
	Between, Ceiling float64
	Now, Least       int
}

// A Point holds the expected results for a pair of models with N trials per question. Right is
// the probability that the scores have the right order, where a tie counts as half. Z is the
// expected |z|. If Exact is true, both are exact. Otherwise they equal NormalRight and NormalZ,
// which come from the normal approximation.
type Point struct {
	N                    int
	Right, Z             float64
	NormalRight, NormalZ float64
	Exact                bool
}

// Quantile returns the one-sided normal quantile of a confidence in [LeastConfidence, 1), for
// example 1.645 for 0.95. It fails for any other confidence.
func Quantile(confidence float64) (float64, error) {
	if !(confidence >= LeastConfidence && confidence < 1) {
		return 0, fmt.Errorf("the confidence must be at least %v and below 1, not %v: "+
			"at a lower confidence, equal models reach the required z by chance", LeastConfidence, confidence)
	}
	return distuv.UnitNormal.Quantile(confidence), nil
}

// Need finds the number of trials per question from which the expected |z| of two models is at
// least quantile (see the function Quantile). The first model must be at least as good as the
// second. Need fails only if ctx ends.
func (m *Models) Need(ctx context.Context, above, below int, quantile float64) (Need, error) {
	d := m.difference(above, below)
	a, b := m.now[above], m.now[below]
	need := Need{
		Above: above, Below: below, Equal: m.levels[above] == m.levels[below],
		Gap: d.mean / float64(m.Questions), Now: ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma),
	}
	if need.Equal {
		need.Gap = 0 // except for rounding
		return need, ctx.Err()
	}
	normal := func(d difference) int {
		z := func(n int) float64 { return m.normalZ(d, above, below, n) }
		return smallest(func(n int) bool { return z(n) >= quantile }, m.valley(z, quantile), 1)
	}
	need.NormalTrials = normal(d)
	if !m.Known {
		deviation := float64(unfused.Hypot(a.Sigma, b.Sigma) * float64(m.Questions))
		need.Low = normal(d.shift(deviation))
		if d.mean > deviation {
			need.High = normal(d.shift(-deviation))
		}
	}
	need.Trials, need.There = m.evenOdds(ctx, above, below, quantile, need.NormalTrials)
	need.Exact = m.isExact(need.Trials)
	need.More = m.questions(above, below, d, quantile)
	return need, ctx.Err()
}

// evenOdds returns the smallest number of trials per question from which the expected |z| of two
// models stays at or above quantile. It also returns the expected results with that number of
// trials. The number is 0 if it would be above MaxTrials. guess is the number that the normal
// approximation gives.
func (m *Models) evenOdds(ctx context.Context, above, below int, quantile float64, guess int) (trials int, there Point) {
	d := m.difference(above, below)
	low := m.valley(func(n int) float64 { return m.normalZ(d, above, below, n) }, quantile)
	// The relative error of the expected |z| is 10⁻¹³, and from n to n + 1 the expected |z|
	// rises by the relative amount 1/(2n). So two processors find different numbers only for
	// one n in 10⁷ plans of a million trials.
	return smallestWith(ctx, low, guess, func(n int) (Point, bool) {
		p := m.At(above, below, n)
		return p, p.Z >= quantile
	})
}

// At returns the expected results for two models with n trials per question, where n is at least
// 1. The first model must be the better one.
func (m *Models) At(above, below, n int) Point {
	d := m.difference(above, below)
	p := Point{N: n, NormalRight: d.rightProbability(n), NormalZ: m.normalZ(d, above, below, n)}
	p.Right, p.Z = p.NormalRight, p.NormalZ
	if p.Exact = m.isExact(n); p.Exact {
		o := sim.LeadAt(m.chances(above), m.chances(below), int(math.Round(d.lead)), n)
		p.Right, p.Z = min(o.Ahead+float64(o.Level/2), 1), m.score(o.Distance, above, below, n)
	}
	return p
}

// normalZ returns the expected |z| of two models after n trials per question, in the normal
// approximation. d describes the difference of the two models.
func (m *Models) normalZ(d difference, above, below, n int) float64 {
	return m.score(d.distance(n), above, below, n)
}

// score returns the expected |z| of two models after n trials per question. distance is the
// expected absolute lead of one over the other, summed over questions. As in sim.Order, the
// variances in z are replaced by their means.
func (m *Models) score(distance float64, above, below, n int) float64 {
	scale := float64(m.Questions) * float64(m.mass+n)
	return distance / scale / math.Sqrt(m.posteriorVariance(above, n)+m.posteriorVariance(below, n))
}

// valley returns the number of trials at which the expected |z| is lowest, or 0 if even the
// lowest value is not below the quantile. z(n) is the expected |z| after n trials. Only a prior
// that favours the wrong model, or the right model too much, causes such a minimum. The expected
// |z| then falls until new trials begin to outweigh the prior, and only rises after that. So
// steps of an eighth of n are enough to find the minimum.
func (m *Models) valley(z func(n int) float64, quantile float64) int {
	if m.PriorTrials == 0 {
		return 0 // the expected |z| rises from the first trial on
	}
	lowest, ground := 0, quantile
	for n := 1; n <= MaxTrials; n += 1 + n/8 {
		if v := z(n); v < ground {
			lowest, ground = n, v
		}
	}
	return lowest
}

// isExact reports whether the results with n trials per question can be computed exactly. This
// requires binary outcomes, the same number of prior trials for all questions, and a Fourier
// transform that is not too long.
func (m *Models) isExact(n int) bool {
	if !m.binary || m.uneven || n < 1 || n > exactWork/m.Questions {
		return false
	}
	if m.mostExact > 0 {
		return n <= m.mostExact/m.Questions
	}
	points := 1 << bits.Len(uint(2*m.Questions*n))
	return points <= exactWork/(m.Questions+waveWork)
}

func (m *Models) chances(model int) []float64 {
	p := make([]float64, m.Questions)
	for q, o := range m.outcome[model] {
		p[q] = o.mean
	}
	return p
}

// smallest returns the smallest n in (low, MaxTrials] for which ok returns true, or 0 if there is
// none. If ok returns true for some n, it must return true for all larger n. guess is an estimate
// of n − low; a good guess saves calls of ok.
func smallest(ok func(n int) bool, low, guess int) int {
	high := min(low+guess, MaxTrials) // ok(low) is false
	for step := 1; !ok(high); step *= 2 {
		if low = high; low == MaxTrials {
			return 0
		}
		high = min(high+step, MaxTrials)
	}
	for step := 1; high-low > 1 && step < high-low; step *= 2 { // first near the guess, because low can be far away
		if !ok(high - step) {
			low = high - step
			break
		}
		high -= step
	}
	for high-low > 1 {
		if middle := low + (high-low)/2; ok(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// smallestWith returns the smallest n above low for which ok returns true, and the first value
// that ok returned for that n. guess is an estimate of n, or 0 if probably no n up to MaxTrials
// is enough. If ctx ends, the result is undefined.
func smallestWith[T any](ctx context.Context, low, guess int, ok func(n int) (T, bool)) (n int, there T) {
	if guess == 0 {
		guess = MaxTrials
	}
	n = smallest(func(n int) bool {
		if ctx.Err() != nil {
			return true
		}
		found, enough := ok(n)
		if enough {
			there = found // the last assignment is at the smallest n
		}
		return enough
	}, low, max(guess-low, 1))
	return n, there
}

// questions returns the Questions of a pair of models, which treats the models' differences at
// the questions as a random sample. The noise of the board's trials inflates the variance of
// these differences, so it is subtracted.
func (m *Models) questions(above, below int, d difference, quantile float64) Questions {
	count := float64(m.Questions)
	more := unknownQuestions(d.variance / count)
	if m.Questions == 1 {
		return more
	}
	gaps, once := make([]float64, m.Questions), make([]float64, m.Questions)
	var noise, squares float64
	for q, a := range m.outcome[above] {
		b := m.outcome[below][q]
		gaps[q], once[q] = a.mean-b.mean, 1
		noise += (a.noise + b.noise) / count
		squares += (a.noise + b.noise) * (a.noise + b.noise) / count
	}
	gap := d.mean / count
	spread := func(between float64) Spread {
		wanted := unfoldMean(quantile) / gap
		sample := func(variance float64) int {
			if n := math.Ceil(wanted * wanted * variance); n <= MaxTrials {
				return max(int(n), 1)
			}
			return 0
		}
		return Spread{
			between, gap / math.Sqrt(between/count),
			sample(between + more.Within/float64(m.Trials)), sample(between),
		}
	}
	_, seen := unfused.MeanVariance(gaps, once)
	seen = float64(seen * count / (count - 1))
	least := spread(max(seen-noise, 0))
	more.Between, more.Ceiling, more.Now, more.Least = least.Between, least.Ceiling, least.Now, least.Least
	freedom := count - 1
	all := more.Between + noise
	if square := all * all; square > 0 { // Satterthwaite's (Σv)²/Σv² replaces the number of values
		freedom *= square / (float64(more.Between*(more.Between+float64(2*noise))) + squares)
	}
	more.Most = spread(upperVariance(max(seen, noise), freedom) - noise)
	return more
}

// upperVariance returns the one-sided upper 95 % confidence limit of a variance that was
// estimated from normal values with the given degrees of freedom.
func upperVariance(estimate, freedom float64) float64 {
	return estimate * freedom / distuv.ChiSquared{K: freedom}.Quantile(0.05)
}
