package main_test

import (
	"testing"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
	"settle/internal/tests/clitest"
)

func TestMain(m *testing.M) {
	programs := map[string]func(){"settle": func() { cli.Main(command.Settle) }}
	for _, name := range []string{"simulate", "bootstrap", "converge"} {
		programs[name] = func() { cli.Main(command.As(name)) }
	}
	clitest.Main(m, programs)
}

// The scripts say in their comments where their expectations come from.
func TestScripts(t *testing.T) { clitest.Run(t) }
