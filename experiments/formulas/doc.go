// Package formulas evaluates the paper's equations as printed, as an independent check
// of package metrics.
//
// Call [NewPosterior] for Bayes@N, [PassAtK] and similar functions, or [Compare] for
// Kendall's τ.
//
// Results come from the definitions behind the closed forms: series and binomial sums
// of rationals, quadrature, and counting of pairs one by one. The package shares no
// code with package metrics.
//
// It is slow; use it only for small boards.
package formulas
