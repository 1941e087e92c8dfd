// Package tables draws plain tables as text, Markdown, CSV and LaTeX.
//
// Begin with [Table] and [Table.Write].
//
// It believes that a table is a title, named columns, rows of cells that are
// already words or formatted numbers, and notes; that a cell may come from a
// file and must neither break out of its place nor reach a terminal, a page
// or a typesetter with a meaning of its own; and that the same table gives the
// same bytes everywhere, whatever the locale. It leaves to its callers how the
// data was made and how many digits a number deserves, and offers Float and
// Percent so that they all write a missing number the same way.
package tables
