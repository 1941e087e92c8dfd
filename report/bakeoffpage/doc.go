// Package bakeoffpage renders a bakeoff as one HTML page: the estimator closest to the truth and how
// sure that is, the league, every quantity against the number of trials, and how to read it.
//
// Call [New] with a [bakeoff.Bakeoff].
//
// The first sentence is the one to act on, and the page embeds its data. All numbers come from package
// report/bakeoff.
//
// This package runs no bakeoff and writes no files; callers do.
package bakeoffpage
