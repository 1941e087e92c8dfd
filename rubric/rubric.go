// Package rubric turns the signals of an attempt into a category: correctness,
// formatting, length, confidence and a verifier's opinion become one of the
// outcomes 0..C whose weighted mean Bayes@N estimates.
//
// Begin with [Paper], the twelve schemata, or [Open] for one in a file, and
// [Schema.Category].
//
// It believes that a schema is a total function. Every attempt, one with
// missing signals (NaN) included, falls into exactly one category: rules are
// tried in order and the last one takes what is left. A comparison with NaN is
// false, and what the paper calls a complement is computed as one, so that a
// missing signal counts as wrong, unboxed, verbose, of low confidence and in
// distribution, and neither as invalid nor as vouched for by the verifier.
// Schema.Check refuses missing signals where that is not wanted.
//
// Thresholds belong to a data set: they are percentiles over the attempts of
// all models together, so that all are measured by one ruler.
//
// It leaves reading signals to its callers, and what a weight vector makes of
// the categories to package metrics. Tables 4 and 5 and section 3.4 are those
// of the paper "Don't Pass@k: A Bayesian Framework for Large Language Model
// Evaluation" (Hariri, Samandar, Hinczewski, Chaudhary), appendix D.
package rubric
