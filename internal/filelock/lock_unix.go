//go:build unix && !solaris && !aix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Try locks a file until it is closed or the process ends for any reason. The file must
// be a regular file, open for reading and writing; read and write it only through this
// *os.File. Over NFS, the locks are those of fcntl(2), which need a file that
// is open for reading and writing. Over SMB, a lock blocks access through other
// descriptors (flock(2), "NFS details" and "CIFS details").
func Try(file *os.File) State {
	for {
		switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case err == nil:
			return Locked
		case errors.Is(err, unix.EWOULDBLOCK):
			return Busy
		case !errors.Is(err, unix.EINTR):
			// File systems report missing locks by many errors: ENOTSUP, ENOSYS, ENOLCK, EINVAL,
			// EBADF or EACCES.
			return Unavailable
		}
	}
}
