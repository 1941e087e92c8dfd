package metrics

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"settle/results"
)

// exactMetric is a metric whose scores can be compared as integers over one denominator.
type exactMetric interface {
	// exactScores returns the scores of the given models of a tally that passes
	// checkTally. It returns an error only if the context ends.
	exactScores(ctx context.Context, t *results.Tally, models []int) (fractions, error)
}

// asExact returns m as an exact metric if it belongs to this package and the tally
// needs integers of arbitrary size. Otherwise it returns false. It checks the exact
// type, because a type that embeds such a metric can score differently.
func asExact(m Metric, t *results.Tally) (exactMetric, bool) {
	switch m := m.(type) {
	case *weightedMetric:
		return m, m.uneven(t)
	case *PerQuestion, *UStatistic, *sampledStatistic, *Updated, *geomAtK, *Geometric, *updatedGeometric, *maxAtK:
		return m.(exactMetric), true
	}
	return nil, false
}

// fractions holds one number per model, as integers over one positive denominator.
type fractions struct {
	numerators  []*big.Int
	denominator *big.Int
	squared     bool // the numbers are the square roots of the fractions
}

// floats returns the numbers as floats, each rounded once.
func (f fractions) floats() []float64 {
	values := make([]float64, len(f.numerators))
	for i, numerator := range f.numerators {
		if f.squared {
			values[i] = rootOfQuotient(numerator, f.denominator)
		} else {
			values[i] = quotient(numerator, f.denominator)
		}
	}
	return values
}

// sumOf returns, for each model, the sum of its numbers in all parts. It reuses the
// memory of the parts.
func sumOf(parts []fractions) fractions {
	sum := parts[0]
	if len(parts) == 1 {
		return sum
	}
	sum.denominator = new(big.Int).Set(sum.denominator)
	for _, part := range parts[1:] {
		lcm(sum.denominator, part.denominator)
	}
	factor := new(big.Int)
	for i, part := range parts {
		factor.Quo(sum.denominator, part.denominator)
		for model, numerator := range part.numerators {
			if numerator.Mul(numerator, factor); i > 0 {
				sum.numerators[model].Add(sum.numerators[model], numerator)
			}
		}
	}
	return sum
}

// lcm sets x to the least common multiple of x and y, both of which must be positive.
func lcm(x, y *big.Int) {
	gcd := new(big.Int).GCD(nil, nil, x, y)
	x.Mul(x, gcd.Quo(y, gcd))
}

// means divides each model's sum over questions by the number of questions that the
// model met.
func (f fractions) means(t *results.Tally, models []int) fractions {
	if !t.Unequal() {
		f.denominator = mulInt64(f.denominator, int64(t.Questions))
		return f
	}
	met, common := make([]*big.Int, len(models)), big.NewInt(1)
	for i, model := range models {
		met[i] = big.NewInt(int64(t.Met(model)))
		lcm(common, met[i])
	}
	for i, numerator := range f.numerators {
		numerator.Mul(numerator, met[i].Quo(common, met[i]))
	}
	f.denominator = common.Mul(common, f.denominator)
	return f
}

// occurrences lists, for each number of successes, how many questions of each model
// have that number. Numerators are computed only for numbers of successes that occur.
type occurrences [][]occurrence

// An occurrence is the number of one model's questions with the same number of
// successes, and the factor by which the score of each such question is multiplied in a
// sum.
type occurrence struct {
	model       int
	times, gain int64
}

func newOccurrences(trials int) occurrences { return make(occurrences, trials+1) }

// trialGroups groups the questions of a tally by their number of trials. One of the groups
// is the current one. A tally that is not unequal has one group.
type trialGroups struct {
	tally   *results.Tally
	unequal bool
	groups  map[int]occurrences
	current occurrences
}

func newByTrials(t *results.Tally) trialGroups {
	b := trialGroups{tally: t, unequal: t.Unequal(), groups: map[int]occurrences{}}
	if !b.unequal {
		b.current = newOccurrences(t.Trials)
		b.groups[t.Trials] = b.current
	}
	return b
}

// turnTo switches to the group of a question, which depends on the model's number of
// trials. It reports whether the model met the question.
func (b *trialGroups) turnTo(model, question int) bool {
	n := b.tally.TrialsOf(model, question)
	if len(b.current) != n+1 {
		if b.groups[n] == nil && n > 0 {
			b.groups[n] = newOccurrences(n)
		}
		b.current = b.groups[n]
	}
	return n > 0
}

// sums returns, for each model, the sum of the scores f over the questions of all
// groups.
func (b *trialGroups) sums(ctx context.Context, f numerators, models int) (fractions, error) {
	var parts []fractions
	for _, n := range slices.Sorted(maps.Keys(b.groups)) {
		part, err := b.groups[n].sums(ctx, f, models)
		if err != nil {
			return fractions{}, err
		}
		parts = append(parts, part)
	}
	return sumOf(parts), nil
}

// add counts one more question of a model, with the given number of successes. o.sums
// multiplies the score of the question by the gain. Calls must be grouped by model.
func (o occurrences) add(successes, model int, gain int64) {
	list := o[successes]
	if last := len(list) - 1; last >= 0 && list[last].model == model && list[last].gain == gain {
		list[last].times++
		return
	}
	o[successes] = append(list, occurrence{model, 1, gain})
}

// sums returns, for each model, the sum of the scores f over all counted questions.
// Each score is multiplied by the gain of its question (see add).
func (o occurrences) sums(ctx context.Context, f numerators, models int) (fractions, error) {
	each, den := f(len(o)-1, func(c int) bool { return len(o[c]) > 0 })
	s := fractions{numerators: make([]*big.Int, models), denominator: den}
	for model := range s.numerators {
		s.numerators[model] = new(big.Int)
	}
	term, factor := new(big.Int), new(big.Int)
	for c, x := range each {
		if err := ctx.Err(); err != nil {
			return fractions{}, err
		}
		for _, at := range o[c] {
			term.Mul(x, factor.SetInt64(at.times))
			term.Mul(term, factor.SetInt64(at.gain))
			sum := s.numerators[at.model]
			sum.Add(sum, term)
		}
	}
	return s, nil
}

// scoreOf returns the score of one model by an exact metric, rounded once.
func scoreOf(m exactMetric, t *results.Tally, model int) float64 {
	scores, err := m.exactScores(context.Background(), t, []int{model})
	must(err)
	return scores.floats()[0]
}

// rootOfQuotient returns √(num/den), computed with 128 bits and rounded.
func rootOfQuotient(num, den *big.Int) float64 {
	const bits = 128
	x := new(big.Float).SetPrec(bits).Quo(new(big.Float).SetInt(num), new(big.Float).SetInt(den))
	root, _ := x.Sqrt(x).Float64()
	return root
}

// quotient returns num/den as a float, rounded once.
func quotient(num, den *big.Int) float64 {
	// With 128 bits the rounding is nearly always clear, and the greatest common divisor
	// that big.Rat computes is not needed.
	const bits = 128
	x, y := new(big.Float).SetInt(num), new(big.Float).SetInt(den)
	inwards, _ := new(big.Float).SetPrec(bits).SetMode(big.ToZero).Quo(x, y).Float64()
	outwards, _ := new(big.Float).SetPrec(bits).SetMode(big.AwayFromZero).Quo(x, y).Float64()
	if inwards == outwards {
		return inwards
	}
	value, _ := new(big.Rat).SetFrac(num, den).Float64()
	return value
}
