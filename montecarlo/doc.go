// Package montecarlo runs replicates in parallel and aggregates their results.
//
// Call [Curves] for Kendall's τ with a reference ranking, called gold, at each number
// of trials. Call [Follow] if you also need scores and distributions, [Pair] for two
// models, or [Fold] for your own aggregate.
//
// The number of workers does not change the result. Memory does not grow with the number
// of replicates, except in [List] and [Each].
//
// Do not use it to score one board: call metrics.Evaluate. Packages bootstrap and sim
// provide the sources of replicates, in the form that package replicate defines.
package montecarlo
