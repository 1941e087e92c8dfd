// Package papertest runs experiments on the paper for tests, and finds what they yield.
package papertest

import (
	"context"
	"testing"

	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/tables"
)

// Run runs the experiment of an ID.
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

// Find returns the check of the given name.
func Find(t *testing.T, r *paper.Result, name string) checks.Check {
	t.Helper()
	for _, c := range r.Checks {
		if c.Check == name {
			return c
		}
	}
	t.Fatalf("there is no check %q", name)
	panic("unreachable")
}

// Column returns the cells of a table's column that has the name.
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
