// Package page makes a page of what was found: one file of HTML that opens from
// disk, with texts, tables and figures, and links to the files beside it.
//
// Begin with [Page] and [Page.Write].
//
// It believes that a page is read where there is no network and perhaps no
// JavaScript: style and figures are inside, nothing is fetched, and nothing is
// hidden from those who only read or print it. Where scripts run, one of its own
// (page.js), which its policy names by its digest, adds what a hand would try: values
// at the pointer, lines to hide, tables to sort and search, two models to compare, and a map
// of questions and models (grid.js). Its numbers are in the page as data, once. What it comes to stands first; a
// reader who wants more follows the table of contents. Figures are drawn twice,
// for wide and for narrow screens, and have descriptions; the page is light or
// dark as the reader wants it, and nothing on it is wider than it. The same page
// gives the same bytes. Names come from files and are text, whatever they look
// like.
//
// It leaves to its callers what is on the page, and where the file and those that
// it links to are.
package page
