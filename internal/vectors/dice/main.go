// Command dice writes the AVX2 assembly loops for the random draws in package
// replicate.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")
	writeNarrow()
	writeWide()
	Generate()
}

// A loop writes the beginning and the end of an assembly loop over blocks of eight
// counts. Its fields are the registers that the loop uses.
type loop struct {
	counts, dropped, bytes, opened Register
	done, blocks, n                Register
	zero                           VecVirtual
}

func begin(name, doc string) loop {
	TEXT(name, NOSPLIT,
		"func(counts *uint16, dropped *uint8, bytes *uint64, open *int32, blocks, n int) (opened int)")
	Pragma("noescape")
	Doc(doc)
	l := loop{
		counts: Load(Param("counts"), GP64()), dropped: Load(Param("dropped"), GP64()),
		bytes: Load(Param("bytes"), GP64()), opened: Load(Param("open"), GP64()),
		blocks: Load(Param("blocks"), GP64()), n: Load(Param("n"), GP64()),
		done: GP64(), zero: YMM(),
	}
	VPXOR(l.zero, l.zero, l.zero)
	XORQ(l.done, l.done)
	return l
}

// note writes code that lists the current block as open if the given mask is not zero.
// The mask has two bits for each count. They are set if the random byte for the count
// does not decide the draw. If the mask is zero, the code jumps to the given label.
func (l loop) note(open Register, otherwise string) {
	TESTL(open, open)
	JZ(LabelRef(otherwise))
	MOVL(l.done.(GPVirtual).As32(), Mem{Base: l.opened})
	MOVL(open, Mem{Base: l.opened, Disp: 4})
	ADDQ(Imm(8), l.opened)
}

func (l loop) end() {
	from := Load(Param("open"), GP64())
	SUBQ(from, l.opened)
	SHRQ(Imm(3), l.opened)
	Store(l.opened, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// writeNarrow writes the loop for small numbers of trials n, with 256·n < 2^15. The
// loop processes two blocks of eight counts at a time, in vectors of 16-bit integers.
func writeNarrow() {
	// The lower bytes of a word's four lanes belong to the first four counts of a
	// block, and the upper bytes to the others.
	order := GLOBL("order", RODATA|NOPTR)
	for half := range 2 {
		DATA(16*half, U64(0x8006_8004_8002_8000)) // index 80 selects no byte: 0
		DATA(16*half+8, U64(0x8007_8005_8003_8001))
	}
	l := begin("rollNarrow", "rollNarrow does the work of rollLanes for n ≤ narrow. It does not change the counts of undecided lanes.")
	spread, n, less := YMM(), YMM(), YMM()
	VMOVDQU(order, spread)
	broadcast := XMM()
	VMOVQ(l.n, broadcast)
	VPBROADCASTW(broadcast, n)
	VPCMPEQW(less, less, less)
	VPADDW(less, n, less) // n − 1

	u, c, room, success, open := YMM(), YMM(), YMM(), YMM(), YMM()
	left := GP64()
	Label("loop")
	MOVQ(l.blocks, left)
	SUBQ(l.done, left)
	CMPQ(left, Imm(2))
	JL(LabelRef("last"))
	VMOVDQU(Mem{Base: l.bytes, Index: l.done, Scale: 8}, u.AsX())
	VMOVDQU(Mem{Base: l.counts}, c)
	decide := func() {
		VPERMQ(Imm(0b01_01_00_00), u, u)
		VPSHUFB(spread, u, u)
		VPMULLW(n, u, u)
		VPSLLW(Imm(8), c, room)
		VPSUBW(u, room, room)
		// It is a success if room ≥ n, and open if 0 < room < n. Comparisons give −1.
		VPCMPGTW(less, room, success)
		VPCMPGTW(l.zero, room, room)
		VPANDN(room, success, open)
		VPADDW(success, c, c)
		VPACKSSWB(success, success, success)
		VPABSB(success, success)
		VPSADBW(l.zero, success, success)
	}
	decide()
	VMOVDQU(c, Mem{Base: l.counts})
	lower, upper, mask := GP64(), GP64(), GP32()
	VMOVQ(success.AsX(), lower)
	VEXTRACTI128(Imm(1), success, success.AsX())
	VMOVQ(success.AsX(), upper)
	MOVB(lower.As8(), Mem{Base: l.dropped, Index: l.done, Scale: 1})
	MOVB(upper.As8(), Mem{Base: l.dropped, Index: l.done, Scale: 1, Disp: 1})
	VPMOVMSKB(open, mask)
	l.note(mask, "settled")
	Label("settled")
	ADDQ(Imm(32), l.counts)
	ADDQ(Imm(2), l.done)
	JMP(LabelRef("loop"))

	Label("last")
	TESTQ(left, left)
	JZ(LabelRef("end"))
	VMOVQ(Mem{Base: l.bytes, Index: l.done, Scale: 8}, u.AsX())
	VMOVDQU(Mem{Base: l.counts}, c.AsX()) // the second block has counts of 0, which are settled
	decide()
	VMOVDQU(c.AsX(), Mem{Base: l.counts})
	VMOVQ(success.AsX(), lower)
	MOVB(lower.As8(), Mem{Base: l.dropped, Index: l.done, Scale: 1})
	VPMOVMSKB(open, mask)
	l.note(mask, "end")
	Label("end")
	l.end()
}

// writeWide writes the loop for any number of trials n. The loop processes one block of
// eight counts at a time, in vectors of 32-bit integers.
func writeWide() {
	order := GLOBL("orderWide", RODATA|NOPTR)
	DATA(0, U64(0x0705_0301_0604_0200))
	DATA(8, U64(0x8080_8080_8080_8080))
	l := begin("rollWide", "rollWide does the work of rollLanes for any n. It does not change the counts of undecided lanes.")
	spread, n, less := XMM(), YMM(), YMM()
	VMOVDQU(order, spread)
	broadcast := XMM()
	VMOVQ(l.n, broadcast)
	VPBROADCASTD(broadcast, n)
	VPCMPEQD(less, less, less)
	VPADDD(less, n, less) // n − 1

	u, c, room, success, open := YMM(), XMM(), YMM(), YMM(), YMM()
	narrowed, other := XMM(), XMM()
	Label("loop")
	CMPQ(l.done, l.blocks)
	JGE(LabelRef("end"))
	bytes := XMM()
	VMOVQ(Mem{Base: l.bytes, Index: l.done, Scale: 8}, bytes)
	VPSHUFB(spread, bytes, bytes)
	VPMOVZXBD(bytes, u)
	VPMULLD(n, u, u)
	VMOVDQU(Mem{Base: l.counts}, c)
	VPMOVZXWD(c, room)
	VPSLLD(Imm(8), room, room)
	VPSUBD(u, room, room)
	VPCMPGTD(less, room, success)
	VPCMPGTD(l.zero, room, room)
	VPANDN(room, success, open)
	narrow := func(lanes VecVirtual) { // to 16 bits
		VEXTRACTI128(Imm(1), lanes, other)
		VPACKSSDW(other, lanes.AsX(), narrowed)
	}
	narrow(success)
	VPADDW(narrowed, c, c)
	VMOVDQU(c, Mem{Base: l.counts})
	VPACKSSWB(narrowed, narrowed, narrowed)
	VPABSB(narrowed, narrowed)
	VPSADBW(l.zero.AsX(), narrowed, narrowed)
	count, mask := GP64(), GP32()
	VMOVQ(narrowed, count)
	MOVB(count.As8(), Mem{Base: l.dropped, Index: l.done, Scale: 1})
	narrow(open)
	VPMOVMSKB(narrowed, mask)
	l.note(mask, "settled")
	Label("settled")
	ADDQ(Imm(16), l.counts)
	INCQ(l.done)
	JMP(LabelRef("loop"))
	Label("end")
	l.end()
}
