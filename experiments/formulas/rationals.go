package formulas

import "math/big"

// These functions make formulas of rationals readable. Every result is a new number.

func whole(n int64) *big.Rat { return big.NewRat(n, 1) }

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }

// Float returns the float64 nearest to r.
func Float(r *big.Rat) float64 {
	x, _ := r.Float64()
	return x
}

// constant returns the power series of the constant 1, as coefficients of t⁰ to
// t^order.
func constant(order int) []*big.Rat {
	series := make([]*big.Rat, order+1)
	for m := range series {
		series[m] = new(big.Rat)
	}
	series[0].SetInt64(1)
	return series
}

// multiply returns the product of two power series of equal length, truncated to that
// length.
func multiply(a, b []*big.Rat) []*big.Rat {
	product := make([]*big.Rat, len(a))
	for m := range product {
		product[m] = new(big.Rat)
		for i := range m + 1 {
			product[m].Add(product[m], mul(a[i], b[m-i]))
		}
	}
	return product
}
