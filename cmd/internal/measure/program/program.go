// Package program builds the command settle, runs it, and measures its time and memory.
//
// Call [Build] first, then [Time].
package program

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Build builds settle into a folder. The working directory must be the root of the module.
func Build(ctx context.Context, folder string) error {
	build := exec.CommandContext(ctx, "go", "build", "-o", folder+string(filepath.Separator), "./cmd/settle")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("cannot build ./cmd/settle: %w", err)
	}
	return nil
}

// A Run holds the measurements of one command that ran as a separate process.
type Run struct {
	Command   string  `json:"command"`
	Seconds   float64 `json:"seconds"`
	Processor float64 `json:"processor_seconds"`
	PeakMB    float64 `json:"peak_mb"` // peak resident memory; 0 if the system does not report it
}

// Time runs a command line and measures it. The program settle is in the given folder. Words in the
// line cannot contain spaces.
func Time(ctx context.Context, folder, line string, env ...string) (Run, error) {
	words := strings.Fields(line)
	command := exec.CommandContext(ctx, filepath.Join(folder, words[0]), append(words[1:], "--quiet")...)
	command.Dir, command.Stderr, command.Env = folder, os.Stderr, append(os.Environ(), env...)
	start := time.Now()
	if err := command.Run(); err != nil {
		return Run{}, fmt.Errorf("%s: %w", line, err)
	}
	state := command.ProcessState
	return Run{line, time.Since(start).Seconds(), (state.UserTime() + state.SystemTime()).Seconds(), peak(state)}, nil
}
