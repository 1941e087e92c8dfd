// Package enum gives the values of an enumeration names.
//
// Begin with [Names].
package enum

import (
	"fmt"
	"slices"
	"strings"
)

// Names holds the names of the values 0, 1, 2, … of an enumeration.
type Names[T ~int] []string

// Parse returns the value of a name. What the values are, such as "tie rule", is for the error.
func (names Names[T]) Parse(what, name string) (T, error) {
	if at := slices.Index(names, name); at >= 0 {
		return T(at), nil
	}
	return 0, fmt.Errorf("unknown %s %q: want %s", what, name, strings.Join(names, ", "))
}

// Name returns the name of a value; of one that has none, its type and number.
func (names Names[T]) Name(value T) string {
	if value < 0 || int(value) >= len(names) {
		_, kind, _ := strings.Cut(fmt.Sprintf("%T", value), ".")
		return fmt.Sprintf("%s(%d)", kind, int(value))
	}
	return names[value]
}
