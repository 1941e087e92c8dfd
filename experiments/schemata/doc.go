// Package schemata reproduces the paper's results on graded outcomes, which rules
// called schemata sort into categories: Tables 4 and 5, Fig. 7 and appendix D.
//
// Call [Table4], [Table5] or [Fig7].
//
// The paper does not publish the signals of its models. By default, simulated models
// with made-up styles, called mimics, take their place. They show what a schema does,
// but not what it does to the paper's models, so none of their checks is a test.
package schemata
