// Package stdio reports whether standard output was closed when the process began.
//
// Call [StdoutClosed] before writing output. Go replaces a closed stream by /dev/null
// before any Go code runs, so output would be lost without an error. This package
// therefore checks the stream in a C constructor, which runs earlier. Without cgo, the
// state is unknown and [Known] is false.
package stdio
