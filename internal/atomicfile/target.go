package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A Target is where the content of a path that is to be written goes.
type Target struct {
	Path string // the path behind all symbolic links

	// Stream reports that Path is a device, a FIFO or a socket. It is written to as it is,
	// since nothing but a regular file can be replaced.
	Stream bool
}

// Resolve follows the symbolic links of a path whose file may not be there yet. It fails
// if they lead in a circle or into a folder that is not there.
func Resolve(path string) (Target, error) {
	// /dev/stdout is a link that names no file of its folder, so look through it first.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return Target{path, true}, nil
	}
	const most = 40 // as Linux follows
	for at, links := path, 0; links <= most; links++ {
		link, err := os.Readlink(at)
		if err != nil { // it is no link, or not there
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

// Open opens a target that is a stream. A FIFO waits for its reader.
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
