package experiments

import (
	"strings"
	"testing"
)

// Of a group, what agrees is counted and what does not is named; its neighbours
// are left alone, and a group of one is what it is.
func TestComparisonCondenses(t *testing.T) {
	checks := []Check{
		{Experiment: "e", Check: "before", Published: 1.0, Obtained: 2.0, Note: strings.Repeat("seven12 ", 12)},
		{Experiment: "e", Check: "a", Published: 1.0, Obtained: 1.0, Group: "ranks"},
		{Experiment: "e", Check: "b", Published: 2.0, Obtained: 3.0, Group: "ranks"},
		{Experiment: "e", Check: "c", Published: 3.0, Obtained: 3.0, Group: "ranks"},
		{Experiment: "f", Check: "d", Published: 4.0, Obtained: 4.0, Group: "ranks"},
	}
	want := [][]string{
		{"e", "before", "1", "2", ""},
		{"", "  " + strings.TrimSpace(strings.Repeat("seven12 ", 7)), "", "", ""}, // 7·8 − 1 = 55 of 62
		{"", "  " + strings.TrimSpace(strings.Repeat("seven12 ", 5)), "", "", ""},
		{"e", "ranks", "3", "2 of 3", ""},
		{"e", "b", "2", "3", ""},
		{"f", "d", "4", "4", ""},
	}
	got := Comparison("", checks).Rows
	if len(got) != len(want) {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if strings.Join(got[i], "|") != strings.Join(want[i], "|") {
			t.Errorf("row %d is %q, want %q", i, got[i], want[i])
		}
	}
	if all := ChecksTable("", checks).Rows; len(all) != len(checks) {
		t.Errorf("%d rows of all checks, want %d", len(all), len(checks))
	}
}
