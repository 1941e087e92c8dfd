// Package page writes reports as HTML pages: single files with text, tables and figures that open from
// disk, and links to files in the same folder.
//
// Fill a [Page] and call [Page.Write].
//
// A page loads nothing from the network and is complete without JavaScript, for readers and in
// print. Its style, figures and data are embedded. If scripts run, page.js and grid.js, which
// the page's content security policy allows by their hash, let a reader see values at the
// pointer, hide lines, and sort and search tables. They add a comparison of two models, and a
// map of questions and models. The page has a table of contents, light and dark colours, and
// figures with descriptions for wide and for narrow screens. Nothing is wider than the screen.
// Names are always treated as text. The same page gives the same bytes.
//
// Callers provide the content and write the linked files.
package page
