// Package voting renders the accuracy of majority votes against the number of samples that they use.
//
// Call [Vote.Report] for the table and [Vote.Figure] for the figure. This package computes nothing;
// see settle/study/voting.
package voting
