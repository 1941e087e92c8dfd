// Package papertest runs experiments on the paper in tests and looks up their results.
package papertest

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/tables"
)

// Run runs the experiment with the given ID.
func Run(t *testing.T, id string, o paper.Options) *paper.Result {
	t.Helper()
	selected, err := experiments.Select(id)
	if err != nil {
		t.Fatal(err)
	}
	result, err := selected[0].Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Find returns an experiment's check with the given name. It fails the test if there is
// none.
func Find(t *testing.T, r *paper.Result, name string) checks.Check {
	t.Helper()
	for _, c := range r.Checks {
		if c.Check == name {
			return c
		}
	}
	t.Fatalf("no check %q", name)
	panic("unreachable")
}

// Verdicts fails the test unless exactly the named checks of an experiment differ from
// the paper and all other checks agree.
func Verdicts(t *testing.T, r *paper.Result, differing ...string) {
	t.Helper()
	want := map[string]bool{}
	for _, name := range differing {
		want[name] = true
	}
	for _, c := range r.Checks {
		if (c.Verdict == checks.Differs) != want[c.Check] || c.Verdict == checks.NeedsData {
			t.Errorf("%s: %s, obtained %v", c.Check, c.Verdict, c.Obtained)
		}
		delete(want, c.Check)
	}
	for name := range want {
		t.Errorf("no check %q", name)
	}
}

// Number returns the number that a check obtained. It fails the test if it is not a
// number.
func Number(t *testing.T, r *paper.Result, name string) float64 {
	t.Helper()
	x, ok := Find(t, r, name).Obtained.(float64)
	if !ok {
		t.Fatalf("%s: obtained %v, want a number", name, Find(t, r, name).Obtained)
	}
	return x
}

// Column returns the cells of a table's column with the given name.
func Column(t *testing.T, table *tables.Table, name string) []string {
	t.Helper()
	for i, c := range table.Columns {
		if c.Name != name {
			continue
		}
		var cells []string
		for _, row := range table.Rows {
			cells = append(cells, row[i])
		}
		return cells
	}
	t.Fatalf("%s has no column %q", table.Title, name)
	panic("unreachable")
}

// RecordFile is the path of the file with the checks of all experiments with seed 1. It
// is relative to the folders docs and experiments. A test of package experiments checks
// the file.
const RecordFile = "../experiments/testdata/checks.json"

// Record returns the checks of all experiments in RecordFile.
func Record(t *testing.T) []checks.Check {
	t.Helper()
	text, err := os.ReadFile(RecordFile)
	if err != nil {
		t.Fatal(err)
	}
	var recorded []checks.Check
	if err := json.Unmarshal(text, &recorded); err != nil {
		t.Fatal(err)
	}
	return recorded
}
