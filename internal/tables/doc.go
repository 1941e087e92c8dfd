// Package tables formats plain tables as text, Markdown, CSV and LaTeX.
//
// Create a [Table], or call [New] with [Field] values for the columns, then
// [Table.Write].
//
// A table is a title, named columns, rows of cells that are words or formatted numbers,
// and notes. A cell can contain any text: it cannot break the table, and terminals, web
// pages and LaTeX treat it as plain text. The same table gives the same bytes
// everywhere, whatever the locale.
//
// Callers choose the number of digits. [Float] and [Percent] format numbers so that
// missing ones look the same everywhere.
package tables
