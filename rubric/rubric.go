// Package rubric sorts attempts into categories by their signals: correctness,
// formatting, length, confidence and a verifier's opinion. Bayes@N then estimates the
// weighted mean of these outcomes 0..C.
//
// Call [Paper] for the twelve schemata of the paper, or [Open] to read a schema from a
// file. Then call [Schema.Category] for each attempt. Package rubric/signals reads
// signals.
//
// Every attempt falls into exactly one category, even if signals are missing (NaN).
// Rules are tried in order, and the last one takes all remaining attempts. A comparison
// with NaN is false. A variable that the paper defines as the complement of another is
// true if the other is false. A missing signal therefore counts as wrong, unboxed,
// verbose, of low confidence and in distribution. It counts neither as invalid nor as
// approved by the verifier.
//
// Thresholds belong to a data set. By default, they are percentiles over the attempts by
// all models together. All models have the same thresholds.
//
// Do not use the package to compute scores from categories: see package metrics.
//
// Tables 4 and 5 and section 3.4 refer to the paper "Don't Pass@k: A Bayesian Framework
// for Large Language Model Evaluation" (Hariri, Samandar, Hinczewski, Chaudhary),
// appendix D.
package rubric
