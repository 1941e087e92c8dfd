package schemata

import (
	"fmt"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/rubric"
)

// Schemata returns a report that lists the schemata in the given format. A schema is a
// set of rules that sorts attempts into categories. CSV contains one row per category.
func Schemata(schemata []*rubric.Schema, format string) report.Report {
	entries := lists.Each(schemata, newSchemaEntry)
	r := report.Report{JSON: tables.NewObject("schemata", schemaFields.JSON(entries))}
	if tables.Format(format).IsData() {
		r.Tables = []*tables.Table{schemataData(entries)}
	} else {
		r.Tables = []*tables.Table{tables.New("Schemata of the paper", schemaFields.Pick("name about"), entries),
			worthTable(entries)}
	}
	return r
}

// A schemaEntry is one schema in the list, with the signals and thresholds that its
// rules use, and its categories.
type schemaEntry struct {
	*rubric.Schema
	signals, thresholds []string
	categories          []report.CategoryDocument
}

func newSchemaEntry(s *rubric.Schema) schemaEntry {
	return schemaEntry{
		Schema: s, signals: lists.Each(s.Needs(), rubric.Signal.String), categories: report.CategoryDocuments(s),
		thresholds: lists.Each(s.Uses(&rubric.Thresholds{}), func(t rubric.Threshold) string {
			return report.PlainName(t.Name)
		}),
	}
}

// schemaFields lists the fields that describe one schema, such as its name, its
// categories and its rules.
var schemaFields = tables.Fields[schemaEntry]{
	tables.Data("name", func(e schemaEntry) string { return rubric.Slug(e.Name()) }),
	tables.Data("title", func(e schemaEntry) string { return e.Name() }),
	tables.Data("about", func(e schemaEntry) string { return e.About() }).Head("purpose"),
	tables.Data("signals", func(e schemaEntry) any { return e.signals }),
	tables.Data("thresholds", func(e schemaEntry) any { return e.thresholds }),
	tables.Data("categories", func(e schemaEntry) any { return e.categories }),
	tables.Data("rules", schemaEntry.rules),
}

// rules returns the rules of the schema for JSON, each with its category and its
// conditions. A rule applies if all of its conditions hold.
func (e schemaEntry) rules() []tables.Object {
	return lists.Each(e.Rules(), func(rule rubric.Rule) tables.Object {
		return tables.NewObject("category", rule.Category, "when", append([]string{}, rule.When...))
	})
}

// An entryCategory is one category of a schema, together with the schema.
type entryCategory struct {
	schemaEntry
	number   int
	category report.CategoryDocument
}

// entryCategories returns the categories of all schemata in the list.
func entryCategories(entries []schemaEntry) []entryCategory {
	return lists.Flat(entries, func(e schemaEntry) []entryCategory {
		return lists.Each(lists.Indices(len(e.categories)), func(i int) entryCategory {
			return entryCategory{e, i, e.categories[i]}
		})
	})
}

// worthTable returns a table of the categories of all schemata, one category per row,
// with their weights. The first row of each schema also lists the signals that the
// schema uses.
func worthTable(entries []schemaEntry) *tables.Table {
	once := func(c entryCategory, words string) string { return wording.If(c.number == 0, words) }
	t := tables.New("Their categories, weights and signals", []tables.Field[entryCategory]{
		tables.Left("name", func(c entryCategory) string { return once(c, rubric.Slug(c.Name())) }),
		tables.Left("category", func(c entryCategory) string {
			return fmt.Sprintf("%d %s", c.number, c.category.Name)
		}),
		tables.Right("weight", func(c entryCategory) string { return c.category.Written }),
		tables.Left("signals", func(c entryCategory) string { return once(c, strings.Join(c.signals, ", ")) }),
	}, entryCategories(entries))
	t.Notes = []string{"--schema also takes a YAML file with a schema of your own."}
	return t
}

// schemataData returns a table for CSV, with one category of a schema per row.
func schemataData(entries []schemaEntry) *tables.Table {
	schema := func(c entryCategory) schemaEntry { return c.schemaEntry }
	return append(tables.Part(schemaFields.Pick("name title about"), schema), tables.Fields[entryCategory]{
		tables.Data("signals", func(c entryCategory) string { return strings.Join(c.signals, " ") }),
		tables.Data("thresholds", func(c entryCategory) string { return strings.Join(c.thresholds, " ") }),
		tables.Data("category", func(c entryCategory) int { return c.number }),
		tables.Data("category_name", func(c entryCategory) string { return c.category.Name }),
		tables.Data("weight", func(c entryCategory) float64 { return c.category.Weight }),
	}...).CSV(entryCategories(entries))
}
