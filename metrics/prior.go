package metrics

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"settle/internal/quoted"
	"settle/results"
)

// Prior is what Bayes@N starts from in every question.
type Prior struct {
	// Counts are outcomes that are imagined of each question, by category: any
	// positive rationals. The zero value is one of each, the uniform prior.
	Counts Weights

	// Results are outcomes of older models, nil for none: of the models and questions
	// of the boards to be scored, in the same order.
	Results *results.Tally

	// Share is how many outcomes each of the Results counts as, in (0, 1]; nil for 1.
	// It is the power prior of Ibrahim and Chen (2000, "Power prior distributions for
	// regression models"): D trials of an older model are not D trials of this one.
	Share *big.Rat
}

// belief is a Prior in integers: over one denominator, unit, the outcomes of a board
// count as unit each, those of the prior's results as given.
type belief struct {
	counts      []int64 // by category
	sum         int64   // of counts
	unit, given int64
}

// uniform is the belief in one outcome of each category, and in results as they are.
func uniform(categories int) belief {
	b := belief{counts: make([]int64, categories), sum: int64(categories), unit: 1, given: 1}
	for category := range b.counts {
		b.counts[category] = 1
	}
	return b
}

// A pseudo-count, and the common denominator of all, is at most so large, and so is
// the denominator of a share: sums over questions then fit an int64.
const (
	largestCount            = 10_000
	largestDenominator      = 1_000_000
	largestShareDenominator = 1000
)

// believed is the belief that a prior stands for, for weights of the categories.
func (p Prior) believed(w Weights) (belief, error) {
	b := uniform(w.Len())
	if p.Counts.Len() > 0 {
		if p.Counts.Len() != w.Len() {
			return b, fmt.Errorf("%d pseudo-counts for %d categories: give one for each, wrong first", p.Counts.Len(), w.Len())
		}
		b = belief{counts: p.Counts.integers, unit: p.Counts.common, given: p.Counts.common}
		for _, count := range b.counts {
			if count <= 0 || count > largestCount*b.unit || b.unit > largestDenominator {
				return b, fmt.Errorf("pseudo-counts must be positive, at most %d, and of six decimals or fewer", largestCount)
			}
			b.sum += count
		}
	}
	return b.discounted(p.Share, w)
}

// discounted is the belief with a share of each outcome of the results.
func (b belief) discounted(share *big.Rat, w Weights) (belief, error) {
	if share == nil || share.Cmp(big.NewRat(1, 1)) == 0 {
		return b, nil
	}
	if err := CheckPriorShare(share); err != nil {
		return b, err
	}
	low, high := w.extremes()
	spread := new(big.Int).Sub(big.NewInt(w.integers[high]), big.NewInt(w.integers[low]))
	if spread.Mul(spread, share.Denom()); spread.Cmp(big.NewInt(1e18)) > 0 {
		return b, errors.New("the weights and the share of the prior need more than 18 digits together: round them")
	}
	denominator := share.Denom().Int64()
	scaled := belief{sum: b.sum * denominator, unit: b.unit * denominator, given: b.unit * share.Num().Int64()}
	for _, count := range b.counts {
		scaled.counts = append(scaled.counts, count*denominator)
	}
	return scaled, nil
}

// CheckPriorShare reports that a share is not in (0, 1], or that its denominator has
// more than 1000.
func CheckPriorShare(share *big.Rat) error {
	if share.Sign() <= 0 || share.Cmp(big.NewRat(1, 1)) > 0 || share.Denom().Cmp(big.NewInt(largestShareDenominator)) > 0 {
		return errors.New("it must be in (0, 1], of three decimals or fewer")
	}
	return nil
}

// ParsePriorShare reads a decimal or a fraction in (0, 1].
func ParsePriorShare(s string) (*big.Rat, error) {
	share, err := parseRational(s)
	if err == nil {
		err = CheckPriorShare(share)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no share of a prior: %w", quoted.Text(s), err)
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
			return Weights{}, fmt.Errorf("the pseudo-count %s is not a positive decimal or fraction", quoted.Text(field))
		}
		values[i] = value
	}
	counts, err := newWeights(values)
	if err != nil {
		return Weights{}, fmt.Errorf("pseudo-counts must be positive, at most %d, and of six decimals or fewer, one for each category", largestCount)
	}
	return counts, nil
}

// floatOf is x over the unit.
func (b belief) floatOf(x int64) float64 { return float64(x) / float64(b.unit) }

// plain tells whether pseudo-counts and results count as whole outcomes, one of each
// category: the arithmetic of integers then is that of floats.
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
