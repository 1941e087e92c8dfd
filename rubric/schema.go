package rubric

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/metrics"
)

// A Schema sorts attempts into categories by ordered rules. The first rule whose
// conditions all hold decides. The last rule has no conditions, so that every attempt
// falls into exactly one category. A Schema is immutable and safe for concurrent use.
// The zero Schema is not usable; see Named, Parse and Open.
type Schema struct {
	name, about string
	categories  []string
	weights     metrics.Weights
	rules       []rule
	setting     Setting
}

// A rule assigns attempts for which all conditions hold to a category.
type rule struct {
	category   int
	conditions []condition
}

// A condition requires that a variable, or a comparison that the schema defines, holds
// or does not hold.
type condition struct {
	variable   int // index into vocabulary, never of a complement; -1 for the comparison
	comparison comparison
	want       bool
}

// holds reports whether the variable or comparison holds for an attempt. It ignores
// want.
func (c *condition) holds(x *Signals, t *Thresholds) bool {
	if c.variable < 0 {
		return c.comparison.holds(x)
	}
	return vocabulary[c.variable].holds(x, t)
}

// A Rule is one rule of a schema, for display.
type Rule struct {
	Category int      // 0..C
	When     []string // conditions that must all hold, such as "boxed", "not A_high" or "token_ratio > 1.2"; none in the last rule
}

// Name returns the schema's name in the paper or in its file.
func (s *Schema) Name() string { return s.name }

// About returns a sentence that describes the schema.
func (s *Schema) About() string { return s.about }

// Categories returns a copy of the names of the categories 0..C.
func (s *Schema) Categories() []string { return slices.Clone(s.categories) }

// Weights returns the weight of each category.
func (s *Schema) Weights() metrics.Weights { return s.weights }

// WithWeights returns a copy of the schema with other weights. It fails unless there is
// one weight per category.
func (s *Schema) WithWeights(w metrics.Weights) (*Schema, error) {
	if w.Len() != len(s.categories) {
		return nil, fmt.Errorf("schema %s: got %d weights; want %d, one per category 0..%d", quoted.Bare(s.name), w.Len(), len(s.categories), len(s.categories)-1)
	}
	other := *s
	other.weights = w
	return &other, nil
}

// Rules returns the rules in the order in which they are tried.
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

// Category returns the category 0..C of an attempt. It is defined for all signals and
// thresholds, including NaN.
func (s *Schema) Category(x *Signals, t *Thresholds) int {
	last := len(s.rules) - 1
	for i := range last {
		if s.rules[i].holds(x, t) {
			return s.rules[i].category
		}
	}
	return s.rules[last].category
}

// Needs returns the signals that the schema uses, in its conditions or for its
// thresholds, in the paper's order.
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

// takes reports whether rule r matches every attempt that other matches.
func (r *rule) takes(other *rule) bool {
	for _, c := range r.conditions {
		if !slices.ContainsFunc(other.conditions, func(d condition) bool { return d.implies(&c) }) {
			return false
		}
	}
	return true
}

// implies reports whether other is satisfied whenever c is satisfied.
func (c *condition) implies(other *condition) bool {
	switch {
	case c.want != other.want || c.variable != other.variable:
		return false
	case c.variable >= 0:
		return true
	case c.want:
		return c.comparison.within(&other.comparison)
	}
	return other.comparison.within(&c.comparison)
}

// String formats the condition as rules write it. A negated variable is written as its
// complement, if it has one.
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
