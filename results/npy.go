package results

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sbinet/npyio/npy"
)

// npyHeader says what an NPY array holds. Of the array itself npyio offers
// only one- and two-dimensional ones and no text in UTF-32, so the elements
// are decoded here, as a stream.
type npyHeader struct {
	dtype
	shape   []int
	fortran bool // the first axis runs fastest, not the last
	size    int  // bytes of the header itself
}

var errNoHeader = errors.New("not a plain NPY array")

// plainHeader is the header of an array without fields, as numpy writes it.
// npyio panics on headers that end early or have their keys in another order,
// and misreads those without the last comma: it must see no others.
var plainHeader = regexp.MustCompile(`^\{'descr': '[^'{}\n]+', 'fortran_order': (?:False|True), 'shape': \([0-9, ]*\), \} *\n$`)

// readNPYHeader reads the header alone. It fails with errNoHeader, or one that
// wraps it, if there is none or if it describes anything but a plain array.
func readNPYHeader(r io.Reader) (npyHeader, error) {
	// The magic text, two bytes of version and the length of the rest. Only
	// version 1 is of interest: numpy turns to others for fields.
	preamble := make([]byte, len(npyMagic)+4)
	if _, err := io.ReadFull(r, preamble); err != nil {
		return npyHeader{}, headerError(err)
	}
	version := preamble[len(npyMagic):]
	if string(preamble[:len(npyMagic)]) != npyMagic || version[0] != 1 {
		return npyHeader{}, errNoHeader
	}
	text := make([]byte, binary.LittleEndian.Uint16(version[2:]))
	if _, err := io.ReadFull(r, text); err != nil {
		return npyHeader{}, headerError(err)
	}
	if !plainHeader.Match(text) {
		return npyHeader{}, errNoHeader
	}
	data := slices.Concat(preamble, text)
	array, err := npy.NewReader(bytes.NewReader(data))
	if err != nil {
		return npyHeader{}, headerError(err)
	}
	descr := array.Header.Descr
	return npyHeader{
		dtype: parseDtype(descr.Type), shape: descr.Shape, fortran: descr.Fortran, size: len(data),
	}, nil
}

func headerError(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errNoHeader
	}
	return fmt.Errorf("%w: %w", errNoHeader, err)
}

// dtype is the type of an array's elements.
type dtype struct {
	descr string // as numpy writes it: '<i8'
	kind  byte   // 'b', 'i', 'u', 'f', 'U', 'S' and so on; 0 if unknown
	size  int    // bytes of an element
	big   bool   // the most significant byte comes first
}

var plainDtype = regexp.MustCompile(`^([<>|=]?)([a-zA-Z])([0-9]{0,6})$`)

func parseDtype(descr string) dtype {
	d := dtype{descr: descr}
	if m := plainDtype.FindStringSubmatch(descr); m != nil {
		d.big = m[1] == ">"
		d.kind = m[2][0]
		d.size, _ = strconv.Atoi(m[3]) // at most six digits, or none
	}
	if d.kind == 'U' {
		d.size *= 4 // counted in characters, stored as UTF-32
	}
	return d
}

// isOutcome tells whether the elements are integers or booleans.
func (d dtype) isOutcome() bool {
	switch d.kind {
	case 'b':
		return d.size == 1
	case 'i', 'u':
		return d.size == 1 || d.size == 2 || d.size == 4 || d.size == 8
	}
	return false
}

func (d dtype) isText() bool { return d.kind == 'U' || d.kind == 'S' }

// String is the name that numpy's users know: float64 for '<f8'.
func (d dtype) String() string {
	kinds := map[byte]string{'i': "int", 'u': "uint", 'f': "float", 'c': "complex"}
	if name, ok := kinds[d.kind]; ok {
		return name + strconv.Itoa(8*d.size)
	}
	switch d.kind {
	case 'b':
		return "bool"
	case 'O':
		return "object"
	case 'U', 'S':
		return "text"
	}
	return "type " + quote(d.descr)
}

// shapeText is a shape as numpy writes it.
func shapeText(shape []int) string {
	if len(shape) == 1 {
		return fmt.Sprintf("(%d,)", shape[0])
	}
	parts := make([]string, len(shape))
	for i, size := range shape {
		parts[i] = strconv.Itoa(size)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// badOutcome is an element that is no category.
type badOutcome struct {
	at    int // its place in the file
	value string
}

func (e *badOutcome) Error() string {
	return fmt.Sprintf("element %d is %s, not a category 0..%d", e.at, e.value, MaxCategories-1)
}

// readOutcomes reads n elements in the order of the file. The memory grows
// with what is there, not with what the header promised. It returns a
// *badOutcome at an element that is not a category.
func readOutcomes(r io.Reader, d dtype, n int) ([]uint8, error) {
	cells := make([]uint8, 0, min(n, 1<<20))
	buf := make([]byte, min(n*d.size, 1<<16)) // holds whole elements of any size
	for len(cells) < n {
		chunk := buf[:min(len(buf), (n-len(cells))*d.size)]
		if _, err := io.ReadFull(r, chunk); err != nil {
			return nil, cutShort(err)
		}
		for ; len(chunk) > 0; chunk = chunk[d.size:] {
			category, ok := d.outcome(chunk[:d.size])
			if !ok {
				return nil, &badOutcome{len(cells), d.format(chunk[:d.size])}
			}
			cells = append(cells, category)
		}
	}
	return cells, atEnd(r)
}

// outcome decodes an element that is in range: all bytes but the lowest are
// zero. That holds for every width, sign and byte order.
func (d dtype) outcome(element []byte) (uint8, bool) {
	low := 0
	if d.big {
		low = len(element) - 1
	}
	for i, b := range element {
		if i != low && b != 0 {
			return 0, false
		}
	}
	category := element[low]
	switch {
	case d.kind == 'b':
		return category, category <= 1
	case d.kind == 'i' && d.size == 1:
		return category, category <= 127 // the others are negative
	}
	return category, true
}

// format writes an integer element of any type as a number.
func (d dtype) format(element []byte) string {
	value := uint64(0)
	for i := range element {
		at := len(element) - 1 - i
		if d.big {
			at = i
		}
		value = value<<8 | uint64(element[at])
	}
	if d.kind != 'i' {
		return strconv.FormatUint(value, 10)
	}
	unused := 64 - 8*d.size
	return strconv.FormatInt(int64(value<<unused)>>unused, 10) // extends the sign
}

// fromFortran puts elements that came with the first axis fastest into the
// usual order, the last axis fastest.
func fromFortran(cells []uint8, shape [3]int) []uint8 {
	ordered := make([]uint8, 0, len(cells))
	for m := range shape[0] {
		for q := range shape[1] {
			for t := range shape[2] {
				ordered = append(ordered, cells[m+shape[0]*(q+shape[1]*t)])
			}
		}
	}
	return ordered
}

// readTexts reads n elements of text. Numpy fills them up with zeros, which
// are taken off.
func readTexts(r io.Reader, d dtype, n int) ([]string, error) {
	in := bufio.NewReader(r)
	var texts []string
	element := make([]byte, d.size)
	for range n {
		if _, err := io.ReadFull(in, element); err != nil {
			return nil, cutShort(err)
		}
		text, err := d.text(element)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, atEnd(in)
}

func (d dtype) text(element []byte) (string, error) {
	if d.kind == 'S' {
		return strings.TrimRight(string(element), "\x00"), nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if d.big {
		order = binary.BigEndian
	}
	var b strings.Builder
	for ; len(element) > 0; element = element[4:] {
		code := order.Uint32(element)
		if code > unicodeMax || 0xD800 <= code && code < 0xE000 {
			return "", fmt.Errorf("0x%X is not a Unicode character", code)
		}
		b.WriteRune(rune(code))
	}
	return strings.TrimRight(b.String(), "\x00"), nil
}

const unicodeMax = 0x10FFFF

func cutShort(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("is cut short: %w", io.ErrUnexpectedEOF)
	}
	return err
}

// atEnd fails unless r ends here. Reading on to the end also makes the zip
// reader compare its checksum.
func atEnd(r io.Reader) error {
	var one [1]byte
	switch _, err := io.ReadFull(r, one[:]); err {
	case io.EOF:
		return nil
	case nil:
		return errors.New("holds more than its shape says")
	default:
		return err
	}
}
