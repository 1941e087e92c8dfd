package results

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"settle/internal/quoted"
)

// checkName fails if a name in a file is invalid. The first argument is the kind of
// name, such as model.
func checkName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("a %s has an empty name", what)
	case !utf8.ValidString(name):
		return fmt.Errorf("%s %s is not UTF-8", what, quoted.Text(name))
	}
	return nil
}

// ChooseTask returns the index of the task named want. If want is "", it returns the
// index of the only task. A file that names no task has the single task "".
func ChooseTask(tasks []string, want string) (int, error) {
	switch {
	case want == "" && len(tasks) == 1:
		return 0, nil
	case want == "":
		return 0, fmt.Errorf("the file has %d tasks; choose one with --task NAME, or all of them with --task all: %s", len(tasks), quoted.List(tasks))
	case len(tasks) == 1 && tasks[0] == "":
		return 0, fmt.Errorf("the file names no tasks, but %s was requested", quoted.Text(want))
	}
	if i := slices.Index(tasks, want); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("unknown task %s; tasks are %s", quoted.Text(want), quoted.List(tasks))
}

// Spelling returns a name in lower case, with one hyphen in place of each run of white
// space and the separators - _ / \ :. Names with the same result count as spellings of
// the same name.
func Spelling(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("-_/\\:", r)
	})
	return strings.Join(words, "-")
}
