package cli

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"settle/internal/atomicfile"
	"settle/internal/filelock"
	"settle/internal/lists"
)

// staging is a hidden folder inside the one that files are to appear in, so that
// a rename is all that is left to do when all are complete.
type staging struct {
	folder string
	hidden *atomicfile.Folder
	made   []string // the directories made for folder, outermost first
}

// newStaging opens a hidden folder inside a folder, which is made if need be, and
// removes those that dead processes left there.
func newStaging(folder string) (*staging, error) {
	s := &staging{folder: filepath.Clean(folder)}
	if err := s.open(); err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

// newStagingBeside opens a hidden folder beside a file, whose folder must be there.
func newStagingBeside(target atomicfile.Target) (*staging, error) {
	folder := filepath.Dir(target.Path)
	if _, err := os.Stat(folder); err != nil {
		return nil, Reason(err)
	}
	s, err := newStaging(folder)
	if err != nil {
		return nil, Reason(err)
	}
	return s, nil
}

func (s *staging) open() error {
	// A neighbour that ends may remove the folder again that it made, between
	// the look at it and its use.
	const tries = 5
	var err error
	for range tries {
		if err = s.makeDirectories(s.folder); err != nil {
			return err
		}
		atomicfile.Sweep(s.folder)
		if s.hidden, err = atomicfile.MakeFolder(s.folder); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return err
}

// lockFolder waits until no other process holds the lock on a folder, and takes
// it.
func lockFolder(ctx context.Context, folder string) (unlock func(), err error) {
	const wait = 10 * time.Millisecond
	for {
		hold, state, err := filelock.TryFolder(folder)
		if err != nil {
			return nil, err
		}
		if state != filelock.Busy {
			return func() { filelock.Close(hold) }, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// makeDirectories is os.MkdirAll that remembers what it made.
func (s *staging) makeDirectories(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return errors.New("not a directory")
	case err == nil || !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if target, err := os.Readlink(dir); err == nil {
		return fmt.Errorf("a link to %s, which is not there", target)
	}
	if err := s.makeDirectories(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		if info, statErr := os.Stat(dir); statErr == nil && info.IsDir() {
			return nil // somebody else was faster
		}
		return err
	}
	s.made = append(s.made, dir)
	return nil
}

// write writes one file in full and to the disk, and returns its SHA-256. A file
// that cannot be completed is removed.
func (s *staging) write(name string, write func(io.Writer) error) (sum string, err error) {
	path := filepath.Join(s.hidden.Path, name)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return "", errors.New("two files of this name")
	}
	if err != nil {
		return "", Reason(err)
	}
	complete := false
	defer func() {
		if !complete {
			file.Close()
			os.Remove(path)
		}
	}()
	digest := sha256.New()
	buffer := bufio.NewWriter(io.MultiWriter(file, digest))
	if err := write(buffer); err != nil {
		return "", err
	}
	if err := errors.Join(buffer.Flush(), file.Sync(), file.Close()); err != nil {
		return "", Reason(err)
	}
	complete = true
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// stream writes to a device, a FIFO or a socket as it is, with no way back.
func stream(target atomicfile.Target, write func(io.Writer) error) error {
	file, err := target.Open()
	if err != nil {
		return Reason(err)
	}
	defer file.Close()
	buffer := bufio.NewWriter(file)
	if err := write(buffer); err != nil {
		return err
	}
	if err := errors.Join(buffer.Flush(), file.Close()); err != nil {
		return Reason(err)
	}
	return nil
}

// keep makes the directories that were made the user's.
func (s *staging) keep() { s.made = nil }

// discard removes what is staged and the directories made for it, unless
// something else has been put there. It can be called several times.
func (s *staging) discard() {
	if s.hidden != nil {
		s.hidden.Discard()
	}
	for _, dir := range slices.Backward(s.made) {
		os.Remove(dir)
	}
	s.made = nil
}

// stagedFile is a file that is complete but has not appeared.
type stagedFile struct {
	*staging
	name   string // in the hidden folder
	target string // where it is to appear, behind all links
	sum    string // SHA-256
}

// rename lets the file appear, in place of one that was there. The file that was
// there keeps nothing but its permissions.
func (f stagedFile) rename() error {
	from := filepath.Join(f.hidden.Path, f.name)
	if there, err := os.Stat(f.target); err == nil && there.Mode().IsRegular() {
		_ = os.Chmod(from, there.Mode().Perm()) // a file system without permissions has none to keep
	}
	if err := os.Rename(from, f.target); err != nil {
		return fmt.Errorf("%s: %w", f.target, Reason(err))
	}
	return nil
}

// blocked fails if a directory has the name of a file.
func blocked(files []stagedFile) error {
	for _, file := range files {
		if info, err := os.Lstat(file.target); err == nil && info.IsDir() {
			return fmt.Errorf("%s: is a directory", file.target)
		}
	}
	return nil
}

// appear lets files appear under their names, one rename after the other; their
// folders must be locked. Should the file system refuse one of them, the ones
// before it stay.
func appear(files []stagedFile) error {
	for _, folder := range foldersOf(files, func(f stagedFile) string { return f.hidden.Path }) {
		atomicfile.SyncFolder(folder)
	}
	for _, file := range files {
		if err := file.rename(); err != nil {
			return err
		}
	}
	for _, folder := range foldersOf(files, func(f stagedFile) string { return f.folder }) {
		atomicfile.SyncFolder(folder)
	}
	return nil
}

// foldersOf are the folders of files, each once, in order of their names: locks
// taken in that order cannot wait for each other.
func foldersOf(files []stagedFile, of func(stagedFile) string) []string {
	folders := lists.Each(files, of)
	slices.Sort(folders)
	return slices.Compact(folders)
}
