// Package examples holds templates for estimators that users write. The command settle
// bakeoff init writes a template to a folder, and tests run every template unchanged.
//
// Call [Template].
package examples

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed estimator/settle_estimator.py estimator/mine.py estimator/mine.R module/main.go
var files embed.FS

// File is one file of a template.
type File struct {
	Name    string
	About   string // what the user does with the file
	Content []byte
	Program bool // the file is run, not compiled or imported
}

// Template returns the files of the template for a language: python, go or r. The first
// file contains the estimator itself. Template returns nil for any other language.
func Template(language string) []File {
	switch language {
	case "python":
		return []File{
			read("estimator/mine.py", "your method: change the function", true),
			read("estimator/settle_estimator.py", "makes it a program that Settle runs: leave it as it is", false),
		}
	case "go":
		return []File{read("module/main.go", "your method, and what lets it compete: change Score", false)}
	case "r":
		return []File{read("estimator/mine.R", "your method: change the first function", true)}
	}
	return nil
}

func read(file, about string, program bool) File {
	content, err := fs.ReadFile(files, file)
	if err != nil {
		panic("examples: " + err.Error()) // it is embedded
	}
	return File{path.Base(file), about, content, program}
}
