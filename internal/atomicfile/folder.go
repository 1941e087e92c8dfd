package atomicfile

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"settle/internal/filelock"
)

// A Folder is a hidden folder inside another folder. Its files will be renamed into
// that outer folder.
type Folder struct {
	Path string
	lock *hidden // next to the folder; made before the folder and removed after it
}

// MakeFolder creates a hidden folder. A lock on a file next to it marks it as used,
// because on network file systems other machines do not see locks on folders.
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

// Discard removes the folder and its content.
func (f *Folder) Discard() {
	_ = os.RemoveAll(f.Path)
	f.lock.discard()
}

// ours matches the names of hidden files.
var ours = regexp.MustCompile(`^` + regexp.QuoteMeta(prefix) + `[A-Z2-7]{26,}` + regexp.QuoteMeta(suffix) + `$`)

// Sweep removes the hidden files in a folder whose processes were killed, and their
// hidden folders. Files that cannot be locked or removed stay, which is harmless.
func Sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if ours.MatchString(entry.Name()) && entry.Type().IsRegular() {
			sweepFile(filepath.Join(folder, entry.Name()))
		}
	}
}

// sweepFile removes a hidden file that no process has locked, and the hidden folder
// that belongs to it.
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
