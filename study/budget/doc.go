// Package budget computes how many trials separate two models.
//
// Call [New] for the models of a board, then [Models.Plan] for the trials that pairs of these
// models need. Call [Models.Need] and [Models.At] for a single pair, and [Gap.Plan] if there
// are no results yet.
//
// A model is described by the mean and the variance of one trial of each question. n trials per
// question separate two models if the better model is ahead and z of section 2.5, under
// Bayes@n, reaches the one-sided quantile of a confidence (1.645 at 0.95). This rule is for one
// pair alone; a [Rule] sets another critical value.
//
// [Power] is the number of trials that separates a pair with a given probability;
// docs/budget.md measures how often that number succeeds. If the truth is known, the
// probability is over fresh evaluations. For a real board the truth is unknown, and the
// probability is averaged over the posterior and over the remaining trials (assurance: O'Hagan,
// Stevens and Campbell 2005). The success probabilities are drawn from the posterior under a
// prior that is fitted to the board, with the models' means drawn jointly. If the order of a
// pair is too uncertain, no number of trials can reach the given probability; Power then gives
// the limit.
//
// [Need] is the paper's number, used for its Fig. 3: the trials from which the expected |z|,
// averaged over boards, reaches the quantile. With that many trials, the rule separates the
// pair about half of the time, so the number is also called even odds. The expected |z| differs
// from the z-score of the expected means. Chance does not inflate the latter, which therefore
// needs about 6 % more trials to reach 1.645. If outcomes are binary and the computation is
// short, the probability of the right order is exact (see sim.OrderAt). The expected |z| is
// then exact except that its denominator uses the mean of σ². Otherwise, both use the normal
// approximation. If both versions exist, both are given.
//
// Need takes the posterior means of the board under a uniform prior as the truth. These means
// are shrunk towards ½, so gaps are smaller by the factor N/(N + 2). Even so, even odds are not
// conservative: if two models hardly differ, the board puts one of them ahead by chance, and
// the number of trials is more often too small than too large.
//
// Results given as a prior count as earlier trials (Eqs. 9 to 15): they shift the posterior
// means, add to the counts in σ², and are part of the assumed truth. Needs do not include these
// earlier trials. If a prior has the wrong model ahead, or the right model too far ahead, the
// expected |z| falls before it rises. A need is then the number of trials from which the
// expected |z| stays above the quantile.
//
// Do not use it for repeated looks at a growing board: see study/sequential. Section and
// equation numbers in the comments refer to "Don't Pass@k".
package budget
