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

// text is JSON that is read from front to end once: values that are not asked
// for are passed over, and no more is in memory than the longest text in it.
type text struct {
	in      io.Closer
	decoder *jsontext.Decoder
	records int // values at the top that were begun
}

// newText reads what can be read until mayGoOn fails, which may be nil.
func newText(in io.ReadCloser, mayGoOn func() error) *text {
	mender := newMender(in)
	mender.mayGoOn = mayGoOn
	return &text{in: in, decoder: jsontext.NewDecoder(mender,
		// Half of a surrogate pair is what is left of a character that a model's
		// limit of tokens has cut; and a name that means nothing may stand twice.
		jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))}
}

func (t *text) close() { t.in.Close() }

// records reads the records of a file: values that stand behind each other, one a
// line as a rule, or the elements of one array. It calls the function with each
// record and its number, from 1; a record is good until the function returns.
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

// document reads an object that is all there is in a file.
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

// object reads an object into a value of Go, and fails if something else stands there.
func (t *text) object(into any) error {
	if kind := t.decoder.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindInvalid {
		return t.plain(otherKind(kind, t.decoder.StackPointer(), "an object"))
	}
	return t.read(into)
}

// read reads the next value into one of Go.
func (t *text) read(into any) error { return t.plain(decode(t.decoder, into)) }

// eachRecord calls the function before every record, which reads it.
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

// next goes to the next value at the top. It returns io.EOF after the last.
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

// end fails if anything follows.
func (t *text) end() error {
	switch err := t.next(); err {
	case io.EOF:
		return nil
	case nil:
		return fmt.Errorf("something follows the JSON at byte %d", t.decoder.InputOffset())
	default:
		return err
	}
}

// refusal is an error of a reader of records, which the decoder hands through.
type refusal struct{ error }

// plain says what is wrong with JSON in a few words.
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
		return fmt.Errorf("ends in the middle%s: %w", t.place(), io.ErrUnexpectedEOF)
	case isSyntax && syntax.Err != nil:
		return fmt.Errorf("is not JSON at byte %d%s: %s", syntax.ByteOffset, t.place(), quoted.Message(syntax.Err))
	}
	return errors.New(strings.TrimPrefix(quoted.Message(err), "jsontext: read error: "))
}

// place says in which of several records the reader is.
func (t *text) place() string {
	if t.records > 1 {
		return fmt.Sprintf(", in record %d", t.records)
	}
	return ""
}

// otherKind returns the error of a value of another kind than the one that is wanted.
func otherKind(kind jsontext.Kind, at jsontext.Pointer, wanted string) error {
	return refusal{fmt.Errorf("holds %s at %s, not %s", kindName(kind), quoted.Text(string(at)), wanted)}
}

// object reads an object, and passes over whatever else stands there: the function is
// called with each name, and reads its value or leaves it. The name is good until
// something is read.
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

// array reads an array, and passes over whatever else stands there: the function is
// called before each element with its place from 0, and reads it or leaves it.
func array(d *jsontext.Decoder, element func(i int) error) error {
	return eachOf(d, jsontext.KindBeginArray, jsontext.KindEndArray, element)
}

// eachOf reads what begins and ends with these marks, and passes over whatever else stands there.
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

// skipUnread passes over the next value, if nothing was read since a place before it.
func skipUnread(d *jsontext.Decoder, before int64) error {
	if d.InputOffset() != before {
		return nil
	}
	return d.SkipValue()
}
