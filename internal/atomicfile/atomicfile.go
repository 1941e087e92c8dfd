// Package atomicfile lets files appear whole or not at all: they are written under a hidden
// name in the same folder, brought to the disk, and renamed.
//
// Begin with [Write], and with [MakeFolder] for files that appear together. [Resolve] says
// which file that is: a symbolic link is followed, so that it stays. A device, a FIFO or a
// socket is never replaced. It is written to as it is, and what was written before a failure
// cannot be taken back.
//
// It believes that a process may be killed at any moment and leave what it has written, and
// that others in the same folder, also of other machines, must lose nothing by the removal
// of that ([Sweep]): a hidden file is locked as long as its process needs it. Where a system
// has no locks, what is left stays.
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

// Names of hidden files begin and end so, those of hidden folders begin so.
const (
	prefix = ".settle-"
	suffix = ".tmp"
)

// hiddenPath is a path in a folder that nobody else has.
func hiddenPath(folder string) string { return filepath.Join(folder, prefix+rand.Text()+suffix) }

// hidden is a file that its process holds.
type hidden struct {
	path   string
	file   *os.File
	locked bool
}

// lock is filelock.Try, but in tests.
var lock = filelock.Try

// errLost is that somebody who sweeps came between the making of a file and its lock.
var errLost = &fs.PathError{Op: "lock", Path: "hidden file", Err: fs.ErrNotExist}

// create makes a hidden file and locks it.
func create(folder string) (*hidden, error) {
	path := hiddenPath(folder)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	state := lock(file)
	h := &hidden{path, file, state == filelock.Locked}
	if state == filelock.Busy || h.locked && !h.there() {
		h.discard()
		return nil, errLost
	}
	return h, nil
}

// there tells whether the file still has its name.
func (h *hidden) there() bool {
	opened, err1 := h.file.Stat()
	named, err2 := os.Lstat(h.path)
	return err1 == nil && err2 == nil && os.SameFile(opened, named)
}

// discard removes the file. Some systems remove none that is open.
func (h *hidden) discard() {
	if !h.locked {
		_ = h.file.Close()
	}
	_ = os.Remove(h.path)
	_ = h.file.Close()
}

// write writes what is in the file, and brings it to the disk.
func (h *hidden) write(content []byte) error {
	if _, err := h.file.Write(content); err != nil {
		return err
	}
	return h.file.Sync()
}

// become gives the file its name. The lock lasts until it has it; some systems rename none
// that is open, and have no locks.
func (h *hidden) become(path string) error {
	if !h.locked {
		if err := h.file.Close(); err != nil {
			return err
		}
	}
	err := os.Rename(h.path, path)
	if err == nil {
		_ = h.file.Close() // what is in it is on the disk
	}
	return err
}

// Write lets a file appear with all that is in it, in place of one that is there, also if
// the machine stops. Its folder must be there. A stream, such as a FIFO, gets the content.
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
	err = again(folder, func() error {
		h, err := create(folder)
		if err != nil {
			return err
		}
		if err = h.write(content); err == nil {
			err = h.become(path)
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

// Try does in a folder all that Write does there, and leaves nothing.
func Try(folder string) error {
	path := hiddenPath(folder)
	err := Write(path, []byte("\n"))
	_ = os.Remove(path)
	return err
}

// again does something in a folder that others sweep until they do not come between.
func again(folder string, do func() error) (err error) {
	const tries = 100 // so many are never lost in a row, unless the folder is no good
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

// SyncFolder brings the names in a folder to the disk, as far as the file system knows how:
// the files are complete without it.
func SyncFolder(folder string) {
	if dir, err := os.Open(folder); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}
