// Settle computes how many trials an LLM leaderboard needs until its ranking settles.
//
// Run it without arguments for a list of commands and the questions that they answer. See
// README.md and docs/guide.md for examples.
package main

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
)

func main() { cli.Main(command.Settle) }
