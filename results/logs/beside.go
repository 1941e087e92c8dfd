package logs

import (
	"errors"
	"path/filepath"

	"settle/internal/bounded"
)

// readBeside reads a small JSON file that a tool writes next to its logs. It returns
// the zero value if the file is missing or unreadable, because logs can be read without
// it.
func readBeside[T any](dir, name string) T {
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

// member reads a file that holds some attempts of a log as one JSON object. Unlike
// readBeside, it fails if the file cannot be read.
func member[T any](path string) (doc T, err error) {
	f, err := open(path)
	if err != nil {
		return doc, err
	}
	if f.zip != nil {
		f.close()
		return doc, errors.New("is a zip file")
	}
	return doc, document(f, &doc)
}
