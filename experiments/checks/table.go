package checks

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
)

// columns lists the columns of a table of checks for readers.
var columns = []tables.Field[Check]{
	tables.Left("experiment", func(c Check) string { return c.Experiment }),
	tables.Wrapped("check", 40, func(c Check) string { return c.Check }),
	tables.Left("kind", func(c Check) string { return string(c.Kind) }),
	tables.Wrapped("published", 28, Check.Says),
	tables.Right("obtained", func(c Check) string { return cell(c.Obtained) }),
	tables.Right("±", Check.Spread),
	tables.Left("verdict", func(c Check) string { return c.Standing() }),
}

// fullColumns lists the columns of a table of checks for programs.
var fullColumns = append(slices.Clone(columns),
	tables.Left("source", func(c Check) string { return c.Source }),
	tables.Left("group", func(c Check) string { return c.Group }),
	tables.Left("finding", func(c Check) string { return c.Finding }),
	tables.Left("why", func(c Check) string { return c.Why }),
	tables.Left("note", func(c Check) string { return c.Note }),
)

// Table returns a table with all fields of the checks, one check per row.
func Table(title string, checks []Check) *tables.Table { return tables.New(title, fullColumns, checks) }

// Says formats the published value of the outcome: a number with its relation, or
// words.
func (o Outcome) Says() string {
	says := o.Statement
	if o.Published != nil {
		says = o.Digits
		if o.Relation != "=" {
			says = o.Relation + " " + says
		}
	}
	return says + wording.If(o.Inferred, " (inferred)")
}

// Got formats the obtained value for a reader. It has as many decimals as the printed
// value, but at least four.
func (o Outcome) Got() string {
	x, number := o.Obtained.(float64)
	_, fraction, _ := strings.Cut(o.Digits, ".")
	if !number || len(fraction) <= cellDigits {
		return cell(o.Obtained)
	}
	return tables.Float(x, len(fraction))
}

// Spread formats the uncertainty of the obtained value: its standard error, or the
// interval that contains the central 95 % of draws.
func (o Outcome) Spread() string {
	switch {
	case o.SE != nil:
		return tables.Float(*o.SE, 4)
	case o.Low != nil:
		return cell(*o.Low) + "–" + cell(*o.High)
	}
	return ""
}

// Comparison returns a table of checks for a reader at a terminal. Within a group, one
// row counts all checks that hold, and the other checks have their own rows. Notes
// follow their check in lines that fit the terminal.
func Comparison(title string, checks []Check) *tables.Table {
	shown := slices.DeleteFunc(slices.Clone(columns), func(c tables.Field[Check]) bool { return c.Name == "experiment" })
	var lines []Check
	for _, c := range lists.Flat(Grouped(checks), summaryRows) {
		lines = append(lines, c)
		for _, line := range wrap(c.Note, noteWidth) {
			lines = append(lines, Check{Check: "  " + line})
		}
	}
	return tables.New(title, shown, lines)
}

// noteWidth is the greatest length of a line of a note in the table that Comparison
// returns. The table then fits a terminal of 120 columns.
const noteWidth = 62

// summaryRows returns the rows of a group of checks. The first row counts the checks
// that hold, and the other checks follow. A group of one check is returned unchanged.
func summaryRows(group []Check) []Check {
	if len(group) == 1 {
		return group
	}
	rest := slices.DeleteFunc(slices.Clone(group), func(c Check) bool { return c.Verdict == Holds })
	head := Check{
		Experiment: group[0].Experiment, Check: group[0].Group, Ground: group[0].Ground, Source: group[0].Source,
	}
	head.Statement = fmt.Sprint(len(group))
	head.Obtained = fmt.Sprintf("%d of %d", len(group)-len(rest), len(group))
	if len(rest) == 0 {
		head.Verdict = Holds
	}
	return append([]Check{head}, rest...)
}

// wrap breaks a text at spaces into lines of at most width characters. A longer word
// gets its own line.
func wrap(text string, width int) []string {
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

// cellDigits is the number of decimals of numbers in a table.
const cellDigits = 4

// cell formats a number with four decimals and without trailing zeros. If that would
// show a nonzero number as 0, it uses scientific notation. It returns words unchanged.
func cell(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case float64:
		if x != 0 && math.Abs(x) < 0.5*math.Pow10(-cellDigits) {
			return strconv.FormatFloat(x, 'e', 1, 64) // a tiny value must not look like 0
		}
		s := tables.Float(x, cellDigits)
		if !strings.Contains(s, ".") {
			return s
		}
		return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return fmt.Sprint(v)
}
