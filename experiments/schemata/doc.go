// Package schemata reproduces the paper's results on graded outcomes, which rules
// called schemata sort into categories: Tables 4 and 5, Fig. 7 and appendix D.
//
// Call [Table4], [Table5] or [Fig7].
//
// The paper does not publish the signals of its models. By default, simulated models
// with made-up styles, called mimics, take their place. They show how a schema changes
// a ranking, but not how it changes the ranking of the paper's models. None of the
// checks on them is therefore a test.
package schemata
