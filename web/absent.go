//go:build !web

package web

import "io/fs"

// Files are the app's, index.html at their root, or nil where the program was built
// without the tag web.
func Files() fs.FS { return nil }
