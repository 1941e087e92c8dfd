// Package program builds settle and runs it, and tells what a run took.
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

// Build builds the program of the module, which is the working folder, into a folder.
func Build(ctx context.Context, folder string) error {
	build := exec.CommandContext(ctx, "go", "build", "-o", folder+string(filepath.Separator), "./cmd/settle")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("cannot build ./cmd/settle: %w", err)
	}
	return nil
}

// A Run holds what a command took, as a process of its own.
type Run struct {
	Command   string  `json:"command"`
	Seconds   float64 `json:"seconds"`
	Processor float64 `json:"processor_seconds"`
	PeakMB    float64 `json:"peak_mb"` // of resident memory; 0 where the system does not say
}

// Time runs a command line, words without spaces, in the folder that holds the program.
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
