// Converge is short for settle converge.
package main

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
)

func main() { cli.Main(command.As("converge")) }
