package rubric

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/metrics"
)

// A Schema sorts attempts into categories by rules, which are tried in order. The first
// rule whose conditions all hold decides. The last rule has no conditions, so every
// attempt falls into exactly one category. A Schema is immutable and safe for concurrent
// use. The zero Schema is not usable; see Named, Parse and Open.
type Schema struct {
	name, about string
	categories  []string
	weights     metrics.Weights
	rules       []rule
	setting     Setting
}

// A rule assigns an attempt to a category if all conditions hold.
type rule struct {
	category   int
	conditions []condition
}

// A condition requires that a variable or a comparison holds for an attempt, or that it
// does not hold.
type condition struct {
	variable   int // index into vocabulary, never that of a complement; −1 if the condition is a comparison
	comparison comparison
	want       bool
}

// holds reports whether the condition's variable or comparison is true for an attempt.
// It ignores whether the condition is negated.
func (c *condition) holds(x *Signals, t *Thresholds) bool {
	if c.variable < 0 {
		return c.comparison.holds(x)
	}
	return vocabulary[c.variable].holds(x, t)
}

// A Rule is one rule of a schema in readable form, for display.
type Rule struct {
	Category int      // 0..C
	When     []string // conditions that must all hold, such as "boxed", "not A_high" or "token_ratio > 1.2"; none in the last rule
}

// Name returns the name of the schema, as in the paper or in its file.
func (s *Schema) Name() string { return s.name }

// About returns a sentence that describes the schema.
func (s *Schema) About() string { return s.about }

// Categories returns a copy of the names of the categories 0..C.
func (s *Schema) Categories() []string { return slices.Clone(s.categories) }

// Weights returns the weight of each category.
func (s *Schema) Weights() metrics.Weights { return s.weights }

// WithWeights returns a copy of the schema with the given weights. It fails unless there
// is one weight per category.
func (s *Schema) WithWeights(w metrics.Weights) (*Schema, error) {
	if w.Len() != len(s.categories) {
		return nil, fmt.Errorf("schema %s: got %d weights; want %d, one per category 0..%d", quoted.Bare(s.name), w.Len(), len(s.categories), len(s.categories)-1)
	}
	other := *s
	other.weights = w
	return &other, nil
}

// Rules returns the rules of the schema in the order in which they are tried.
func (s *Schema) Rules() []Rule {
	rules := make([]Rule, len(s.rules))
	for i, r := range s.rules {
		rules[i].Category = r.category
		for _, c := range r.conditions {
			rules[i].When = append(rules[i].When, c.String())
		}
	}
	return rules
}

// Category returns the category 0..C of an attempt with signals x. It is defined for all
// signals and thresholds, including NaN.
func (s *Schema) Category(x *Signals, t *Thresholds) int {
	last := len(s.rules) - 1
	for i := range last {
		if s.rules[i].holds(x, t) {
			return s.rules[i].category
		}
	}
	return s.rules[last].category
}

// Needs returns the signals that the schema's conditions and their thresholds use, in
// the order of the paper.
func (s *Schema) Needs() []Signal {
	var needs []Signal
	for _, r := range s.rules {
		for _, c := range r.conditions {
			if c.variable < 0 {
				needs = append(needs, c.comparison.signal)
				continue
			}
			needs = append(needs, vocabulary[c.variable].Needs...)
		}
	}
	slices.Sort(needs)
	return slices.Compact(needs)
}

func (r *rule) holds(x *Signals, t *Thresholds) bool {
	for i := range r.conditions {
		if c := &r.conditions[i]; c.holds(x, t) != c.want {
			return false
		}
	}
	return true
}

// covers reports whether rule r matches every attempt that the rule other matches.
func (r *rule) covers(other *rule) bool {
	for _, c := range r.conditions {
		if !slices.ContainsFunc(other.conditions, func(d condition) bool { return d.implies(&c) }) {
			return false
		}
	}
	return true
}

// implies reports whether condition other is satisfied whenever condition c is
// satisfied.
func (c *condition) implies(other *condition) bool {
	switch {
	case c.want != other.want || c.variable != other.variable:
		return false
	case c.variable >= 0:
		return true
	case c.want:
		return c.comparison.implies(&other.comparison)
	}
	return other.comparison.implies(&c.comparison)
}

// String returns the condition as rules write it. A negated variable is written as its
// complement if it has one.
func (c condition) String() string {
	if c.variable < 0 {
		return c.comparison.text(c.want)
	}
	name := vocabulary[c.variable].Name
	if c.want {
		return name
	}
	for _, v := range vocabulary {
		if v.complement == name {
			return v.Name
		}
	}
	return "not " + name
}
