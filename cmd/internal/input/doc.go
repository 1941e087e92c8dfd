// Package input reads the inputs of commands that work on a board: the board, the metrics and the
// gold ranking.
//
// Call [Board.Open] for a board, and [Resampling.Prepare] for replicates of it.
//
// README.md explains the names of inputs: a file, stand-in:NAME, coins:NAME or mimics:NAME, and
// the names of metrics and schemata. Every error is one line that says what is wrong with a name
// or a file.
//
// Do not add flags that every command has, or the printing of errors: see package cli.
package input
