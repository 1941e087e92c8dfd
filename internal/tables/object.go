package tables

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
)

// An Object is a JSON object whose members have a fixed order.
type Object []Member

// A Member is a member of a JSON object. Its value is an Object, a list of Objects, or
// any value that encoding/json accepts. Infinite floats and NaN become null.
type Member struct {
	Key   string
	Value any
}

// NewObject returns an object made of alternating keys and values. It omits members
// whose value is Absent. An Object in place of a key adds all its members. NewObject
// panics if a key is neither a string nor an Object.
func NewObject(keysAndValues ...any) Object {
	object := make(Object, 0, len(keysAndValues)/2)
	for len(keysAndValues) > 0 {
		switch key := keysAndValues[0].(type) {
		case Object:
			object, keysAndValues = append(object, key...), keysAndValues[1:]
		case string:
			object, keysAndValues = object.with(key, keysAndValues[1]), keysAndValues[2:]
		default:
			panic(fmt.Sprintf("tables: key %v is not a string", key))
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

// MarshalJSON returns the object as JSON in which HTML characters are not escaped.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, member := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:", member.Key) // the same as JSON for the keys in use
		value := member.Value
		if v, ok := value.(float64); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
			value = nil
		}
		if err := encoder.Encode(value); err != nil {
			return nil, err
		}
		b.Truncate(b.Len() - 1) // removes the line feed
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
