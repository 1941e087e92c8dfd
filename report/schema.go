package report

import (
	"fmt"
	"slices"
	"strings"

	"settle/figures"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/tables"
)

// SchemaDocument is how attempts were sorted, as JSON.
type SchemaDocument struct {
	Name           string              `json:"name"`
	ThresholdsFrom string              `json:"thresholds_from,omitempty"` // the file of --thresholds
	Thresholds     []thresholdDocument `json:"thresholds"`
	Categories     []categoryDocument  `json:"categories"`
}

// thresholdDocument has a null value where no attempt bears on the threshold.
type thresholdDocument struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
}

type categoryDocument struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`

	written string // the weight as the schema has it, such as 1/4
}

// Schema says as JSON how attempts were sorted, nil if they were not. The
// thresholds are those that the schema uses.
func Schema(s *signals.Sorted) *SchemaDocument {
	if s == nil {
		return nil
	}
	d := &SchemaDocument{
		Name: s.Schema.Name(), ThresholdsFrom: s.ThresholdsFrom,
		Thresholds: []thresholdDocument{}, Categories: categories(s.Schema),
	}
	d.Thresholds = append(d.Thresholds, thresholdDocuments(s.Schema.Uses(&s.Thresholds))...)
	return d
}

func thresholdDocuments(thresholds []rubric.Threshold) []thresholdDocument {
	var all []thresholdDocument
	for _, t := range thresholds {
		all = append(all, thresholdDocument{plainName(t.Name), Finite(t.Value)})
	}
	return all
}

// plainName is a threshold's name without Greek.
func plainName(name string) string { return strings.Replace(name, "τ", "tau", 1) }

func categories(s *rubric.Schema) []categoryDocument {
	var all []categoryDocument
	written := strings.Split(s.Weights().String(), ",")
	for i, name := range s.Categories() {
		all = append(all, categoryDocument{name, s.Weights().Float(i), written[i]})
	}
	return all
}

// CategoryCounts is how many attempts of a model fell into each category, as
// JSON.
type CategoryCounts struct {
	Model  string `json:"model"`
	Counts []int  `json:"counts"`
}

// Counts are those of the models in the order of a ranking.
func Counts(s *signals.Sorted, ranked Standings) []CategoryCounts {
	var all []CategoryCounts
	for _, row := range ranked.Rows {
		counts := make([]int, s.Board.Top()+1)
		for question := range s.Board.Questions {
			for _, category := range s.Board.Row(row.Index, question) {
				counts[category]++
			}
		}
		all = append(all, CategoryCounts{row.Model, counts})
	}
	return all
}

// shares are the shares of each category, by model in the order of a ranking.
func shares(s *signals.Sorted, ranked Standings) [][]float64 {
	attempts := float64(len(s.Board.Questions) * s.Board.Trials())
	var all [][]float64
	for _, model := range Counts(s, ranked) {
		shares := make([]float64, len(model.Counts))
		for category, count := range model.Counts {
			shares[category] = float64(count) / attempts
		}
		all = append(all, shares)
	}
	return all
}

// ordinals are the categories as the columns of a table or map: numbers, for the
// names are too long.
func ordinals(s *rubric.Schema) []string {
	var heads []string
	for i := range s.Categories() {
		heads = append(heads, fmt.Sprint(i))
	}
	return heads
}

// categoryLegend says what the numbers of categories mean.
func categoryLegend(s *rubric.Schema) string {
	var names []string
	for i, name := range s.Categories() {
		names = append(names, fmt.Sprintf("%d %s", i, name))
	}
	return fmt.Sprintf("Categories of schema %s: %s.", s.Name(), strings.Join(names, "; "))
}

// CategoriesTable shows the share of each category in the attempts of each
// model, in the order of a ranking.
func CategoriesTable(title string, s *signals.Sorted, ranked Standings) *tables.Table {
	t := &tables.Table{Title: title, Columns: []tables.Column{{Name: "model"}}, Notes: []string{categoryLegend(s.Schema)}}
	for _, head := range ordinals(s.Schema) {
		t.Columns = append(t.Columns, tables.Column{Name: head, Right: true})
	}
	for i, shares := range shares(s, ranked) {
		cells := []string{ranked.Rows[i].Model}
		for _, share := range shares {
			cells = append(cells, tables.Percent(share, 1))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// CategoriesFigure draws the same as a heat map.
func CategoriesFigure(title, caption string, s *signals.Sorted, ranked Standings) *figures.Figure {
	panel := figures.HeatMap{XLabel: "share of attempts (%) in each category", Slanted: true}
	for i, name := range s.Schema.Categories() {
		panel.Columns = append(panel.Columns, fmt.Sprintf("%d %s", i, name))
	}
	for i, shares := range shares(s, ranked) {
		panel.Rows = append(panel.Rows, figures.HeatRow{Model: ranked.Rows[i].Model, Shares: shares})
	}
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{panel}}
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
		r.Tables = []*tables.Table{schemataTable(entries), categoriesTable(entries)}
	}
	return r
}

func newSchemaEntry(s *rubric.Schema) schemaEntry {
	e := schemaEntry{
		Name: rubric.Slug(s.Name()), Title: s.Name(), About: s.About(),
		Signals: []string{}, Thresholds: []string{}, Categories: categories(s),
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

// schemataTable shows what each schema is for.
func schemataTable(entries []schemaEntry) *tables.Table {
	t := &tables.Table{
		Title:   "Schemata of the paper",
		Columns: []tables.Column{{Name: "name"}, {Name: "what it is for"}},
	}
	for _, e := range entries {
		t.Rows = append(t.Rows, []string{e.Name, e.About})
	}
	return t
}

// categoriesTable shows each schema's categories, one a row, and beside the
// first of them the signals that they are made of.
func categoriesTable(entries []schemaEntry) *tables.Table {
	t := &tables.Table{
		Title:   "Their categories, what each is worth, and the signals they need",
		Columns: []tables.Column{{Name: "name"}, {Name: "category"}, {Name: "weight", Right: true}, {Name: "signals"}},
	}
	for _, e := range entries {
		name, needs := e.Name, strings.Join(e.Signals, ", ")
		for i, c := range e.Categories {
			t.Rows = append(t.Rows, []string{name, fmt.Sprintf("%d %s", i, c.Name), c.written, needs})
			name, needs = "", ""
		}
	}
	t.Notes = []string{"--schema also takes a YAML file with a schema of your own."}
	return t
}

// schemataData shows a category per row.
func schemataData(entries []schemaEntry) *tables.Table {
	t := &tables.Table{}
	for _, name := range []string{"name", "title", "about", "signals", "thresholds", "category", "category_name", "weight"} {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, e := range entries {
		start := []string{e.Name, e.Title, e.About, strings.Join(e.Signals, " "), strings.Join(e.Thresholds, " ")}
		for i, c := range e.Categories {
			t.Rows = append(t.Rows, append(slices.Clone(start), fmt.Sprint(i), c.Name, Number(c.Weight)))
		}
	}
	return t
}
