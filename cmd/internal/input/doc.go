// Package input is what the commands that work on a board read: the board
// itself, the metrics to score it by, and the gold to compare with.
//
// Begin with [Board.Open] and [Resampling.Prepare].
//
// It believes that a user names things as the README does (a file,
// stand-in:NAME, coins:NAME, mimics:NAME; metrics and schemata by their names)
// and must be told in one line what is wrong with a name or a file. It leaves
// the flags that every command has, and how errors are printed, to package cli.
package input
