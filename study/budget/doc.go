// Package budget computes how many trials separate two models.
//
// Call [New] for the models of a board, then [Models.Plan] to find how many trials pairs of
// these models need. Call [Models.Need] and [Models.At] for a single pair, and [Gap.Plan] if
// there are no results yet.
//
// A model is described by the mean and the variance of one trial of each question. Two models
// are separated with n trials per question if the better model is ahead and z of section 2.5,
// under Bayes@n, reaches the one-sided quantile of a confidence (1.645 at 0.95). This rule is
// for one pair alone; a [Rule] sets another critical value.
//
// [Power] gives the number of trials that separates a pair with a given probability;
// docs/budget.md measures how often that number succeeds. If the truth is known, the probability
// is over fresh evaluations. For a real board the truth is unknown, and the probability is
// averaged over the posterior and over the remaining trials (assurance: O'Hagan, Stevens and
// Campbell 2005). The success probabilities are drawn from the posterior under a prior that is
// fitted to the board, and the models' means are drawn jointly. If the order of a pair is too
// uncertain, no number of trials can reach the given probability; Power then gives the largest
// probability that can be reached.
//
// [Need] gives the number of trials that the paper uses for its Fig. 3: the number from which
// the expected |z|, averaged over boards, reaches the quantile. With that many trials, the rule
// separates the pair about half of the time, so the number is also called even odds. The
// expected |z| is inflated by chance. The z-score of the expected means is not, and therefore
// needs about 6 % more trials to reach 1.645. If outcomes are binary and the computation is
// short, the probability of the right order is exact (see sim.OrderAt). The expected |z| is then
// exact except that its denominator uses the mean of σ². Otherwise, both use the normal
// approximation. Results that have an exact value also give the normal approximation.
//
// Need takes the posterior means of the board under a uniform prior as the truth. These means
// are shrunk towards ½, so gaps are smaller by the factor N/(N + 2). Even so, the number of
// trials is not conservative: if two models hardly differ, chance puts one of them ahead on the
// board, and the number is more often too small than too large.
//
// Results given as a prior count as earlier trials (Eqs. 9 to 15): they shift the posterior
// means, add to the counts in σ², and are part of the assumed truth. A need does not include
// these earlier trials. If a prior has the wrong model ahead, or the right model too far ahead,
// the expected |z| falls before it rises. A need is then the number of trials from which the
// expected |z| stays above the quantile.
//
// Do not use the package for repeated looks at a growing board: see study/sequential. Section
// and equation numbers in the comments refer to "Don't Pass@k".
package budget
