package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"settle/internal/filelock"
)

// states lets the next locks come to given states, and those after them to what they do.
func states(t *testing.T, given ...filelock.State) {
	t.Helper()
	t.Cleanup(func() { lock = filelock.Try })
	lock = func(file *os.File) filelock.State {
		if len(given) == 0 {
			return filelock.Try(file)
		}
		state := given[0]
		given = given[1:]
		return state
	}
}

// names are the entries of a folder.
func names(t *testing.T, folder string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

func mustHold(t *testing.T, folder string, want ...string) {
	t.Helper()
	if got := names(t, folder); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

// needLocks skips a test where there are no locks.
func needLocks(t *testing.T) {
	t.Helper()
	h, err := create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer h.discard()
	if !h.locked {
		t.Skip("no locks here")
	}
}

// A file appears with all that is in it and alone, whatever comes of locks: where there are
// none, and where somebody who sweeps has it first, as often as that may be.
func TestWrite(t *testing.T) {
	const busy, none = filelock.Busy, filelock.Unavailable
	for _, given := range [][]filelock.State{{}, {none}, {busy}, {busy, none}, {busy, busy, busy, busy, busy, busy, busy, busy}} {
		states(t, given...)
		folder := t.TempDir()
		path := filepath.Join(folder, "file")
		for _, content := range []string{"a longer one", "short"} {
			if err := Write(path, []byte(content)); err != nil {
				t.Errorf("locks %v: %v", given, err)
			}
			if got, _ := os.ReadFile(path); string(got) != content {
				t.Errorf("locks %v: %q", given, got)
			}
		}
		mustHold(t, folder, "file")
	}
}

// Whoever sweeps between the making of a file and its lock takes it away. Its process makes
// another.
func TestLostBeforeTheLock(t *testing.T) {
	needLocks(t)
	for name, do := range map[string]func(folder string) error{
		"file": func(folder string) error { return Write(filepath.Join(folder, "file"), nil) },
		"folder": func(folder string) error {
			f, err := MakeFolder(folder)
			if err == nil {
				err = os.WriteFile(filepath.Join(f.Path, "file"), nil, 0o666)
				f.Discard()
			}
			return err
		},
	} {
		folder, swept := t.TempDir(), 0
		t.Cleanup(func() { lock = filelock.Try })
		lock = func(file *os.File) filelock.State {
			if swept++; swept <= 3 {
				sweepWith(folder, filelock.Try)
			}
			return filelock.Try(file)
		}
		if err := do(folder); err != nil || swept != 4 {
			t.Errorf("%s: %v; %d locks", name, err, swept)
		}
	}
}

// sweepWith sweeps as another process does.
func sweepWith(folder string, try func(*os.File) filelock.State) {
	mine := lock
	lock = try
	Sweep(folder)
	lock = mine
}

// What nobody holds goes; what somebody does, or cannot be locked, stays, and so do files
// of others.
func TestSweep(t *testing.T) {
	needLocks(t)
	folder := t.TempDir()
	left := strings.Repeat("A", 26)
	others := []string{".settle-notes", ".settle-notes.tmp", prefix + strings.ToLower(left) + suffix, "file"}
	for _, name := range append([]string{prefix + left + suffix}, others[1:]...) {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{prefix + left, others[0]} {
		if err := os.MkdirAll(filepath.Join(folder, name, "more"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	file, err := create(folder)
	if err != nil {
		t.Fatal(err)
	}
	living, err := MakeFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	before := len(names(t, folder))

	states(t, filelock.Unavailable, filelock.Unavailable, filelock.Unavailable)
	Sweep(folder)
	if now := len(names(t, folder)); now != before {
		t.Errorf("without locks %d of %d are left", now, before)
	}
	Sweep(folder)
	for _, path := range []string{file.path, living.Path, living.lock.path} {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("of a living process: %v", err)
		}
	}
	file.discard()
	living.Discard()
	living.Discard()
	Sweep(folder)
	mustHold(t, folder, ".settle-"+strings.ToLower(left)+".tmp", ".settle-notes", ".settle-notes.tmp", "file")
}

// A killed process leaves a folder and its lock, which goes with it.
func TestSweepOfAKilledProcess(t *testing.T) {
	needLocks(t)
	folder := t.TempDir()
	f, err := MakeFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	f.lock.file.Close() // as its end does
	if len(names(t, folder)) != 2 {
		t.Errorf("there are %q", names(t, folder))
	}
	Sweep(folder)
	mustHold(t, folder)
}

// A folder that nothing can be written in is said at once, and nothing is left of a trial.
func TestTry(t *testing.T) {
	folder := t.TempDir()
	if err := Try(folder); err != nil {
		t.Error(err)
	}
	mustHold(t, folder)
	if err := Try(filepath.Join(folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	path := filepath.Join(folder, "file")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Try(path); err == nil {
		t.Error("a file as a folder")
	}
	if err := os.Mkdir(filepath.Join(folder, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(folder, "folder"), nil); err == nil {
		t.Error("a file in place of a folder")
	}
	mustHold(t, folder, "file", "folder")
}

// Many write and sweep at once.
func TestMany(t *testing.T) {
	folder := t.TempDir()
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			for round := range 20 {
				Sweep(folder)
				if err := Write(filepath.Join(folder, fmt.Sprint(i)), fmt.Append(nil, round)); err != nil {
					t.Errorf("file %d: %v", i, err)
				}
				f, err := MakeFolder(folder)
				if err != nil {
					t.Errorf("folder %d: %v", i, err)
					continue
				}
				if err := os.WriteFile(filepath.Join(f.Path, "file"), nil, 0o666); err != nil {
					t.Errorf("folder %d: %v", i, err)
				}
				f.Discard()
			}
		})
	}
	group.Wait()
	if left := names(t, folder); len(left) != 16 {
		t.Errorf("left are %q", left)
	}
	for i := range 16 {
		if got, _ := os.ReadFile(filepath.Join(folder, fmt.Sprint(i))); string(got) != "19" {
			t.Errorf("file %d holds %q", i, got)
		}
	}
}
