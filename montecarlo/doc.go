// Package montecarlo runs replicates in parallel and combines their results.
//
// Call [Curves] for Kendall's τ with a reference ranking, called gold, at each number
// of trials. Call [Follow] if you also need scores and distributions, [Pair] for two
// models, or [Fold] to combine results in your own way.
//
// The number of workers does not change the result. Memory does not grow with the
// number of replicates, except in [List] and [Each].
//
// Do not use it to score one board: call metrics.Evaluate. Packages bootstrap and sim
// provide sources of replicates, as defined by package replicate.
package montecarlo
