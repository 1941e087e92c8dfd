// Package wire turns counts into bytes and back by one function for both ways.
//
// Begin with [Write] and [Read].
//
// Writing and reading are one function, so that they cannot differ. Bytes from outside may be
// anything: a reader never trusts a length and never panics. What the numbers mean is left to
// the users, and the file that holds them, with its checksum, to package shards.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A Coded value can be written and read: Code calls the coder's methods on its parts, in
// the same order for both ways. Equal values must call them with equal numbers.
type Coded interface{ Code(*Coder) }

// Coder writes the numbers that it is pointed to, or sets them to what it reads. After a
// failure it does nothing more; numbers that it was to read are then 0.
type Coder struct {
	bytes   []byte // written so far, or left to read
	reading bool
	err     error
}

// Write returns the bytes of a value, appended to those given.
func Write(to []byte, v Coded) []byte {
	c := Coder{bytes: to}
	v.Code(&c)
	if c.err != nil {
		panic("wire: " + c.err.Error()) // what can be written is always valid
	}
	return c.bytes
}

// Read sets a value to what bytes say, all of which must be of it.
func Read(from []byte, v Coded) error {
	c := Coder{bytes: from, reading: true}
	v.Code(&c)
	if c.err == nil && len(c.bytes) > 0 {
		return fmt.Errorf("%d bytes too many", len(c.bytes))
	}
	return c.err
}

// Reading reports whether the coder reads.
func (c *Coder) Reading() bool { return c.reading }

// Left returns the number of bytes left to read, which bounds how many numbers can follow.
func (c *Coder) Left() int { return len(c.bytes) }

// Fail ends the coding for a reason.
func (c *Coder) Fail(reason string) {
	if c.err == nil {
		c.err = errors.New(reason)
	}
}

// Failed reports whether coding has failed.
func (c *Coder) Failed() bool { return c.err != nil }

// Uint64 codes a number.
func (c *Coder) Uint64(x *uint64) {
	switch {
	case c.err != nil:
		if c.reading {
			*x = 0
		}
	case !c.reading:
		c.bytes = binary.AppendUvarint(c.bytes, *x)
	default:
		v, n := binary.Uvarint(c.bytes)
		if n <= 0 {
			c.Fail("ends in the middle of a number")
			v, n = 0, 0
		}
		*x, c.bytes = v, c.bytes[n:]
	}
}

// Int64 codes a number of either sign.
func (c *Coder) Int64(x *int64) {
	folded := uint64(*x)<<1 ^ uint64(*x>>63)
	c.Uint64(&folded)
	*x = int64(folded>>1) ^ -int64(folded&1)
}

// Int codes a number of either sign that must fit an int.
func (c *Coder) Int(x *int) {
	wide := int64(*x)
	c.Int64(&wide)
	if wide < math.MinInt || wide > math.MaxInt {
		c.Fail("a number does not fit this machine")
		wide = 0
	}
	*x = int(wide)
}

// Uint32 codes a number of 32 bits.
func (c *Coder) Uint32(x *uint32) {
	wide := uint64(*x)
	c.Uint64(&wide)
	if wide > math.MaxUint32 {
		c.Fail("a number of more than 32 bits")
		wide = 0
	}
	*x = uint32(wide)
}

// Bool codes a truth value.
func (c *Coder) Bool(x *bool) {
	var bit uint64
	if *x {
		bit = 1
	}
	c.Uint64(&bit)
	if bit > 1 {
		c.Fail("neither true nor false")
	}
	*x = bit == 1
}

// Float64 codes a float by its bits.
func (c *Coder) Float64(x *float64) {
	b := math.Float64bits(*x)
	c.Uint64(&b)
	*x = math.Float64frombits(b)
}

// Text codes a text.
func (c *Coder) Text(s *string) {
	size := len(*s)
	c.Size(&size, math.MaxInt)
	switch {
	case !c.reading && c.err == nil:
		c.bytes = append(c.bytes, *s...)
	case c.reading:
		*s, c.bytes = string(c.bytes[:size]), c.bytes[size:]
	}
}

// Ints codes numbers, of which there must be as many as there is room for.
func (c *Coder) Ints(list []int) {
	for i := range list {
		c.Int(&list[i])
	}
}

// Size codes how many numbers of a list follow, of which each takes a byte at least and
// there are at most so many: what it reads can be made room for.
func (c *Coder) Size(n *int, most int) {
	size := uint64(*n)
	c.Uint64(&size)
	if size > uint64(most) || c.reading && size > uint64(len(c.bytes)) {
		c.Fail("a list that is longer than it can be")
		size = 0
	}
	*n = int(size)
}
