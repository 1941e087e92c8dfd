// Package wire converts values to bytes and back. Both directions use the same
// function.
//
// Implement [Coded], then call [Write] and [Read].
//
// Because reading and writing use the same function, they cannot differ. Input can be
// arbitrary: reading never trusts a length and never panics.
//
// To write files, use package shards, which defines the file format and its checksum.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A Coded value can be written and read. Its method Code calls the coder's methods for
// each of its parts, in the same order when writing and when reading. Equal values must
// make the same calls with equal numbers.
type Coded interface{ Code(*Coder) }

// A Coder writes values to bytes or reads them back. Each of its methods for values
// takes a pointer. When writing, the method writes the value; when reading, it sets the
// value. After a failure, a Coder does nothing more, and all further values that are
// read are zero.
type Coder struct {
	bytes   []byte // written so far, or not yet read
	reading bool
	err     error
}

// Write appends the bytes of a value to a slice and returns the longer slice. It panics
// if the value calls Fail.
func Write(to []byte, v Coded) []byte {
	c := Coder{bytes: to}
	v.Code(&c)
	if c.err != nil {
		panic("wire: " + c.err.Error()) // values can only be written if they are valid
	}
	return c.bytes
}

// Read sets a value from its bytes. It fails if the bytes are invalid or if some are
// left over.
func Read(from []byte, v Coded) error {
	c := Coder{bytes: from, reading: true}
	v.Code(&c)
	if c.err == nil && len(c.bytes) > 0 {
		return fmt.Errorf("%d extra bytes", len(c.bytes))
	}
	return c.err
}

// Reading reports whether the coder reads values, rather than writing them.
func (c *Coder) Reading() bool { return c.reading }

// Left returns the number of bytes not yet read. At most so many numbers can follow.
func (c *Coder) Left() int { return len(c.bytes) }

// Fail records an error with the given reason. The coder then does nothing more.
func (c *Coder) Fail(reason string) {
	if c.err == nil {
		c.err = errors.New(reason)
	}
}

// Failed reports whether reading or writing has failed.
func (c *Coder) Failed() bool { return c.err != nil }

// Uint64 writes or reads a number.
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
			c.Fail("data ends in the middle of a number")
			v, n = 0, 0
		}
		*x, c.bytes = v, c.bytes[n:]
	}
}

// Int64 writes or reads a signed number.
func (c *Coder) Int64(x *int64) {
	folded := uint64(*x)<<1 ^ uint64(*x>>63)
	c.Uint64(&folded)
	*x = int64(folded>>1) ^ -int64(folded&1)
}

// Int writes or reads a signed number. Reading fails if the number does not fit an int.
func (c *Coder) Int(x *int) {
	wide := int64(*x)
	c.Int64(&wide)
	if wide < math.MinInt || wide > math.MaxInt {
		c.Fail("number does not fit an int on this machine")
		wide = 0
	}
	*x = int(wide)
}

// Uint32 writes or reads a number of 32 bits.
func (c *Coder) Uint32(x *uint32) {
	wide := uint64(*x)
	c.Uint64(&wide)
	if wide > math.MaxUint32 {
		c.Fail("number of more than 32 bits")
		wide = 0
	}
	*x = uint32(wide)
}

// Bool writes or reads a boolean.
func (c *Coder) Bool(x *bool) {
	var bit uint64
	if *x {
		bit = 1
	}
	c.Uint64(&bit)
	if bit > 1 {
		c.Fail("boolean is neither true nor false")
	}
	*x = bit == 1
}

// Float64 writes or reads a float, bit by bit.
func (c *Coder) Float64(x *float64) {
	b := math.Float64bits(*x)
	c.Uint64(&b)
	*x = math.Float64frombits(b)
}

// Text writes or reads a text.
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

// Ints writes or reads a list of numbers. When reading, the given list must have the
// length of the list that was written.
func (c *Coder) Ints(list []int) {
	for i := range list {
		c.Int(&list[i])
	}
}

// Size writes or reads the length of a list. It fails if the length exceeds the given
// limit. Reading also fails if the length exceeds the number of bytes left, because
// each element takes at least one byte. A length that was read is therefore safe to
// allocate.
func (c *Coder) Size(n *int, most int) {
	size := uint64(*n)
	c.Uint64(&size)
	if size > uint64(most) || c.reading && size > uint64(len(c.bytes)) {
		c.Fail("list is too long")
		size = 0
	}
	*n = int(size)
}
