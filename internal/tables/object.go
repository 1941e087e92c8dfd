package tables

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
)

// Object is a JSON object whose members are in order.
type Object []Member

// Member is a member of an Object. Its value is an Object, several, or any value that
// encoding/json encodes; floats that are not finite are null.
type Member struct {
	Key   string
	Value any
}

// NewObject returns an object of keys, each followed by its value; it is without those
// whose value is Absent. An Object in place of a key stands for its members. NewObject
// panics if a key is neither.
func NewObject(keysAndValues ...any) Object {
	object := make(Object, 0, len(keysAndValues)/2)
	for len(keysAndValues) > 0 {
		switch key := keysAndValues[0].(type) {
		case Object:
			object, keysAndValues = append(object, key...), keysAndValues[1:]
		case string:
			object, keysAndValues = object.with(key, keysAndValues[1]), keysAndValues[2:]
		default:
			panic(fmt.Sprintf("tables: the key %v is no string", key))
		}
	}
	return object
}

func (o Object) with(key string, value any) Object {
	if value == Absent {
		return o
	}
	return append(o, Member{key, value})
}

// MarshalJSON returns the object as JSON, in which nothing is escaped for HTML.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	w := objectWriter{b: &b, encoder: json.NewEncoder(&b)}
	w.encoder.SetEscapeHTML(false)
	err := w.object(o)
	return b.Bytes(), err
}

type objectWriter struct {
	b       *bytes.Buffer
	encoder *json.Encoder
}

func (w objectWriter) object(o Object) error {
	w.b.WriteByte('{')
	for i, member := range o {
		if i > 0 {
			w.b.WriteByte(',')
		}
		fmt.Fprintf(w.b, "%q:", member.Key) // the same as JSON for keys of ours
		if err := w.value(member.Value); err != nil {
			return err
		}
	}
	return w.b.WriteByte('}')
}

func (w objectWriter) objects(list []Object) error {
	w.b.WriteByte('[')
	for i, o := range list {
		if i > 0 {
			w.b.WriteByte(',')
		}
		if err := w.object(o); err != nil {
			return err
		}
	}
	return w.b.WriteByte(']')
}

func (w objectWriter) value(v any) error {
	switch v := v.(type) {
	case Object:
		if v != nil {
			return w.object(v)
		}
	case []Object:
		if v != nil {
			return w.objects(v)
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return w.value(nil)
		}
	}
	if err := w.encoder.Encode(v); err != nil {
		return err
	}
	w.b.Truncate(w.b.Len() - 1) // the line feed
	return nil
}
