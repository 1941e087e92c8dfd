package wire

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// Value writes or reads the plain data to which v points: numbers, texts, and structs,
// slices, arrays and pointers of these. It distinguishes nil from empty slices. A value
// in an interface must have the type of one of the examples. Value panics on other
// data. Use it for types without a method Code that are rarely written or read.
func (c *Coder) Value(v any, examples ...any) {
	types := make([]reflect.Type, len(examples))
	for i, example := range examples {
		types[i] = reflect.TypeOf(example)
	}
	c.value(reflect.ValueOf(v).Elem(), types)
}

func (c *Coder) value(v reflect.Value, types []reflect.Type) {
	if c.err != nil {
		return
	}
	switch v.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64:
		c.scalar(v)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		x := v.Int()
		if c.Int64(&x); c.reading && v.OverflowInt(x) {
			c.Fail("number is too large for its type on this machine")
		} else if c.reading {
			v.SetInt(x)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		x := v.Uint()
		if c.Uint64(&x); c.reading && v.OverflowUint(x) {
			c.Fail("number is too large for its type on this machine")
		} else if c.reading {
			v.SetUint(x)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				panic(fmt.Sprintf("wire: field %s of %s cannot be set", v.Type().Field(i).Name, v.Type()))
			}
			c.value(v.Field(i), types)
		}
	case reflect.Array:
		for i := range v.Len() {
			c.value(v.Index(i), types)
		}
	case reflect.Slice:
		c.slice(v, types)
	case reflect.Pointer:
		if c.codePointer(v) {
			c.value(v.Elem(), types)
		}
	case reflect.Interface:
		c.codeInterface(v, types)
	default:
		panic(fmt.Sprintf("wire: %s is not plain data", v.Type()))
	}
}

// scalar writes or reads a boolean, a text or a float.
func (c *Coder) scalar(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		x := v.Bool()
		if c.Bool(&x); c.reading {
			v.SetBool(x)
		}
	case reflect.String:
		x := v.String()
		if c.Text(&x); c.reading {
			v.SetString(x)
		}
	default:
		x := v.Float()
		if c.Float64(&x); c.reading {
			v.SetFloat(x)
		}
	}
}

// codePointer writes or reads whether a pointer is set, and returns the answer. When
// reading, it allocates a value for a pointer that is set.
func (c *Coder) codePointer(v reflect.Value) bool {
	is := !v.IsNil()
	if c.Bool(&is); c.reading && is {
		v.Set(reflect.New(v.Type().Elem()))
	}
	return is
}

// slice writes or reads a list. When reading, it allocates memory only as data arrives,
// because the length in the data can be wrong.
func (c *Coder) slice(v reflect.Value, types []reflect.Type) {
	is := !v.IsNil()
	if c.Bool(&is); !is {
		return
	}
	size := v.Len()
	c.Size(&size, math.MaxInt)
	if !c.reading {
		for i := range size {
			c.value(v.Index(i), types)
		}
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, min(size, 1024)))
	for range size {
		one := reflect.New(v.Type().Elem()).Elem()
		if c.value(one, types); c.err != nil {
			return
		}
		v.Set(reflect.Append(v, one))
	}
}

// codeInterface writes or reads the value in an interface: the index of its type in
// types, counted from 1, and then the value itself.
func (c *Coder) codeInterface(v reflect.Value, types []reflect.Type) {
	which := 0
	if !c.reading && !v.IsNil() {
		if which = 1 + slices.Index(types, v.Elem().Type()); which == 0 {
			panic(fmt.Sprintf("wire: no example of type %s", v.Elem().Type()))
		}
	}
	c.Int(&which)
	switch {
	case c.err != nil || which == 0:
		return
	case which < 0 || which > len(types) || !types[which-1].AssignableTo(v.Type()):
		c.Fail("unknown type")
		return
	}
	held := reflect.New(types[which-1]).Elem()
	if !c.reading {
		held.Set(v.Elem())
	}
	if c.value(held, types); c.reading && c.err == nil {
		v.Set(held)
	}
}
