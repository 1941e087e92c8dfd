package metrics

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"settle/internal/quoted"
	"settle/results"
)

// A Prior holds the parameters of the prior that Bayes@N uses for every question.
type Prior struct {
	// Counts holds the pseudo-counts of each question, by category. They can be any
	// positive rationals. The zero value means one per category, the uniform prior.
	Counts Weights

	// Results holds the outcomes of older models, nil for none. Their models and questions
	// must be the same as on the boards to score, in the same order.
	Results *results.Tally

	// Share is the weight of each outcome in Results relative to an outcome of the board,
	// in (0, 1]; nil means 1. This is the power prior of Ibrahim and Chen (2000, "Power
	// prior distributions for regression models"). A share below 1 expresses that trials
	// of an older model are less informative than trials of the model itself.
	Share *big.Rat
}

// A belief is a Prior in integers, for exact sums. All pseudo-counts and all outcomes
// are multiplied by the same number, the unit.
type belief struct {
	counts      []int64 // by category: the pseudo-counts
	sum         int64   // sum of counts
	unit, given int64   // what an outcome of the board and an outcome of the prior's results count
}

// uniform returns the uniform prior as a belief, with one pseudo-count per category. An
// outcome of the prior's results counts as much as an outcome of the board.
func uniform(categories int) belief {
	b := belief{counts: make([]int64, categories), sum: int64(categories), unit: 1, given: 1}
	for category := range b.counts {
		b.counts[category] = 1
	}
	return b
}

// Upper limits of a pseudo-count, of the common denominator of all pseudo-counts, and
// of the denominator of Prior.Share. Within these limits, sums over questions fit an
// int64.
const (
	largestCount            = 10_000
	largestDenominator      = 1_000_000
	largestShareDenominator = 1000
)

// toBelief converts the prior to a belief, the same prior in integers. w holds the
// weights of the categories. It returns an error if the prior's parameters are invalid.
func (p Prior) toBelief(w Weights) (belief, error) {
	b := uniform(w.Len())
	if p.Counts.Len() > 0 {
		if p.Counts.Len() != w.Len() {
			return b, fmt.Errorf("%d pseudo-counts given for %d categories; give one per category, wrong first", p.Counts.Len(), w.Len())
		}
		b = belief{counts: p.Counts.integers, unit: p.Counts.common, given: p.Counts.common}
		for _, count := range b.counts {
			if count <= 0 || count > largestCount*b.unit || b.unit > largestDenominator {
				return b, fmt.Errorf("pseudo-counts must be positive and at most %d, with at most six decimals", largestCount)
			}
			b.sum += count
		}
	}
	return b.discount(p.Share, w)
}

// discount returns b, changed such that an outcome of the prior's results counts as the
// given share of an outcome of the board. A share of nil means 1. It returns an error
// if the share is invalid, or if the weights in w and the share need too many digits
// together.
func (b belief) discount(share *big.Rat, w Weights) (belief, error) {
	if share == nil || share.Cmp(big.NewRat(1, 1)) == 0 {
		return b, nil
	}
	if err := CheckPriorShare(share); err != nil {
		return b, err
	}
	low, high := w.extremes()
	spread := new(big.Int).Sub(big.NewInt(w.integers[high]), big.NewInt(w.integers[low]))
	if spread.Mul(spread, share.Denom()); spread.Cmp(big.NewInt(1e18)) > 0 {
		return b, errors.New("the weights and the prior's share need more than 18 digits together; round them")
	}
	denominator := share.Denom().Int64()
	scaled := belief{sum: b.sum * denominator, unit: b.unit * denominator, given: b.unit * share.Num().Int64()}
	for _, count := range b.counts {
		scaled.counts = append(scaled.counts, count*denominator)
	}
	return scaled, nil
}

// CheckPriorShare returns an error if share is outside (0, 1] or its denominator
// exceeds 1000.
func CheckPriorShare(share *big.Rat) error {
	if share.Sign() <= 0 || share.Cmp(big.NewRat(1, 1)) > 0 || share.Denom().Cmp(big.NewInt(largestShareDenominator)) > 0 {
		return errors.New("it must be above 0 and at most 1, with at most three decimals")
	}
	return nil
}

// ParsePriorShare reads a share in (0, 1], given as a decimal or a fraction.
func ParsePriorShare(s string) (*big.Rat, error) {
	share, err := parseRational(s)
	if err == nil {
		err = CheckPriorShare(share)
	}
	if err != nil {
		return nil, fmt.Errorf("invalid prior share %s: %w", quoted.Text(s), err)
	}
	return share, nil
}

// parseCounts reads pseudo-counts such as "0.5+2".
func parseCounts(s string) (Weights, error) {
	fields := strings.Split(s, "+")
	values := make([]*big.Rat, len(fields))
	for i, field := range fields {
		value, err := parseRational(field)
		if err != nil || value.Sign() <= 0 {
			return Weights{}, fmt.Errorf("pseudo-count %s is not a positive decimal or fraction", quoted.Text(field))
		}
		values[i] = value
	}
	counts, err := newWeights(values)
	if err != nil {
		return Weights{}, fmt.Errorf("give one pseudo-count per category, positive and at most %d, with at most six decimals", largestCount)
	}
	return counts, nil
}

// floatOf converts x, a number of outcomes multiplied by unit (see belief), to a float:
// x divided by unit.
func (b belief) floatOf(x int64) float64 { return float64(x) / float64(b.unit) }

// plain reports whether there is one pseudo-count per category and outcomes of the
// prior's results count as much as outcomes of the board. Integer and float arithmetic
// then give the same numbers.
func (b belief) plain() bool {
	if b.unit != 1 || b.given != 1 {
		return false
	}
	for _, count := range b.counts {
		if count != 1 {
			return false
		}
	}
	return true
}
