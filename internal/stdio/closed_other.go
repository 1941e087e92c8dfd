//go:build !cgo || !unix

package stdio

// Known reports whether StdoutClosed can detect a closed standard output.
const Known = false

// StdoutClosed reports whether the process began with a closed standard output. On this
// system it always returns false.
func StdoutClosed() bool { return false }
