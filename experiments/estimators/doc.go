// Package estimators reproduces statements of the paper, its blog page, its poster and the
// article on pass@k about estimators: worked examples, equations as printed, and statements
// about intervals and priors.
//
// Call [Examples], [Equations], [Intervals] or [Priors].
//
// A formula is tested by evaluating it as printed, and a sentence by measuring its claim. Where Settle
// deviates from a printed formula, a check says so.
package estimators
