// Package rankers ranks the models of a board by comparing them with each other. It has
// elections in which questions vote, models of paired comparisons and of item response,
// and ratings that are updated match by match.
//
// Import it for its side effect: metrics.Parse then accepts the names of [Families].
//
// Each method follows its published definition on counts, not one program's
// implementation. If scores are rational, models are compared by integers. If scores
// solve equations, two models tie if their scores differ by no more than the solver's
// tolerance. Except for sequential methods, the result depends only on the number of
// trials in each category, by model and question. If the published method compares
// trial n of one model with trial n of another, the method here uses the mean over all
// ways to pair their trials. Methods accept incomplete boards: a question counts for a
// pair of models if both met it.
//
// Do not use it to judge rankings (package study/bakeoff). Package montecarlo runs
// replicates.
package rankers
