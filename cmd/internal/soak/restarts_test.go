package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"settle/cmd/internal/cli"
	program "settle/cmd/internal/command"
	"settle/cmd/internal/sharedlines"
	"settle/internal/clitest"
	"settle/internal/rng"
)

func TestMain(m *testing.M) {
	clitest.Main(m, map[string]func(){"settle": func() { cli.Main(program.Settle) }})
}

func newTrial(t *testing.T, seed int) *trial {
	t.Helper()
	if testing.Short() && !demanded() {
		t.Skip("kills commands again and again")
	}
	settle, err := exec.LookPath("settle")
	if err != nil {
		t.Fatal(err)
	}
	return &trial{Context: t.Context(), random: rand.New(rng.New(1, "restarts", seed)), settle: settle, folder: t.TempDir()}
}

// demanded reports whether restarts are asked for in the environment.
func demanded() bool { return os.Getenv("RESTART_TESTS") == "demand" }

// For twenty lines over all commands, a run that is ended twenty times, once in a write and
// once for lack of room, and goes on from its checkpoint each time, comes to what a run does
// that is let alone. That takes minutes: with -short, or where it is not demanded, the first
// line of each command is ended four times.
func TestRestarts(t *testing.T) {
	lines, times := firstOfEach(sharedlines.Lines), 4
	demand := demanded() && !testing.Short()
	if demand {
		lines, times = sharedlines.Lines, 20
	}
	var mu sync.Mutex
	var all ends
	t.Run("lines", func(t *testing.T) {
		for i, line := range lines {
			t.Run(line.Words, func(t *testing.T) {
				t.Parallel()
				if why := line.Lacks(); why != "" {
					t.Skip(why)
				}
				trial := newTrial(t, i)
				found := trial.restart(line, times)
				for _, mishap := range trial.mishaps {
					t.Error(mishap)
				}
				t.Log(found)
				mu.Lock()
				defer mu.Unlock()
				all.add(found)
			})
		}
	})
	t.Logf("%d command lines: %v", len(lines), all)
	if demand && all.writes == 0 {
		t.Error("no end was seen within a write: where files are in memory that takes no time; let TMPDIR be on a disk")
	}
	switch {
	case !canFill():
		t.Log("no disk was full: to make one takes root, Linux and leave to mount")
	case demand && all.full == 0:
		t.Error("no disk was full")
	}
}

// firstOfEach are the first lines of each command.
func firstOfEach(lines []sharedlines.Line) (first []sharedlines.Line) {
	seen := map[string]bool{}
	for _, line := range lines {
		if command, _, _ := strings.Cut(line.Words, " "); !seen[command] {
			seen[command] = true
			first = append(first, line)
		}
	}
	return first
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
