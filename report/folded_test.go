package report_test

import (
	"fmt"
	"strings"
	"testing"

	"settle/internal/tables"
	"settle/report"
)

// Of 201 rows a screen shows 50 and 10, and says how to see the other 141; of 200 all.
func TestFolded(t *testing.T) {
	shown := func(rows int) string {
		table := &tables.Table{Columns: []tables.Column{{Name: "model"}, {Name: "score"}}}
		for i := range rows {
			table.Rows = append(table.Rows, []string{fmt.Sprintf("m%d", i+1), "0.5"})
		}
		whole := report.Report{Tables: []*tables.Table{table}}
		out, err := whole.Folded().Render(string(tables.Text))
		if err != nil || len(table.Rows) != rows {
			t.Fatalf("%v, and %d rows are left", err, len(table.Rows))
		}
		return string(out)
	}
	lines := strings.Split(strings.TrimSpace(shown(201)), "\n")
	if len(lines) != 2+61 {
		t.Fatalf("%d lines, want a head, a rule and 61", len(lines))
	}
	for at, want := range map[int]string{2: "m1 ", 51: "m50 ", 52: "… and 141 rows more: add | less to see them", 53: "m192 ", 62: "m201 "} {
		if !strings.HasPrefix(lines[at], want) {
			t.Errorf("line %d is %q, want %q", at, lines[at], want)
		}
	}
	if got := shown(200); strings.Count(got, "\n") != 202 || strings.Contains(got, "less") {
		t.Errorf("200 rows are folded:\n%s", got)
	}
}

func TestBrief(t *testing.T) {
	notes := []string{"a", "b", "c", "d"}
	columns, rows := []tables.Column{{Name: "x"}}, [][]string{{"1"}}
	r := report.Report{Tables: []*tables.Table{
		{Columns: columns, Rows: rows, Warnings: []string{"w"}, Notes: notes},
		{Columns: columns, Rows: rows, Warnings: []string{"w", "v", "u", "t"}, Notes: notes},
		{Columns: columns, Rows: rows, Notes: notes},
	}}
	want := []string{"[w a b]", "[v u t]", "[c]"}
	for i, short := range r.Brief().Tables {
		if got := fmt.Sprint(short.AllNotes()); got != want[i] {
			t.Errorf("table %d has the notes %s, want %s", i, got, want[i])
		}
	}
	if len(r.Tables[2].Notes) != len(notes) {
		t.Error("Brief changed the report")
	}
}
