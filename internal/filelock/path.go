package filelock

import (
	"os"
	"path/filepath"
)

// TryPath locks a file that the holder of the lock will replace. The lock is on a
// hidden file next to that file, and release() removes the hidden file. The path must
// be free of symbolic links.
func TryPath(path string) (release func(), state State, err error) {
	beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
	for {
		hold, err := os.OpenFile(beside, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, Unavailable, err
		}
		if state = Try(hold); state == Busy {
			_ = hold.Close()
			return nil, state, nil
		}
		opened, openedErr := hold.Stat()
		named, namedErr := os.Lstat(beside)
		if state == Unavailable || openedErr == nil && namedErr == nil && os.SameFile(opened, named) {
			return func() { _ = os.Remove(beside); _ = hold.Close() }, state, nil
		}
		_ = hold.Close() // the previous holder has just removed the hidden file
	}
}
