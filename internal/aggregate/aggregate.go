// Package aggregate resets, merges, writes and reads sums over replicates, which are
// simulated or resampled boards. The sums are the fields of a struct, and the package
// handles one field after the other.
//
// Call [Reset] and [Merge], or [Coded] to write and read sums. Pass the sums as a
// pointer to a struct of exported fields. Integers are added, exact sums are merged,
// and lists and structs are treated element by element. A [Part] merges by its own
// rule. If the struct has its own methods Reset, Merge and Code, the package calls
// these. Lists keep their lengths, so empty sums must have room for all elements.
//
// To draw replicates, use package montecarlo instead.
package aggregate

import (
	"fmt"
	"reflect"

	"settle/internal/exact"
	"settle/internal/wire"
)

// A Part is a field that is merged by its own rule, which must be associative and
// commutative. A Part that is written also needs a method Code.
type Part interface {
	Reset()
	MergePart(from any) // adds another part of the same type, given by a pointer
}

// Reset sets all sums to empty.
func Reset[A any](sums A) {
	if own, ok := any(sums).(interface{ Reset() }); ok {
		own.Reset()
		return
	}
	v := reflect.ValueOf(sums)
	visitFields(v, v, func(x, _ any) bool {
		switch x := x.(type) {
		case Part:
			x.Reset()
		case *exact.Moments:
			x.Reset()
		case *exact.Sum:
			x.Reset()
		case *int:
			*x = 0
		case *int64:
			*x = 0
		case *[]int:
			clear(*x)
		default:
			return false
		}
		return true
	})
}

// Merge adds the sums of the second argument to the sums of the first. Lists must have
// the same lengths in both.
func Merge[A any](into, from A) {
	if own, ok := any(into).(interface{ Merge(from A) }); ok {
		own.Merge(from)
		return
	}
	visitFields(reflect.ValueOf(into), reflect.ValueOf(from), func(x, y any) bool {
		switch x := x.(type) {
		case Part:
			x.MergePart(y)
		case *exact.Moments:
			x.Merge(y.(*exact.Moments))
		case *exact.Sum:
			x.Merge(y.(*exact.Sum))
		case *int:
			*x += *y.(*int)
		case *int64:
			*x += *y.(*int64)
		case *[]int:
			for i, n := range *y.(*[]int) {
				(*x)[i] += n
			}
		default:
			return false
		}
		return true
	})
}

// Coded returns sums in a form that package wire can write and read. It panics if the
// type of the sums has its own method Reset but no method Code.
func Coded(sums any) wire.Coded {
	if own, ok := sums.(wire.Coded); ok {
		return own
	}
	if _, own := sums.(interface{ Reset() }); own {
		panic(fmt.Sprintf("aggregate: cannot write sums of %T: the type has no method Code", sums))
	}
	return coded{sums}
}

type coded struct{ sums any }

// Code writes or reads the sums, field by field.
func (s coded) Code(c *wire.Coder) {
	v := reflect.ValueOf(s.sums)
	visitFields(v, v, func(x, _ any) bool {
		switch x := x.(type) {
		case wire.Coded:
			x.Code(c)
		case *int:
			c.Int(x)
		case *int64:
			c.Int64(x)
		case *[]int:
			c.Ints(*x)
		default:
			return false
		}
		return true
	})
}

// visitFields calls act(x, y) for each field of two sums of the same type, with
// pointers to that field in both sums. If the call returns false, visitFields visits
// the fields or elements inside that field instead.
func visitFields(v, w reflect.Value, act func(x, y any) bool) {
	if v.CanAddr() && act(v.Addr().Interface(), w.Addr().Interface()) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		visitFields(v.Elem(), w.Elem(), act)
	case reflect.Struct:
		for i := range v.NumField() {
			visitFields(v.Field(i), w.Field(i), act)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			visitFields(v.Index(i), w.Index(i), act)
		}
	default:
		panic(fmt.Sprintf("aggregate: cannot add %s", v.Type()))
	}
}
