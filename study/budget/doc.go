// Package budget tells how many trials it takes to tell two models apart.
//
// Begin with [New], which takes the models of a board, and [Models.Plan], which
// finds what pairs of them need; [Models.Need] and [Models.At] answer for a
// single pair.
//
// It believes that a model is what one trial of each question is worth, a mean
// and a variance, and that two models are told apart by n trials of each
// question when their expected |z|, the absolute z-score of section 2.5 under
// Bayes@n averaged over boards, reaches the one-sided quantile of a confidence:
// 1.645 at 0.95. That is the definition behind the paper's Fig. 3. It is not
// the z-score of the expected means, which chance does not enlarge and which
// reaches 1.645 some 6 % later. For binary outcomes expectations and
// probabilities are exact (see sim.OrderAt) as far as that is no long work, and
// those of the normal approximation beyond; both are given where both exist.
//
// The truth of a real board is not known. Posterior means under a uniform prior
// stand for it: they are what Bayes@N itself believes, never 0 or 1, and draw
// gaps together by N/(N + 2), so that with few trials the need is rather over-
// than underestimated. A need is as uncertain as the gap it comes from, and
// goes with the inverse square of it; Low and High of Need say how far.
//
// Results given as a prior count as trials that were made before (Eqs. 9 to 15):
// they shift the posterior means, add to the counts that σ² is made of, and are
// part of what stands for the truth. Needs are trials beside them. Where a prior
// has the wrong model ahead, or the right one too far, the expected |z| falls
// before it rises; a need is where it stays above the quantile.
//
// It leaves what trials cost to the caller, and tables and figures to package
// report. Sections and equations are those of "Don't Pass@k".
package budget
