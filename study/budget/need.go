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

// MaxTrials is the largest number of trials that is looked for.
const MaxTrials = 1_000_000_000

// LeastConfidence is the smallest that can be asked for: at 0.788, noise alone
// gives models that do not differ the |z| that it asks for.
const LeastConfidence = 0.8

// An exact number costs some hundredths of a second at most: exactWork is in
// factors of a characteristic function, and a point of its transform costs as
// much as waveWork of them.
const (
	exactWork = 1 << 24
	waveWork  = 20
)

// Need is what it takes to tell a pair of models apart.
type Need struct {
	Above, Below int
	Equal        bool    // their means are equal: nothing below is defined
	Gap          float64 // of the means, as the truth or the board has them, in units of the weights; at least 0

	// Now is the z-score of section 2.5 on the board, negative if it puts a
	// pair of coins in the wrong order.
	Now float64

	// Trials is the smallest number of trials of each question, not counting
	// the prior's, from which on the expected |z| is at least the quantile of
	// the confidence, 0 if that is more than MaxTrials. Exact says whether that is an exact expectation, and
	// NormalTrials is what the normal approximation says.
	Trials, NormalTrials int
	Exact                bool
	There                Point // at Trials, if that is a number

	// Low and High are the normal approximation's numbers were the gap larger
	// or smaller by one standard deviation of its posterior: 0 for no number up
	// to MaxTrials, or none at all. They are 0 where the truth is known.
	Low, High int

	More Questions
}

// Questions is what other questions like these, instead of more trials of the
// same, would do for a pair: the questions are a sample, both models answer all
// of them, and the gap is its mean. With M questions and n trials of each, the
// estimated gap has the variance (Between + Within/n)/M; the z-score is the gap
// in standard deviations, in the normal approximation.
type Questions struct {
	Between float64 // variance of the gap from question to question
	Within  float64 // variance of a trial's gap at a question, on average

	// Ceiling is the z-score that M questions approach as trials are added
	// without end: +Inf where questions do not differ, NaN for one question.
	Ceiling float64

	// Now is the number of questions needed at the board's own number of
	// trials, and Least that with endless trials of each, for an expected |z|
	// at the quantile; 0 for one question, of which nothing can be told, and
	// where it is more than MaxTrials.
	Now, Least int

	// Most is the same at the upper 95 % limit of Between, were the gaps of
	// the questions normal. Where Between is 0, the noise of the trials
	// explains all that the questions differ by, and Most says what it may
	// hide: gaps that differ by less than noise does count as differing by so
	// much.
	Most Spread
}

// unknownQuestions are those of which nothing is known but Within.
func unknownQuestions(within float64) Questions {
	none := Spread{Between: math.NaN(), Ceiling: math.NaN()}
	return Questions{Between: none.Between, Within: within, Ceiling: none.Ceiling, Most: none}
}

// Spread is what a variance between questions means; see Questions.
type Spread struct {
	Between, Ceiling float64
	Now, Least       int
}

// Point is what n trials of each question say about a pair. Right is the
// probability of the right order, counting half of the ties, and Z the expected
// |z|: exact ones if Exact is set, else those of the normal approximation, which
// NormalRight and NormalZ are in any case.
type Point struct {
	N                    int
	Right, Z             float64
	NormalRight, NormalZ float64
	Exact                bool
}

// Quantile is the one-sided quantile of a confidence in [LeastConfidence, 1),
// 1.645 of 0.95; an error for any other.
func Quantile(confidence float64) (float64, error) {
	if !(confidence >= LeastConfidence && confidence < 1) {
		return 0, fmt.Errorf("the confidence must be at least %v and below 1, but is %v: "+
			"models that do not differ reach the z of a lower one by chance", LeastConfidence, confidence)
	}
	return distuv.UnitNormal.Quantile(confidence), nil
}

// Need finds what it takes for the expected |z| of two models, the first at
// least as good as the second, to reach a quantile (see Quantile). It fails
// only if the context ends.
func (m *Models) Need(ctx context.Context, above, below int, quantile float64) (Need, error) {
	d := m.difference(above, below)
	a, b := m.now[above], m.now[below]
	need := Need{
		Above: above, Below: below, Equal: m.levels[above] == m.levels[below],
		Gap: d.mean / float64(m.Questions), Now: ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma),
	}
	if need.Equal {
		need.Gap = 0 // but for rounding
		return need, ctx.Err()
	}
	normal := func(d difference) int {
		z := func(n int) float64 { return m.normalZ(d, above, below, n) }
		return smallest(func(n int) bool { return z(n) >= quantile }, m.valley(z, quantile), 1)
	}
	need.NormalTrials = normal(d)
	if !m.Known {
		deviation := float64(unfused.Hypot(a.Sigma, b.Sigma) * float64(m.Questions))
		need.Low = normal(d.shifted(deviation))
		if d.mean > deviation {
			need.High = normal(d.shifted(-deviation))
		}
	}
	need.Trials, need.There = m.evenOdds(ctx, above, below, quantile, need.NormalTrials)
	need.Exact = m.exact(need.Trials)
	need.More = m.questions(above, below, d, quantile)
	return need, ctx.Err()
}

// evenOdds is the smallest number of trials from which on the expected |z| of two
// models is at least a quantile, 0 if that is more than MaxTrials, and what they say;
// guess is what the normal approximation says.
func (m *Models) evenOdds(ctx context.Context, above, below int, quantile float64, guess int) (trials int, there Point) {
	d := m.difference(above, below)
	low := m.valley(func(n int) float64 { return m.normalZ(d, above, below, n) }, quantile)
	// The expected |z| is known to 10⁻¹³ of itself and rises by 1/(2n) of itself from
	// n to n + 1, so that the quantile lies between the z of two processors at one n
	// in 10⁷ plans of a million trials.
	return smallestWith(ctx, low, guess, func(n int) (Point, bool) {
		p := m.At(above, below, n)
		return p, p.Z >= quantile
	})
}

// At is what n ≥ 1 trials of each question say about two models, the first the
// better one.
func (m *Models) At(above, below, n int) Point {
	d := m.difference(above, below)
	p := Point{N: n, NormalRight: d.right(n), NormalZ: m.normalZ(d, above, below, n)}
	p.Right, p.Z = p.NormalRight, p.NormalZ
	if p.Exact = m.exact(n); p.Exact {
		o := sim.LeadAt(m.chances(above), m.chances(below), int(math.Round(d.lead)), n)
		p.Right, p.Z = min(o.Ahead+float64(o.Level/2), 1), m.score(o.Distance, above, below, n)
	}
	return p
}

// normalZ is the expected |z| after n trials, in the normal approximation.
func (m *Models) normalZ(d difference, above, below, n int) float64 {
	return m.score(d.distance(n), above, below, n)
}

// score is the expected |z| after n trials that put two models so far apart on
// average. As in sim.Order, the variances are replaced by their means.
func (m *Models) score(distance float64, above, below, n int) float64 {
	scale := float64(m.Questions) * float64(m.mass+n)
	return distance / scale / math.Sqrt(m.posteriorVariance(above, n)+m.posteriorVariance(below, n))
}

// valley is a number of trials at which the expected |z| is below the quantile
// for the last time but for its final rise, 0 if there is none. A prior makes
// one: where it favours the wrong model, or the right one by too much, the
// expected |z| falls at first, about to where new trials outweigh it. The
// curve has one valley, and steps of an eighth find its ground.
func (m *Models) valley(z func(n int) float64, quantile float64) int {
	if m.PriorTrials == 0 {
		return 0 // it rises from the first trial on
	}
	lowest, ground := 0, quantile
	for n := 1; n <= MaxTrials; n += 1 + n/8 {
		if v := z(n); v < ground {
			lowest, ground = n, v
		}
	}
	return lowest
}

// exact tells whether n trials can be worked out exactly: outcomes are binary and
// count the same at all questions, and the transform of the distribution is no long
// work.
func (m *Models) exact(n int) bool {
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

// smallest is the smallest n from above low up to MaxTrials for which ok holds,
// 0 if there is none. ok must hold from some n on; a good guess of how far above
// saves calls.
func smallest(ok func(n int) bool, low, guess int) int {
	high := min(low+guess, MaxTrials) // ok(low) does not hold
	for step := 1; !ok(high); step *= 2 {
		if low = high; low == MaxTrials {
			return 0
		}
		high = min(high+step, MaxTrials)
	}
	for step := 1; high-low > 1 && step < high-low; step *= 2 { // near the guess, if low is still far
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

// smallestWith is smallest of what ok finds at n, with what it found there. guess is a number
// of trials, 0 for none up to MaxTrials. Once ctx has ended it ends with anything.
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
			there = found // the last of these is at the smallest n
		}
		return enough
	}, low, max(guess-low, 1))
	return n, there
}

// questions takes the differences of the questions for a sample. Estimated ones
// also differ by the noise of the board's trials, which is taken off.
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
		wanted := unfolded(quantile) / gap
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
	if square := all * all; square > 0 { // Satterthwaite's (Σv)²/Σv² in place of the number of values
		freedom *= square / (float64(more.Between*(more.Between+float64(2*noise))) + squares)
	}
	more.Most = spread(upperVariance(max(seen, noise), freedom) - noise)
	return more
}

// upperVariance is the upper 95 % limit of a variance that was estimated from
// normal values with so many degrees of freedom.
func upperVariance(estimate, freedom float64) float64 {
	return estimate * freedom / distuv.ChiSquared{K: freedom}.Quantile(0.05)
}
