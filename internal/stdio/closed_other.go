//go:build !cgo || !unix

package stdio

// Known is true if StdoutClosed can detect that standard output was closed.
const Known = false

// StdoutClosed reports whether standard output was closed when the process began. On
// this system it always returns false.
func StdoutClosed() bool { return false }
