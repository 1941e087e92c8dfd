package docs_test

import (
	"context"
	"strings"
	"testing"

	"settle/report"
	"settle/study/arena"
	"settle/tables"
)

// arenaOptions are those of the standing league.
func arenaOptions() arena.Options {
	return arena.Options{
		Seed: 1, Draws: arena.Draws, Boards: arena.Boards, Trials: arena.Trials(), GreedyBoards: arena.GreedyBoards,
	}
}

// standing is the standing league of some families and methods.
func standing(t *testing.T, families []arena.Family, methods []string) report.Arena {
	t.Helper()
	found, err := arena.MeasureAll(context.Background(), families, methods, arenaOptions(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return report.Arena{Methods: methods, Options: arenaOptions(), Leagues: found.Leagues, Greedy: found.Greedy}
}

// asMarkdown are tables as pages hold them, below headings of the third level.
func asMarkdown(t *testing.T, all ...*tables.Table) string {
	t.Helper()
	var b strings.Builder
	for i, table := range all {
		if i > 0 {
			b.WriteString("\n")
		}
		if err := table.Write(&b, tables.Markdown); err != nil {
			t.Fatal(err)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// arenaBlocks are what arena.md holds of the league, by name.
func arenaBlocks(t *testing.T, a report.Arena) map[string]string {
	summary := a.Summary()
	summary.Lead = a.Closest()
	var byFamily, own []*tables.Table
	for i := range a.Options.Trials {
		for _, complete := range []bool{true, false} {
			byFamily = append(byFamily, a.ByFamily(arena.Truth, i, complete))
			if i%2 == 1 {
				own = append(own, a.ByFamily(arena.Own, i, complete))
			}
		}
	}
	return map[string]string{
		"arena: league": asMarkdown(t, summary), "arena: families": asMarkdown(t, a.FamiliesTable()),
		"arena: truth": asMarkdown(t, byFamily...), "arena: own": asMarkdown(t, own...),
		"arena: geom": asMarkdown(t, a.GeomTable()), "arena: greedy": asMarkdown(t, a.GreedyTable()),
	}
}

// The league of arena.md is what is measured: with -update all of it is measured again,
// which make arena does, and else some methods on two families, whose cells must be the
// same to the digit, for boards depend on the seed alone. Stars are left out of that:
// what is more than chance depends on how much is compared.
func TestArena(t *testing.T) {
	const page = "arena.md"
	if *update {
		for name, text := range arenaBlocks(t, standing(t, arena.Families(), arena.Methods())) {
			measuredRows(t, page, name, func() string { return text + "\n" })
		}
		return
	}
	if testing.Short() {
		t.Skip("it draws boards for seconds")
	}
	methods := []string{"avg", "bayes", "bt", "borda", "majority-judgment", "pass@4", "geomds@4"}
	families := chosen(arena.Families(), "paper", "paper−")
	part := standing(t, families, methods)
	for _, name := range []string{"arena: truth", "arena: own", "arena: greedy"} {
		compareArena(t, name, arenaBlocks(t, part)[name], block(t, page, name))
	}
	names := arena.Methods()
	if shown := block(t, page, "arena: league"); strings.Count(shown, "\n| ") != len(names) { // a head, and all but the reference
		t.Errorf("%s is not of the %d methods that compete", page, len(names))
	}
}

func chosen(all []arena.Family, names ...string) (some []arena.Family) {
	for _, f := range all {
		for _, name := range names {
			if f.Name == name {
				some = append(some, f)
			}
		}
	}
	return some
}

// compareArena holds the cells of tables to those of larger ones: the cell in a row and a
// column, by their names and by the title of the table.
func compareArena(t *testing.T, name, part, whole string) {
	t.Helper()
	want, got := cellsOfTables(whole), cellsOfTables(part)
	if len(got) < 10 {
		t.Fatalf("%s: %d cells were measured", name, len(got))
	}
	for at, cell := range got {
		if page, ok := want[at]; !ok || page != cell {
			t.Errorf("%s, %s: %s, the page has %q", name, at, cell, page)
		}
	}
}

// cellsOfTables are the cells of Markdown tables, without stars, by title, row and column.
// A row without a name belongs to the last that has one.
func cellsOfTables(text string) map[string]string {
	cells := map[string]string{}
	var title, row string
	var head []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			title, head = strings.TrimLeft(line, "# "), nil
		}
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|:") || strings.HasPrefix(line, "| -") {
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
		if title != "" && strings.Contains(title, "greedy") {
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
