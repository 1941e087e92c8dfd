package results

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"settle/internal/quoted"
)

// An npyHeader holds the header of an NPY array: element type, shape and order.
type npyHeader struct {
	dtype
	shape   []int
	fortran bool // the first axis varies fastest, not the last
	size    int  // length of the header, in bytes
}

// maxNPYHeader is the maximum length of a header, in bytes. Version 1 of the NPY format
// has the same limit. By default, numpy accepts at most 10,000 bytes.
const maxNPYHeader = 1<<16 - 1

// readNPYHeader reads the header of an NPY array. It fails if numpy would fail. It also
// rejects comments, escapes and sums, which numpy accepts but no tool writes.
//
// Go libraries for NPY are not used. They do not support version 3 or unusual spellings
// of headers, and they panic on some headers.
func readNPYHeader(r io.Reader) (npyHeader, error) {
	preamble := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(r, preamble); err != nil {
		return npyHeader{}, headerError(err)
	}
	if string(preamble[:len(npyMagic)]) != npyMagic {
		return npyHeader{}, errors.New("is not an NPY array")
	}
	major, minor := preamble[len(npyMagic)], preamble[len(npyMagic)+1]
	if major < 1 || major > 3 || minor != 0 {
		return npyHeader{}, fmt.Errorf("is an NPY array of version %d.%d; supported versions are 1.0, 2.0 and 3.0", major, minor)
	}
	length := make([]byte, 4)
	if major == 1 {
		length = length[:2]
	}
	if _, err := io.ReadFull(r, length); err != nil {
		return npyHeader{}, headerError(err)
	}
	n := binary.LittleEndian.Uint32(append(slices.Clone(length), 0, 0)) // the two zero bytes make four without changing the number
	if n > maxNPYHeader {
		return npyHeader{}, fmt.Errorf("has an NPY header of %d bytes; the limit is %d", n, maxNPYHeader)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return npyHeader{}, headerError(err)
	}
	h, err := parseNPYHeader(string(text), major < 3)
	h.size = len(preamble) + len(length) + len(text)
	return h, err
}

func headerError(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("has a truncated NPY header")
	}
	return err
}

// parseNPYHeader parses the Python dictionary in a header. If python2 is true, an
// integer can have the suffix L, as in 3L.
func parseNPYHeader(text string, python2 bool) (h npyHeader, err error) {
	values, ok := headerValues(text, python2)
	descr, order, shape := values["descr"], values["fortran_order"], values["shape"]
	if !ok || len(values) != 3 || descr == nil || order == nil || shape == nil {
		return h, fmt.Errorf("has an NPY header that is not a dictionary of descr, fortran_order and shape: %s",
			quoted.Text(strings.TrimSpace(text)))
	}
	h.dtype = parseDtype(descr)
	if len(order) != 1 || order[0] != "True" && order[0] != "False" {
		return h, fmt.Errorf("has an NPY header with fortran_order %s; it must be True or False", order)
	}
	h.fortran = order[0] == "True"
	if h.shape, ok = parseShape(shape); !ok {
		return h, fmt.Errorf("has an NPY header with shape %s; it must be a tuple of whole numbers", shape)
	}
	return h, nil
}

// A literal is a Python literal as a list of tokens. Its strings have single quotes and
// no prefix, and its numbers have no suffix.
type literal []string

func (l literal) String() string { return quoted.Text(strings.Join(l, "")) }

// pythonToken matches a string, an integer, a constant or a punctuation mark.
var pythonToken = regexp.MustCompile(`^(?:[uU]?('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|` +
	`([0-9]+)(L?)|(True|False|None)|([-{}()\[\],:]))`)

// tokens splits a text into Python tokens. ok is false if some part of the text is not
// a token.
func tokens(text string, python2 bool) (all literal, ok bool) {
	const space = " \t\r\n\f"
	for text = strings.TrimLeft(text, space); text != ""; text = strings.TrimLeft(text, space) {
		m := pythonToken.FindStringSubmatch(text)
		if m == nil || m[3] != "" && !python2 {
			return nil, false
		}
		text = text[len(m[0]):]
		if m[1] != "" {
			m[1] = "'" + m[1][1:len(m[1])-1] + "'"
		}
		all = append(all, m[1]+m[2]+m[4]+m[5]) // exactly one of these is not empty
	}
	return all, true
}

// headerValues returns the values in a Python dictionary by key. It checks that
// brackets match, but nothing else about the values.
func headerValues(text string, python2 bool) (map[string]literal, bool) {
	rest, ok := tokens(text, python2)
	if !ok || len(rest) < 2 || rest[0] != "{" || rest[len(rest)-1] != "}" {
		return nil, false
	}
	values := map[string]literal{}
	for rest = rest[1 : len(rest)-1]; len(rest) > 0; {
		key := rest[0]
		if len(rest) < 3 || key[0] != '\'' || rest[1] != ":" {
			return nil, false
		}
		key, rest = key[1:len(key)-1], rest[2:]
		n, ok := valueLength(rest)
		if _, doubled := values[key]; doubled || !ok || n == 0 {
			return nil, false
		}
		values[key] = rest[:n]
		rest = rest[min(n+1, len(rest)):] // skips the comma
	}
	return values, true
}

// valueLength returns the number of tokens before the first comma that is outside all
// brackets.
func valueLength(l literal) (n int, ok bool) {
	var open []string // closing brackets still expected
	closing := map[string]string{"(": ")", "[": "]", "{": "}"}
	for i, token := range l {
		switch token {
		case "(", "[", "{":
			open = append(open, closing[token])
		case ")", "]", "}":
			if len(open) == 0 || open[len(open)-1] != token {
				return 0, false
			}
			open = open[:len(open)-1]
		case ",":
			if len(open) == 0 {
				return i, true
			}
		}
	}
	return len(l), len(open) == 0
}

// parseShape parses a Python tuple of whole numbers, such as (), (2,) or (2, 3).
func parseShape(l literal) (shape []int, ok bool) {
	if len(l) < 2 || l[0] != "(" || l[len(l)-1] != ")" {
		return nil, false
	}
	inner := l[1 : len(l)-1]
	for i, token := range inner {
		if i%2 == 1 {
			if token != "," {
				return nil, false
			}
			continue
		}
		n, err := strconv.Atoi(token)
		if err != nil || strconv.Itoa(n) != token { // Python rejects leading zeros, as in 010
			return nil, false
		}
		shape = append(shape, n)
	}
	return shape, len(inner) != 1 // (2) is not a tuple
}
