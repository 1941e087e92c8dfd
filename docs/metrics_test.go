package docs_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"settle/metrics"
	_ "settle/metrics/votes" // for their names
)

// families are those of the module, before the examples of these pages register
// one of their own.
var families = metrics.Families()

// Every list of metrics that a page writes out has each family of the grammar that
// belongs there, as the grammar writes it, and nothing else. Ranking methods have a page of
// their own, and settle metrics lists all.
func TestPagesListEveryMetric(t *testing.T) {
	all, posterior, none := familiesByPosterior(t)
	all = append(all, "paper", "exec:COMMAND")
	for _, list := range []struct {
		page, begins, ends string
		cells              bool // the list is the first cells of a table
		want               []string
	}{
		{"guide.md", "\n## Metrics\n", "\nA metric with K needs", true, all},
		{"guide.md", "\n\n`pass@K`", " are unbiased estimates of the", false, posterior},
		{"guide.md", "two models differently. ", " have no interval.", false, none},
		{"formats.md", "\nFor the pass metrics (", "), `score` and `mu` are", false, posterior},
		{"formats.md", " stay within [0, 1]. ", " have no intervals.", false, none},
	} {
		got := codeBetween(t, list.page, list.begins, list.ends, list.cells)
		slices.Sort(got)
		slices.Sort(list.want)
		if !slices.Equal(got, list.want) {
			t.Errorf("%s lists %v before %q, want %v", list.page, got, list.ends, list.want)
		}
	}
}

// familiesByPosterior returns the syntax of all families of metrics but ranking methods: of those whose
// posterior is one of p, the chance of a correct trial, and of those without.
func familiesByPosterior(t *testing.T) (all, posterior, none []string) {
	for _, f := range families {
		m, err := f.Instance(metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}
		switch m.(type) {
		case metrics.Ranker, metrics.Sequential:
			continue
		}
		if f.Alias != "" {
			continue
		}
		all = append(all, f.Syntax)
		if _, ok := m.(*metrics.UStatistic); ok {
			posterior = append(posterior, f.Syntax)
		} else if _, ok := m.(metrics.Estimator); !ok {
			none = append(none, f.Syntax)
		}
	}
	return all, posterior, none
}

// codeBetween returns what stands in backquotes on a page, from where it begins (with
// what it begins with) to where it ends.
func codeBetween(t *testing.T, page, begins, ends string, cells bool) []string {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), begins)
	list, _, also := strings.Cut(rest, ends)
	if !ok || !also {
		t.Fatalf("%s has nothing between %q and %q", page, begins, ends)
	}
	pattern := "`([^`]+)`"
	if cells {
		pattern = `(?m)^\| ` + pattern + ` \|`
	} else {
		list = begins[strings.LastIndex(begins, "\n")+1:] + list
	}
	var code []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(list, -1) {
		if match[1] != "--metrics" {
			code = append(code, match[1])
		}
	}
	return code
}
