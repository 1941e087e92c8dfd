package archtest_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// section is what one part of the library answers to one configuration:
// decisions, which must be equal on every machine, and numbers, of which some are
// kept and must agree but for rounding.
type section struct {
	name      string
	decisions strings.Builder
	numbers   []float64
}

// keptNumbers is how many numbers of a section the golden file has at most.
const keptNumbers = 8

// add takes in whatever v holds: texts, truth values and whole numbers are
// decisions, and so are multiples of 1/64, as ranks are and shares of so many
// replicates; all other floats are numbers.
func (s *section) add(v any) { s.walk(reflect.ValueOf(v)) }

// exactly takes in floats as decisions, to the last bit.
func (s *section) exactly(values ...float64) {
	for _, x := range values {
		s.decide(strconv.FormatFloat(x, 'g', -1, 64))
	}
}

func (s *section) decide(text string) { s.decisions.WriteString(text + " ") }

func (s *section) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint64:
		s.decide(fmt.Sprint(v))
	case reflect.Float64:
		s.float(v.Float())
	case reflect.Pointer:
		if !v.IsNil() {
			s.walk(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			s.walk(v.Index(i))
		}
		s.decide(";")
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				s.walk(v.Field(i))
			}
		}
	default:
		panic("a result holds a " + v.Kind().String())
	}
}

func (s *section) float(x float64) {
	if math.IsNaN(x) || math.IsInf(x, 0) || 64*x == math.Trunc(64*x) {
		s.decide(fmt.Sprint(x))
		return
	}
	s.decide("#")
	s.numbers = append(s.numbers, x)
}

// digest is what the golden file has of the decisions.
func (s *section) digest() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(s.decisions.String())))[:16]
}

// kept are numbers from all over the section.
func (s *section) kept() []float64 {
	if len(s.numbers) <= keptNumbers {
		return s.numbers
	}
	kept := make([]float64, keptNumbers)
	for i := range kept {
		kept[i] = s.numbers[i*(len(s.numbers)-1)/(keptNumbers-1)]
	}
	return kept
}
