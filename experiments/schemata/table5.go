package schemata

import (
	"context"
	"fmt"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/report"
	"settle/rubric"
	"settle/tables"
)

// table5Published are the schemata of Table 5 with their categories, category 0
// included.
var table5Published = []struct {
	name       string
	categories int
}{
	{"Exact Match", 3}, {"Format Aware", 5}, {"Conf-Calibrated", 6}, {"OOD Robustness", 5},
	{"Strict Compliance", 3}, {"Conf-Wrong Penalty", 4}, {"Verifier-Only", 4}, {"Format+Confidence", 8},
	{"Length-Robust", 3}, {"Verifier Probe", 5}, {"Efficiency-Adjusted", 7}, {"Concision-High-Conf", 6},
}

// Table5 shows the categories of the twelve schemata, and how many attempts are
// in each.
func Table5(ctx context.Context, o paper.Options) (*paper.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a, err := attemptsOf(o)
	if err != nil {
		return nil, err
	}
	return &paper.Result{
		Tables: []*tables.Table{schemataTable(a, paper.Percent)},
		Data:   []paper.Data{{Name: "table5", Table: schemataTable(a, report.Number)}},
		Checks: table5Checks(),
	}, nil
}

func schemataTable(a *attempts, show func(float64) string) *tables.Table {
	t := &tables.Table{
		Title: "Table 5: the categories of the twelve schemata, and the attempts in them",
		Columns: append([]tables.Column{
			{Name: "schema"}, {Name: "category", Right: true}, {Name: "name"}, {Name: "rule"}, {Name: "weight", Right: true},
		}, a.shareColumns()...),
		Notes: append([]string{
			"Of the rules of a schema the first that holds decides, invalid before all others and \"else\" last.",
		}, a.shareNotes()...),
	}
	for _, s := range rubric.Paper() {
		t.Rows = append(t.Rows, schemaRows(a, s, show)...)
	}
	return t
}

// schemaRows are the rows of one schema, a category each.
func schemaRows(a *attempts, s *rubric.Schema, show func(float64) string) [][]string {
	counts, chances := a.counts(s), make([]float64, s.Weights().Len())
	if a.mimics != nil {
		chances = a.chances(s)
	}
	weights := strings.Split(s.Weights().String(), ",")
	var rows [][]string
	for i, name := range s.Categories() {
		row := []string{s.Name(), fmt.Sprint(i), name, ruleOf(s, i), weights[i]}
		rows = append(rows, append(row, a.shareCells(counts[i], chances[i], show)...))
	}
	return rows
}

// ruleOf writes the rules that put attempts into a category.
func ruleOf(s *rubric.Schema, category int) string {
	var ways []string
	for _, r := range s.Rules() {
		if r.Category != category {
			continue
		}
		way := "else"
		if len(r.When) > 0 {
			way = strings.ReplaceAll(strings.Join(r.When, " ∧ "), "not ", "¬")
		}
		ways = append(ways, way)
	}
	return strings.Join(ways, " ∨ ")
}

func table5Checks() []checks.Check {
	schemata := rubric.Paper()
	all := []checks.Check{{
		Check: "schemata", Ground: readFromThePaper, Source: "paper, Table 5",
		Outcome: checks.Number(fmt.Sprint(len(table5Published)), float64(len(schemata)), 0, 0),
	}}
	for i, want := range table5Published {
		categories := 0 // of no such schema
		if i < len(schemata) && schemata[i].Name() == want.name {
			categories = len(schemata[i].Categories())
		}
		all = append(all, checks.Check{
			Check: "categories of " + want.name, Ground: readFromThePaper, Source: "paper, Table 5",
			Outcome: checks.Number(fmt.Sprint(want.categories), float64(categories), 0, 0),
			Group:   "categories of the schemata",
		})
	}
	return append(all, checks.Check{
		Check: "weights of Format Aware", Ground: readFromThePaper, Source: appendixD,
		Outcome: checks.Words("might use [0, 0, 1, 2, 3]", "might use ["+weightsOf("Format Aware")+"]"),
		Note:    "the paper prints those of no other schema",
	})
}

// weightsOf are the weights of a schema as the paper prints them.
func weightsOf(name string) string {
	schema, err := rubric.Named(name)
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(schema.Weights().String(), ",", ", ")
}
