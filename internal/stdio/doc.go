// Package stdio tells how the standard streams were when the process began.
//
// Call [StdoutClosed] before a report is made. Go opens /dev/null in the place of a closed
// stream before any of its own code runs, so that a report would be lost without an error.
// A constructor in C runs before that; without cgo [Known] is false, and nobody can tell.
package stdio
