package rubric

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/metrics"
)

// Schema sorts attempts into categories by ordered rules: the first rule whose
// conditions all hold decides. The last has none, so that every attempt falls
// into exactly one category. A Schema does not change; several goroutines may
// use it at once. The zero Schema is of no use: see Named, Parse and Open.
type Schema struct {
	name, about string
	categories  []string
	weights     metrics.Weights
	rules       []rule
	setting     Setting
}

// rule puts the attempts for which all conditions hold into a category.
type rule struct {
	category   int
	conditions []condition
}

// condition asks that a variable, or a comparison of the schema's own, holds, or
// that it does not.
type condition struct {
	variable   int // its place in the vocabulary, never one of a complement; -1 for the comparison
	comparison comparison
	want       bool
}

// holds tells whether what the condition is about holds of an attempt, wanted or
// not.
func (c *condition) holds(x *Signals, t *Thresholds) bool {
	if c.variable < 0 {
		return c.comparison.holds(x)
	}
	return vocabulary[c.variable].holds(x, t)
}

// Rule is one rule of a schema, to be shown.
type Rule struct {
	Category int      // 0..C
	When     []string // conditions that all hold: "boxed", "not A_high", "token_ratio > 1.2"; none in the last rule
}

// Name is the paper's name of the schema, or that in the file it comes from.
func (s *Schema) Name() string { return s.name }

// About says in a sentence what the schema is for.
func (s *Schema) About() string { return s.about }

// Categories are the names of the categories 0..C, which the caller may keep.
func (s *Schema) Categories() []string { return slices.Clone(s.categories) }

// Weights says what each category is worth.
func (s *Schema) Weights() metrics.Weights { return s.weights }

// WithWeights is the schema with other weights, of which there must be one per
// category.
func (s *Schema) WithWeights(w metrics.Weights) (*Schema, error) {
	if w.Len() != len(s.categories) {
		return nil, fmt.Errorf("schema %s: %d weights: give %d, one per category 0..%d", quoted.Bare(s.name), w.Len(), len(s.categories), len(s.categories)-1)
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

// Category returns the category 0..C of an attempt. It is defined for all
// signals and thresholds, NaN included.
func (s *Schema) Category(x *Signals, t *Thresholds) int {
	last := len(s.rules) - 1
	for i := range last {
		if s.rules[i].holds(x, t) {
			return s.rules[i].category
		}
	}
	return s.rules[last].category
}

// Needs returns the signals that the schema reads, directly or for its
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

// takes tells whether r decides every attempt that the other rule would.
func (r *rule) takes(other *rule) bool {
	for _, c := range r.conditions {
		if !slices.ContainsFunc(other.conditions, func(d condition) bool { return d.implies(&c) }) {
			return false
		}
	}
	return true
}

// implies tells whether the other condition holds wherever this one does.
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

// String is the condition as rules write it; a variable that does not hold
// goes by the name of its complement where that has one.
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
