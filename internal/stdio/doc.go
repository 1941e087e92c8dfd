// Package stdio reports the state of the standard streams when the process began.
//
// Call [StdoutClosed] before making a report. Before any Go code runs, Go opens
// /dev/null in place of a closed stream, so that output would be lost without an error.
// This package checks the streams in a C constructor, which runs earlier. Without cgo,
// the state is unknown and [Known] is false.
package stdio
