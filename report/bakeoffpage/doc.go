// Package bakeoffpage renders a bakeoff (a comparison of estimators on simulated
// models) as one HTML page. The page says which estimator is closest to the truth and
// how certain this is. It shows the league table and every quantity against the number
// of trials, and explains how to read them.
//
// Call [New] with a [bakeoff.Bakeoff].
//
// The first sentence states the main result, and the page embeds its data. All numbers
// come from package report/bakeoff.
//
// This package runs no bakeoff and writes no files; callers do.
package bakeoffpage
