package logs

import (
	"path/filepath"

	"settle/internal/bounded"
)

// beside reads a small file that a tool writes beside its logs. It returns the zero
// value if there is none, or none that can be read: the log can be read without it.
func beside[T any](dir, name string) T {
	var doc, none T
	f, err := open(filepath.Join(dir, name))
	if err != nil {
		return none
	}
	defer f.close()
	if f.zip != nil || f.size > bounded.File {
		return none
	}
	text, err := f.json()
	if err != nil {
		return none
	}
	defer text.close()
	if text.read(&doc) != nil {
		return none
	}
	return doc
}
