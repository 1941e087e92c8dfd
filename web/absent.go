//go:build !web

package web

import "io/fs"

// Files returns the files of the app, with index.html at the root. It returns nil in a program
// built without the tag web.
func Files() fs.FS { return nil }
