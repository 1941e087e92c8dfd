// Package rankers ranks the models of a board by comparing them with each other. It
// contains elections in which questions vote, models of paired comparisons and of item
// response, and ratings that are updated match by match.
//
// Import it for its side effect: metrics.Parse then accepts the names of [Families].
//
// Each method follows its published definition, not one program's implementation. It
// uses only the number of trials in each category, by model and question, unless it is
// sequential. If the published method compares trial n of one model with trial n of
// another, the method here uses the mean over all ways to pair their trials.
//
// If scores are rational, models are compared exactly. If scores solve equations, two
// models tie if their scores differ by no more than the solver's tolerance. Methods
// other than aliases of avg accept incomplete boards: a question counts for a pair of
// models if both met it.
//
// To judge rankings, use package study/bakeoff instead. To run replicates, use package
// montecarlo.
package rankers
