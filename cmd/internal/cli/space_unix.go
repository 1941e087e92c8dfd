//go:build unix && !solaris && !aix

package cli

import (
	"math"

	"golang.org/x/sys/unix"
)

// addressSpace returns the number of bytes that the process can map (ulimit -v).
func addressSpace() uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		return math.MaxUint64
	}
	return uint64(limit.Cur)
}
