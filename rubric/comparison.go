package rubric

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settle/internal/quoted"
)

// A comparison compares one signal with a constant, such as "token_ratio <= 1.2". A
// rule can require the comparison or its negation, "token_ratio > 1.2". Only one of
// these two is stored: the comparison that is false for long completions, low
// confidence and prompts in distribution. Every comparison is false if the signal is
// missing. As with variables, a missing signal therefore counts as long, as low
// confidence or as in distribution.
type comparison struct {
	signal   Signal
	operator string // "<" or "<="; for prompt_bpt ">" or ">="
	bound    float64
}

// comparedSignals lists the signals that rules can compare with constants. Variables
// compare these signals with percentiles.
var comparedSignals = []Signal{TokenRatio, PromptBPT, CompletionBPT}

// largestBound is the largest constant with which a signal can be compared. It exceeds
// any token ratio or bits per token, and is small enough that numbers up to it are exact
// to millionths.
const largestBound = 1_000_000

// operators lists the comparison operators as rules can write them, with their stored
// form and their negation. Longer operators come before their prefixes.
var operators = []struct{ sign, operator, negation string }{
	{"<=", "<=", ">"}, {"≤", "<=", ">"}, {">=", ">=", "<"}, {"≥", ">=", "<"}, {"<", "<", ">="}, {">", ">", "<="},
}

// parseComparison parses a comparison of a signal with a number. ok is false if the
// text contains no operator.
func parseComparison(text string) (c condition, ok bool, err error) {
	for _, o := range operators {
		left, right, found := strings.Cut(text, o.sign)
		if !found {
			continue
		}
		name, number := strings.TrimSpace(left), strings.TrimSpace(right)
		at := slices.IndexFunc(comparedSignals, func(s Signal) bool { return s.String() == name })
		if at < 0 {
			return c, true, fmt.Errorf("%s in %s cannot be compared with a number; use %v, %v or %v, or a variable",
				quoted.Text(name), quoted.Text(text), comparedSignals[0], comparedSignals[1], comparedSignals[2])
		}
		bound, err := strconv.ParseFloat(number, 64)
		if err != nil || !(0 <= bound && bound <= largestBound) || strings.ContainsAny(number, "xXpP_") {
			return c, true, fmt.Errorf("%s in %s is not a number from 0 to %d", quoted.Text(number), quoted.Text(text), largestBound)
		}
		return newComparison(comparedSignals[at], o.operator, o.negation, bound), true, nil
	}
	return c, false, nil
}

// newComparison returns the condition that signal s satisfies the operator with the
// given bound. Of a comparison and its negation, only one is stored (see comparison).
// If that is the negation, the condition requires the negation to be false.
func newComparison(s Signal, operator, negation string, bound float64) condition {
	asks := byte('<')
	if s == PromptBPT {
		asks = '>'
	}
	if operator[0] == asks {
		return condition{comparison: comparison{s, operator, bound}, variable: -1, want: true}
	}
	return condition{comparison: comparison{s, negation, bound}, variable: -1, want: false}
}

// holds reports whether the comparison is true for an attempt. It is false if the
// attempt lacks the signal.
func (c *comparison) holds(x *Signals) bool {
	switch value := x[c.signal]; c.operator {
	case "<":
		return value < c.bound
	case "<=":
		return value <= c.bound
	case ">":
		return value > c.bound
	default:
		return value >= c.bound
	}
}

// implies reports whether the comparison other is true for every attempt for which c is
// true. If two comparisons have the same signal, at least one of them implies the
// other.
func (c *comparison) implies(other *comparison) bool {
	switch {
	case c.signal != other.signal:
		return false
	case c.bound == other.bound:
		return c.operator == other.operator || len(c.operator) < len(other.operator)
	}
	return (c.bound < other.bound) == (c.operator[0] == '<')
}

// text returns the comparison as rules write it or, if want is false, its negation.
func (c *comparison) text(want bool) string {
	operator := c.operator
	if !want {
		at := slices.IndexFunc(operators, func(o struct{ sign, operator, negation string }) bool { return o.sign == operator })
		operator = operators[at].negation
	}
	return fmt.Sprintf("%v %s %v", c.signal, operator, c.bound)
}

// Bounds returns the constants with which the rules of the schema compare a signal, in
// ascending order.
func (s *Schema) Bounds(signal Signal) []float64 {
	var bounds []float64
	for _, r := range s.rules {
		for _, c := range r.conditions {
			if c.variable < 0 && c.comparison.signal == signal {
				bounds = append(bounds, c.comparison.bound)
			}
		}
	}
	slices.Sort(bounds)
	return slices.Compact(bounds)
}
