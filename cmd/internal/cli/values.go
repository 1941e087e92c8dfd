package cli

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// wholeNumbers returns options that make the parser read whole numbers as decimal: 010 is ten;
// 0x10, 0b10 and 1_000 are errors. (By default, kong accepts Go's syntax.)
func wholeNumbers() []kong.Option {
	var options []kong.Option
	for kind := reflect.Int; kind <= reflect.Uint64; kind++ {
		options = append(options, kong.KindMapper(kind, kong.MapperFunc(decimal)))
	}
	return options
}

// decimal parses a whole number, written in decimal digits, into a variable of any integer type.
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
		return fmt.Errorf("number %s is out of range", quoted(text))
	case err != nil:
		return fmt.Errorf("expected a whole number (%d-bit %s) but got %s", bits, kind, quoted(text))
	}
	return nil
}

// quoted returns text in quotes, shortened to 100 bytes, for use in a message.
func quoted(text string) string {
	const longest = 100
	if len(text) > longest {
		return strconv.Quote(text[:longest]) + "…"
	}
	return strconv.Quote(text)
}

// ValueOr returns the value of a flag. If the flag was not given, it returns the second argument.
func ValueOr[T any](flag *T, other T) T {
	if flag == nil {
		return other
	}
	return *flag
}

// refuseEmpty returns an error if a flag or argument has an empty value, such as an unset
// variable of a script. To get the default, users must omit the flag.
func refuseEmpty(parsed *kong.Context) error {
	for _, element := range parsed.Path {
		value := valueOf(element)
		if value == nil || value.Tag.Get("empty") == "ok" || !isEmpty(value.Target) {
			continue
		}
		if element.Flag != nil {
			return fmt.Errorf("--%s has an empty value; give a value or remove the flag", value.Name)
		}
		return fmt.Errorf("argument <%s> is empty; give a value such as a file name", value.Name)
	}
	return nil
}

// isEmpty reports whether v is an empty string, map or slice, or a slice with an empty string.
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

// refuseOutside returns an error if a number is outside the range in the tag of its flag. A tag
// such as 1..65535 includes both bounds, and 1.. has no upper bound. Parentheses exclude the
// bounds, as in (0..1) and (0..).
func refuseOutside(parsed *kong.Context) error {
	for _, element := range parsed.Path {
		value := valueOf(element)
		if value == nil || !value.Tag.Has("range") {
			continue
		}
		for _, number := range numbersOf(value.Target) {
			x := number.Convert(reflect.TypeFor[float64]()).Float()
			if words, inside := inRange(value.Tag.Get("range"), x); !inside {
				return fmt.Errorf("--%s must be %s, but is %v", value.Name, words, number)
			}
		}
	}
	return nil
}

// numbersOf returns the numbers in a value: the value itself, or the elements of a slice.
func numbersOf(v reflect.Value) (list []reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		return numbersOf(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			list = append(list, v.Index(i))
		}
		return list
	}
	return []reflect.Value{v}
}

// inRange reports whether x is in the range that a tag describes (see refuseOutside). It also
// returns the range in words.
func inRange(tag string, x float64) (words string, inside bool) {
	ends, open := strings.CutPrefix(strings.TrimSuffix(tag, ")"), "(")
	low, high, _ := strings.Cut(ends, "..")
	from, _ := strconv.ParseFloat(low, 64)
	to, _ := strconv.ParseFloat(cmp.Or(high, "Inf"), 64)
	inside = from <= x && x <= to && !math.IsInf(x, 0) && !(open && (x == from || x == to))
	switch {
	case open && high == "":
		return "a number above " + low, inside
	case open:
		return "above " + low + " and below " + high, inside
	case high == "":
		return "at least " + low, inside
	}
	return "from " + low + " to " + high, inside
}
