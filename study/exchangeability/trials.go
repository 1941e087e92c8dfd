package exchangeability

import (
	"context"
	"math"

	"settle/internal/rng"
	"settle/montecarlo"
	"settle/results"
)

// A trials holds the outcomes of a board in the form that the tests use. Questions at which all
// outcomes are equal are left out.
//
// Let x_qt be the category of trial t of n_q trials at question q, m_q the mean of these
// categories and s²_q their sample variance (denominator n_q − 1). With sums over the questions
// of a model, the statistics
//
//	L = Σ_q Σ_t (t − (n_q + 1)/2) x_qt
//	Q = Σ_t S_t² − Σ_q Σ_t (x_qt − m_q)²,  S_t = Σ_q (x_qt − m_q)
//
// have mean 0 under permutations, and the variances
//
//	Var L = Σ_q s²_q n_q (n_q² − 1) / 12
//	Var Q = 2 Σ_{q ≠ r} s²_q s²_r (min(n_q, n_r) − 1).
//
// L detects a drift. Q, which sums products of the deviations of different questions in the same
// trial, detects dependence. For the test of copies, see agreement.
type trials struct {
	differ bool // some question has different outcomes
	drawn  int  // number of outcomes that differ from the most frequent outcome of their question
	most   int  // largest number of trials of a question

	questions int // largest number of questions with different outcomes that a model has

	// rows and others are the data for permutations; nil if drawn exceeds mostDrawn.
	rows   []row
	others []int16 // differences from the most frequent outcome, if not zero, of all rows

	models []moments
	seen   []column // by model, in board order
}

// A row holds one question of one model.
type row struct {
	model    int
	index    int // index among the rows of the model
	n        int
	from, to int // range of its outcomes in others
}

// A moments holds the statistics of a model that stay the same when its trials are permuted.
type moments struct {
	rows    int
	linear  float64   // √Var L
	squared float64   // √Var Q
	df      float64   // degrees of freedom of the χ² distribution that approximates Q
	within  float64   // Σ_q Σ_t (x_qt − m_q)²
	asked   []int     // by trial: number of questions that have it
	means   []float64 // by trial: sum of m_q over these questions
	excess  []float64 // by trial, from the second on: Σ s²_q over these questions

	agreement agreement
}

func newTrials(b *results.Board) *trials {
	t := &trials{most: b.MostTrials(), models: make([]moments, len(b.Models)), seen: newColumns(b.Shape())}
	counts := make([]int, b.Top()+1)
	for model := range b.Models {
		m := &t.models[model]
		m.means, m.excess, m.asked = make([]float64, t.most), make([]float64, t.most), make([]int, t.most)
		m.agreement = newAgreement(t.most, len(b.Questions))
		fourth := make([]float64, t.most)
		for q := range b.Questions {
			if outcomes := b.Row(model, q); !allEqual(outcomes) {
				t.add(model, outcomes, counts, fourth)
			}
		}
		m.finish(fourth)
		t.questions = max(t.questions, m.rows)
	}
	return t
}

// allEqual reports whether all outcomes are equal.
func allEqual(outcomes []uint8) bool {
	for _, x := range outcomes {
		if x != outcomes[0] {
			return false
		}
	}
	return true
}

// add adds the outcomes of one model at one question, which are not all equal. It adds s⁴_q (the
// squared variance of the outcomes) to the elements of squares for the trials that the question
// has. counts is scratch space with one zero per category.
func (t *trials) add(model int, outcomes []uint8, counts []int, squares []float64) {
	common := commonestOutcome(outcomes, counts)
	from, before := len(t.others), t.drawn
	var sum, sumSquares float64
	for trial, x := range outcomes {
		if d := int16(x) - int16(common); d != 0 {
			if t.drawn++; t.drawn <= mostDrawn {
				t.others = append(t.others, d)
			}
			t.seen[model].add(t.models[model].rows, trial, len(outcomes), d)
			sum += float64(d)
			sumSquares += float64(float64(d) * float64(d))
		}
	}
	t.differ = true
	n := float64(len(outcomes))
	mean := sum / n
	within := sumSquares - float64(mean*sum)
	variance := within / (n - 1)
	if t.drawn <= mostDrawn {
		t.rows = append(t.rows, row{model, t.models[model].rows, len(outcomes), from, len(t.others)})
	} else {
		t.rows, t.others = nil, nil
	}
	m := &t.models[model]
	m.agreement.add(m.rows, len(outcomes), t.drawn-before)
	m.rows++
	m.within += within
	m.linear += float64(variance * n * (float64(n*n) - 1) / 12)
	for trial := range outcomes {
		m.asked[trial]++
		m.means[trial] += mean
		m.excess[trial] += variance
		squares[trial] += float64(variance * variance)
	}
}

// commonestOutcome returns the most frequent outcome. counts is scratch space that must be all
// zeros, and is all zeros again afterwards.
func commonestOutcome(outcomes []uint8, counts []int) (common uint8) {
	for _, x := range outcomes {
		if counts[x]++; counts[x] > counts[common] {
			common = x
		}
	}
	for _, x := range outcomes {
		counts[x] = 0
	}
	return common
}

// finish computes √Var L, √Var Q and the degrees of freedom of Q. squares holds, by trial, Σ s⁴_q
// over the questions that have the trial.
//
// If the deviations of the outcomes were normal, Q + m.within would be a weighted sum of χ²
// variables with one degree of freedom each. There is one variable for every trial after the
// first, and its weight is in m.excess. Satterthwaite's degrees of freedom match the mean and
// variance of that sum.
func (m *moments) finish(squares []float64) {
	m.linear = math.Sqrt(m.linear)
	var sum, sumSquares float64
	for trial := 1; trial < len(m.excess); trial++ {
		e := m.excess[trial]
		sum += e
		sumSquares += float64(e * e)
		m.squared += 2 * (float64(e*e) - squares[trial])
	}
	m.squared = math.Sqrt(max(0, m.squared))
	if sumSquares > 0 {
		m.df = sum * sum / sumSquares
	}
}

// A column holds sums over the questions of a model, for each trial and for one order of its
// trials.
type column struct {
	sums   []int      // by trial: sum of the differences from the most frequent outcome
	others [][]uint64 // by trial, up to pairedTrials: the questions with another outcome, one bit each
	double int        // 2L
}

func newColumns(s results.Shape) []column {
	columns := make([]column, s.Models)
	for model := range columns {
		trials := max(s.Trials, s.Most)
		columns[model] = column{sums: make([]int, trials), others: newSets(min(trials, pairedTrials), s.Questions)}
	}
	return columns
}

// clear sets all sums to zero.
func (c *column) clear() {
	clear(c.sums)
	for _, set := range c.others {
		clear(set)
	}
	c.double = 0
}

// add adds the outcome of a trial, which differs by d from the most frequent outcome of its
// question. n is the number of trials of the question, and trial is the trial's number, from 0.
func (c *column) add(question, trial, n int, d int16) {
	if trial < len(c.others) {
		c.others[trial][question/64] |= 1 << (question % 64)
	}
	c.sums[trial] += int(d)
	c.double += int(d) * (2*trial + 1 - n)
}

// quadratic returns the statistic Q of a model, which detects dependence between questions, for
// the order of trials in c.
func (m *moments) quadratic(c *column) float64 {
	var sum float64
	for trial, x := range c.sums {
		s := float64(x) - m.means[trial]
		sum += float64(s * s)
	}
	return sum - m.within
}

// strangeness returns the statistics L (of drift) and Q (of dependence) of a model, divided by
// their standard deviations. c holds the order of the trials. A statistic is 0 if there is nothing
// to test.
func (m *moments) strangeness(c *column) (linear, squared float64) {
	if m.linear > 0 {
		linear = float64(c.double) / 2 / m.linear
	}
	if m.squared > 0 {
		squared = m.quadratic(c) / m.squared
	}
	return linear, squared
}

// evidenceOf computes approximate p-values of drift and dependence from the standardized
// statistics L and Q. The p-value of L is two-sided and normal. The p-value of Q is from a χ²
// distribution with df degrees of freedom, by the Wilson–Hilferty cube root.
func evidenceOf(linear, squared, df float64) evidence {
	e := evidence{z: linear, drift: math.Erfc(math.Abs(linear) / math.Sqrt2), dependence: 1}
	if df > 0 {
		ratio := max(0, 1+float64(squared*math.Sqrt(2/df)))
		spread := 2 / (9 * df)
		e.dependence = tail((math.Cbrt(ratio) - 1 + spread) / math.Sqrt(spread))
	}
	return e
}

// A viewer computes the test statistics of a board for any order of its trials.
type viewer struct {
	*trials
	columns []column      // by model
	linear  []float64     // by model: standardized L
	squared []float64     // by model: standardized Q
	copies  []float64     // by model: approximate p-value of the test of copies
	apart   []float64     // by pair of trials: number of questions on which they agree minus its mean, summed over models
	places  map[int][]int // by number of trials: a permutation of the trials' indices
}

func (t *trials) viewer() *viewer {
	paired := min(t.most, pairedTrials)
	v := &viewer{
		trials: t, columns: newColumns(results.Shape{Models: len(t.models), Trials: t.most, Questions: t.questions}),
		places: map[int][]int{}, apart: make([]float64, paired*(paired-1)/2),
		linear: make([]float64, len(t.models)), squared: make([]float64, len(t.models)), copies: make([]float64, len(t.models)),
	}
	for _, r := range t.rows {
		if v.places[r.n] == nil {
			v.places[r.n] = make([]int, r.n)
		}
	}
	return v
}

// shuffle permutes the outcomes of every question at random. It only places the outcomes that
// differ from the most frequent one: it assigns them to trials sampled without replacement, by the
// first steps of a Fisher–Yates shuffle.
func (v *viewer) shuffle(stream *rng.Stream) {
	for model := range v.columns {
		v.columns[model].clear()
	}
	for _, places := range v.places { // a permutation must not depend on the previous one
		for i := range places {
			places[i] = i
		}
	}
	for _, r := range v.rows {
		places, c := v.places[r.n], &v.columns[r.model]
		for i, d := range v.others[r.from:r.to] {
			j := i + int(stream.Below(uint32(r.n-i)))
			places[i], places[j] = places[j], places[i]
			c.add(r.index, places[i], r.n, d)
		}
	}
}

// see computes the statistics of all models for the current order of trials, and returns the
// evidence for all models together. To combine models, it divides the sum of their standardized
// drifts by the square root of the number of models. It does the same with their standardized Q,
// and adds up the degrees of freedom of Q.
func (v *viewer) see() evidence {
	var linear, drifting, squared, depending, df float64
	clear(v.apart)
	for model := range v.models {
		m := &v.models[model]
		v.linear[model], v.squared[model] = m.strangeness(&v.columns[model])
		if m.linear > 0 {
			linear, drifting = linear+v.linear[model], drifting+1
		}
		if m.squared > 0 {
			squared, depending, df = squared+v.squared[model], depending+1, df+m.df
		}
		z, _, pairs := m.agreement.closestTrials(&v.columns[model], v.apart)
		v.copies[model] = chanceOf(z, pairs)
	}
	e := evidenceOf(linear/math.Sqrt(max(1, drifting)), squared/math.Sqrt(max(1, depending)), df)
	e.copies = chanceOf(v.closestOfAll(v.apart))
	return e
}

// evidenceFor returns the evidence for one model, from the statistics that the last call of see
// computed.
func (v *viewer) evidenceFor(model int) evidence {
	df := v.models[model].df
	if v.models[model].squared == 0 {
		df = 0
	}
	e := evidenceOf(v.linear[model], v.squared[model], df)
	e.copies = v.copies[model]
	return e
}

// boardStatistics returns the approximate p-values and the statistics of the board as it is,
// without permutation.
func (t *trials) boardStatistics() sight {
	v := t.viewer()
	v.columns = t.seen
	s := sight{together: v.see()}
	for model := range t.models {
		m, c := &t.models[model], &t.seen[model]
		e := v.evidenceFor(model)
		e.correlation = m.correlation(c)
		e.dispersion = (m.quadratic(c) + m.within) / m.within
		_, pair, pairs := m.agreement.closestTrials(c, v.apart)
		e.alike = m.agreement.newAlike(c, pair, pairs)
		s.models = append(s.models, e)
	}
	return s
}

// smallestPValues returns the smallest of all approximate p-values for the current order of
// trials: those for all models together, and those for each model alone.
func (v *viewer) smallestPValues() float64 {
	e := v.see()
	least := min(e.drift, e.dependence, e.copies)
	for model := range v.models {
		e := v.evidenceFor(model)
		least = min(least, e.drift, e.dependence, e.copies)
	}
	return least
}

// permute permutes the trials of the board o.Replicates times. For each p-value p in list, it
// returns the number of permutations in which the smallest p-value is at most p.
func (t *trials) permute(ctx context.Context, list []float64, seed uint64, o montecarlo.Options) ([]int, error) {
	worker := func() montecarlo.Visit[*[]int] {
		v, stream := t.viewer(), rng.New(seed, "exchangeability", 0)
		return func(r int, into *[]int, _ func() bool) {
			stream.Seek(r)
			v.shuffle(stream)
			const rounding = 1e-9 // sums of the same numbers in another order count as equal
			least := v.smallestPValues() * (1 - rounding)
			for i, p := range list {
				if least <= p {
					(*into)[i]++
				}
			}
		}
	}
	all, err := montecarlo.Fold(ctx, o, func() *[]int { counts := make([]int, len(list)); return &counts }, worker)
	if err != nil {
		return nil, err
	}
	return *all, nil
}

// correlation returns the correlation, over the trials of a model, between the index of a trial
// and its mean deviation. A deviation is an outcome minus the mean outcome of its question.
func (m *moments) correlation(c *column) float64 {
	var xs, ys []float64
	for trial, n := range m.asked {
		if n > 0 {
			xs = append(xs, float64(trial))
			ys = append(ys, (float64(c.sums[trial])-m.means[trial])/float64(n))
		}
	}
	return correlation(xs, ys)
}

// correlation returns Pearson's correlation of xs and ys, or NaN if it is undefined.
func correlation(xs, ys []float64) float64 {
	n := float64(len(xs))
	var mx, my, xx, xy, yy float64
	for i := range xs {
		mx += xs[i] / n
		my += ys[i] / n
	}
	for i := range xs {
		dx, dy := xs[i]-mx, ys[i]-my
		xx += float64(dx * dx)
		xy += float64(dx * dy)
		yy += float64(dy * dy)
	}
	return xy / math.Sqrt(float64(xx*yy))
}
