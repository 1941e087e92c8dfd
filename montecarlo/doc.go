// Package montecarlo runs replicates on all processors and folds what they
// yield into aggregates.
//
// Begin with [Curves], which follows τ with a gold ranking over n; [Fold] is
// what runs every other study, too.
//
// It believes that a result must not depend on how many workers found it, nor
// its memory on how many replicates there were. It leaves how replicates are
// drawn to the sources of package replicate, and what a figure makes of the
// aggregates to its callers.
package montecarlo
