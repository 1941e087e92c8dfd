package main

import (
	"testing"

	"settle/internal/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m, map[string]func(){"budget": main}) }

// The scripts say in their comments where their expectations come from.
func TestScripts(t *testing.T) { clitest.Run(t) }
