// Package rankers ranks the models of a board by comparing them with each other: by
// elections over questions, by models of paired comparisons and of item response, and by
// ratings that are updated match by match.
//
// Begin with [Families], which package metrics parses once this package is imported.
//
// It believes that a method is what its definition says on counts, not what one program
// makes of it: where scores are rational, models are compared by integers; where they
// solve equations, two models tie if their scores differ by no more than what the
// solution leaves open. All methods but the sequential ones depend on how many trials of
// a model on a question fell into each category, and on nothing else: where a method
// compares trial n of one model with trial n of another, it is the mean over all ways to
// pair their trials. They take boards that are not complete: a question counts for a pair
// of models if both met it. The package leaves replicates to package montecarlo, and what
// a ranking is worth to package study/bakeoff.
package rankers
