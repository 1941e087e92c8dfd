package tables_test

import (
	"strings"
	"testing"

	"settle/internal/tables"
)

// A heading takes the whole line and widens no column, and what is wider than its
// column is wrapped; on a page both are cells like others.
func TestHeadingsAndWrapping(t *testing.T) {
	table := tables.Table{
		Columns:  []tables.Column{{Name: "a"}, {Name: "b", Right: true}, {Name: "why", Width: 7}},
		Rows:     [][]string{{"a name of many letters\x1b", "", ""}, {"x", "1", "one two three"}, {"another", "", ""}, {"y", "22", ""}},
		Headings: []int{0, 2},
	}
	for format, want := range map[tables.Format]string{
		tables.Text: "a   b  why\n──────────────\na name of many letters\\x1b\nx   1  one two\n       three\nanother\ny  22\n",
		tables.CSV:  "a,b,why\na name of many letters\\x1b,,\nx,1,one two three\nanother,,\ny,22,\n",
	} {
		var b strings.Builder
		if err := table.Write(&b, format); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%s:\n%s\nwant\n%s", format, b.String(), want)
		}
	}
	var b strings.Builder
	if err := table.Write(&b, tables.Markdown); err != nil || !strings.Contains(b.String(), "| one two three |") {
		t.Errorf("%v:\n%s", err, b.String())
	}
}
