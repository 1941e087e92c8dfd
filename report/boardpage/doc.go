// Package boardpage renders the results for a board as one HTML page. The page shows
// the leader and how certain its lead is, the separated pairs, how many trials a
// ranking takes, and which trials to run next. It also contains the data behind all of
// this.
//
// Fill a [Part] per task and call [New].
//
// The first screen can be understood alone. All numbers, tables and figures come from
// package report and equal the output of the commands. If the results of a study are
// missing, the page gives the reason. The documents of the commands are embedded as
// JSON. The numbers behind each figure are embedded as CSV that is safe to open in a
// spreadsheet.
//
// This package runs no studies and writes no files; callers do.
package boardpage
