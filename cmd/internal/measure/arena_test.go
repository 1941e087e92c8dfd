package main

import (
	"slices"
	"strings"
	"testing"

	"settle/study/arena"
)

// The cells of arena.md are the same when a part of the league is measured alone, for
// boards depend on the seed alone. Stars are left out: what is more than chance depends on
// how much is compared.
func TestArenaAgain(t *testing.T) {
	methods := []string{"avg", "bayes", "bt", "borda", "majority-judgment", "pass@4", "geomds@4"}
	families := slices.DeleteFunc(arena.Families(), func(f arena.Family) bool { return f.Name != "paper" && f.Name != "paper−" })
	part, err := compete(t.Context(), families, methods)
	if err != nil {
		t.Fatal(err)
	}
	page := readPage(t, "arena")
	for _, name := range []string{"arena: truth", "arena: own", "arena: greedy"} {
		want, got := cells(block(t, page, name)), cells(part[name])
		if len(got) < 10 {
			t.Fatalf("%s: %d cells were measured", name, len(got))
		}
		for at, cell := range got {
			if want[at] != cell {
				t.Errorf("%s, %s: %s, the page has %q", name, at, cell, want[at])
			}
		}
	}
	if shown := block(t, page, "arena: league"); strings.Count(shown, "\n| ") != len(arena.Methods()) { // a head, and all but the reference
		t.Errorf("arena.md is not of the %d methods that compete", len(arena.Methods()))
	}
}

// cells returns the cells of Markdown tables, without stars, by title, row and column. A
// row without a name belongs to the last that has one.
func cells(text string) map[string]string {
	cells := map[string]string{}
	var title, row string
	var head []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			title, head = strings.TrimLeft(line, "# "), nil
		}
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		fields := strings.Split(strings.Trim(line, "|"), "|")
		for i := range fields {
			fields[i] = strings.Trim(strings.TrimSpace(fields[i]), `\*`)
		}
		if head == nil {
			head = fields
			continue
		}
		if fields[0] != "" {
			row = fields[0]
		}
		key := row
		if strings.Contains(title, "greedy") {
			key += ", " + fields[2]
		}
		for i, cell := range fields[1:] {
			if cell != "" {
				cells[title+" | "+key+" | "+head[i+1]] = cell
			}
		}
	}
	return cells
}
