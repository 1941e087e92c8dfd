// Simulate is short for settle simulate.
package main

import (
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
)

func main() { cli.Main(command.As("simulate")) }
