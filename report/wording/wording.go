package wording

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/metrics"
	"settle/study/sequential"
)

// If returns a text on a condition, else nothing.
func If(condition bool, text string) string { return IfElse(condition, text, "") }

// IfElse returns one text on a condition, else the other.
func IfElse(condition bool, text, other string) string {
	if condition {
		return text
	}
	return other
}

// And lists names as a sentence does.
func And(names []string) string { return listed(names, " and ") }

// Or lists names of which it may be any.
func Or(names []string) string { return listed(names, " or ") }

func listed(names []string, last string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + last + names[len(names)-1]
}

// Few returns names for a sentence: of many the first, and how many more there are.
func Few(names []string) []string {
	if len(names) <= mostNames {
		return names
	}
	kept := mostNames - 2
	return append(slices.Clone(names[:kept]), fmt.Sprintf("%d others", len(names)-kept))
}

// mostNames is the number of names that a sentence lists.
const mostNames = 6

// Verb returns the form of a verb for so many things.
func Verb(n int, one, several string) string { return IfElse(n == 1, one, several) }

// Plural returns a noun for so many.
func Plural(n int, noun string) string { return Verb(n, noun, noun+"s") }

// Upper returns a sentence with its first letter, of ASCII, as a capital.
func Upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// OfQuestions names the questions that trials are of.
func OfQuestions(n int) string {
	return Verb(n, "the one question", fmt.Sprintf("each of the %d questions", n))
}

// Score returns a mean as text: with the digits that it has.
func Score(mean float64) string { return fmt.Sprintf("%.6g", mean) }

// Percent returns a confidence without idle zeros: 95 %, 97.5 %.
func Percent(confidence float64) string { return fmt.Sprintf("%.6g %%", 100*confidence) }

// Joined returns a text with a separator and another text behind it, unless that is empty.
func Joined(text, separator, more string) string {
	return text + If(more != "", separator+more)
}

// Chance returns a probability that was drawn, as a limit where it would read as that of all or none.
func Chance(p float64) string {
	const least = 0.001
	switch {
	case p > 1-least/2:
		return "> " + tables.Percent(1-least, 1)
	case p < least/2:
		return "< " + tables.Percent(least, 1)
	}
	return tables.Percent(p, 1)
}

// SeparatedOf says how many of some pairs are separated.
func SeparatedOf(separated, pairs int) string {
	switch {
	case pairs == 1:
		return "the pair is " + If(separated == 0, "not ") + "separated"
	case separated == pairs:
		return fmt.Sprintf("all %d pairs are separated", pairs)
	case separated == 0:
		return fmt.Sprintf("none of the %d pairs is separated", pairs)
	}
	return fmt.Sprintf("%d of %d pairs %s separated", separated, pairs, Verb(separated, "is", "are"))
}

// Together says with which confidence all pairs are separated.
func Together(confidence float64) string {
	return Percent(confidence) + " confidence over all pairs together"
}

// ShareOf returns a share of so many draws, as a limit where it is that of all or none.
func ShareOf(p float64, draws int) string {
	least := sequential.NeverLimit(draws)
	switch {
	case p < 0.5/float64(draws):
		return "less than " + tables.Percent(least, 2)
	case p > 1-0.5/float64(draws):
		return "more than " + tables.Percent(1-least, 2)
	}
	return tables.Percent(p, 1)
}

// WithSign returns a difference with its sign and so many digits after the point.
func WithSign(v float64, digits int) string {
	return If(v > 0, "+") + tables.Float(v, digits)
}

// Signed4 is WithSign with four digits.
func Signed4(v float64) string { return WithSign(v, 4) }

// integer is a count, which may be large.
type integer interface{ int | int64 }

// OrMissing returns n for a table, or tables.Missing for 0.
func OrMissing[N integer](n N) string {
	return IfElse(n == 0, tables.Missing, fmt.Sprint(n))
}

// Range is a range of counts, or the one that it is.
func Range(least, most int) string {
	return IfElse(least == most, fmt.Sprint(least), fmt.Sprintf("%d–%d", least, most))
}

// Spread names the uncertainty of a score by a metric.
func Spread(of metrics.Traits) string {
	return IfElse(of.StandardError, "standard error", "standard deviation")
}
