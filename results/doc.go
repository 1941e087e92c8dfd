// Package results holds what was observed: boards of outcomes, their tallies,
// grids of whatever else is known of each trial, and the files they come from.
//
// Begin with [Read], which finds out by itself what kind of file it is given,
// and [Board.Tally], which is what scores are made of.
//
// It believes that a board is complete (every model answered every question
// the same number of times) and that only the counts of each category matter
// to a score, so it offers both the cells and their tallies. It leaves what a
// category is worth to package metrics.
package results
