// Package examples holds templates for your own estimators. settle bakeoff init writes them,
// and tests run them.
//
// Call [Template].
//
// Each template runs before it is changed.
package examples

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed estimator/settle_estimator.py estimator/mine.py estimator/mine.R module/main.go
var files embed.FS

// File is a file of a template.
type File struct {
	Name    string
	About   string // what to do with it
	Content []byte
	Program bool // it is to be run, not compiled or imported
}

// Template is the method mine in a language, python, go or r; nil in any other. The first
// file is the method itself.
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
