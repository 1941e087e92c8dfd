//go:build unix

package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Whatever a command waits for, a pipe into which nobody writes as any file it
// reads, a signal ends it within a second, with nothing on standard output and one
// line.
func TestInterruptedWhileReading(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"board.csv":       "model,question,trial,outcome\na,q,1,1\nb,q,1,0\n",
		"thresholds.yaml": "schema: conf-wrong-penalty\nthresholds: pipe\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"rank pipe",
		"rank board.csv --prior pipe",
		"rank pipe --schema format-aware",
		"rank mimics:fig7 --schema pipe",
		"rank mimics:fig7 --schema exact-match,pipe",
		"rank mimics:fig7 --schema thresholds.yaml",
		"rank coins:pipe",
		"rank mimics:pipe --schema format-aware",
		"bootstrap board.csv --gold pipe",
		"converge board.csv --gold pipe",
		"converge pipe --checkpoint kept",
		"budget plan pipe",
		"budget adapt pipe",
		"simulate curves --coins pipe",
		"simulate pair a b --coins pipe",
		"simulate write new.csv --coins pipe",
		"simulate signals new.csv --mimics pipe",
		"simulate signals new.csv --schema pipe --truth truth.csv",
		"bakeoff coins:pipe",
		"reproduce fig4 --data pipe --out out",
		"reproduce fig4 --data board.csv --models pipe --out out",
		"reproduce table4 --signals pipe --out out",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			command := exec.Command("settle", strings.Fields(line)...)
			command.Dir, command.Stdout, command.Stderr = dir, &stdout, &stderr
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(500 * time.Millisecond) // until it waits for the pipe
			sent := time.Now()
			command.Process.Signal(syscall.SIGTERM)
			stuck := time.AfterFunc(10*time.Second, func() { command.Process.Kill() })
			command.Wait()
			stuck.Stop()
			const promised = 128 + 15 // by the number of SIGTERM (POSIX, kill)
			if code := command.ProcessState.ExitCode(); code != promised {
				t.Errorf("exit %d, want %d; %s", code, promised, &stderr)
			}
			if took := time.Since(sent); took > 2*time.Second { // a second, and as much for a busy machine
				t.Errorf("it took %v to end", took)
			}
			if stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), "settle: interrupted; nothing was kept") || strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("stdout %q, stderr %q", &stdout, &stderr)
			}
			if strings.Contains(line, "--checkpoint") && strings.Contains(stderr.String(), "--checkpoint") {
				t.Errorf("advises to use a flag that was given: %q", &stderr)
			}
		})
	}
}
