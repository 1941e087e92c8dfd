// Package filelock locks files and folders. A lock shows that a file still belongs to a
// running process and is not left over from a dead one.
//
// Call [Try] for an open file, [TryFolder] for a folder, or [TryPath] for a file that
// is replaced while it is locked.
//
// A lock ends with its process, however the process ends. No function waits for a lock,
// because a program that cleans a folder only needs to know whether a file is locked.
// Systems without such locks return [Unavailable], not an error. Go's own package
// lockedfile waits for locks, cannot lock folders, and fails on systems without locks.
package filelock

import (
	"errors"
	"io/fs"
	"os"
)

// A State is the result of an attempt to lock a file or a folder.
type State int

const (
	Locked      State = iota // this process holds the lock, until it closes the file
	Busy                     // another process holds the lock
	Unavailable              // the system or the file system has no such locks
)

// TryFolder locks a folder until the returned file is closed. The file is nil unless
// the state is Locked. On network file systems, other machines often do not see such a
// lock; lock a file with [Try] there.
func TryFolder(path string) (hold *os.File, state State, err error) {
	hold, err = os.Open(path)
	switch {
	case errors.Is(err, fs.ErrPermission): // files in the folder can still be writable
		return nil, Unavailable, nil
	case err != nil:
		return nil, Unavailable, err
	}
	if state = Try(hold); state != Locked {
		_ = hold.Close()
		return nil, state, nil
	}
	return hold, Locked, nil
}

// Close closes a locked file or folder, which releases the lock. The argument can be
// nil.
func Close(hold *os.File) {
	if hold != nil {
		_ = hold.Close()
	}
}
