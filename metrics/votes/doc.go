// Package votes holds the metrics that choose one of K attempts at a question, by their answers or
// by a verifier: plurality@K, vote@K:W and best@K:W.
//
// Importing it registers their names with package metrics. Each is a U-statistic: the mean, over
// all subsets of K of the n attempts at a question, of what the subset's choice is worth, and then
// the mean over questions. So its expectation does not depend on n, and K trials of a vote cost no
// more trials than n. Boards must have Ballots (see results); package metrics has metrics of
// outcomes alone, among them maj@K, where all wrong attempts vote as one.
//
// Sources: plurality is self-consistency (Wang et al. 2023, "Self-Consistency Improves Chain of
// Thought Reasoning in Language Models"); the weighted vote and best-of-K by a verifier are as in
// Cobbe et al. 2021, "Training Verifiers to Solve Math Word Problems", and Li et al. 2023, "Making
// Language Models Better Reasoners with Step-Aware Verifier".
package votes
