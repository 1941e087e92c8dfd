//go:build web

package web

import (
	"embed"
	"io/fs"
)

//go:embed files
var built embed.FS

// Files are the app's, index.html at their root.
func Files() fs.FS {
	files, err := fs.Sub(built, "files")
	if err != nil { // the name is no path, which it is
		panic(err)
	}
	return files
}
