package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"settle/cmd/internal/peak"
)

// program is one run of a command as a process of its own.
type program struct {
	Command string  `json:"command"`
	Seconds float64 `json:"seconds"`
	PeakMB  float64 `json:"peak_mb"` // of resident memory; 0 where the system does not say
}

// runCommands builds the commands and runs those whose memory matters.
func (c *command) runCommands(ctx context.Context, p *page, _ []workload) error {
	dir, err := os.MkdirTemp("", "settle-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	build := exec.CommandContext(ctx, "go", "build", "-o", dir+string(filepath.Separator), "./cmd/...")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("go build ./cmd/...: %w", err)
	}
	fig1 := "converge stand-in:hmmt25 --metrics bayes,pass@2,pass@4,pass@8 --replicates "
	lines := []string{
		fig1 + fmt.Sprint(c.size(10_000)),
		fig1 + fmt.Sprint(c.size(1_000_000)),
		"simulate write big.npz --coins 1000x1000 --trials 64",
		"bootstrap big.npz --metrics bayes,pass@8 --replicates " + fmt.Sprint(c.size(100)),
	}
	for _, line := range lines {
		run, err := runCommand(ctx, dir, line)
		if err != nil {
			return err
		}
		p.Commands = append(p.Commands, run)
	}
	return nil
}

// runCommand runs a command line of words without spaces in a folder that
// holds the command.
func runCommand(ctx context.Context, dir, line string) (program, error) {
	words := strings.Fields(line)
	command := exec.CommandContext(ctx, filepath.Join(dir, words[0]), append(words[1:], "--quiet")...)
	command.Dir, command.Stderr = dir, os.Stderr
	start := time.Now()
	if err := command.Run(); err != nil {
		return program{}, fmt.Errorf("%s: %w", line, err)
	}
	return program{line, time.Since(start).Seconds(), peak.MB(command.ProcessState)}, nil
}
