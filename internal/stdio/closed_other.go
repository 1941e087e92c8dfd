//go:build !cgo || !unix

package stdio

// Known reports whether StdoutClosed can tell.
const Known = false

// StdoutClosed reports whether the process began with a closed standard output; it cannot
// tell here.
func StdoutClosed() bool { return false }
