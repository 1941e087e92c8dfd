package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"

	"settle/cmd/internal/cli"
	program "settle/cmd/internal/command"
	"settle/internal/clitest"
	"settle/internal/rng"
)

func TestMain(m *testing.M) {
	clitest.Main(m, map[string]func(){"settle": func() { cli.Main(program.Settle) }})
}

func newTrial(t *testing.T, seed int) *trial {
	t.Helper()
	if testing.Short() {
		t.Skip("kills commands again and again")
	}
	settle, err := exec.LookPath("settle")
	if err != nil {
		t.Fatal(err)
	}
	return &trial{Context: t.Context(), random: rand.New(rng.New(1, "restarts", seed)), settle: settle, folder: t.TempDir()}
}

// Each command comes to its bytes after a few ends, one of them after twenty.
func TestRestarts(t *testing.T) {
	for i, k := range keepers {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			trial := newTrial(t, i)
			times := 3
			if i == 0 {
				times = 20 // one in a write, one for lack of room
			}
			trial.restart(k, times)
			if !trial.caught { // a write can be too fast to be seen, but not where disks are waited for
				t.Logf("no write was interrupted")
			}
			for _, mishap := range trial.mishaps {
				t.Error(mishap)
			}
		})
	}
}

// The other tries find nothing either, the few times that they are made here.
func TestKinds(t *testing.T) {
	for i, k := range kinds {
		if k.name == "restarts" {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			trial := newTrial(t, i)
			k.try(trial)
			for _, mishap := range trial.mishaps {
				t.Error(mishap)
			}
		})
	}
}
