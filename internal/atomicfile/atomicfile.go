// Package atomicfile writes files atomically: a file appears complete or not at all. It
// writes under a hidden name in the same folder, syncs to disk, and renames the file.
//
// Call [Write] for one file, or [MakeFolder] for several files that must appear
// together. [Resolve] follows symbolic links, so that a write replaces the target of a
// link, not the link itself.
//
// A device, FIFO or socket is written directly, because it cannot be replaced. Data
// written before a failure then cannot be undone.
//
// A killed process leaves its hidden files. [Sweep] removes them without harm to other
// processes in the same folder, even on other machines, because a process locks its
// hidden files while it needs them. On systems without locks, such files stay.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"settle/internal/filelock"
)

// Parts of hidden names. Hidden files begin with prefix and end with suffix; hidden
// folders only begin with prefix.
const (
	prefix = ".settle-"
	suffix = ".tmp"
)

// hiddenPath returns a new, unique path for a hidden file in a folder.
func hiddenPath(folder string) string { return filepath.Join(folder, prefix+rand.Text()+suffix) }

// A hiddenFile is a hidden file that this process made.
type hiddenFile struct {
	path   string
	file   *os.File
	locked bool
}

// lock locks a hidden file. Tests replace it.
var lock = filelock.Try

// errLost is returned if another process removed a hidden file before it was locked.
var errLost = &fs.PathError{Op: "lock", Path: "hidden file", Err: fs.ErrNotExist}

// create creates a hidden file and locks it.
func create(folder string) (*hiddenFile, error) {
	path := hiddenPath(folder)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	state := lock(file)
	h := &hiddenFile{path, file, state == filelock.Locked}
	if state == filelock.Busy || h.locked && !h.exists() {
		h.discard()
		return nil, errLost
	}
	return h, nil
}

// exists reports whether the file still exists under its name.
func (h *hiddenFile) exists() bool {
	opened, err1 := h.file.Stat()
	named, err2 := os.Lstat(h.path)
	return err1 == nil && err2 == nil && os.SameFile(opened, named)
}

// discard removes the hidden file. If the file is not locked, it closes the file first,
// because some systems cannot remove an open file.
func (h *hiddenFile) discard() {
	if !h.locked {
		_ = h.file.Close()
	}
	_ = os.Remove(h.path)
	_ = h.file.Close()
}

// write writes the content and syncs it to disk.
func (h *hiddenFile) write(content []byte) error {
	if _, err := h.file.Write(content); err != nil {
		return err
	}
	return h.file.Sync()
}

// renameTo renames the file to path. A locked file stays open, and thus locked, until it
// has its new name. A file without a lock is closed first, because some systems cannot
// rename an open file.
func (h *hiddenFile) renameTo(path string) error {
	if !h.locked {
		if err := h.file.Close(); err != nil {
			return err
		}
	}
	err := os.Rename(h.path, path)
	if err == nil {
		_ = h.file.Close() // the content is already on disk
	}
	return err
}

// Write writes a file atomically, even if the machine stops meanwhile. It replaces an
// existing file. The folder must exist. A stream, such as a FIFO, receives the content
// directly.
func Write(path string, content []byte) error {
	target, err := Resolve(path)
	switch {
	case err != nil:
		return err
	case target.Stream:
		return target.write(content)
	}
	path = target.Path
	folder := filepath.Dir(path)
	err = retry(folder, func() error {
		h, err := create(folder)
		if err != nil {
			return err
		}
		if err = h.write(content); err == nil {
			err = h.renameTo(path)
		}
		if err != nil {
			h.discard()
		}
		return err
	})
	if err == nil {
		SyncFolder(folder)
	}
	return err
}

// Try checks that Write works in a folder. It leaves no file.
func Try(folder string) error {
	path := hiddenPath(folder)
	err := Write(path, []byte("\n"))
	_ = os.Remove(path)
	return err
}

// retry calls a function that works with files in a folder. Another process can remove
// such files by Sweep. If a file that the function needs was removed, retry calls the
// function again.
func retry(folder string, do func() error) (err error) {
	const tries = 100 // after so many failures in a row, the folder is considered unusable
	for range tries {
		if err = do(); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ESTALE) {
			return err
		}
		if _, gone := os.Stat(folder); gone != nil {
			return err
		}
	}
	return err
}

// SyncFolder syncs the names in a folder to disk, if the file system can. All files are
// complete even without it.
func SyncFolder(folder string) {
	if dir, err := os.Open(folder); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}
