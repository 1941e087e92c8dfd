// Package vectors contains the programs that generate the module's vector loops.
//
// It is a separate module, so that only those who change the loops need the assembler
// avo.
package vectors
