package exact

import (
	"math/big"
	"slices"

	"settle/internal/wire"
)

// integer is a whole number of any size and sign, to which others are added. The zero
// integer is 0. Once it has seen the range of what is added, adding allocates nothing.
//
// It is what Neal calls a small superaccumulator ("Fast exact summation using small and
// large superaccumulators", arXiv 1505.05571, section 3), but keeps only those digits that
// something reached: digits are 32 bits apart and have 64, so that carries can wait.
type integer struct {
	low     int     // the place of the first digit
	digits  []int64 // of base 2^32, signed, the least significant first
	pending uint32  // numbers added since digits were last brought below the base
}

const (
	base     = 1 << 32
	digit    = 32      // bits
	mostAdds = 1 << 20 // well before a digit could leave its word
	spare    = 1       // the digits made beyond those that are needed

	// places hold any sum of squares of up to 2^63 floats, in units of the least square.
	places = (2*2098+63)/digit + 2
)

// words are a size, the least significant first.
type words [3]uint64

// add adds w·2^at, or takes it away.
func (n *integer) add(w words, at uint, negative bool) {
	const reached = 2*len(w) + 1
	place, shift := int(at/digit), at%digit
	n.reach(place, reached)
	var over uint64
	for i, d := range n.digits[place-n.low:][:reached] {
		if i < 2*len(w) {
			over |= w[i/2] >> (digit * (i % 2)) & (base - 1) << shift
		}
		change := int64(over & (base - 1))
		if negative {
			change = -change
		}
		n.digits[place-n.low+i] = d + change
		over >>= digit
	}
	if n.pending++; n.pending == mostAdds {
		n.carry()
	}
}

// reach makes room for so many digits from a place on, if there is none.
func (n *integer) reach(place, count int) {
	from, to := place, place+count
	if held := len(n.digits); held > 0 {
		if from >= n.low && to <= n.low+held {
			return
		}
		from, to = min(from, n.low), max(to, n.low+held)
	}
	from, to = max(0, from-spare), to+spare
	digits := make([]int64, to-from)
	if len(n.digits) > 0 {
		copy(digits[n.low-from:], n.digits)
	}
	n.low, n.digits = from, digits
}

// carry brings all digits but the last into 0..base−1, and the last into ±base/2.
func (n *integer) carry() {
	n.pending = 0
	for len(n.digits) > 0 {
		var over int64
		for i, d := range n.digits {
			d += over
			over = d >> digit
			n.digits[i] = d & (base - 1)
		}
		last := len(n.digits) - 1
		n.digits[last] += over << digit // what is over is kept where it is
		if top := n.digits[last]; top < base/2 && top >= -base/2 {
			return
		}
		n.reach(n.low, len(n.digits)+1)
	}
}

// reset makes it 0, but keeps its room.
func (n *integer) reset() {
	clear(n.digits)
	n.pending = 0
}

// merge adds another one.
func (n *integer) merge(from *integer) {
	if len(from.digits) == 0 {
		return
	}
	n.carry()
	from.carry()
	n.reach(from.low, len(from.digits))
	for i, d := range from.digits {
		n.digits[from.low-n.low+i] += d
	}
	n.carry()
}

// value is v·2^at.
func (n *integer) value() (v *big.Int, at int) {
	v = new(big.Int)
	for _, d := range slices.Backward(n.digits) {
		v.Lsh(v, digit)
		v.Add(v, big.NewInt(d))
	}
	return v, digit * n.low
}

// code writes or reads it. Equal integers have equal bytes, whatever was added.
func (n *integer) code(c *wire.Coder) {
	if !c.Reading() {
		n.carry()
		n.trim()
	}
	c.Int(&n.low)
	count := len(n.digits)
	c.Int(&count)
	if n.low < 0 || count < 0 || count > places-n.low || count == 0 && n.low > 0 {
		c.Fail("a sum of more digits than floats have")
		return
	}
	if c.Reading() {
		n.pending, n.digits = 0, make([]int64, count)
	}
	for i := range n.digits {
		if c.Int64(&n.digits[i]); n.digits[i] >= base || n.digits[i] < -base/2 {
			c.Fail("a digit of a sum that is none")
		}
	}
}

// trim drops digits that say nothing: zeros at the low end, and signs at the high one.
func (n *integer) trim() {
	for held := len(n.digits); held > 1; held = len(n.digits) {
		top, next := n.digits[held-1], n.digits[held-2]
		if carried := next + top<<digit; (top == 0 || top == -1) && carried >= -base/2 && carried < base/2 {
			n.digits = n.digits[:held-1]
			n.digits[held-2] = carried
			continue
		}
		break
	}
	zeros := 0
	for zeros < len(n.digits) && n.digits[zeros] == 0 {
		zeros++
	}
	n.digits = n.digits[zeros:]
	if n.low += zeros; len(n.digits) == 0 {
		n.low = 0
	}
}
