package docs_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what commands print, and what is measured here, into the pages")

// fittedModels is the number of models on the boards that are measured here.
const fittedModels = 11

// measuredRows returns the cells of every row of numbers between two comments of a
// page, <!-- name --> and <!-- end of name -->, which hold what a test measures. With
// -update it writes there what fresh returns and returns nil.
func measuredRows(t *testing.T, page, name string, fresh func() string) (rows [][]string) {
	t.Helper()
	if *update {
		measuredText(t, page, name, fresh())
		return nil
	}
	for _, row := range regexp.MustCompile(`(?m)^\| \d.*$`).FindAllString(block(t, page, name), -1) {
		rows = append(rows, strings.Split(strings.Trim(row, "| "), " | "))
	}
	return rows
}

// block returns the text between the two comments of a name.
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

// measuredText checks that a page shows a text in a block. With -update it writes it there.
func measuredText(t *testing.T, page, name, want string) {
	t.Helper()
	got := block(t, page, name)
	if *update {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		marked := func(inside string) string {
			return "<!-- " + name + " -->\n\n" + inside + "\n<!-- end of " + name + " -->"
		}
		written := strings.Replace(string(text), marked(got), marked(want), 1)
		if err := os.WriteFile(page, []byte(written), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := strings.TrimSuffix(got, "\n"); got != want {
		t.Errorf("%s, %s:\n%s\nwant\n%s", page, name, got, want)
	}
}
