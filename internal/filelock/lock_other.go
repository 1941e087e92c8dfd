//go:build !unix || solaris || aix

package filelock

import "os"

// Try cannot lock here.
func Try(*os.File) State { return Unavailable }
