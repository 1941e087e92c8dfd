package cli

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"
)

// wholeNumbers make the parser read whole numbers as decimal: 010 is ten, and
// 0x10, 0b10 and 1_000 are none. (kong reads them as Go does.)
func wholeNumbers() []kong.Option {
	var options []kong.Option
	for kind := reflect.Int; kind <= reflect.Uint64; kind++ {
		options = append(options, kong.KindMapper(kind, kong.MapperFunc(decimal)))
	}
	return options
}

// decimal reads a whole number in decimal digits into an integer of any kind.
func decimal(ctx *kong.DecodeContext, target reflect.Value) error {
	kind := "int"
	if target.CanUint() {
		kind = "uint"
	}
	token, err := ctx.Scan.PopValue(kind)
	if err != nil {
		return err
	}
	text, bits := fmt.Sprint(token.Value), target.Type().Bits()
	if target.CanUint() {
		var n uint64
		if n, err = strconv.ParseUint(text, 10, bits); err == nil {
			target.SetUint(n)
		}
	} else {
		var n int64
		if n, err = strconv.ParseInt(text, 10, bits); err == nil {
			target.SetInt(n)
		}
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is too large a number", quoted(text))
	case err != nil:
		return fmt.Errorf("expected a valid %d bit %s but got %s", bits, kind, quoted(text))
	}
	return nil
}

// quoted is what was typed, fit for a message.
func quoted(text string) string {
	const longest = 100
	if len(text) > longest {
		return strconv.Quote(text[:longest]) + "…"
	}
	return strconv.Quote(text)
}

// refuseEmpty refuses flags and arguments that are given an empty value, such as
// a variable of a script that is not set: the default is what is meant where the
// flag is left out, and only there.
func refuseEmpty(parsed *kong.Context) error {
	for _, element := range parsed.Path {
		value := valueOf(element)
		if value == nil || value.Tag.Get("empty") == "ok" || !isEmpty(value.Target) {
			continue
		}
		if element.Flag != nil {
			return fmt.Errorf("--%s is given an empty value: leave it out, or say what it is to be", value.Name)
		}
		return fmt.Errorf("<%s> is empty: name a file, or what else it is to be", value.Name)
	}
	return nil
}

// isEmpty tells whether a text, a map, or a list or one of its texts, holds nothing.
func isEmpty(v reflect.Value) bool {
	if v.Kind() == reflect.Pointer {
		return !v.IsNil() && isEmpty(v.Elem())
	}
	switch v.Kind() {
	case reflect.String, reflect.Map:
		return v.Len() == 0
	case reflect.Slice:
		for i := range v.Len() {
			if v.Index(i).Kind() == reflect.String && v.Index(i).Len() == 0 {
				return true
			}
		}
		return v.Len() == 0
	}
	return false
}
