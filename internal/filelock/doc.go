// Package filelock tells files and folders that a living process holds from those that a
// dead one left.
//
// Begin with [Try].
//
// It believes that a lock must end with its process, however that ends, and that a system
// without such locks is no reason to stop. It leaves to its users what a lock is about.
package filelock

import "os"

// State is what came of an attempt to lock a file or a folder.
type State int

const (
	Locked      State = iota // by this process, until the file is closed
	Busy                     // another holds the lock
	Unavailable              // the system, or the file system, has no such locks
)

// Close gives a lock back; nil is none.
func Close(hold *os.File) {
	if hold != nil {
		_ = hold.Close()
	}
}
