package shards

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Plan is what a run computes: all that changes a number, and nothing else, in a fixed
// order. Not in it is how many replicates there are: the first of a longer run are those
// of a shorter one.
type Plan []Field

// Field is a thing that changes numbers, and how it was chosen.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Set sets a field, at its place if it is there, else behind all others.
func (p *Plan) Set(name, value string) {
	for i := range *p {
		if (*p)[i].Name == name {
			(*p)[i].Value = value
			return
		}
	}
	*p = append(*p, Field{name, value})
}

// Hash is the SHA-256 of the plan, in hexadecimal digits.
func (p Plan) Hash() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // of texts alone
	}
	return hashOf(text)
}

// Difference returns the first field in which another plan differs, and how; "" if none does.
func (p Plan) Difference(other Plan) string {
	for i, f := range p {
		switch value, found := other.Value(f.Name); {
		case !found:
			return differing(f.Name, shown(f.Value), "nothing")
		case value != f.Value:
			return differing(f.Name, shown(f.Value), shown(value)) + p.alsoIn(other, i)
		}
	}
	for _, f := range other {
		if _, found := p.Value(f.Name); !found {
			return differing(f.Name, "nothing", shown(f.Value))
		}
	}
	if !slices.Equal(p, other) {
		return "the order of what is said of them"
	}
	return ""
}

// alsoIn tells the flag behind the i-th field in which another plan differs, too, where that
// field differs by a digest, from which nobody sees what was done otherwise.
func (p Plan) alsoIn(other Plan, i int) string {
	if !digests.MatchString(p[i].Value) {
		return ""
	}
	for _, f := range p[i+1:] {
		if value, found := other.Value(f.Name); found && strings.HasPrefix(f.Name, "-") && value != f.Value {
			return ", and in " + differing(f.Name, shown(f.Value), shown(value))
		}
	}
	return ""
}

// Value is that of a field, if the plan has it.
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

// shown is a value fit for a line: of digests the beginning, and not too much of the rest.
func shown(value string) string {
	const most = 80
	value = digests.ReplaceAllString(value, "$1…")
	if runes := []rune(value); len(runes) > most {
		value = string(runes[:most]) + "…"
	}
	return value
}

var digests = regexp.MustCompile(`(sha256:[0-9a-f]{12})[0-9a-f]{52}`)
