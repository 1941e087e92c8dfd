package shards

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
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
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Difference tells the first field in which another plan differs, "" if none does.
func (p Plan) Difference(other Plan) string {
	for i := range max(len(p), len(other)) {
		switch {
		case i >= len(other):
			return fmt.Sprintf("%s is %s, not said", p[i].Name, p[i].Value)
		case i >= len(p):
			return fmt.Sprintf("%s is not said, and %s", other[i].Name, other[i].Value)
		case p[i].Name != other[i].Name:
			return fmt.Sprintf("%s is %s, in place of %s %s", p[i].Name, p[i].Value, other[i].Name, other[i].Value)
		case p[i].Value != other[i].Value:
			return fmt.Sprintf("%s is %s and %s", p[i].Name, p[i].Value, other[i].Value)
		}
	}
	return ""
}
