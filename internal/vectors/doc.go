// Package vectors contains the programs that generate the module's vector loops.
//
// It is a separate module, so that the assembler avo is needed only to change these
// loops.
package vectors
