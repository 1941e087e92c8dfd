// Package estimators repeats what the paper, its blog page, its poster and the article
// on pass@k say of estimators: the worked examples, the equations as they are printed,
// what intervals and priors are said to do.
package estimators
