// Package schemata reproduces the paper's results on categories: Tables 4 and 5, Fig. 7 and appendix D.
//
// Call [Table4], [Table5] or [Fig7].
//
// By default, mimics with made-up styles take the place of the paper's models, whose signals are
// not published. They show the effects of a schema, but not its effects on the paper's models,
// so none of their checks is a test.
package schemata
