// Package voting renders how accurate majority votes are, and how many samples they
// use, for several stopping rules.
//
// Call [Vote.Report] for the table and [Vote.Figure] for the figure. This package
// computes nothing; see settle/study/voting.
package voting
