package logs

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"settle/internal/quoted"
	"settle/results"

	"github.com/go-json-experiment/json/jsontext"
)

// text is JSON that is read once from front to end. It skips values that are not
// needed, so that it never holds more than the longest text in memory.
type text struct {
	in      io.Closer
	decoder *jsontext.Decoder
	records int // number of top-level values begun
}

// newText returns a reader of JSON that stops when mayGoOn fails. mayGoOn can be nil.
func newText(in io.ReadCloser, mayGoOn func() error) *text {
	mender := newMender(in)
	mender.mayGoOn = mayGoOn
	return &text{in: in, decoder: jsontext.NewDecoder(mender,
		// A model's token limit can cut a character in half, which leaves half of a surrogate
		// pair. A name that is not read can appear twice.
		jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))}
}

func (t *text) close() { t.in.Close() }

// records reads the records of a file: concatenated values, usually one per line, or
// the elements of one array. It calls the function with each record and its number,
// from 1. A record is valid until the function returns.
func records[T any](f *file, do func(number int, record *T) error) error {
	text, err := f.json()
	if err != nil {
		return err
	}
	defer text.close()
	var record T
	return text.eachRecord(func() error {
		record = *new(T)
		if weighted, ok := any(&record).(interface{ weighBy(name string) }); ok {
			weighted.weighBy(f.weightBy)
		}
		if err := text.object(&record); err != nil {
			return err
		}
		return do(text.records, &record)
	})
}

// document reads the only value in a file, which must be an object.
func document(f *file, object any) error {
	text, err := f.json()
	if err != nil {
		return err
	}
	defer text.close()
	if err := text.object(object); err != nil {
		return err
	}
	return text.end()
}

// object decodes an object into a Go value. It fails if the next value is not an
// object.
func (t *text) object(into any) error {
	if kind := t.decoder.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindInvalid {
		return t.plain(otherKind(kind, t.decoder.StackPointer(), "an object"))
	}
	return t.read(into)
}

// read decodes the next value into a Go value.
func (t *text) read(into any) error { return t.plain(decode(t.decoder, into)) }

// eachRecord calls the function before every record. The function must read it.
func (t *text) eachRecord(record func() error) error {
	if t.decoder.PeekKind() == jsontext.KindBeginArray {
		err := array(t.decoder, func(i int) error {
			t.records = i + 1
			if err := record(); err != nil {
				return refusal{err}
			}
			return nil
		})
		if err != nil {
			return t.plain(err)
		}
		return t.end()
	}
	for {
		if err := t.next(); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		if err := record(); err != nil {
			return err
		}
	}
}

// next goes to the next top-level value. It returns io.EOF after the last one.
func (t *text) next() error {
	if t.decoder.PeekKind() != jsontext.KindInvalid {
		t.records++
		return nil
	}
	_, err := t.decoder.ReadToken()
	if err == io.EOF {
		return err
	}
	t.records++
	return t.plain(err)
}

// end fails if more data follows.
func (t *text) end() error {
	switch err := t.next(); err {
	case io.EOF:
		return nil
	case nil:
		return fmt.Errorf("unexpected data after the JSON at byte %d", t.decoder.InputOffset())
	default:
		return err
	}
}

// A refusal wraps an error of a function that reads records. The decoder returns it
// unchanged.
type refusal struct{ error }

// plain rewords an error in JSON briefly.
func (t *text) plain(err error) error {
	if err == nil {
		return nil
	}
	if large, ok := errors.AsType[*results.TooLarge](err); ok {
		return large
	}
	if packed, ok := t.in.(*unpacking); ok && packed.failed != nil {
		return packed.failed
	}
	if refused, ok := errors.AsType[refusal](err); ok {
		return refused.error
	}
	syntax, isSyntax := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return fmt.Errorf("is truncated%s: %w", t.place(), io.ErrUnexpectedEOF)
	case isSyntax && syntax.Err != nil:
		return fmt.Errorf("is not JSON at byte %d%s: %s", syntax.ByteOffset, t.place(), quoted.Message(syntax.Err))
	}
	return errors.New(strings.TrimPrefix(quoted.Message(err), "jsontext: read error: "))
}

// place names the record that is being read, if it is not the first.
func (t *text) place() string {
	if t.records > 1 {
		return fmt.Sprintf(", in record %d", t.records)
	}
	return ""
}

// otherKind returns the error for a value of the wrong kind.
func otherKind(kind jsontext.Kind, at jsontext.Pointer, wanted string) error {
	return refusal{fmt.Errorf("holds %s at %s, not %s", kindName(kind), quoted.Text(string(at)), wanted)}
}

// object reads an object, and skips any other value. It calls the function with each
// name. The function can read the value or leave it. The name is valid until something
// is read.
func object(d *jsontext.Decoder, member func(name []byte) error) error {
	return eachOf(d, jsontext.KindBeginObject, jsontext.KindEndObject, func(int) error {
		name, err := d.ReadValue()
		if err != nil {
			return err
		}
		before := d.InputOffset()
		if err := member(unquoted(name)); err != nil {
			return err
		}
		return skipUnread(d, before)
	})
}

// array reads an array, and skips any other value. It calls the function before each
// element with its index from 0. The function can read the element or leave it.
func array(d *jsontext.Decoder, element func(i int) error) error {
	return eachOf(d, jsontext.KindBeginArray, jsontext.KindEndArray, element)
}

// eachOf reads an object or array that begins and ends with the given tokens, and skips
// any other value.
func eachOf(d *jsontext.Decoder, begin, end jsontext.Kind, read func(i int) error) error {
	if d.PeekKind() != begin {
		return d.SkipValue()
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for i := 0; d.PeekKind() != end; i++ {
		before := d.InputOffset()
		if err := read(i); err != nil {
			return err
		}
		if err := skipUnread(d, before); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// skipUnread skips the next value if nothing has been read since the offset before.
func skipUnread(d *jsontext.Decoder, before int64) error {
	if d.InputOffset() != before {
		return nil
	}
	return d.SkipValue()
}
