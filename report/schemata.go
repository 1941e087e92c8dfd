package report

import (
	"fmt"
	"strings"

	"settle/rubric"
	"settle/tables"
)

// Schemata lists schemata, in the format asked for: CSV gets a row per
// category.
func Schemata(schemata []*rubric.Schema, format string) Report {
	var entries []schemaEntry
	for _, s := range schemata {
		entries = append(entries, newSchemaEntry(s))
	}
	r := Report{JSON: map[string]any{"schemata": entries}}
	if tables.Format(format) == tables.CSV {
		r.Tables = []*tables.Table{schemataData(entries)}
	} else {
		r.Tables = []*tables.Table{purposesTable(entries), worthTable(entries)}
	}
	return r
}

// schemaEntry is a schema in a list of them, as JSON.
type schemaEntry struct {
	Name       string             `json:"name"`
	Title      string             `json:"title"`
	About      string             `json:"about"`
	Signals    []string           `json:"signals"`
	Thresholds []string           `json:"thresholds"`
	Categories []categoryDocument `json:"categories"`
	Rules      []ruleDocument     `json:"rules"`
}

// ruleDocument is a rule of a schema; all of its conditions must hold.
type ruleDocument struct {
	Category int      `json:"category"`
	When     []string `json:"when"`
}

func newSchemaEntry(s *rubric.Schema) schemaEntry {
	e := schemaEntry{
		Name: rubric.Slug(s.Name()), Title: s.Name(), About: s.About(),
		Signals: []string{}, Thresholds: []string{}, Categories: categoryDocuments(s),
	}
	for _, signal := range s.Needs() {
		e.Signals = append(e.Signals, signal.String())
	}
	for _, t := range s.Uses(&rubric.Thresholds{}) {
		e.Thresholds = append(e.Thresholds, plainName(t.Name))
	}
	for _, rule := range s.Rules() {
		e.Rules = append(e.Rules, ruleDocument{rule.Category, append([]string{}, rule.When...)})
	}
	return e
}

// purposesTable shows what each schema is for.
func purposesTable(entries []schemaEntry) *tables.Table {
	return tables.New("Schemata of the paper", []tables.Of[schemaEntry]{
		tables.Left("name", func(e schemaEntry) string { return e.Name }),
		tables.Left("what it is for", func(e schemaEntry) string { return e.About }),
	}, entries)
}

// entryCategory is one of the categories of a schema.
type entryCategory struct {
	schemaEntry
	number   int
	category categoryDocument
}

// entryCategories are those of all schemata.
func entryCategories(entries []schemaEntry) []entryCategory {
	var all []entryCategory
	for _, e := range entries {
		for i, c := range e.Categories {
			all = append(all, entryCategory{e, i, c})
		}
	}
	return all
}

// worthTable shows each schema's categories, one a row, and beside the first of
// them the signals that they are made of.
func worthTable(entries []schemaEntry) *tables.Table {
	once := func(c entryCategory, words string) string {
		if c.number > 0 {
			return ""
		}
		return words
	}
	t := tables.New("Their categories, what each is worth, and the signals they need", []tables.Of[entryCategory]{
		tables.Left("name", func(c entryCategory) string { return once(c, c.Name) }),
		tables.Left("category", func(c entryCategory) string {
			return fmt.Sprintf("%d %s", c.number, c.category.Name)
		}),
		tables.Right("weight", func(c entryCategory) string { return c.category.written }),
		tables.Left("signals", func(c entryCategory) string { return once(c, strings.Join(c.Signals, ", ")) }),
	}, entryCategories(entries))
	t.Notes = []string{"--schema also takes a YAML file with a schema of your own."}
	return t
}

// schemataData is a category per row, as CSV.
func schemataData(entries []schemaEntry) *tables.Table {
	return tables.New("", []tables.Of[entryCategory]{
		tables.Left("name", func(c entryCategory) string { return c.Name }),
		tables.Left("title", func(c entryCategory) string { return c.Title }),
		tables.Left("about", func(c entryCategory) string { return c.About }),
		tables.Left("signals", func(c entryCategory) string { return strings.Join(c.Signals, " ") }),
		tables.Left("thresholds", func(c entryCategory) string { return strings.Join(c.Thresholds, " ") }),
		tables.Right("category", func(c entryCategory) string { return fmt.Sprint(c.number) }),
		tables.Left("category_name", func(c entryCategory) string { return c.category.Name }),
		whole("weight", func(c entryCategory) float64 { return c.category.Weight }),
	}, entryCategories(entries))
}
