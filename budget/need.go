package budget

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

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

	// Trials is the smallest number of trials of each question with which the
	// expected |z| reaches the quantile of the confidence, 0 if that is more
	// than MaxTrials. Exact says whether that is an exact expectation, and
	// NormalTrials is what the normal approximation says.
	Trials, NormalTrials int
	Exact                bool

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
		return 0, fmt.Errorf("the confidence must be at least %v and below 1, but is %v: models that do not differ reach the z of a lower one by chance", LeastConfidence, confidence)
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
		return smallest(func(n int) bool { return m.normalZ(d, above, below, n) >= quantile }, 1)
	}
	need.NormalTrials = normal(d)
	if !m.Known {
		deviation := math.Hypot(a.Sigma, b.Sigma) * float64(m.Questions)
		need.Low = normal(difference{d.mean + deviation, d.variance})
		if d.mean > deviation {
			need.High = normal(difference{d.mean - deviation, d.variance})
		}
	}
	guess := need.NormalTrials
	if guess == 0 {
		guess = MaxTrials
	}
	need.Trials = smallest(func(n int) bool { return ctx.Err() != nil || m.At(above, below, n).Z >= quantile }, guess)
	need.Exact = m.exact(need.Trials)
	need.More = m.questions(above, below, d, quantile)
	return need, ctx.Err()
}

// At is what n ≥ 1 trials of each question say about two models, the first the
// better one.
func (m *Models) At(above, below, n int) Point {
	d := m.difference(above, below)
	p := Point{N: n, NormalRight: d.right(n), NormalZ: m.normalZ(d, above, below, n)}
	p.Right, p.Z = p.NormalRight, p.NormalZ
	if p.Exact = m.exact(n); p.Exact {
		o := sim.OrderAt(m.chances(above), m.chances(below), n)
		p.Right, p.Z = o.Right+o.Tied/2, o.Z
	}
	return p
}

// normalZ is the expected |z| after n trials, in the normal approximation. As
// in sim.Order, the variances are replaced by their means.
func (m *Models) normalZ(d difference, above, below, n int) float64 {
	scale := float64(m.Questions) * float64(m.worth.categories+n)
	return d.distance(n) / scale / math.Sqrt(m.posteriorVariance(above, n)+m.posteriorVariance(below, n))
}

// exact tells whether n trials can be worked out exactly: outcomes are binary,
// and the transform of the distribution is no long work.
func (m *Models) exact(n int) bool {
	if !m.worth.binary || n < 1 || n > exactWork/m.Questions {
		return false
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

// smallest is the smallest n up to MaxTrials for which ok holds, 0 if there is
// none. ok must hold from some n on; a good guess saves calls.
func smallest(ok func(n int) bool, guess int) int {
	low, high := 0, guess // ok(low) does not hold
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

// questions takes the differences of the questions for a sample. Estimated ones
// also differ by the noise of the board's trials, which is taken off.
func (m *Models) questions(above, below int, d difference, quantile float64) Questions {
	count := float64(m.Questions)
	more := Questions{Within: d.variance / count}
	gaps := make([]float64, m.Questions)
	var noise float64
	for q, a := range m.outcome[above] {
		b := m.outcome[below][q]
		gaps[q] = a.mean - b.mean
		noise += (a.noise + b.noise) / count
	}
	if m.Questions == 1 {
		more.Between, more.Ceiling = math.NaN(), math.NaN()
		return more
	}
	more.Between = max(stat.Variance(gaps, nil)-noise, 0)
	gap := d.mean / count
	more.Ceiling = gap / math.Sqrt(more.Between/count)
	wanted := unfolded(quantile) / gap
	sample := func(variance float64) int {
		if n := math.Ceil(wanted * wanted * variance); n <= MaxTrials {
			return max(int(n), 1)
		}
		return 0
	}
	more.Now, more.Least = sample(more.Between+more.Within/float64(m.Trials)), sample(more.Between)
	return more
}
