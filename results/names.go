package results

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"settle/internal/quoted"
)

// checkName tells why a name read from a file, or to be written to one, is of
// no use. What is the kind of thing that bears the name.
func checkName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("a %s has no name", what)
	case !utf8.ValidString(name):
		return fmt.Errorf("%s %s is not UTF-8", what, quoted.Text(name))
	}
	return nil
}

// ChooseTask returns the place of the wanted task among those of a file, or of
// the only one if none is wanted. A file whose only task is "" names none.
func ChooseTask(tasks []string, want string) (int, error) {
	switch {
	case want == "" && len(tasks) == 1:
		return 0, nil
	case want == "":
		return 0, fmt.Errorf("%d tasks are here, choose one with --task, or all: %s", len(tasks), quoted.List(tasks))
	case len(tasks) == 1 && tasks[0] == "":
		return 0, fmt.Errorf("no tasks are named here, and %s is asked for", quoted.Text(want))
	}
	if i := slices.Index(tasks, want); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("no task is named %s; here are: %s", quoted.Text(want), quoted.List(tasks))
}

// Spelling is a name in small letters, with one mark between words that blanks or
// the marks - _ / \ : part: two names with the same are two spellings of one.
func Spelling(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("-_/\\:", r)
	})
	return strings.Join(words, "-")
}
