package shards

import (
	"encoding/json"
	"fmt"
	"regexp"
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

// Difference tells the first field in which another plan differs, and how, "" if none does.
func (p Plan) Difference(other Plan) string {
	for i := range max(len(p), len(other)) {
		switch {
		case i >= len(other):
			return differing(p[i].Name, shown(p[i].Value), "nothing")
		case i >= len(p):
			return differing(other[i].Name, "nothing", shown(other[i].Value))
		case p[i].Name != other[i].Name:
			return p.differenceFrom(other, i)
		case p[i].Value != other[i].Value:
			return differing(p[i].Name, shown(p[i].Value), shown(other[i].Value)) + p.alsoIn(other, i)
		}
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

// differenceFrom tells which of two fields that have other names at one place the other
// plan lacks.
func (p Plan) differenceFrom(other Plan, i int) string {
	if value, found := other.Value(p[i].Name); !found {
		return differing(p[i].Name, shown(p[i].Value), "nothing")
	} else if mine, found := p.Value(other[i].Name); !found {
		return differing(other[i].Name, "nothing", shown(other[i].Value))
	} else if value != p[i].Value {
		return differing(p[i].Name, shown(p[i].Value), shown(value))
	} else if mine != other[i].Value {
		return differing(other[i].Name, shown(mine), shown(other[i].Value))
	}
	return "the order of what is said of them"
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
