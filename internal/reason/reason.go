// Package reason says why the system refused a file.
package reason

import (
	"errors"
	"io/fs"
	"os"
)

// Of strips the system call and the path from an error of package os, for a message that
// names the path in the user's words.
func Of(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
