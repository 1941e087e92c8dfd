//go:build unix && !solaris && !aix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Try locks a file until it is closed or the process ends, however it ends. Open a
// regular file for reading and writing, and read and write it through the same
// descriptor. Over NFS, the locks are those of fcntl(2), which require a file that is
// open for reading and writing. Over SMB, they block access through other descriptors
// (flock(2), "NFS details" and "CIFS details").
func Try(file *os.File) State {
	for {
		switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case err == nil:
			return Locked
		case errors.Is(err, unix.EWOULDBLOCK):
			return Busy
		case !errors.Is(err, unix.EINTR):
			// ENOTSUP, ENOSYS, ENOLCK, EINVAL, EBADF, EACCES: file systems report
			// missing locks in many ways.
			return Unavailable
		}
	}
}
