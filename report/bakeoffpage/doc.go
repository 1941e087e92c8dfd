// Package bakeoffpage sets what a bakeoff found on one page: which estimator comes
// closest to the truth and how sure that is, the league, every quantity against the
// number of trials, and how to read it.
//
// Begin with [New].
//
// It believes what package boardpage does: the first sentence is the one to act on,
// no number is made here, and the page holds its data. A section more is a topic
// more, and a quantity more is one of package report. It leaves to its callers what is
// found and which files lie beside the page.
package bakeoffpage
