// Package simulate renders results of simulating pairs of models, priors and boards, as
// tables, JSON and figures.
//
// Fill a [Pair] or a [Priors] and call its Report method. Call [Written] for a board
// that was written to a file.
package simulate
