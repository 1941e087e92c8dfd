package rubric

import (
	"errors"
	"math/big"
	"slices"
	"strings"

	"settle/metrics"
)

// Unit returns the weights scaled to [0, 1] without rounding: the smallest becomes 0 and
// the largest becomes 1. Rankings do not change. It fails if all weights are equal, or
// if the result needs more digits than metrics.ParseWeights accepts.
func Unit(w metrics.Weights) (metrics.Weights, error) {
	fields := strings.Split(w.String(), ",")
	values := make([]*big.Rat, len(fields))
	for i, field := range fields {
		values[i], _ = new(big.Rat).SetString(field) // Weights prints only fractions
	}
	low, high := slices.MinFunc(values, (*big.Rat).Cmp), slices.MaxFunc(values, (*big.Rat).Cmp)
	width := new(big.Rat).Sub(high, low)
	if width.Sign() == 0 {
		return metrics.Weights{}, errors.New("cannot scale weights to [0, 1]: all are equal")
	}
	for i, v := range values {
		scaled := new(big.Rat).Sub(v, low)
		fields[i] = scaled.Quo(scaled, width).RatString()
	}
	return metrics.ParseWeights(strings.Join(fields, ","))
}
