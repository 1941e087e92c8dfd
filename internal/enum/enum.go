// Package enum names the values of an enumeration.
//
// Declare a [Names] and call its methods.
package enum

import (
	"fmt"
	"slices"
	"strings"
)

// Names holds the names of the values 0, 1, 2, … of an enumeration.
type Names[T ~int] []string

// Parse returns the value with the given name. The first argument describes the
// enumeration in an error message, for example "tie rule".
func (names Names[T]) Parse(what, name string) (T, error) {
	if at := slices.Index(names, name); at >= 0 {
		return T(at), nil
	}
	return 0, fmt.Errorf("unknown %s %q: want %s", what, name, strings.Join(names, ", "))
}

// Name returns the name of a value. For a value without a name, it returns the type and
// the number.
func (names Names[T]) Name(value T) string {
	if value < 0 || int(value) >= len(names) {
		_, kind, _ := strings.Cut(fmt.Sprintf("%T", value), ".")
		return fmt.Sprintf("%s(%d)", kind, int(value))
	}
	return names[value]
}
