package experiments

import (
	"fmt"
	"slices"
	"strings"

	"settle/tables"
)

// Check is one published number beside the one obtained.
type Check struct {
	Experiment string   `json:"experiment"`
	Check      string   `json:"check"`
	Published  any      `json:"published"` // a number, or a statement of the paper
	Obtained   any      `json:"obtained"`
	SE         *float64 `json:"se"` // of Obtained; null where it is exact
	Note       string   `json:"note"`

	// Group, if not empty, is what many checks beside each other are together,
	// such as all ranks of a benchmark: Comparison shows those that agree as one.
	Group string `json:"-"`
}

// noteColumn is the head of the column of notes, which Comparison shows below.
const noteColumn = "note"

// checkColumns are what a table shows of a check.
var checkColumns = []tables.Of[Check]{
	tables.Left("experiment", func(c Check) string { return c.Experiment }),
	tables.Left("check", func(c Check) string { return c.Check }),
	tables.Right("published", func(c Check) string { return cell(c.Published) }),
	tables.Right("obtained", func(c Check) string { return cell(c.Obtained) }),
	tables.Right("±", func(c Check) string {
		if c.SE == nil {
			return ""
		}
		return tables.Float(*c.SE, 4)
	}),
	tables.Left(noteColumn, func(c Check) string { return c.Note }),
}

// ChecksTable shows checks, one per row.
func ChecksTable(title string, checks []Check) *tables.Table {
	return tables.New(title, checkColumns, checks)
}

// agrees tells whether what was obtained reads as what was published.
func (c Check) agrees() bool { return cell(c.Published) == cell(c.Obtained) }

// noteWidth is how long a line of a note may be for Comparison, so that a table
// fits a terminal of 120 columns.
const noteWidth = 62

// Comparison shows checks to a reader at a terminal: of a group, one row counts
// those that are as published, and the others follow one by one; notes stand
// below what they are about, in lines that fit.
func Comparison(title string, checks []Check) *tables.Table {
	isNote := func(c tables.Of[Check]) bool { return c.Name == noteColumn }
	columns := slices.DeleteFunc(slices.Clone(checkColumns), isNote)
	var lines []Check
	for _, c := range condensed(checks) {
		lines = append(lines, c)
		for _, line := range wrapped(c.Note, noteWidth) {
			lines = append(lines, Check{Check: "  " + line, Published: "", Obtained: ""})
		}
	}
	return tables.New(title, columns, lines)
}

// condensed replaces the checks of each group by one that counts those that
// agree, and those that do not.
func condensed(checks []Check) []Check {
	var out []Check
	for len(checks) > 0 {
		count := 1
		for checks[0].Group != "" && count < len(checks) && checks[count].beside(checks[0]) {
			count++
		}
		if count == 1 {
			out = append(out, checks[0])
		} else {
			out = append(out, summed(checks[:count])...)
		}
		checks = checks[count:]
	}
	return out
}

// beside tells whether two checks belong to one group.
func (c Check) beside(other Check) bool {
	return c.Group == other.Group && c.Experiment == other.Experiment
}

// summed are one check for a group, and those of it that do not agree.
func summed(group []Check) []Check {
	out := make([]Check, 1)
	for _, c := range group {
		if !c.agrees() {
			out = append(out, c)
		}
	}
	all, agreeing := len(group), len(group)-len(out)+1
	out[0] = Check{
		Experiment: group[0].Experiment, Check: group[0].Group,
		Published: fmt.Sprint(all), Obtained: fmt.Sprintf("%d of %d", agreeing, all),
	}
	return out
}

// wrapped breaks a text at spaces into lines of at most width characters where
// words allow it.
func wrapped(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && len([]rune(lines[last]))+1+len([]rune(word)) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// cell writes a number to four significant places behind the point, without
// idle zeros, and a statement as it is.
func cell(v any) string {
	if x, ok := v.(float64); ok {
		s := tables.Float(x, 4)
		return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return fmt.Sprint(v)
}
