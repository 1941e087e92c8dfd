// Package formulas evaluates the paper's equations as printed, to check package metrics independently.
//
// Call [NewPosterior] for Bayes@N, [PassAtK] and its relatives, or [Compare] for Kendall's τ.
//
// Results come from the definitions behind the closed forms: series and binomial sums in rationals, quadrature, and
// counting pairs one by one. The package shares no code with package metrics.
//
// It is slow; use it only for small boards.
package formulas
