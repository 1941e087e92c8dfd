// Package budget tells how many trials it takes to tell two models apart.
//
// Begin with [New], which takes the models of a board, and [Models.Plan], which
// finds what pairs of them need; [Models.Need] and [Models.At] answer for a
// single pair.
//
// It believes that a model is what one trial of each question is worth, a mean
// and a variance, and that two models are told apart by n trials of each
// question when z of section 2.5 under Bayes@n reaches the one-sided quantile of a
// confidence, 1.645 at 0.95, with the better model ahead. [Power] is the number of
// trials with which that happens with a wanted chance; docs/budget.md says how often it
// then did. Where the truth is known the chance is over fresh evaluations. Of a real
// board it is not known, and the chance is averaged over what the board leaves open
// (assurance: O'Hagan, Stevens and Campbell 2005): over chances drawn from the posterior
// under a prior that is fitted to the board, means of models drawn together, and over
// the trials that are still to run beside the board's own. Where the order itself is in
// doubt no number of trials confirms it with that chance, and the limit is said.
//
// [Need] is the paper's number, behind its Fig. 3: where the expected |z|, averaged over
// boards, reaches the quantile. There the rule tells the pair apart about half of the
// time, so that it goes by the name of even odds. It is not the z-score of the expected
// means, which chance does not enlarge and which reaches 1.645 some 6 % later. For
// binary outcomes the probability of the right order is exact (see sim.OrderAt) as far
// as that is no long work; the expected |z| takes the σ² that it is divided by for its
// mean. Beyond, both are those of the normal approximation; both are given where both
// exist. Posterior means under a uniform prior stand for the truth of a board there.
// They are drawn to ½, gaps by N/(N + 2), which does not make even odds a careful
// number: of two models that hardly differ, the board has one ahead by chance, and
// trials are rather under- than overestimated.
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
