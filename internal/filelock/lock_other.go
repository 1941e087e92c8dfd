//go:build !unix || solaris || aix

package filelock

import "os"

// Try returns Unavailable, because this system has no such locks.
func Try(*os.File) State { return Unavailable }
