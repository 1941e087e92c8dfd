// Package formulas evaluates the equations of the paper as they are printed.
//
// Begin with [Posterior].
//
// It believes that a closed form is checked by what it was derived from: by series
// and binomial sums in rationals, by quadrature, by counting pairs one by one. So it
// has no line in common with package metrics, is slow, and is meant for small
// boards. What comes of a comparison it leaves to the experiments.
package formulas
