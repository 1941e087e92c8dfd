//go:build web

package web

import (
	"embed"
	"io/fs"
)

//go:embed files
var built embed.FS

// Files returns the files of the app, with index.html at the root.
func Files() fs.FS {
	files, err := fs.Sub(built, "files")
	if err != nil { // only an invalid path is an error
		panic(err)
	}
	return files
}
