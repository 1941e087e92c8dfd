package results

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"settle/internal/quoted"
)

// checkName fails if a name that is read or written is invalid. what says what the name
// is a name of, such as a model.
func checkName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("a %s has an empty name", what)
	case !utf8.ValidString(name):
		return fmt.Errorf("%s %s is not UTF-8", what, quoted.Text(name))
	}
	return nil
}

// ChooseTask returns the index of the wanted task, or of the only task if want is "". A
// file whose only task is "" names no task.
func ChooseTask(tasks []string, want string) (int, error) {
	switch {
	case want == "" && len(tasks) == 1:
		return 0, nil
	case want == "":
		return 0, fmt.Errorf("the file has %d tasks; choose one with --task, or all of them: %s", len(tasks), quoted.List(tasks))
	case len(tasks) == 1 && tasks[0] == "":
		return 0, fmt.Errorf("the file names no tasks, but %s was requested", quoted.Text(want))
	}
	if i := slices.Index(tasks, want); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("unknown task %s; tasks are %s", quoted.Text(want), quoted.List(tasks))
}

// Spelling returns a name in lower case with one hyphen for each run of white space or
// the separators - _ / \ :. Two names with the same result are two spellings of one
// name.
func Spelling(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("-_/\\:", r)
	})
	return strings.Join(words, "-")
}
