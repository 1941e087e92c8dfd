package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// checkName tells why a name read from a file, or to be written to one, is of
// no use. What is the kind of thing that bears the name.
func checkName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("a %s has no name", what)
	case !utf8.ValidString(name):
		return fmt.Errorf("%s %s is not UTF-8", what, quote(name))
	}
	return nil
}

// choose returns the place of the wanted task among those of a file, or of
// the only one if none is wanted. A file whose only task is "" names none.
func choose(tasks []string, want string) (int, error) {
	switch {
	case want == "" && len(tasks) == 1:
		return 0, nil
	case want == "":
		return 0, fmt.Errorf("%d tasks are here, choose one with --task: %s", len(tasks), list(tasks))
	case len(tasks) == 1 && tasks[0] == "":
		return 0, fmt.Errorf("no tasks are named here, and %s is asked for", quote(want))
	}
	if i := slices.Index(tasks, want); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("no task is named %s; here are: %s", quote(want), list(tasks))
}

// list quotes names for a message, the first few of them if there are many.
func list(names []string) string {
	const shown = 20
	var b strings.Builder
	for i, name := range names[:min(len(names), shown)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quote(name))
	}
	if more := len(names) - shown; more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return b.String()
}

// quote makes text from a file fit for a message: on one line, escaped and
// not longer than a message can bear.
func quote(text string) string {
	const longest = 100
	if len(text) <= longest {
		return strconv.Quote(text)
	}
	cut := longest
	for cut > longest-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strconv.Quote(text[:cut]) + "…"
}

// displayName is how a file is called in messages: as it is, unless that
// would break the line or the terminal.
func displayName(path string) string {
	if utf8.ValidString(path) && !strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return path
	}
	return strconv.Quote(path)
}
