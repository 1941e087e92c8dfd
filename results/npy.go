package results

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"settle/internal/lists"
	"settle/internal/quoted"
)

// A dtype is the type of an NPY array's elements.
type dtype struct {
	descr string // as written in the NPY header, such as '<i8'
	kind  byte   // 'b', 'i', 'u', 'f', 'U', 'S' and so on; 0 if unknown
	size  int    // bytes per element
	big   bool   // big-endian
}

// Patterns of element types. Numpy writes '<i8' but also accepts names such as int64.
var (
	plainDtype = regexp.MustCompile(`^([<>|=]?)([a-zA-Z])([0-9]{0,6})$`)
	namedDtype = regexp.MustCompile(`^(u?i)nt(8|16|32|64)$`)
)

func parseDtype(l literal) dtype {
	d := dtype{descr: strings.Join(l, "")}
	if len(l) != 1 || d.descr[0] != '\'' {
		return d
	}
	d.descr = d.descr[1 : len(d.descr)-1]
	if d.descr == "bool" || d.descr == "?" {
		d.kind, d.size = 'b', 1
	} else if m := namedDtype.FindStringSubmatch(d.descr); m != nil {
		bits, _ := strconv.Atoi(m[2]) // two digits at most
		d.kind, d.size = m[1][0], bits/8
	} else if m := plainDtype.FindStringSubmatch(d.descr); m != nil {
		d.big = m[1] == ">"
		d.kind = m[2][0]
		d.size, _ = strconv.Atoi(m[3]) // at most six digits, or none
	}
	if d.kind == 'U' {
		d.size *= 4 // counted in characters, stored as UTF-32
	}
	return d
}

// isOutcome reports whether elements of this type are integers or booleans.
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

// String returns the name that numpy uses for the type, such as float64 for '<f8'.
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
	if strings.HasPrefix(d.descr, "[") {
		return "records"
	}
	return "type " + quoted.Text(d.descr)
}

// shapeText formats an array's shape as numpy does.
func shapeText(shape []int) string {
	if len(shape) == 1 {
		return fmt.Sprintf("(%d,)", shape[0])
	}
	return "(" + strings.Join(lists.Each(shape, strconv.Itoa), ", ") + ")"
}

// A badOutcome is the error for an element that is not a category.
type badOutcome struct {
	at    int // index of the element in the file
	value string
}

func (e *badOutcome) Error() string {
	return fmt.Sprintf("element %d is %s, not a category 0..%d", e.at, e.value, MaxCategories-1)
}

// elements reads the outcomes in an NPY array one after the other.
type elements struct {
	dtype
	r      io.Reader
	done   int // number of elements read
	buf    []byte
	whole  bool   // an element without an outcome is an error
	absent bitmap // elements without an outcome (−1), by index in the file; read as 0
}

// category decodes one element. It returns a *badOutcome if the element is not a
// category.
func (e *elements) category(element []byte) (uint8, error) {
	category, ok := e.outcome(element)
	if !ok {
		switch {
		case !e.isMinusOne(element):
			return 0, &badOutcome{e.done, e.format(element)}
		case e.whole:
			return 0, errAbsent
		}
		e.absent.set(e.done)
		category = 0
	}
	e.done++
	return category, nil
}

// read fills a slice with the next outcomes. It returns a *badOutcome if an element is
// not a category.
func (e *elements) read(into []uint8) error {
	if e.size == 1 {
		return e.readBytes(into)
	}
	if e.buf == nil {
		e.buf = make([]byte, 1<<16) // large enough for whole elements of any size
	}
	for len(into) > 0 {
		chunk := e.buf[:min(len(e.buf), len(into)*e.size)]
		if _, err := io.ReadFull(e.r, chunk); err != nil {
			return damage(err)
		}
		for ; len(chunk) > 0; chunk = chunk[e.size:] {
			category, err := e.category(chunk[:e.size])
			if err != nil {
				return err
			}
			into[0], into = category, into[1:]
		}
	}
	return nil
}

// readBytes implements read for elements that are one byte long.
func (e *elements) readBytes(into []uint8) error {
	if _, err := io.ReadFull(e.r, into); err != nil {
		return damage(err)
	}
	var any byte
	for _, b := range into {
		any |= b
	}
	if _, ok := e.outcome([]byte{any}); ok { // a limit is 2ⁿ−1, so if the OR of all bytes is valid, every byte is
		e.done += len(into)
		return nil
	}
	for i := range into {
		category, err := e.category(into[i : i+1])
		if err != nil {
			return err
		}
		into[i] = category
	}
	return nil
}

// readOutcomes reads all outcomes of an array. It returns them in C order, in which the
// last axis varies fastest, whatever the order in the file. It allocates memory as data
// arrives, so a header that claims an absurd size does no harm.
func readOutcomes(r io.Reader, h npyHeader, shape [3]int) (npzCells, error) {
	in := elements{dtype: h.dtype, r: r}
	n := shape[0] * shape[1] * shape[2]
	var cells []uint8
	for len(cells) < n {
		size := capacity(len(cells), n)
		if h.fortran && size == n {
			return reorderFortran(&in, cells, shape)
		}
		more := make([]uint8, size)
		read := copy(more, cells)
		cells = more
		if err := in.read(cells[read:]); err != nil {
			return npzCells{}, err
		}
	}
	return npzCells{cells, in.absent}, checkEnd(r)
}

// countOutcomes counts the outcomes of an array while it reads them. It needs memory
// only for the counts.
func countOutcomes(r io.Reader, h npyHeader, shape [3]int) (*Tally, error) {
	in, into := elements{dtype: h.dtype, r: r, whole: true}, counter{shape: shape}
	rows, all := shape[0]*shape[1], int(product(shape[:]...))
	row, inRow := 0, 0 // row of the next outcome and, in C order, how many outcomes of that row were counted
	piece := make([]uint8, 1<<16)
	for in.done < all {
		outcomes := piece[:min(len(piece), all-in.done)]
		if err := in.read(outcomes); err != nil {
			return nil, err
		}
		if h.fortran {
			// In Fortran order, models vary fastest, then questions.
			for i, category := range outcomes {
				at := (in.done - len(outcomes) + i) % rows
				into.add(at%shape[0]*shape[1]+at/shape[0], category)
			}
			continue
		}
		for len(outcomes) > 0 {
			n := min(len(outcomes), shape[2]-inRow)
			into.addAll(row, outcomes[:n])
			if outcomes, inRow = outcomes[n:], inRow+n; inRow == shape[2] {
				row, inRow = row+1, 0
			}
		}
	}
	return into.tally(), checkEnd(r)
}

// capacity returns the size of the next buffer, as a number of outcomes. The arguments
// are the number of outcomes read so far and the total number n. The last buffer has
// size n. An earlier buffer has room for at most about eight times the outcomes read so
// far or, if that is more, about a million.
func capacity(have, n int) int {
	const first = 1 << 17
	size := n
	for size/8 >= max(have, first) {
		size = size/8 + 1
	}
	return size
}

// reorderFortran reads the remaining outcomes of an array in Fortran order and returns
// all outcomes in C order. The second argument holds the outcomes that were already
// read.
func reorderFortran(in *elements, first []uint8, shape [3]int) (npzCells, error) {
	ordered := npzCells{outcomes: make([]uint8, shape[0]*shape[1]*shape[2])}
	m, q, t, done := 0, 0, 0, 0
	put := func(outcomes []uint8) {
		for _, category := range outcomes {
			at := (m*shape[1]+q)*shape[2] + t
			ordered.outcomes[at] = category
			if in.absent.has(done) {
				ordered.absent.set(at)
			}
			done++
			if m++; m == shape[0] {
				m, q = 0, q+1
			}
			if q == shape[1] {
				q, t = 0, t+1
			}
		}
	}
	put(first)
	piece := make([]uint8, 1<<16)
	for in.done < len(ordered.outcomes) {
		outcomes := piece[:min(len(piece), len(ordered.outcomes)-in.done)]
		if err := in.read(outcomes); err != nil {
			return npzCells{}, err
		}
		put(outcomes)
	}
	return ordered, checkEnd(in.r)
}

// outcome decodes an element as a category 0..255. It returns false if the value is out
// of range. It accepts every width, sign and byte order.
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
		return category, category <= 127 // larger bytes are negative
	}
	return category, true
}

// isMinusOne reports whether an element is −1, which marks a cell without an outcome.
func (d dtype) isMinusOne(element []byte) bool {
	for _, b := range element {
		if b != 0xff {
			return false
		}
	}
	return d.kind == 'i'
}

// format formats an integer element of any type in decimal.
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
	return strconv.FormatInt(int64(value<<unused)>>unused, 10) // sign extension
}

// readTexts reads n text elements and removes the zeros with which numpy pads them. It
// fails if they exceed maxNameBytes, or maxBytes if that is not 0.
func readTexts(r io.Reader, d dtype, n int, maxBytes int64) ([]string, error) {
	in := bufio.NewReader(r)
	var texts []string
	element := make([]byte, d.size)
	bytes := int64(0)
	for range n {
		if _, err := io.ReadFull(in, element); err != nil {
			return nil, damage(err)
		}
		text, err := d.text(element)
		if err != nil {
			return nil, err
		}
		bytes += int64(len(text))
		switch {
		case bytes > maxNameBytes:
			return nil, errTooManyNames
		case maxBytes > 0 && bytes > maxBytes:
			return nil, &TooLarge{Needs: bytes, Allows: maxBytes}
		}
		texts = append(texts, text)
	}
	return texts, checkEnd(in)
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

// damage rewords an error that occurred while an array was unpacked.
func damage(err error) error {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	switch {
	case err == io.EOF, err == io.ErrUnexpectedEOF:
		return fmt.Errorf("is truncated: %w", io.ErrUnexpectedEOF)
	case corrupt, errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrFormat):
		return fmt.Errorf("is damaged: %w", err)
	case errors.Is(err, zip.ErrAlgorithm):
		return fmt.Errorf("uses an unsupported compression method: %w", err)
	}
	return err
}

// checkEnd fails if r has more data. By reading to the end, it also makes the zip
// reader verify the checksum.
func checkEnd(r io.Reader) error {
	var one [1]byte
	switch _, err := io.ReadFull(r, one[:]); err {
	case io.EOF:
		return nil
	case nil:
		return errors.New("holds more data than its shape allows")
	default:
		return damage(err)
	}
}
