package metrics

import (
	"context"
	"math/big"

	"settle/results"
)

// exact is a metric whose scores are compared as integers over one denominator.
type exact interface {
	// exactSums returns the scores of models of a tally that passes Check, times
	// its questions. It fails only if the context ends.
	exactSums(ctx context.Context, t *results.Tally, models []int) (scoreSums, error)
}

// asExact is a metric as an exact one, if it is of this package. One that embeds
// such a metric may score otherwise.
func asExact(m Metric) (exact, bool) {
	switch m := m.(type) {
	case *PerQuestion:
		return m, true
	case *UStatistic:
		return m, true
	case *maxAtK:
		return m, true
	}
	return nil, false
}

// scoreSums are sums over questions of models: integers over one positive
// denominator.
type scoreSums struct {
	numerators  []*big.Int
	denominator *big.Int
}

// scores are the means over so many questions, each rounded once.
func (s scoreSums) scores(questions int) []float64 {
	den := times(s.denominator, int64(questions))
	scores := make([]float64, len(s.numerators))
	for i, sum := range s.numerators {
		scores[i] = quotient(sum, den)
	}
	return scores
}

// occurrences are the counts of successes that occur on a board, by count:
// numerators are only worked out for these.
type occurrences [][]occurrence

// occurrence is how many questions of a model have a count, and what each is
// worth.
type occurrence struct {
	model       int
	times, gain int64
}

func newOccurrences(trials int) occurrences { return make(occurrences, trials+1) }

// add counts one more question. Models must come one after the other.
func (o occurrences) add(successes, model int, gain int64) {
	list := o[successes]
	if last := len(list) - 1; last >= 0 && list[last].model == model && list[last].gain == gain {
		list[last].times++
		return
	}
	o[successes] = append(list, occurrence{model, 1, gain})
}

// sums adds up the numerators of so many models.
func (o occurrences) sums(ctx context.Context, f numerators, models int) (scoreSums, error) {
	each, den := f(len(o)-1, func(c int) bool { return len(o[c]) > 0 })
	s := scoreSums{make([]*big.Int, models), den}
	for model := range s.numerators {
		s.numerators[model] = new(big.Int)
	}
	term, factor := new(big.Int), new(big.Int)
	for c, x := range each {
		if err := ctx.Err(); err != nil {
			return scoreSums{}, err
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

// scoreOf is the score of one model, rounded once.
func scoreOf(m exact, t *results.Tally, model int) float64 {
	s, err := m.exactSums(context.Background(), t, []int{model})
	must(err)
	return s.scores(t.Questions)[0]
}

// quotient is num/den, rounded once.
func quotient(num, den *big.Int) float64 {
	// 128 bits nearly always tell how to round, without the greatest common
	// divisor that a big.Rat begins with.
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
