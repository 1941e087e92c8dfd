// Package converge renders the results of studies that measure when rankings settle, as
// tables, JSON and figures.
//
// Fill a [Convergence] with results of settle/study/converge. Then call its Report
// method for the results, or its Figure method for a figure with one of its panels.
package converge
