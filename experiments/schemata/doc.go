// Package schemata repeats what the paper shows of categories: Tables 4 and 5, and
// Fig. 7 and appendix D.
//
// It believes that mimics whose styles were made up can show what a schema does, and
// not what it does to the paper's models: nothing of them is a test.
package schemata
