// Package filelock tells files and folders that a living process holds from those that a
// dead one left.
//
// Begin with [Try].
//
// A lock ends with its process, however that ends, and nobody waits for one: who sweeps a
// folder asks whether a file is held. A system without such locks is no reason to stop. Go's
// lockedfile waits, cannot lock folders, and fails without locks. What a lock is about is left
// to the users.
package filelock

import (
	"errors"
	"io/fs"
	"os"
)

// A State says what came of an attempt to lock a file or a folder.
type State int

const (
	Locked      State = iota // by this process, until the file is closed
	Busy                     // another holds the lock
	Unavailable              // the system, or the file system, has no such locks
)

// TryFolder locks a folder for as long as hold is open, which is nil unless the state is
// Locked. On network file systems the lock is often unknown to other machines: a file that
// is to be locked for them, too, is for [Try].
func TryFolder(path string) (hold *os.File, state State, err error) {
	hold, err = os.Open(path)
	switch {
	case errors.Is(err, fs.ErrPermission): // files may be written there all the same
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

// Close gives a lock back; nil is none.
func Close(hold *os.File) {
	if hold != nil {
		_ = hold.Close()
	}
}
