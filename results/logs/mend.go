package logs

import (
	"bytes"
	"fmt"
	"io"

	"settle/internal/bounded"
)

// Replacements, of the same length, for NaN and Infinity, which Python writes although
// JSON does not allow them. A number too large for float64 replaces Infinity, and a text
// that no tool writes replaces NaN.
const (
	bareNaN      = "NaN"
	bareInfinity = "Infinity"
	mendedNaN    = "\"\x7f\""
	mendedInf    = "1e999999"
)

// maxText is the maximum length of one JSON string in a log, in bytes. A string can
// contain pictures or a whole conversation.
const maxText = 4 * bounded.File

// A mender reads JSON in which Python wrote NaN, Infinity and -Infinity without quotes.
// It replaces them by values that a JSON decoder accepts. To be fast, it looks only for
// the ends of strings and for capital letters between strings.
type mender struct {
	r    io.Reader
	err  error  // error of the underlying reader
	buf  []byte // buffer for data read from r
	out  []byte // mended data not yet returned
	hold []byte // data that can be the beginning of a bare number

	// mayGoOn returns an error if reading must stop. If mayGoOn is nil, there is no limit.
	mayGoOn func() error

	inText bool
	odd    bool // the text read so far ends in an odd number of backslashes
	length int  // length of the text so far
	gap    int  // number of bytes since the last text or punctuation mark
}

func newMender(r io.Reader) *mender { return &mender{r: r, buf: make([]byte, 256<<10)} }

func (m *mender) Read(p []byte) (int, error) {
	for len(m.out) == 0 {
		if m.err != nil {
			if len(m.hold) > 0 { // an incomplete word at the end of the data
				m.out, m.hold = m.hold, nil
				break
			}
			return 0, m.err
		}
		if err := m.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.out)
	m.out = m.out[n:]
	return n, nil
}

// fill reads the next piece of data and replaces the numbers in it that are not valid
// JSON: NaN and infinities.
func (m *mender) fill() error {
	if m.mayGoOn != nil {
		if err := m.mayGoOn(); err != nil {
			return err
		}
	}
	held := copy(m.buf, m.hold)
	n, err := m.r.Read(m.buf[held:])
	m.err = err
	piece := m.buf[:held+n]
	done, err := m.mend(piece)
	m.out, m.hold = piece[:done], piece[done:]
	return err
}

var (
	errLongGap  = fmt.Errorf("more than %d blank bytes or digits in a row", bounded.Record)
	errLongText = fmt.Errorf("text of more than %d bytes", maxText)
)

// mend replaces NaN and infinities in a piece of data, in place. It returns the length
// of the finished part; the rest can be finished only with more data.
func (m *mender) mend(piece []byte) (int, error) {
	at := 0
	for at < len(piece) {
		rest := piece[at:]
		quote := bytes.IndexByte(rest, '"')
		if m.inText {
			if quote < 0 {
				quote = len(rest)
			}
			if m.length += quote; m.length > maxText {
				return 0, errLongText
			}
			m.odd = m.escapesNext(rest[:quote])
			at += quote
			if at < len(piece) {
				m.inText, m.odd = m.odd, false
				at++
			}
			continue
		}
		if quote < 0 {
			quote = len(rest)
		}
		last := at+quote == len(piece) // otherwise a text follows, which resets the gap
		done, ok := mendBare(rest[:quote], last)
		if last || m.gap+quote > bounded.Record {
			if err := m.checkGap(rest[:done]); err != nil || !ok {
				return at + done, err
			}
		}
		if at += quote; at < len(piece) {
			m.inText, m.odd, m.length, m.gap = true, false, 0, 0
			at++
		}
	}
	return at, nil
}

// checkGap fails if there is too much data, such as white space or digits, between two
// punctuation marks outside strings. The decoder would hold all of that data in memory.
func (m *mender) checkGap(part []byte) error {
	const marks = "{}[],:"
	if first := bytes.IndexAny(part, marks); first < 0 {
		m.gap += len(part)
	} else if m.gap += first; m.gap <= bounded.Record {
		m.gap = len(part) - 1 - bytes.LastIndexAny(part, marks) // a part is shorter than the limit
	}
	if m.gap > bounded.Record {
		return errLongGap
	}
	return nil
}

// escapesNext reports whether the given part of a JSON string ends in a backslash that
// escapes the next byte.
func (m *mender) escapesNext(part []byte) bool {
	n := len(part)
	for n > 0 && part[n-1] == '\\' {
		n--
	}
	odd := (len(part)-n)%2 == 1
	if n == 0 && m.odd {
		odd = !odd
	}
	return odd
}

// mendBare replaces NaN and Infinity by valid JSON in the data between two JSON
// strings. If more data can follow, more is true. If the data then ends inside such a
// word, mendBare returns false and the length of the data before the word.
func mendBare(part []byte, more bool) (int, bool) {
	for at := 0; at < len(part); at++ {
		bare, mended := bareNaN, mendedNaN
		switch part[at] {
		default:
			continue
		case 'N':
		case 'I':
			bare, mended = bareInfinity, mendedInf
		}
		rest := part[at:]
		switch {
		case bytes.HasPrefix(rest, []byte(bare)):
			at += copy(rest, mended) - 1
		case more && len(rest) < len(bare) && bytes.HasPrefix([]byte(bare), rest):
			return at, false
		default:
			return len(part), true // not JSON: the decoder will report it
		}
	}
	return len(part), true
}
