package shards

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Plan holds what a run computes: the command line and the contents of its files, as far as
// they can change a number, in a fixed order. The number of replicates is not in it: the first
// of a longer run are those of a shorter one.
type Plan []Field

// A Field is something that changes numbers, and how it was chosen.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Hash returns the SHA-256 of the plan, in hexadecimal digits.
func (p Plan) Hash() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // of texts alone
	}
	return hashOf(text)
}

// Difference returns the first field in which another plan differs, and how; "" if none does.
func (p Plan) Difference(other Plan) string {
	for _, f := range slices.Concat(p, other) {
		one, _ := p.Value(f.Name)
		two, _ := other.Value(f.Name)
		if one != two {
			return differing(f.Name, shown(one), shown(two))
		}
	}
	if !slices.Equal(p, other) {
		return "the order of what is said of them"
	}
	return ""
}

// Value returns the value of a field, if the plan has it.
func (p Plan) Value(name string) (string, bool) {
	for _, f := range p {
		if f.Name == name {
			return f.Value, true
		}
	}
	return "", false
}

// differing says how a field differs.
func differing(name, one, other string) string {
	if !strings.HasPrefix(name, "-") {
		name = "the " + name
	}
	return fmt.Sprintf("%s: %s and %s", name, one, other)
}

// shown returns a value fit for a line: the beginning of digests, and not too much of the rest.
func shown(value string) string {
	const most = 80
	if value == "" {
		return "nothing"
	}
	value = digests.ReplaceAllString(value, "$1…")
	if runes := []rune(value); len(runes) > most {
		value = string(runes[:most]) + "…"
	}
	return value
}

var digests = regexp.MustCompile(`(sha256:[0-9a-f]{12})[0-9a-f]{52}`)
