package metrics

import (
	"fmt"
	"math/big"

	"settle/internal/quoted"
)

// A Threshold is the share τ of k trials that must be correct for G-Pass@k_τ. It is an
// exact rational in [0, 1].
type Threshold struct {
	text  string
	value *big.Rat
}

// ParseThreshold reads a decimal or a fraction in [0, 1], such as "0.28" or "2/3".
func ParseThreshold(s string) (Threshold, error) {
	value, err := parseRational(s)
	if err != nil || value.Sign() < 0 || value.Cmp(big.NewRat(1, 1)) > 0 {
		return Threshold{}, fmt.Errorf("invalid τ %s; use a decimal or a fraction from 0 to 1", quoted.Text(s))
	}
	return Threshold{text: s, value: value}, nil
}

// Of returns ⌈τ·k⌉, computed exactly: ⌈0.28·25⌉ is 7, although a product of floats
// would give 8.
func (t Threshold) Of(k int) int {
	product := new(big.Rat).Mul(t.value, new(big.Rat).SetInt64(int64(k)))
	ceiling := new(big.Int).Add(product.Num(), product.Denom())
	ceiling.Sub(ceiling, big.NewInt(1))
	return int(ceiling.Div(ceiling, product.Denom()).Int64())
}

// String returns τ in the form in which it was given.
func (t Threshold) String() string { return t.text }
