package vote_test

import (
	"testing"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
	"settle/internal/tests/clitest"
)

func TestMain(m *testing.M) {
	clitest.Main(m, map[string]func(){"settle": func() { cli.Main(command.Settle) }})
}

// The scripts say in their comments where their expectations come from.
func TestScripts(t *testing.T) { clitest.Run(t) }
