package command

import "settle/cmd/internal/cli"

// Describe returns the program settle and all its commands, as cli.Describe does.
func Describe() []cli.Described {
	return cli.Describe(cli.Program{Name: "settle", Vars: vars()}, &settle{})
}
