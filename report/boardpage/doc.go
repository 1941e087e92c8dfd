// Package boardpage sets all that Settle finds of the models of a board on one page:
// who leads and how sure that is, what is told apart, how many trials it takes, what to
// run next, and what all of that rests on.
//
// Begin with [New].
//
// It believes that a reader should be able to stop after the first screen, and that
// whoever reads on finds the same numbers as the commands print: the tables, figures and
// documents are those of package report, and no number is made here. What could not be
// found of a board is said in its place. The page holds its data: the documents of the
// commands as JSON, and what is behind each figure as CSV that a spreadsheet can open
// without harm.
//
// It leaves to its callers what is found and what the commands are.
package boardpage
