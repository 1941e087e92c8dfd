// Command lanes writes the AVX2 assembly loops of package lanes.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Constants of other packages: minWidth must equal lanes.MinWidth, and block must equal
// results.Block.
const (
	minWidth = 13
	block    = 8
)

// rows writes the loops for rows of a given number of words. new() returns a vector
// register that holds one row.
type rows struct {
	words int
	new   func() VecVirtual
}

func main() {
	ConstraintExpr("!purego")
	four, two := rows{4, YMM}, rows{2, XMM}
	for _, r := range []rows{four, two} {
		r.sumRows()
	}
	four.comparePairs()
	two.comparePairs()
	Generate()
}

// sumRows writes the assembly loop for SumRows of package lanes, which looks up counts
// in a table and adds the rows of the table to sums.
func (r rows) sumRows() {
	TEXT(fmt.Sprintf("sumRows%d", r.words), NOSPLIT,
		"func(sums *uint64, stride int, table *uint64, last *uint64, counts *uint16, runs *int32, rows int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("sumRows%d does the work of sumRows for rows of %d words. stride is in bytes.", r.words, r.words))
	sums, stride := Load(Param("sums"), GP64()), Load(Param("stride"), GP64())
	table, last := Load(Param("table"), GP64()), Load(Param("last"), GP64())
	counts, runs, left := Load(Param("counts"), GP64()), Load(Param("runs"), GP64()), Load(Param("rows"), GP64())

	least, most := r.multiplicand(table), r.multiplicand(last)
	padding := r.new() // (block − 1) times the row for count 0
	VPSLLQ(Imm(3), least.low, padding)
	VPSUBQ(least.low, padding, padding)

	Label("row")
	TESTQ(left, left)
	JZ(LabelRef("done"))
	sum, other, times := r.new(), r.new(), GP32()
	MOVL(Mem{Base: runs, Disp: 4}, times)
	most.multiply(times, sum)
	MOVL(Mem{Base: runs, Disp: 8}, times)
	ADDL(Imm(block-1), times)
	least.multiply(times, other)
	VPSUBQ(padding, sum, sum)

	blocks := GP32()
	MOVL(Mem{Base: runs}, blocks)
	Label("block")
	TESTL(blocks, blocks)
	JZ(LabelRef("store"))
	for i := range block {
		at := GP64()
		MOVWQZX(Mem{Base: counts, Disp: 2 * i}, at)
		to := []VecVirtual{sum, other}[i%2]
		if r.words == 4 {
			SHLQ(Imm(5), at)
			VPADDQ(Mem{Base: table, Index: at, Scale: 1}, to, to)
		} else {
			ADDQ(at, at)
			VPADDQ(Mem{Base: table, Index: at, Scale: 8}, to, to)
		}
	}
	ADDQ(Imm(2*block), counts)
	DECL(blocks)
	JMP(LabelRef("block"))

	Label("store")
	VPADDQ(other, sum, sum)
	VPADDQ(Mem{Base: sums}, sum, sum)
	VMOVDQU(sum, Mem{Base: sums})
	ADDQ(stride, sums)
	ADDQ(Imm(12), runs)
	DECQ(left)
	JMP(LabelRef("row"))

	Label("done")
	VZEROUPPER()
	RET()
}

// A multiplicand holds a row in a form that can be multiplied by numbers of 32 bits.
type multiplicand struct {
	rows
	low, high VecVirtual // high holds the upper half of each word in its lower half
}

func (r rows) multiplicand(at Register) multiplicand {
	t := multiplicand{r, r.new(), r.new()}
	VMOVDQU(Mem{Base: at}, t.low)
	VPSRLQ(Imm(32), t.low, t.high)
	return t
}

// multiply writes code that sets product to the row times the number in a register.
func (t multiplicand) multiply(number Register, product VecVirtual) {
	factor, upper, narrow := t.new(), t.new(), XMM()
	VMOVD(number, narrow)
	VPBROADCASTD(narrow, factor)
	VPMULUDQ(factor, t.low, product)
	VPMULUDQ(factor, t.high, upper)
	VPSLLQ(Imm(32), upper, upper)
	VPADDQ(upper, product, product)
}

// comparePairs writes the assembly loop for ComparePairs of package lanes, which
// compares pairs of rows. If rows have only two words, the loop compares a row with two
// other rows at once.
func (r rows) comparePairs() {
	TEXT(fmt.Sprintf("comparePairs%d", r.words), NOSPLIT,
		"func(words *uint64, order *int, keys *uint64, below *int, places int, guards *uint64, counts *uint64)")
	Pragma("noescape")
	Doc(fmt.Sprintf("comparePairs%d does the work of comparePairs for rows of %d words.", r.words, r.words))
	r.gather()
	keys, below := Load(Param("keys"), GP64()), Load(Param("below"), GP64())
	left, from := Load(Param("places"), GP64()), Load(Param("guards"), GP64())
	guards, twice := YMM(), YMM()
	r.load(Mem{Base: from}, guards)
	VPADDQ(guards, guards, twice)
	above, atMost := YMM(), YMM()
	VPXOR(above, above, above)
	VPXOR(atMost, atMost, atMost)
	key := GP64()
	MOVQ(keys, key)

	Label("place")
	TESTQ(left, left)
	JZ(LabelRef("done"))
	guarded := YMM()
	r.load(Mem{Base: key}, guarded)
	VPOR(guards, guarded, guarded)
	others, pairs := GP64(), GP64()
	MOVQ(keys, others)
	MOVQ(Mem{Base: below}, pairs)
	difference, opposite := YMM(), YMM()
	if r.words == 2 {
		SHRQ(Imm(1), pairs)
	}
	Label("pair")
	TESTQ(pairs, pairs)
	JZ(LabelRef("next"))
	VPSUBQ(Mem{Base: others}, guarded, difference)
	tally(guards, twice, difference, opposite, above, atMost)
	ADDQ(Imm(32), others)
	DECQ(pairs)
	JMP(LabelRef("pair"))

	Label("next")
	if r.words == 2 {
		odd := GP64()
		MOVQ(Mem{Base: below}, odd)
		ANDQ(Imm(1), odd)
		JZ(LabelRef("even"))
		// Loading half a vector sets the other half to zero, and masking with half of the
		// guards has the same effect.
		half := YMM()
		VMOVDQU(Mem{Base: others}, half.AsX())
		VPSUBQ(half, guarded, difference)
		lower := YMM()
		VMOVDQA(guards.AsX(), lower.AsX())
		tally(lower, twice, difference, opposite, above, atMost)
		Label("even")
	}
	ADDQ(Imm(8), below)
	ADDQ(Imm(uint64(8*r.words)), key)
	DECQ(left)
	JMP(LabelRef("place"))

	Label("done")
	r.store(above, atMost)
	VZEROUPPER()
	RET()
}

// tally writes code that counts one pair of rows in two counters, above and atMost. In
// each lane, above grows by 1 if the guard bit of the difference of the rows is set.
// Likewise, atMost grows by 1 if the guard bit of the opposite difference is set.
func tally(guards, twice, difference, opposite, above, atMost Op) {
	VPSUBQ(difference, twice, opposite) // the guards of the opposite difference
	VPAND(guards, difference, difference)
	VPAND(guards, opposite, opposite)
	VPSRLQ(Imm(minWidth), difference, difference)
	VPSRLQ(Imm(minWidth), opposite, opposite)
	VPADDQ(difference, above, above)
	VPADDQ(opposite, atMost, atMost)
}

// store writes code that stores the counts in memory. If rows have only two words, both
// halves of a vector contain counts, and the code first adds the two halves.
func (r rows) store(counts ...VecVirtual) {
	into := Load(Param("counts"), GP64())
	for i, count := range counts {
		if r.words == 2 {
			upper := XMM()
			VEXTRACTI128(Imm(1), count, upper)
			VPADDQ(upper, count.AsX(), count.AsX())
		}
		VMOVDQU(count, Mem{Base: into, Disp: 32 * i})
	}
}

// gather writes code that copies rows to scratch memory, in the order that the caller
// of the loop gives. The code stores whole vectors, because later loads would have to
// wait for partial stores.
func (r rows) gather() {
	words, order := Load(Param("words"), GP64()), Load(Param("order"), GP64())
	keys, left := Load(Param("keys"), GP64()), Load(Param("places"), GP64())
	Label("gather")
	row, vector := GP64(), r.new()
	MOVQ(Mem{Base: order}, row)
	if r.words == 4 {
		SHLQ(Imm(5), row)
	} else {
		SHLQ(Imm(4), row)
	}
	VMOVDQU(Mem{Base: words, Index: row, Scale: 1}, vector)
	VMOVDQU(vector, Mem{Base: keys})
	ADDQ(Imm(8), order)
	ADDQ(Imm(uint64(8*r.words)), keys)
	DECQ(left)
	JNZ(LabelRef("gather"))
}

// load writes code that fills a vector with a row, or with two copies of a row of two
// words.
func (r rows) load(row Mem, vector VecVirtual) {
	if r.words == 2 {
		VBROADCASTI128(row, vector)
	} else {
		VMOVDQU(row, vector)
	}
}
