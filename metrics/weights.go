package metrics

import (
	"fmt"
	"math/big"
	"strings"

	"settle/internal/quoted"
)

// Weights holds the weight of each category 0..C: w in Eq. 1 of Hariri et al. (2026).
// The weights are exact rationals, so that equal scores tie.
type Weights struct {
	integers []int64 // the weights times common
	common   int64   // their least common denominator
}

// Binary holds the weights of wrong and correct outcomes: 0 and 1.
var Binary = Weights{integers: []int64{0, 1}, common: 1}

// ParseWeights reads a comma-separated list of weights, one per category from 0 on,
// such as "0,0.5,1" or "0,1/3,1". Each is a decimal or a fraction. The list can have 2
// to 256 weights with at most 18 digits over their common denominator.
func ParseWeights(list string) (Weights, error) {
	fields := strings.Split(list, ",")
	values := make([]*big.Rat, len(fields))
	for i, field := range fields {
		value, err := parseRational(field)
		if err != nil {
			return Weights{}, fmt.Errorf("weight %s is not a number", quoted.Text(strings.TrimSpace(field)))
		}
		values[i] = value
	}
	return newWeights(values)
}

// NewWeights returns the given weights. Each float is read as the shortest decimal that
// represents it: 0.3 is three tenths. The limits are the same as for ParseWeights.
func NewWeights(values ...float64) (Weights, error) {
	fields := make([]string, len(values))
	for i, value := range values {
		fields[i] = fmt.Sprint(value)
	}
	return ParseWeights(strings.Join(fields, ","))
}

func newWeights(values []*big.Rat) (Weights, error) {
	if len(values) < 2 || len(values) > 256 {
		return Weights{}, fmt.Errorf("%d weights given; give one weight for each of the 2 to 256 categories", len(values))
	}
	common := big.NewInt(1)
	for _, value := range values {
		gcd := new(big.Int).GCD(nil, nil, common, value.Denom())
		common.Mul(common, new(big.Int).Div(value.Denom(), gcd))
	}
	w := Weights{integers: make([]int64, len(values))}
	limit := big.NewInt(1e18)
	for i, value := range values {
		scaled := new(big.Int).Mul(value.Num(), new(big.Int).Div(common, value.Denom()))
		if scaled.CmpAbs(limit) > 0 || common.Cmp(limit) > 0 {
			return Weights{}, fmt.Errorf("the weights need more than 18 digits over a common denominator; round them or use fractions")
		}
		w.integers[i] = scaled.Int64()
	}
	w.common = common.Int64()
	return w, nil
}

// parseRational reads a decimal or a fraction exactly. It rejects forms that big.Rat
// accepts but that are likely mistakes, such as hexadecimal floats, and exponents,
// which could request huge integers. It reads 010/3 as ten thirds, where big.Rat would
// read eight thirds.
func parseRational(s string) (*big.Rat, error) {
	s = strings.TrimSpace(s)
	malformed := fmt.Errorf("%s is not a decimal or a fraction", quoted.Text(s))
	if s == "" || len(s) > 64 || strings.Trim(s, "0123456789+-./") != "" {
		return nil, malformed
	}
	if over, under, ok := strings.Cut(s, "/"); ok {
		sign := strings.TrimRight(over, "0123456789")
		s = sign + withoutZeros(over[len(sign):]) + "/" + withoutZeros(under)
	}
	value, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, malformed
	}
	return value, nil
}

// withoutZeros returns a whole number, given as digits, without leading zeros.
func withoutZeros(digits string) string {
	if short := strings.TrimLeft(digits, "0"); short != "" || digits == "" {
		return short
	}
	return "0"
}

// Len returns the number of categories, C+1.
func (w Weights) Len() int { return len(w.integers) }

// Float returns the weight of a category as a float64.
func (w Weights) Float(category int) float64 {
	const exact = 1 << 53 // integers up to here are exact in float64, and their quotient is rounded once
	if weight := w.integers[category]; -exact <= weight && weight <= exact && w.common <= exact {
		return float64(weight) / float64(w.common)
	}
	value, _ := big.NewRat(w.integers[category], w.common).Float64()
	return value
}

// Floats returns the weights of all categories as float64, in a new slice.
func (w Weights) Floats() []float64 {
	values := make([]float64, w.Len())
	for category := range values {
		values[category] = w.Float(category)
	}
	return values
}

// Units returns, for each category from 1 on, its weight minus the weight of category
// 0, as a whole number of units. The unit is the largest number of which all these
// differences are whole multiples. If all weights are equal, Units returns zeros.
func (w Weights) Units() []int64 {
	units, common := make([]int64, w.Len()-1), new(big.Int)
	for i := range units {
		units[i] = w.integers[i+1] - w.integers[0]
		common.GCD(nil, nil, common, big.NewInt(max(units[i], -units[i])))
	}
	for i := range units {
		if common.Sign() > 0 {
			units[i] /= common.Int64()
		}
	}
	return units
}

// Range returns the smallest and the largest weight. Every weighted score lies between
// them.
func (w Weights) Range() (lo, hi float64) {
	low, high := w.extremes()
	return w.Float(low), w.Float(high)
}

// extremes returns the categories that have the smallest and the largest weight.
func (w Weights) extremes() (low, high int) {
	for category, weight := range w.integers {
		if weight < w.integers[low] {
			low = category
		}
		if weight > w.integers[high] {
			high = category
		}
	}
	return low, high
}

// String returns the weights as a list that ParseWeights can read.
func (w Weights) String() string {
	fields := make([]string, len(w.integers))
	for i, integer := range w.integers {
		fields[i] = big.NewRat(integer, w.common).RatString()
	}
	return strings.Join(fields, ",")
}
