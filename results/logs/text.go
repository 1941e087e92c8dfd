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

// A text reads JSON once, from beginning to end. It skips values that are not needed,
// so that memory never holds more than the longest JSON string.
type text struct {
	in      io.Closer
	decoder *jsontext.Decoder
	records int // number of top-level values read or begun
}

// newText returns a reader of JSON that stops if mayGoOn returns an error. mayGoOn can
// be nil.
func newText(in io.ReadCloser, mayGoOn func() error) *text {
	mender := newMender(in)
	mender.mayGoOn = mayGoOn
	return &text{in: in, decoder: jsontext.NewDecoder(mender,
		// A model's token limit can cut a character in half, which leaves half of a surrogate
		// pair. Names that are not read can appear twice.
		jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))}
}

func (t *text) close() { t.in.Close() }

// records passes each record in a file to a function, together with the number of the
// record, from 1. The records are the elements of one array, or concatenated values,
// usually one per line. A record is valid until the function returns.
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

// document reads a file that holds a single JSON object. It fails if more data follows.
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

// object decodes the next JSON value into a Go value. It fails if that value is not an
// object.
func (t *text) object(into any) error {
	if kind := t.decoder.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindInvalid {
		return t.shortenError(kindError(kind, t.decoder.StackPointer(), "an object"))
	}
	return t.read(into)
}

// read decodes the next JSON value into a Go value.
func (t *text) read(into any) error { return t.shortenError(decode(t.decoder, into)) }

// eachRecord calls the function before every record. The function must read that
// record.
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
			return t.shortenError(err)
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

// next moves to the next top-level value. It returns io.EOF after the last one.
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
	return t.shortenError(err)
}

// end fails if more data follows the value that was read.
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

// A refusal wraps an error that is not about JSON, so that it passes through the JSON
// decoder unchanged.
type refusal struct{ error }

// shortenError shortens the message of an error that occurred while JSON was read.
func (t *text) shortenError(err error) error {
	if err == nil {
		return nil
	}
	if large, ok := errors.AsType[*results.TooLarge](err); ok {
		return large
	}
	if packed, ok := t.in.(*unpackingReader); ok && packed.failed != nil {
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

// place returns text for a message that says which record is being read. The text is ""
// for the first record.
func (t *text) place() string {
	if t.records > 1 {
		return fmt.Sprintf(", in record %d", t.records)
	}
	return ""
}

// kindError returns the error for a JSON value of the wrong kind.
func kindError(kind jsontext.Kind, at jsontext.Pointer, wanted string) error {
	return refusal{fmt.Errorf("holds %s at %s, not %s", kindName(kind), quoted.Text(string(at)), wanted)}
}

// object reads an object and calls the function with the name of each member. The
// function can read the member's value or leave it unread. The name is valid until
// something is read. A value that is not an object is skipped.
func object(d *jsontext.Decoder, member func(name []byte) error) error {
	return eachOf(d, jsontext.KindBeginObject, jsontext.KindEndObject, func(int) error {
		name, err := d.ReadValue()
		if err != nil {
			return err
		}
		before := d.InputOffset()
		if err := member(unquote(name)); err != nil {
			return err
		}
		return skipUnread(d, before)
	})
}

// array reads an array and calls the function before each element, with the element's
// index from 0. The function can read the element or leave it unread. A value that is
// not an array is skipped.
func array(d *jsontext.Decoder, element func(i int) error) error {
	return eachOf(d, jsontext.KindBeginArray, jsontext.KindEndArray, element)
}

// eachOf reads an object or array between brackets of the two given kinds. It calls
// read(i) for each part between them. Any other value is skipped.
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

// skipUnread skips the next value, unless it was already read. The second argument is
// the offset of the decoder before that value.
func skipUnread(d *jsontext.Decoder, before int64) error {
	if d.InputOffset() != before {
		return nil
	}
	return d.SkipValue()
}
