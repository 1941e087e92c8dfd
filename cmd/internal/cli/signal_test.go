//go:build unix

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// waiting starts toy in dir, with a file staged for --out, and returns when it
// waits to be interrupted.
func waiting(t *testing.T, dir string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	var stderr bytes.Buffer
	command := exec.Command("toy", append([]string{"a.csv", "--out", "new/out", "--ready", "ready"}, args...)...)
	command.Dir, command.Stderr = dir, &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Kill() })
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "ready")); err == nil {
			return command, &stderr
		}
		if time.Now().After(deadline) {
			t.Fatal("toy does not start")
		}
	}
}

// The contract of the commands: a signal ends them within a second, with 128 and
// its number, as shells have it (POSIX, signal.h: SIGHUP 1, SIGINT 2, SIGTERM 15),
// one line and nothing left behind.
func TestInterrupt(t *testing.T) {
	for signal, want := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if ignored(signal) {
			t.Logf("%v is ignored here, as nohup has it, and so by commands", signal)
			continue
		}
		dir := t.TempDir()
		command, stderr := waiting(t, dir)
		sent := time.Now()
		command.Process.Signal(signal)
		command.Wait()
		if code := command.ProcessState.ExitCode(); code != want {
			t.Errorf("%v: exit %d, want %d", signal, code, want)
		}
		if took := time.Since(sent); took > time.Second {
			t.Errorf("%v: it took %v", signal, took)
		}
		if got, want := stderr.String(), "toy: interrupted; nothing was kept\n"; got != want {
			t.Errorf("%v: stderr %q, want %q", signal, got, want)
		}
		if _, err := os.Stat(filepath.Join(dir, "new")); err == nil {
			t.Errorf("%v: the output folder is left", signal)
		}
	}
}

// ignored tells whether the tests were started with a signal ignored, which the
// programs that they start inherit.
var ignored = signal.Ignored

// A killed command leaves its hidden folder, and the next one in the same place
// removes it; that of one that lives stays.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	hidden := func() int {
		found, err := filepath.Glob(filepath.Join(dir, "new", "out", ".settle-*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(found) / 2 // each with its lock beside it
	}
	killed, _ := waiting(t, dir)
	killed.Process.Kill()
	killed.Wait()
	if n := hidden(); n != 1 {
		t.Fatalf("%d hidden folders after the kill, want 1", n)
	}
	os.Remove(filepath.Join(dir, "ready"))
	waiting(t, dir)
	if n := hidden(); n != 1 {
		t.Errorf("%d hidden folders, want that of the second command", n)
	}
	os.Remove(filepath.Join(dir, "ready"))
	waiting(t, dir)
	if n := hidden(); n != 2 {
		t.Errorf("%d hidden folders, want those of two living commands", n)
	}
}

// A second signal kills a command that does not stop: the default action of
// SIGINT (POSIX, signal.h) is to terminate the process.
func TestSecondInterruptKills(t *testing.T) {
	command, _ := waiting(t, t.TempDir(), "--deaf")
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	// The first signal is not undone at once, so more than two may be needed.
	for range 100 {
		command.Process.Signal(os.Interrupt)
		select {
		case <-ended:
			status := command.ProcessState.Sys().(syscall.WaitStatus)
			if !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("ended with %v, want killed by SIGINT", command.ProcessState)
			}
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Error("not killed by a hundred signals")
}
