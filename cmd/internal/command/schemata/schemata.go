// Package schemata implements settle schemata, which lists the paper's schemata.
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

// Command is the command settle schemata, which has no flags of its own.
type Command struct{}

// Help returns the help text of the command.
func (Command) Help() string {
	return "List the built-in schemata for --schema, with the signals that each needs, its categories and their weights."
}

// Run lists the schemata.
func (Command) Run(env *cli.Env) error {
	return env.Print(schemata.Schemata(rubric.Paper(), env.Format))
}
