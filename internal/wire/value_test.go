package wire_test

import (
	"math"
	"reflect"
	"testing"

	"settle/internal/wire"
)

// plain is data of every kind.
type plain struct {
	B     bool
	I     int8
	U     uint16
	F     float64
	S     string
	List  []int
	None  []int
	Empty []string
	Pair  *[2]float64
	Zero  *float64
	Nil   *float64
	Any   any
	Anys  []any
	Inner struct{ Deep []inner }
}

type inner struct{ Name string }

func (p *plain) Code(c *wire.Coder) { c.Value(p, 0.0, "", inner{}) }

// What is read is what was written, nil and empty apart, and zero behind a pointer; every
// beginning of it is refused.
func TestValue(t *testing.T) {
	zero := 0.0
	want := plain{
		B: true, I: -128, U: 65535, F: math.Inf(-1), S: "τ\x00", List: []int{0, -1, math.MaxInt}, Empty: []string{},
		Pair: &[2]float64{1, -0.5}, Zero: &zero, Any: 2.5, Anys: []any{nil, "text", inner{"a"}},
	}
	want.Inner.Deep = []inner{{"b"}, {}}
	data := wire.Write(nil, &want)
	var got plain
	if err := wire.Read(data, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v was read as %+v", want, got)
	}
	for end := range data {
		if wire.Read(data[:end], new(plain)) == nil {
			t.Errorf("%d bytes of %d are read without an error", end, len(data))
		}
	}
}

// What is no plain data panics: that is a mistake of who codes it.
func TestValueOfOtherData(t *testing.T) {
	for _, v := range []any{&struct{ hidden int }{}, &map[string]int{}, &struct{ F func() }{}, &struct{ A any }{A: 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T is coded", v)
				}
			}()
			wire.Write(nil, code(func(c *wire.Coder) { c.Value(v, "") }))
		}()
	}
}

type code func(*wire.Coder)

func (f code) Code(c *wire.Coder) { f(c) }

// Any bytes end in a value or an error.
func FuzzValue(f *testing.F) {
	f.Add([]byte{})
	f.Add(wire.Write(nil, &plain{Any: "x", Anys: []any{1.5}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = wire.Read(data, new(plain))
	})
}
