package external

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"settle/metrics"
)

// A program ends with Settle even where that is killed, and although the program
// does not look at its input (prctl(2), PR_SET_PDEATHSIG). The test runs itself as
// the Settle that is killed, with sleep as the program.
func TestProgramsDieWithTheirParent(t *testing.T) {
	if os.Getenv("SETTLE_TEST_PARENT") != "" {
		beParent(t)
		return
	}
	parent := exec.Command(os.Args[0], "-test.run", "^TestProgramsDieWithTheirParent$")
	parent.Env = append(os.Environ(), "SETTLE_TEST_PARENT=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { parent.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(child, 0); err != nil {
		t.Fatalf("the program is not there before the kill: %v", err)
	}
	parent.Process.Kill()
	parent.Wait()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if hasEnded(child) {
			return
		}
		if time.Now().After(deadline) {
			syscall.Kill(child, syscall.SIGKILL)
			t.Fatal("the program outlives the process that started it")
		}
	}
}

// hasEnded reports whether a process has ended: it is not there, or waits to be asked
// how it ended (proc(5), state Z).
func hasEnded(pid int) bool {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || strings.Contains(string(status), ") Z ")
}

// beParent starts a program that reads nothing, says which process it is, and waits
// for its answer.
func beParent(t *testing.T) {
	h := NewHost(t.Context())
	m, err := h.Metric("sleep 100")
	if err != nil {
		t.Fatal(err)
	}
	go metrics.Ordinals(m, tally())
	for {
		h.mu.Lock()
		for p := range h.processes {
			os.Stdout.WriteString(strconv.Itoa(p.command.Process.Pid) + "\n")
			h.mu.Unlock()
			select {}
		}
		h.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
}
