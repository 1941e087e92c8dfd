package experiments

import (
	"fmt"
	"strings"

	"settle/tables"
)

// ChecksTable shows checks, one per row.
func ChecksTable(title string, checks []Check) *tables.Table {
	t := &tables.Table{Title: title, Columns: []tables.Column{
		{Name: "experiment"}, {Name: "check"}, {Name: "published", Right: true}, {Name: "obtained", Right: true}, {Name: "±", Right: true}, {Name: "note"},
	}}
	for _, c := range checks {
		t.Rows = append(t.Rows, c.row())
	}
	return t
}

func (c Check) row() []string {
	se := ""
	if c.SE != nil {
		se = tables.Float(*c.SE, 4)
	}
	return []string{c.Experiment, c.Check, cell(c.Published), cell(c.Obtained), se, c.Note}
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
	t := ChecksTable(title, nil)
	note := len(t.Columns) - 1
	t.Columns = t.Columns[:note]
	for _, c := range condensed(checks) {
		row := c.row()
		t.Rows = append(t.Rows, row[:note])
		for _, line := range wrapped(c.Note, noteWidth) {
			below := make([]string, note)
			below[1] = "  " + line
			t.Rows = append(t.Rows, below)
		}
	}
	return t
}

// condensed replaces the checks of each group by one that counts those that
// agree, and those that do not.
func condensed(checks []Check) []Check {
	var out []Check
	for len(checks) > 0 {
		count := 1
		for checks[0].Group != "" && count < len(checks) && checks[count].Group == checks[0].Group && checks[count].Experiment == checks[0].Experiment {
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

// summed are one check for a group, and those of it that do not agree.
func summed(group []Check) []Check {
	out := make([]Check, 1)
	for _, c := range group {
		if !c.agrees() {
			out = append(out, c)
		}
	}
	all, agreeing := len(group), len(group)-len(out)+1
	out[0] = Check{Experiment: group[0].Experiment, Check: group[0].Group, Published: fmt.Sprint(all), Obtained: fmt.Sprintf("%d of %d", agreeing, all)}
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
