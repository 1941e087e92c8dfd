package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// measuredRows returns the cells of every row of numbers between two comments of a
// page, <!-- name --> and <!-- end of name -->, which hold what a test measures. With
// -update it writes there what fresh returns and returns nil.
func measuredRows(t *testing.T, page, name string, fresh func() string) [][]string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	tables := regexp.MustCompile(`(?s)(<!-- ` + name + ` -->\n\n)(.*?)(\n<!-- end of ` + name + ` -->)`)
	match := tables.FindSubmatch(text)
	if match == nil {
		t.Fatalf("%s has no tables of what is measured as %q", page, name)
	}
	if *update {
		written := tables.ReplaceAllString(string(text), "${1}"+fresh()+"${3}")
		if err := os.WriteFile(page, []byte(written), 0o666); err != nil {
			t.Fatal(err)
		}
		return nil
	}
	return measuredRowsNow(t, page, name)
}

// measuredRowsNow are the rows of a block as the page has them.
func measuredRowsNow(t *testing.T, page, name string) [][]string {
	t.Helper()
	var rows [][]string
	for _, row := range regexp.MustCompile(`(?m)^\| \d.*$`).FindAllString(block(t, page, name), -1) {
		rows = append(rows, strings.Split(strings.Trim(row, "| "), " | "))
	}
	return rows
}

// block is what stands between the two comments of a name.
func block(t *testing.T, page, name string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "<!-- "+name+" -->\n\n")
	inside, _, also := strings.Cut(rest, "\n<!-- end of "+name+" -->")
	if !ok || !also {
		t.Fatalf("%s has nothing measured as %q", page, name)
	}
	return inside
}

// measuredText holds a block of a page to what it should be; with -update it is written.
func measuredText(t *testing.T, page, name, want string) {
	t.Helper()
	if *update {
		measuredRows(t, page, name, func() string { return want })
		return
	}
	if got := strings.TrimSuffix(block(t, page, name), "\n"); got != want {
		t.Errorf("%s, %s:\n%s\nwant\n%s", page, name, got, want)
	}
}
