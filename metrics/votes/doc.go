// Package votes provides metrics that choose among K attempts at a question by their
// answers or by a verifier: plurality@K, vote@K:W and best@K:W.
//
// Import it for its side effect: metrics.Parse then accepts these names. Each metric is
// a U-statistic. Every subset of K of the n attempts at a question chooses an attempt
// or an answer, which has a worth. The score is the mean worth over all subsets of a
// question, or over a random sample of them if there are too many, and then the mean
// over questions. Its expectation therefore does not depend on n.
//
// Boards must have Ballots (see results). For boards with outcomes alone, use maj@K of
// package metrics, in which all wrong attempts vote for one answer.
//
// Sources: plurality is self-consistency (Wang et al. 2023, "Self-Consistency Improves
// Chain of Thought Reasoning in Language Models"). The weighted vote and best-of-K by a
// verifier follow Cobbe et al. 2021, "Training Verifiers to Solve Math Word Problems",
// and Li et al. 2023, "Making Language Models Better Reasoners with Step-Aware
// Verifier".
package votes
