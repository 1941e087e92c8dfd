// Package boardpage renders the results for a board as one HTML page: the leader and how sure it
// is, the separated pairs, how many trials a ranking takes, and what to run next. The page also
// holds the data behind all of this.
//
// Fill a [Part] per task and call [New].
//
// The first screen is complete in itself. All numbers, tables and figures come from package report
// and equal the output of the commands. If a study is absent, the page gives the reason. The page
// embeds its data: the documents of the commands as JSON, and the numbers behind each figure as
// CSV that is safe to open in a spreadsheet.
//
// This package runs no studies and writes no files; callers do.
package boardpage
