package atomicfile

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"settle/internal/filelock"
)

// Folder is a hidden folder for files that are to be renamed into the one that it is in.
type Folder struct {
	Path string
	lock *hidden // beside it, from before it is made until after it is removed
}

// MakeFolder makes a hidden folder. The lock that says that it is needed is one on a file
// beside it: over network file systems other machines do not see locks on folders.
func MakeFolder(inside string) (f *Folder, err error) {
	err = again(inside, func() error {
		lock, err := create(inside)
		if err != nil {
			return err
		}
		f = &Folder{strings.TrimSuffix(lock.path, suffix), lock}
		if err = os.Mkdir(f.Path, 0o700); err != nil {
			lock.discard()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Discard removes the folder with all that is in it.
func (f *Folder) Discard() {
	_ = os.RemoveAll(f.Path)
	f.lock.discard()
}

// ours matches the names of hidden files.
var ours = regexp.MustCompile(`^` + regexp.QuoteMeta(prefix) + `[A-Z2-7]{26,}` + regexp.QuoteMeta(suffix) + `$`)

// Sweep removes the hidden files in a folder whose processes were killed, and the folders
// beside them. What cannot be locked or removed stays: it harms nobody.
func Sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if ours.MatchString(entry.Name()) && entry.Type().IsRegular() {
			sweepFile(filepath.Join(folder, entry.Name()))
		}
	}
}

// sweepFile removes a file that nobody holds, and the folder that it is the lock of.
func sweepFile(path string) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer filelock.Close(file)
	if lock(file) == filelock.Locked {
		_ = os.RemoveAll(strings.TrimSuffix(path, suffix))
		_ = os.Remove(path)
	}
}
