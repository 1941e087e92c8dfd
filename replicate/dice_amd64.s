//go:build !purego

#include "textflag.h"

// func rollBlocks(counts *uint16, dropped *uint8, bytes *uint64, open *openBlock, blocks, n int) (opened int)
//
// Eight lanes of 16 bits at a time: X0 u, X1 counts, X2 room = 256c - un,
// X3 successes, X4 open. X8 n, X9 n-1, X10 0, X13 00ff in each lane.
TEXT ·rollBlocks(SB), NOSPLIT, $0-56
	MOVQ counts+0(FP), AX
	MOVQ dropped+8(FP), SI
	MOVQ bytes+16(FP), BX
	MOVQ open+24(FP), DI
	MOVQ blocks+32(FP), CX
	MOVQ n+40(FP), DX

	MOVQ DX, X8
	PSHUFLW $0, X8, X8
	PUNPCKLQDQ X8, X8
	PCMPEQW X13, X13
	MOVO X8, X9
	PADDW X13, X9
	PSRLW $8, X13
	PXOR X10, X10
	XORQ R8, R8 // blocks done
	MOVQ DI, R9

loop:
	CMPQ R8, CX
	JGE done

	// The lower bytes of the word's lanes are for the first four counts, the
	// upper ones for the others.
	MOVQ (BX)(R8*8), X0
	MOVO X0, X3
	PSRLW $8, X3
	PAND X13, X0
	PUNPCKLQDQ X3, X0

	MOVOU (AX), X1
	MOVO X1, X2
	PSLLW $8, X2
	PMULLW X8, X0
	PSUBW X0, X2

	// A success if room >= n, open if 0 < room < n. Comparisons give -1.
	MOVO X2, X3
	PCMPGTW X9, X3
	PCMPGTW X10, X2
	MOVO X3, X4
	PANDN X2, X4

	PADDW X3, X1
	MOVOU X1, (AX)

	PACKSSWB X3, X3
	MOVO X10, X5
	PSUBB X3, X5
	MOVQ X5, X5 // the lower half; the upper one is the same
	PSADBW X10, X5
	MOVQ X5, DX
	MOVB DX, (SI)(R8*1)

	PMOVMSKB X4, DX
	ADDQ $16, AX
	INCQ R8
	TESTL DX, DX
	JZ loop

	LEAQ -1(R8), R10
	MOVL R10, (R9)
	MOVL DX, 4(R9)
	ADDQ $8, R9
	JMP loop

done:
	SUBQ DI, R9
	SHRQ $3, R9
	MOVQ R9, opened+48(FP)
	RET
