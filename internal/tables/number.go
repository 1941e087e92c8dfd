package tables

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Missing stands where there is no number.
const Missing = "–"

// Float writes v with the given number of digits after the point: Missing for
// NaN, ∞ and -∞ for the infinities, and no sign before a zero.
func Float(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return Missing
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// Thousands writes a whole number with a comma between thousands: 16,200.
func Thousands[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Count writes how many of something there are, 1 model or 11 models, given the
// noun of one; its plural must end in s.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Are writes the verb for so many things: is or are.
func Are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// Size writes the size of a board in words: 11 models × 30 questions × 80
// trials.
func Size(models, questions, trials int) string {
	return Count(models, "model") + " × " + Count(questions, "question") + " × " + Count(trials, "trial")
}

// SizeBetween is Size of a board whose questions have from least to most trials,
// 83 questions × 5–8 trials; most may be 0 where all have the same.
func SizeBetween(models, questions, least, most int) string {
	if most <= least {
		return Size(models, questions, least)
	}
	return Count(models, "model") + " × " + Count(questions, "question") + " × " + CountBetween(least, most, "trial")
}

// CountBetween writes how many of something there are, from least to most: 5–8
// trials; most may be 0 where least is all.
func CountBetween(least, most int, noun string) string {
	if most <= least {
		return Count(least, noun)
	}
	return strconv.Itoa(least) + "–" + strconv.Itoa(most) + " " + noun + "s"
}

// YesNo writes whether something is so.
func YesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// Percent writes the fraction v as a percentage with the given number of
// digits after the point, 83.7 % for 0.837; Missing for NaN.
func Percent(v float64, digits int) string {
	s := Float(100*v, digits)
	if s == Missing {
		return s
	}
	return s + " %"
}

// Number writes v as CSV holds it: the shortest decimal that stands for it, nothing for NaN.
func Number(v float64) string {
	if v != v {
		return ""
	}
	return fmt.Sprint(v)
}
