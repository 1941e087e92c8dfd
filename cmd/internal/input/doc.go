// Package input reads the inputs of commands that work on a board: the board, the metrics and the
// gold ranking.
//
// Call [Board.Open] for a board, and [Resampling.Prepare] for replicates of it.
//
// docs/reference.md explains the names of boards without a file: stand-in:NAME, coins:NAME and
// mimics:NAME. docs/metrics.md lists the names of metrics. Every error is one line that says what
// is wrong with a name or a file.
//
// Flags that every command has, and the printing of errors, belong in package cli.
package input
