// Package schemata is the command that lists the paper's schemata.
//
// Usage:
//
//	settle schemata [flags]
package schemata

import (
	"settle/cmd/internal/cli"
	"settle/report/schemata"

	"settle/rubric"
)

// Command is the grammar of the command, without the flags that every command has.
type Command struct{}

// Help says what the command does.
func (Command) Help() string {
	return "List the schemata that --schema knows by name: the signals that each needs, its categories and their weights."
}

// Run lists the schemata.
func (Command) Run(env *cli.Env) error {
	return env.Print(schemata.Schemata(rubric.Paper(), env.Format))
}
