package rubric

import (
	"slices"
	"strings"
	"unicode"
)

// A Threshold is a named element of Thresholds, for display.
type Threshold struct {
	Name  string  // name in the formulas of variables, such as "τ_high"
	About string  // its percentile and signal
	Value float64 // in units of the signal; NaN if no attempt determines it
}

// List returns all thresholds with their names, in the order of Table 4.
func (t *Thresholds) List() []Threshold {
	return []Threshold{
		{"τ_high", "40th percentile of completion_bpt", t.High},
		{"τ_low_wrong", "60th percentile of completion_bpt among wrong attempts", t.LowWrong},
		{"τ_prompt", "90th percentile of prompt_bpt", t.Prompt},
		{"len_p33", "33rd percentile of token_ratio", t.LenP33},
		{"len_p66", "66th percentile of token_ratio", t.LenP66},
		{"corr_p33", "33rd percentile of completion_bpt among correct attempts", t.CorrP33},
		{"corr_p66", "66th percentile of completion_bpt among correct attempts", t.CorrP66},
	}
}

// Uses returns those thresholds in t that the schema's rules use, in the order of
// Table 4.
func (s *Schema) Uses(t *Thresholds) []Threshold {
	named := map[string]bool{}
	for _, r := range s.rules {
		for _, c := range r.conditions {
			if c.variable >= 0 {
				mention(vocabulary[c.variable].Name, named)
			}
		}
	}
	return slices.DeleteFunc(t.List(), func(threshold Threshold) bool { return !named[threshold.Name] })
}

// mention adds a name to the set names. If a variable has that name, mention also adds
// all names in the variable's formula.
func mention(name string, names map[string]bool) {
	names[name] = true
	place := find(name)
	if place < 0 {
		return
	}
	apart := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range strings.FieldsFunc(vocabulary[place].Formula, apart) {
		if !names[word] {
			mention(word, names)
		}
	}
}
