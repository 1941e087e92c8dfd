// Bootstrap is short for settle bootstrap.
package main

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
)

func main() { cli.Main(command.As("bootstrap")) }
