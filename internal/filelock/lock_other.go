//go:build !unix || solaris || aix

package filelock

import "os"

// Try cannot lock here: hold is nil.
func Try(string) (hold *os.File, state State, err error) { return nil, Unavailable, nil }
