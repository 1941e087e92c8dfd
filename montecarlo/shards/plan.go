package shards

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Plan holds everything that can change the numbers of a run, in a fixed order: the
// command line and the contents of its files. It does not include the number of
// replicates, because the replicates of a shorter run are also the first replicates of
// a longer run.
type Plan []Field

// A Field is a setting that can change numbers, with its value.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Hash returns the SHA-256 hash of the plan in hexadecimal.
func (p Plan) Hash() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // a plan holds only strings
	}
	return hashOf(text)
}

// Difference describes the first field that differs between p and other, with both
// values. It returns "" if no field differs.
func (p Plan) Difference(other Plan) string {
	for _, f := range slices.Concat(p, other) {
		one, _ := p.Value(f.Name)
		two, _ := other.Value(f.Name)
		if one != two {
			return describeDifference(f.Name, shortenValue(one), shortenValue(two))
		}
	}
	if !slices.Equal(p, other) {
		return "the order of fields"
	}
	return ""
}

// Value returns the value of the field with the given name. It returns false if the
// plan has no such field.
func (p Plan) Value(name string) (string, bool) {
	for _, f := range p {
		if f.Name == name {
			return f.Value, true
		}
	}
	return "", false
}

// describeDifference describes a field that differs, with its two values.
func describeDifference(name, one, other string) string {
	if !strings.HasPrefix(name, "-") {
		name = "the " + name
	}
	return fmt.Sprintf("%s: %s and %s", name, one, other)
}

// shortenValue returns a value shortened so that it fits in a line. Digests are cut to
// their first digits.
func shortenValue(value string) string {
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
