package filelock_test

import (
	"os"
	"path/filepath"
	"testing"

	"settle/internal/filelock"
)

func open(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// A lock is held by one descriptor at a time, and given back when that is closed.
func TestOneHolds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	first, second := open(t, path), open(t, path)
	if state := filelock.Try(first); state != filelock.Locked {
		t.Skipf("no locks here: %v", state)
	}
	if state := filelock.Try(second); state != filelock.Busy {
		t.Errorf("a second holder: %v", state)
	}
	first.Close()
	if state := filelock.Try(second); state != filelock.Locked {
		t.Errorf("after the first: %v", state)
	}
}

// A system that refuses to lock has no locks, whatever it says: of a descriptor that is
// closed it says EBADF, as an NFS client does of one that is not open for writing.
func TestRefusalIsNoFailure(t *testing.T) {
	file := open(t, filepath.Join(t.TempDir(), "file"))
	file.Close()
	if state := filelock.Try(file); state != filelock.Unavailable {
		t.Errorf("state %v", state)
	}
}

// A folder is locked as a file is; one that is not there is an error.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	hold, state, err := filelock.TryFolder(dir)
	if err != nil || state == filelock.Busy {
		t.Fatalf("%v, %v", state, err)
	}
	if other, again, err := filelock.TryFolder(dir); err != nil || state == filelock.Locked && again != filelock.Busy || other != nil {
		t.Errorf("a second holder: %v, %v", again, err)
	}
	filelock.Close(hold)
	if _, _, err := filelock.TryFolder(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Errorf("no folder: %v", err)
	}
}

// A path is held by one process at a time, whoever replaces its file, and nothing stays beside it.
func TestTryPath(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	release, state, err := filelock.TryPath(path)
	if err != nil || state == filelock.Busy {
		t.Fatalf("%v, %v", state, err)
	}
	if _, again, err := filelock.TryPath(path); err != nil || state == filelock.Locked && again != filelock.Busy {
		t.Errorf("a second holder: %v, %v", again, err)
	}
	release()
	if release, state, err = filelock.TryPath(path); err != nil || state == filelock.Busy {
		t.Fatalf("after the first: %v, %v", state, err)
	}
	release()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
	if _, _, err := filelock.TryPath(filepath.Join(dir, "none", "file")); err == nil {
		t.Error("no folder")
	}
}
