package next_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"settle/study/sequential/receipt"
)

// A process is killed at any moment, again and again, while it adds looks. The plan on the disk is
// always whole, never has fewer looks than before, and ends as that of a process that was let
// alone, byte for byte. Nothing but the lock stays beside it, and that goes, too.
func TestKills(t *testing.T) {
	kills, trials := 60, "160"
	if testing.Short() {
		kills, trials = 5, "30"
	}
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	run(t, folder, "simulate", "write", "all.csv", "--coins", "3x5", "--trials", trials)
	first(t, at("all.csv"), at("log.csv"), 2)
	start := []string{"log.csv", "--policy", "all", "--metric", "avg", "--batch", "1", "--max-trials", trials, "--correction", "mixture"}
	for _, plan := range []string{"alone.json", "plan.json"} {
		run(t, folder, append([]string{"next", "--plan", plan}, start...)...)
	}
	if err := os.Rename(at("all.csv"), at("log.csv")); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if code := run(t, folder, "next", "--plan", "alone.json", "log.csv"); code != 0 {
		t.Fatalf("exit %d", code)
	}
	span := time.Since(began)
	random, before := rand.New(rand.NewPCG(1, 1)), 1
	for range kills {
		command := exec.Command("settle", "next", "--plan", "plan.json", "log.csv")
		command.Dir = folder
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(span/3 + 1))))
		_ = command.Process.Kill()
		_ = command.Wait()
		before = whole(t, at("plan.json"), before)
	}
	if code := run(t, folder, "next", "--plan", "plan.json", "log.csv"); code != 0 {
		t.Fatalf("exit %d", code)
	}
	alone, _ := os.ReadFile(at("alone.json"))
	if plan, _ := os.ReadFile(at("plan.json")); !bytes.Equal(plan, alone) || len(plan) == 0 {
		t.Errorf("%s\nwant %s", plan, alone)
	}
	if left, _ := os.ReadDir(folder); len(left) != 3 {
		t.Errorf("left are %v", left)
	}
	if code := run(t, folder, "verify", "plan.json", "log.csv"); code != 0 {
		t.Errorf("verify: exit %d", code)
	}
}

// run runs settle in a folder and returns its exit code.
func run(t *testing.T, folder string, args ...string) int {
	t.Helper()
	command := exec.Command("settle", append(args, "--quiet")...)
	command.Dir = folder
	out, _ := command.CombinedOutput()
	if code := command.ProcessState.ExitCode(); code == 0 || code == 4 {
		return code
	}
	t.Fatalf("%q: %s", args, out)
	return 0
}

// first writes the first trials of a file to another.
func first(t *testing.T, from, to string, trials int) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	var kept bytes.Buffer
	for i, line := range bytes.SplitAfter(data, []byte("\n")) {
		trial := 0
		if fields := bytes.Split(line, []byte(",")); len(fields) == 4 {
			_, _ = fmt.Sscan(string(fields[2]), &trial)
		}
		if i == 0 || 1 <= trial && trial <= trials {
			kept.Write(line)
		}
	}
	if err := os.WriteFile(to, kept.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// whole reads a plan that must be whole and have so many looks, and returns how many it has.
func whole(t *testing.T, path string, least int) int {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := receipt.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Looks) < least {
		t.Errorf("%d looks, and %d were there before", len(p.Looks), least)
	}
	return len(p.Looks)
}

// While a process uses a plan, another is refused, and it can be verified all the same.
func TestOneProcessUsesAPlan(t *testing.T) {
	folder := t.TempDir()
	run(t, folder, "simulate", "write", "log.csv", "--coins", "2x3", "--trials", "4")
	run(t, folder, "next", "--plan", "plan.json", "log.csv", "--max-trials", "64")
	follow := exec.Command("settle", "next", "--plan", "plan.json", "--follow", "log.csv")
	follow.Dir = folder
	if err := follow.Start(); err != nil {
		t.Fatal(err)
	}
	defer follow.Wait()
	defer follow.Process.Kill()
	for range 1000 {
		if _, err := os.Stat(filepath.Join(folder, ".plan.json.lock")); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	second := exec.Command("settle", "next", "--plan", "plan.json", "log.csv")
	second.Dir = folder
	out, err := second.CombinedOutput()
	if want := "settle: plan.json: another process is using this plan; wait until it ends\n"; err == nil || string(out) != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
	if code := run(t, folder, "verify", "plan.json", "log.csv"); code != 0 {
		t.Errorf("verify: exit %d", code)
	}
}
