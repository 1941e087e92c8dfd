package logs

import (
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits on the part of a JSON value that is examined to recognise the format of a log.
// Deeper or later parts are not needed.
const (
	shapeDepth    = 5
	shapeMembers  = 200
	shapeElements = 3
)

// A shape describes the structure of a JSON value: its kind, members and elements.
type shape struct {
	kind    jsontext.Kind
	members map[string]*shape
	first   *shape   // the first member of an object
	items   []*shape // the first elements of an array
	length  int      // number of elements or members, if the whole value was examined
	whole   bool     // the whole value was examined
}

func (s *shape) object() bool { return s.kind == jsontext.KindBeginObject }
func (s *shape) array() bool  { return s.kind == jsontext.KindBeginArray }

// item returns the i-th element of an array. It returns nil if that was not examined.
func (s *shape) item(i int) *shape {
	if i < len(s.items) {
		return s.items[i]
	}
	return nil
}

// A looker examines the first JSON value in a file. After each part of the value, it
// checks whether it has seen enough to recognise the format.
type looker struct {
	text   *text
	root   *shape
	enough func(*shape) bool
}

var errEnough = fmt.Errorf("recognised")

// look reads the next JSON value and describes it in s. The depth is the value's level
// of nesting.
func (l *looker) look(s *shape, depth int) (err error) {
	d := l.text.decoder
	s.kind = d.PeekKind()
	switch {
	case depth == shapeDepth:
		return d.SkipValue()
	case s.object():
		s.members = map[string]*shape{}
		err = object(d, func(name []byte) error {
			s.length++
			if len(s.members) == shapeMembers {
				return nil
			}
			member := &shape{}
			s.members[string(name)] = member
			if s.first == nil {
				s.first = member
			}
			return l.examinePart(member, depth)
		})
	case s.array():
		err = array(d, func(int) error {
			s.length++
			if len(s.items) == shapeElements {
				return nil
			}
			item := &shape{}
			s.items = append(s.items, item)
			return l.examinePart(item, depth)
		})
	default:
		return d.SkipValue()
	}
	s.whole = err == nil
	return err
}

// examinePart examines a part of a JSON value and then checks whether enough has been
// seen. The depth is the level of nesting of the value that contains the part.
func (l *looker) examinePart(s *shape, depth int) error {
	if err := l.look(s, depth+1); err != nil {
		return err
	}
	if depth <= 1 && l.enough(l.root) {
		return errEnough
	}
	return nil
}

// damage returns the error that ended the decompression of zstd data, or nil. A file
// with such an error must be a log, because tables are never compressed with zstd.
func (f *file) damage(text *text) error {
	if packed, ok := text.in.(*unpackingReader); ok && f.starts(zstdMagic) {
		return packed.failed
	}
	return nil
}

// recognise returns the format of the log in the file.
func (f *file) recognise() (*format, error) {
	if f.zip != nil {
		return &inspectZip, nil
	}
	text, err := f.json()
	if err != nil {
		return nil, err
	}
	defer text.close()
	if kind := text.decoder.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindBeginArray {
		return nil, cmp.Or(f.damage(text), ErrNotALog)
	}
	var known *format
	l := looker{text: text, root: &shape{}}
	l.enough = func(root *shape) bool {
		for i := range formats {
			if formats[i].looks(root) {
				known = &formats[i]
				return true
			}
		}
		return false
	}
	if err := l.look(l.root, 0); err != nil && known == nil {
		return nil, cmp.Or(f.damage(text), fmt.Errorf("%w: %w", ErrNotALog, text.shortenError(err)))
	}
	if known == nil && !l.enough(l.root) {
		return nil, ErrNotALog
	}
	return known, nil
}
