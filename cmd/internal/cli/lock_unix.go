//go:build unix && !solaris && !aix

package cli

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock locks a folder for as long as hold is open, which ends with the process
// at the latest, however that ends.
func tryLock(folder string) (hold *os.File, state lockState, err error) {
	hold, err = os.Open(folder)
	if err != nil {
		return nil, unlockable, err
	}
	err = unix.Flock(int(hold.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return hold, locked, nil
	}
	_ = hold.Close()
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return nil, busy, nil
	case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS),
		errors.Is(err, unix.ENOLCK), errors.Is(err, unix.EINVAL):
		return nil, unlockable, nil
	}
	return nil, unlockable, err
}
