// Package page writes reports as HTML pages. A page is a single file with text, tables
// and figures that opens from disk; it can link to files in the same folder.
//
// Fill a [Page] and call [Page.Write].
//
// A page loads nothing from the network and is complete without JavaScript, on a screen
// and in print. Its style, figures and data are embedded. Two scripts, page.js and
// grid.js, add functions for the reader: they show values at the pointer, hide lines,
// sort and search tables, compare two models, and show a map of questions and models.
// The page's content security policy allows only these scripts, by their hash.
//
// The page has a table of contents, light and dark colours, and figures with
// descriptions for wide and for narrow screens. Nothing is wider than the screen. Names
// are always treated as text. The same page gives the same bytes.
//
// Callers provide the content and write the linked files.
package page
