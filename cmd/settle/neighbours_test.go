package main_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Two commands that write to one folder at the same time leave the files of one of
// them, all of them, and a manifest that says so.
func TestNeighbours(t *testing.T) {
	dir := t.TempDir()
	line := func(seed, out string) *exec.Cmd {
		command := exec.Command("settle", "rank", "coins:3x4,trials=4", "--seed", seed, "--out", out)
		command.Dir = dir
		return command
	}
	contents := func(out string) map[string]string {
		files := map[string]string{}
		entries, err := os.ReadDir(filepath.Join(dir, out))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			content, err := os.ReadFile(filepath.Join(dir, out, entry.Name()))
			if err != nil {
				t.Fatal(err)
			}
			files[entry.Name()] = string(content)
		}
		return files
	}
	alone := map[string]map[string]string{}
	for _, seed := range []string{"1", "2"} {
		if out, err := line(seed, "alone-"+seed).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		alone[seed] = contents("alone-" + seed)
	}
	times := 20
	if testing.Short() {
		times = 4
	}
	for range times {
		first, second := line("1", "shared"), line("2", "shared")
		if err := first.Start(); err != nil {
			t.Fatal(err)
		}
		if err := second.Start(); err != nil {
			t.Fatal(err)
		}
		if err := first.Wait(); err != nil {
			t.Errorf("the first: %v", err)
		}
		if err := second.Wait(); err != nil {
			t.Errorf("the second: %v", err)
		}
		if files := contents("shared"); !maps.Equal(files, alone["1"]) && !maps.Equal(files, alone["2"]) {
			t.Error("the files are of both")
		}
		if out, err := exec.Command("settle", "verify", filepath.Join(dir, "shared")).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		os.RemoveAll(filepath.Join(dir, "shared"))
	}
}
