package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"unicode/utf8"
)

// readJSONL reads a board in long form, one JSON object a line.
func readJSONL(r io.Reader, file, task string) (*Board, error) {
	in := bufio.NewReaderSize(r, maxRecord)
	l := newLongForm(file, task)
	for line := 1; ; line++ {
		text, err := nextLine(in)
		switch {
		case err == io.EOF:
			return l.board()
		case errors.Is(err, errLineTooLong):
			return nil, l.errorAt(line, err)
		case err != nil:
			return nil, fmt.Errorf("%s: after line %d: %w", file, line-1, err)
		case len(bytes.TrimSpace(text)) == 0:
			continue
		}
		row, err := parseRow(text)
		if err != nil {
			return nil, l.errorAt(line, err)
		}
		if err := l.add(line, row); err != nil {
			return nil, err
		}
	}
}

var errLineTooLong = fmt.Errorf("a line of more than %d bytes", maxRecord)

// nextLine returns the next line, which is valid until the next call. It
// returns io.EOF after the last one, and never a line that an error has cut
// short.
func nextLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull:
		return nil, errLineTooLong
	case err == io.EOF && len(text) > 0:
		return text, nil
	}
	return text, err
}

// parseRow reads one line. It looks at the object member by member: decoding
// to a struct would take "Model" for "model" and the last of two equal keys
// for both, and decoding to anything larger costs many times as much.
func parseRow(line []byte) (row, error) {
	if !utf8.Valid(line) {
		return row{}, errors.New("is not UTF-8") // package json would replace what is not
	}
	if !json.Valid(line) {
		return row{}, fmt.Errorf("is not a JSON object: %w", json.Unmarshal(line, new(json.RawMessage)))
	}
	object := bytes.TrimSpace(line)
	if object[0] != '{' {
		return row{}, errors.New("is not a JSON object")
	}
	var r row
	keys := []rowKey{
		{name: "model", into: &r.model, take: nameText},
		{name: "question", into: &r.question, take: nameText},
		{name: "trial", into: &r.trial, take: trialText},
		{name: "outcome", into: &r.outcome, take: outcomeText},
		{name: "task", into: &r.task, take: taskText, optional: true},
	}
	for key, value := range members(object) {
		i := slices.IndexFunc(keys, func(k rowKey) bool { return k.name == key })
		if i < 0 {
			continue
		}
		if err := keys[i].set(value); err != nil {
			return row{}, err
		}
	}
	for _, key := range keys {
		if !key.found && !key.optional {
			return row{}, fmt.Errorf("the key %q is missing", key.name)
		}
	}
	return r, nil
}

// rowKey is a key that means something in a line.
type rowKey struct {
	name     string
	into     *string
	take     func(key string, value []byte) (string, error)
	optional bool
	found    bool
}

func (k *rowKey) set(value []byte) (err error) {
	if k.found {
		return fmt.Errorf("the key %q stands twice", k.name)
	}
	k.found = true
	*k.into, err = k.take(k.name, value)
	return err
}

// members yields the keys of an object, and the values as they are written.
// The text must be valid JSON, which makes it easy to walk through: it is only
// a matter of finding where things end.
func members(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		rest := bytes.TrimSpace(object[1:])
		for rest[0] == '"' {
			end := stringEnd(rest)
			key := unquote(rest[:end])
			rest = rest[end:]
			rest = rest[bytes.IndexByte(rest, ':')+1:]
			end = valueEnd(rest)
			if !yield(key, bytes.TrimSpace(rest[:end])) {
				return
			}
			rest = bytes.TrimSpace(rest[end+1:]) // after a comma, or the last brace
			if len(rest) == 0 {
				return
			}
		}
	}
}

// stringEnd returns the length of the string that the text starts with.
func stringEnd(text []byte) int {
	i := 1
	for ; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// valueEnd returns where the comma or brace stands that ends the value which
// the text starts with.
func valueEnd(text []byte) int {
	depth := 0
	for i := 0; ; i++ {
		switch text[i] {
		case '"':
			i += stringEnd(text[i:]) - 1
		case '{', '[':
			depth++
		case ',', '}', ']':
			if depth == 0 {
				return i
			}
			if text[i] != ',' {
				depth--
			}
		}
	}
}

// unquote returns the text of a valid JSON string.
func unquote(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var text string
	json.Unmarshal(quoted, &text) // cannot fail for valid JSON
	return text
}

// The kinds of JSON values, by their first byte.
func isString(value []byte) bool { return value[0] == '"' }
func isNumber(value []byte) bool { return value[0] == '-' || '0' <= value[0] && value[0] <= '9' }
func isBool(value []byte) bool   { return value[0] == 't' || value[0] == 'f' }
func isNull(value []byte) bool   { return value[0] == 'n' }

// taskText is nameText, but for null, which tools write for no value.
func taskText(key string, value []byte) (string, error) {
	if isNull(value) {
		return "", nil
	}
	return nameText(key, value)
}

// nameText takes a string, or an integer as it is written.
func nameText(key string, value []byte) (string, error) {
	switch {
	case isString(value):
		return unquote(value), nil
	case isNumber(value) && !bytes.ContainsAny(value, ".eE"):
		return string(value), nil
	}
	return "", fmt.Errorf("%s is %s, not a name", key, describe(value))
}

// trialText takes a number; that it is an integer is checked later.
func trialText(key string, value []byte) (string, error) {
	if isNumber(value) {
		return string(value), nil
	}
	return "", fmt.Errorf("%s is %s, not an integer", key, describe(value))
}

// outcomeText takes a number or a boolean; its range is checked later.
func outcomeText(key string, value []byte) (string, error) {
	if isNumber(value) || isBool(value) {
		return string(value), nil
	}
	return "", fmt.Errorf("%s is %s, not a category 0..%d", key, describe(value), MaxCategories-1)
}

// describe names a JSON value for a message.
func describe(value []byte) string {
	switch {
	case isString(value):
		return "the text " + quote(unquote(value))
	case isNumber(value):
		return "the number " + quote(string(value))
	case value[0] == '{':
		return "an object"
	case value[0] == '[':
		return "an array"
	}
	return string(value) // true, false or null
}
