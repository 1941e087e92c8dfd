// Package budget computes how many trials separate two models.
//
// Call [New] for the models of a board, then [Models.Plan] for the trials that pairs of them
// need. Call [Models.Need] and [Models.At] for a single pair, and [Gap.Plan] if there are no
// results yet.
//
// A model is described by the mean and the variance of one trial of each question. n trials per
// question separate two models if z of section 2.5 under Bayes@n reaches the one-sided quantile
// of a confidence (1.645 at 0.95) with the better model ahead. This rule is for one pair alone;
// a [Rule] sets another critical value.
//
// [Power] is the number of trials that separates a pair with a given probability;
// docs/budget.md measures how often it does. If the truth is known, the probability is over
// fresh evaluations. For a real board the truth is unknown, and the probability is averaged
// over the posterior and over the remaining trials (assurance: O'Hagan, Stevens and Campbell
// 2005). The success probabilities are drawn from the posterior under a prior that is fitted to
// the board, with the models' means drawn jointly. If the order of a pair is uncertain, no
// number of trials can reach that probability; Power then gives the limit.
//
// [Need] is the paper's number, used for its Fig. 3: the trials from which the expected |z|,
// averaged over boards, reaches the quantile. With that many trials, the rule separates the
// pair about half of the time, so the number is also called even odds. It differs from the
// z-score of the expected means, which chance does not inflate and which reaches 1.645 with
// some 6 % more trials. For binary outcomes the probability of the right order is exact (see
// sim.OrderAt) as long as the computation is short, and the expected |z| only replaces σ² in
// its denominator by its mean. Otherwise both use the normal approximation; if both versions
// exist, both are given.
//
// Need takes the posterior means of the board under a uniform prior as the truth. They are
// shrunk towards ½, and gaps by N/(N + 2). Even odds are not conservative for that: if two
// models hardly differ, the board puts one of them ahead by chance, and the number of trials is
// more often too small than too large.
//
// Results given as a prior count as earlier trials (Eqs. 9 to 15): they shift the posterior
// means, add to the counts in σ², and are part of the assumed truth. Needs are trials in
// addition to them. If a prior has the wrong model ahead, or the right one too far, the
// expected |z| falls before it rises; a need is the number of trials from which it stays above
// the quantile.
//
// Do not use it for repeated looks at a growing board: see study/sequential. Sections and
// equations in the comments refer to "Don't Pass@k".
package budget
