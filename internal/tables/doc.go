// Package tables formats tables as text, Markdown, CSV and LaTeX.
//
// Create a [Table] directly, or call [New] with [Field] values for the columns. Then
// call [Table.Write].
//
// A table has a title, named columns, rows of cells, and notes. A cell holds words or a
// formatted number. It can contain any text: no text can break the table, and
// terminals, web pages and LaTeX treat it as plain text. The same table gives the same
// bytes everywhere, whatever the locale.
//
// Callers choose the number of digits. [Float] and [Percent] format numbers in such a
// way that missing numbers look the same everywhere.
package tables
