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

// A staging is a hidden folder inside a target folder. Files are first written completely to the
// hidden folder, and later only renamed.
type staging struct {
	folder string
	hidden *atomicfile.Folder
	made   []string // directories created for folder, outermost first
}

// newStaging creates a hidden folder inside the given folder. It creates the given folder if that
// is missing, and removes hidden folders that dead processes left there.
func newStaging(folder string) (*staging, error) {
	s := &staging{folder: filepath.Clean(folder)}
	if err := s.open(); err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

// newStagingBeside creates a hidden folder beside a file. The file's folder must exist.
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
	// A concurrent process can end and remove a folder that it created just after
	// makeDirectories has found it. The loop then tries again.
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

// lockFolder waits until it can lock a folder, and returns the function that unlocks it.
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

// makeDirectories creates a directory and its parents, as os.MkdirAll does, and records which
// ones it created.
func (s *staging) makeDirectories(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return errors.New("not a directory")
	case err == nil || !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if target, err := os.Readlink(dir); err == nil {
		return fmt.Errorf("link to %s, which does not exist", target)
	}
	if err := s.makeDirectories(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		if info, statErr := os.Stat(dir); statErr == nil && info.IsDir() {
			return nil // another process created it first
		}
		return err
	}
	s.made = append(s.made, dir)
	return nil
}

// write writes and syncs one file, and returns its SHA-256. It removes a file that it cannot
// complete.
func (s *staging) write(name string, write func(io.Writer) error) (sum string, err error) {
	path := filepath.Join(s.hidden.Path, name)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return "", errors.New("two files have this name")
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

// stream writes directly to a device, a FIFO or a socket. This cannot be undone.
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

// keep marks the created directories as permanent.
func (s *staging) keep() { s.made = nil }

// discard removes the staged files. It also removes the directories created for them, unless these
// contain other files. It can be called several times.
func (s *staging) discard() {
	if s.hidden != nil {
		s.hidden.Discard()
	}
	for _, dir := range slices.Backward(s.made) {
		os.Remove(dir)
	}
	s.made = nil
}

// A stagedFile is a complete file that has not been renamed to its final name yet.
type stagedFile struct {
	*staging
	name   string // name in the hidden folder
	target string // final path of the file, with links resolved
	sum    string // SHA-256 of the contents
}

// rename moves the file to its final name. It replaces an existing file but keeps that file's
// permissions.
func (f stagedFile) rename() error {
	from := filepath.Join(f.hidden.Path, f.name)
	if there, err := os.Stat(f.target); err == nil && there.Mode().IsRegular() {
		_ = os.Chmod(from, there.Mode().Perm()) // fails only on file systems without permissions
	}
	if err := os.Rename(from, f.target); err != nil {
		return fmt.Errorf("%s: %w", f.target, Reason(err))
	}
	return nil
}

// blocked returns an error if a directory exists at the final path of a file.
func blocked(files []stagedFile) error {
	for _, file := range files {
		if info, err := os.Lstat(file.target); err == nil && info.IsDir() {
			return fmt.Errorf("%s: is a directory", file.target)
		}
	}
	return nil
}

// appear renames the files to their final names, one after the other. Their folders must be
// locked. If a rename fails, the files renamed before keep their final names.
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

// foldersOf returns the folders of the files, sorted and without duplicates. The folder of a file f
// is of(f). Locking folders in this order avoids deadlocks.
func foldersOf(files []stagedFile, of func(stagedFile) string) []string {
	folders := lists.Each(files, of)
	slices.Sort(folders)
	return slices.Compact(folders)
}
