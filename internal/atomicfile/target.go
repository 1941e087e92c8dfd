package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A Target is the file or stream to which a path leads.
type Target struct {
	Path string // the path with symbolic links resolved

	// Stream is true if Path is a device, a FIFO or a socket. A stream is written directly,
	// because only a regular file can be replaced.
	Stream bool
}

// Resolve follows the symbolic links in a path. The file itself need not exist. Resolve
// fails if links form a cycle or lead to a folder that does not exist.
func Resolve(path string) (Target, error) {
	// /dev/stdout is a link, and its own folder contains no file for it, so check the
	// target of the link first.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return Target{path, true}, nil
	}
	const most = 40 // maximum number of links on Linux
	for at, links := path, 0; links <= most; links++ {
		link, err := os.Readlink(at)
		if err != nil { // not a link, or does not exist
			return Target{Path: at}, nil
		}
		if !filepath.IsAbs(link) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(at))
			if err != nil {
				return Target{}, err
			}
			link = filepath.Join(folder, link)
		}
		at = link
	}
	return Target{}, &fs.PathError{Op: "follow", Path: path, Err: syscall.ELOOP}
}

// Open opens a stream for writing. For a FIFO, it waits until another process reads.
func (t Target) Open() (*os.File, error) { return os.OpenFile(t.Path, os.O_WRONLY, 0) }

// write writes content to a stream.
func (t Target) write(content []byte) error {
	file, err := t.Open()
	if err != nil {
		return err
	}
	if _, err := file.Write(content); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
