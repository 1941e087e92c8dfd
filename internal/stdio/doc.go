// Package stdio reports the state of the standard streams when the process began.
//
// Call [StdoutClosed] before making a report. Go opens /dev/null in place of a closed
// stream before any Go code runs, so that output would be lost without an error. A
// constructor in C runs before that. Without cgo, the state is unknown and [Known] is
// false.
package stdio
