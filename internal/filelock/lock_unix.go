//go:build unix && !solaris && !aix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Try locks a file for as long as it is open, which ends with the process at the latest,
// however that ends. A regular file should be open for reading and writing, and be read and
// written through this very descriptor: over NFS locks are those of fcntl(2), which ask for
// that, and over SMB they keep other descriptors out (flock(2), "NFS details" and "CIFS
// details").
func Try(file *os.File) State {
	for {
		switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case err == nil:
			return Locked
		case errors.Is(err, unix.EWOULDBLOCK):
			return Busy
		case !errors.Is(err, unix.EINTR):
			// ENOTSUP, ENOSYS, ENOLCK, EINVAL, EBADF, EACCES: file systems have many ways to
			// say so.
			return Unavailable
		}
	}
}
