// Package estimators reproduces statements about estimators from the paper, its blog
// page, its poster and an article on pass@k. They are worked examples, printed
// equations, and statements about intervals and priors.
//
// Call [Examples], [Equations], [Intervals] or [Priors].
//
// A formula is tested by evaluating it as printed, and a sentence by measuring its
// claim. Where Settle deviates from a printed formula, a check says so.
package estimators
