// Settle tells how many trials it takes until a leaderboard of LLMs settles.
//
// Run it without arguments for its commands, by the question that each
// answers; see README.md and docs/guide.md for examples.
package main

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
)

func main() { cli.Main(command.Settle) }
