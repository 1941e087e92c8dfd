//go:build unix && !solaris && !aix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Try locks a file or a folder for as long as hold is open, which ends with the process at
// the latest, however that ends. hold is nil unless the state is Locked.
func Try(path string) (hold *os.File, state State, err error) {
	hold, err = os.Open(path)
	if err != nil {
		return nil, Unavailable, err
	}
	err = unix.Flock(int(hold.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return hold, Locked, nil
	}
	_ = hold.Close()
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return nil, Busy, nil
	case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS),
		errors.Is(err, unix.ENOLCK), errors.Is(err, unix.EINVAL):
		return nil, Unavailable, nil
	}
	return nil, Unavailable, err
}
