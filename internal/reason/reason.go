// Package reason rewords errors of package os for users.
//
// Call [Of] for an error, or [Open] to open a file.
package reason

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"settle/internal/quoted"
)

// Of removes the system call and the path from an error of package os, because the
// caller's message names the path as the user wrote it.
func Of(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}

// Open opens a file for reading. It fails for a folder. Errors begin with the path.
func Open(path string) (*os.File, error) {
	name := quoted.Path(path)
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, Of(err))
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a directory")
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, Of(err))
	}
	return file, nil
}
