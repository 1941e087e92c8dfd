// Package converge renders the results of studies of when rankings settle, as tables, JSON and
// figures.
//
// Fill a [Convergence] with results of settle/study/converge, then call its Report method or draw a
// panel of it with its Figure method.
package converge
