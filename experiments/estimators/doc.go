// Package estimators repeats what the paper, its blog page, its poster and the article
// on pass@k say of estimators: the worked examples, the equations as they are printed,
// what intervals and priors are said to do.
//
// It believes that a formula is tested by evaluating it as it is printed, and a
// sentence by measuring what it says. Where Settle takes a formula otherwise than it is
// printed, a check says so.
package estimators
