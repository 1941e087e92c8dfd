// Package voting shows how accurate majority votes are against how many samples they spend.
//
// Call [Vote.Report] for the table and [Vote.Figure] for the figure. Do not use it for
// anything that must be computed: see study/voting.
package voting
