package logs

import (
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// How much of a value is looked at to recognise it: what is deeper, or comes
// after so many others, tells nothing.
const (
	shapeDepth    = 5
	shapeMembers  = 200
	shapeElements = 3
)

// shape describes what a value looks like from outside.
type shape struct {
	kind    jsontext.Kind
	members map[string]*shape
	first   *shape   // of the members
	items   []*shape // the first elements
	length  int      // how many elements or members there are, once all were seen
	whole   bool     // whether all of it was seen
}

func (s *shape) object() bool { return s.kind == jsontext.KindBeginObject }
func (s *shape) array() bool  { return s.kind == jsontext.KindBeginArray }

// item is the i-th element of an array.
func (s *shape) item(i int) *shape {
	if i < len(s.items) {
		return s.items[i]
	}
	return nil
}

// looker looks at the first value of a file, and asks after each part of it
// whether that was enough.
type looker struct {
	text   *text
	root   *shape
	enough func(*shape) bool
}

var errEnough = fmt.Errorf("recognised")

// look fills in a shape.
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
			return l.part(member, depth)
		})
	case s.array():
		err = array(d, func(int) error {
			s.length++
			if len(s.items) == shapeElements {
				return nil
			}
			item := &shape{}
			s.items = append(s.items, item)
			return l.part(item, depth)
		})
	default:
		return d.SkipValue()
	}
	s.whole = err == nil
	return err
}

// part looks at a part of something at a depth, and asks whether it was enough.
func (l *looker) part(s *shape, depth int) error {
	if err := l.look(s, depth+1); err != nil {
		return err
	}
	if depth <= 1 && l.enough(l.root) {
		return errEnough
	}
	return nil
}

// damage is what keeps text that is packed by zstd from being unpacked, or nil: no
// table is packed so.
func (f *file) damage(text *text) error {
	if packed, ok := text.in.(*unpacking); ok && f.starts(zstdMagic) {
		return packed.failed
	}
	return nil
}

// recognise returns the format of the file.
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
		return nil, cmp.Or(f.damage(text), fmt.Errorf("%w: %w", ErrNotALog, text.plain(err)))
	}
	if known == nil && !l.enough(l.root) {
		return nil, ErrNotALog
	}
	return known, nil
}
