package wording

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/metrics"
	"settle/study/sequential"
)

// If returns the given text if condition is true, and otherwise "".
func If(condition bool, text string) string { return IfElse(condition, text, "") }

// IfElse returns the first text if the condition is true, and otherwise the second.
func IfElse(condition bool, text, other string) string {
	if condition {
		return text
	}
	return other
}

// And joins names with commas and a final "and". There must be at least one name.
func And(names []string) string { return listed(names, " and ") }

// Or joins names with commas and a final "or". There must be at least one name.
func Or(names []string) string { return listed(names, " or ") }

func listed(names []string, last string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + last + names[len(names)-1]
}

// Few returns at most mostNames names for use in a sentence. If there are more names,
// the last element says how many are left out, as in "7 others".
func Few(names []string) []string {
	if len(names) <= mostNames {
		return names
	}
	kept := mostNames - 2
	return append(slices.Clone(names[:kept]), fmt.Sprintf("%d others", len(names)-kept))
}

// mostNames is the greatest number of names that a sentence lists.
const mostNames = 6

// Verb returns the form of a verb that fits n things. The first form, such as "is", is
// for a single thing. The second is for all other numbers.
func Verb(n int, one, several string) string { return IfElse(n == 1, one, several) }

// Plural returns the given noun if n is 1, and otherwise the noun with an s.
func Plural(n int, noun string) string { return Verb(n, noun, noun+"s") }

// Upper returns a sentence with its first letter in upper case. The first letter must
// be ASCII.
func Upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// OfQuestions returns a phrase such as "each of the 30 questions". It returns "the one
// question" if n is 1.
func OfQuestions(n int) string {
	return Verb(n, "the one question", fmt.Sprintf("each of the %d questions", n))
}

// Score formats a mean score with at most six significant digits.
func Score(mean float64) string { return fmt.Sprintf("%.6g", mean) }

// Percent formats a confidence as a percentage without trailing zeros: 95 %, 97.5 %.
func Percent(confidence float64) string { return fmt.Sprintf("%.6g %%", 100*confidence) }

// Joined returns the three parameters one after the other. If more is empty, it returns
// only text.
func Joined(text, separator, more string) string {
	return text + If(more != "", separator+more)
}

// Chance formats a probability that was estimated from random draws. Near 0 and 1 it
// formats a limit, such as "< 0.1 %".
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

// SeparatedOf returns a phrase that says how many of all pairs are separated.
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

// Together returns a phrase such as "95 % confidence over all pairs together".
func Together(confidence float64) string {
	return Percent(confidence) + " confidence over all pairs together"
}

// ShareOf formats a share p of random draws. If p is 0 or 1, it formats a limit for the
// underlying probability.
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

// WithSign formats a difference with its sign and the given number of decimals.
func WithSign(v float64, digits int) string {
	return If(v > 0, "+") + tables.Float(v, digits)
}

// Signed4 formats a difference with its sign and four decimals.
func Signed4(v float64) string { return WithSign(v, 4) }

// An integer is an integer type that can count things.
type integer interface{ int | int64 }

// OrMissing formats n for a table. If n is 0, it returns tables.Missing, the mark of an
// empty cell.
func OrMissing[N integer](n N) string {
	return IfElse(n == 0, tables.Missing, fmt.Sprint(n))
}

// Range formats a range of counts, as in "2–5". If both ends are equal, it formats a
// single count.
func Range(least, most int) string {
	return IfElse(least == most, fmt.Sprint(least), fmt.Sprintf("%d–%d", least, most))
}

// Spread returns the word for the uncertainty of a metric's score, such as a standard
// error.
func Spread(of metrics.Traits) string {
	return IfElse(of.StandardError, "standard error", "standard deviation")
}
