package exact

import (
	"math/big"
	"slices"

	"settle/internal/wire"
)

// An integer is an exact sum of whole numbers of any size and sign. The zero value is
// 0. Once an integer has reached its largest size, adding allocates nothing.
//
// It is Neal's small superaccumulator ("Fast exact summation using small and large
// superaccumulators", arXiv 1505.05571, section 3), except that it stores only the
// digits in use. A digit counts 32 bits but is stored in 64, so that carries can wait.
type integer struct {
	low     int     // place of the lowest digit
	digits  []int64 // digits to base 2^32, signed, lowest first
	pending uint32  // how many numbers were added since the last carry
}

const (
	base     = 1 << 32
	digit    = 32      // bits per digit
	mostAdds = 1 << 20 // number of additions between carries, small enough that no digit overflows
	spare    = 1       // digits allocated in addition to those needed

	// places is the number of digits that any sum of squares of up to 2^63 floats needs, in
	// units of the smallest square.
	places = (2*2098+63)/digit + 2
)

// words is the absolute value of a whole number, with the lowest word first.
type words [3]uint64

// add adds w·2^exponent. If negative is true, it subtracts the same number.
func (n *integer) add(w words, exponent uint, negative bool) {
	const reached = 2*len(w) + 1
	place, shift := int(exponent/digit), exponent%digit
	n.grow(place, reached)
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

// grow makes room for the digits at the places place..place+count−1.
func (n *integer) grow(place, count int) {
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

// carry normalizes the digits without changing the value of the integer. The highest
// digit is then in −base/2..base/2−1, and all other digits are in 0..base−1.
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
		n.digits[last] += over << digit // the highest digit keeps its overflow
		if top := n.digits[last]; top < base/2 && top >= -base/2 {
			return
		}
		n.grow(n.low, len(n.digits)+1)
	}
}

// reset sets the integer to 0 but keeps its memory.
func (n *integer) reset() {
	clear(n.digits)
	n.pending = 0
}

// merge adds another integer.
func (n *integer) merge(from *integer) {
	if len(from.digits) == 0 {
		return
	}
	n.carry()
	from.carry()
	n.grow(from.low, len(from.digits))
	for i, d := range from.digits {
		n.digits[from.low-n.low+i] += d
	}
	n.carry()
}

// value returns the integer in the form v·2^exponent.
func (n *integer) value() (v *big.Int, exponent int) {
	v = new(big.Int)
	for _, d := range slices.Backward(n.digits) {
		v.Lsh(v, digit)
		v.Add(v, big.NewInt(d))
	}
	return v, digit * n.low
}

// code writes or reads the integer. Equal integers are written as equal bytes, whatever
// numbers were added.
func (n *integer) code(c *wire.Coder) {
	if !c.Reading() {
		n.carry()
		n.trim()
	}
	c.Int(&n.low)
	count := len(n.digits)
	c.Int(&count)
	if n.low < 0 || count < 0 || count > places-n.low || count == 0 && n.low > 0 {
		c.Fail("a sum has more digits than floats allow")
		return
	}
	if c.Reading() {
		n.pending, n.digits = 0, make([]int64, count)
	}
	for i := range n.digits {
		if c.Int64(&n.digits[i]); n.digits[i] >= base || n.digits[i] < -base/2 {
			c.Fail("a digit of a sum is out of range")
		}
	}
}

// trim removes digits that are not needed: zeros at the low end, and copies of the sign
// at the high end.
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
