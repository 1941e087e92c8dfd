// Package vectors holds the programs that write the module's vector loops.
//
// It is a module of its own, so that nobody needs their assembler, avo, who does not
// change them.
package vectors
