package atomicfile

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"settle/internal/filelock"
)

// A Folder is a hidden folder for files that will later be moved to the folder around
// it.
type Folder struct {
	Path string
	lock *hiddenFile // hidden file next to the folder; made before the folder and removed after it
}

// MakeFolder makes a hidden folder inside the given folder. A locked hidden file next
// to it marks the hidden folder as used, because on network file systems other machines
// do not see locks on folders.
func MakeFolder(inside string) (f *Folder, err error) {
	err = retry(inside, func() error {
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

// Discard removes the hidden folder and everything in it.
func (f *Folder) Discard() {
	_ = os.RemoveAll(f.Path)
	f.lock.discard()
}

// hiddenName matches the names of hidden files.
var hiddenName = regexp.MustCompile(`^` + regexp.QuoteMeta(prefix) + `[A-Z2-7]{26,}` + regexp.QuoteMeta(suffix) + `$`)

// Sweep removes hidden files and hidden folders of killed processes from a folder.
// Files that cannot be locked or removed stay, which does no harm.
func Sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if hiddenName.MatchString(entry.Name()) && entry.Type().IsRegular() {
			sweepFile(filepath.Join(folder, entry.Name()))
		}
	}
}

// sweepFile removes a hidden file, and the hidden folder that belongs to it, unless a
// process has locked the file.
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
