package schemata

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/rubric"
)

// table5Published lists the schemata of Table 5, each with its number of categories,
// including category 0.
var table5Published = []struct {
	name       string
	categories int
}{
	{"Exact Match", 3}, {"Format Aware", 5}, {"Conf-Calibrated", 6}, {"OOD Robustness", 5},
	{"Strict Compliance", 3}, {"Conf-Wrong Penalty", 4}, {"Verifier-Only", 4}, {"Format+Confidence", 8},
	{"Length-Robust", 3}, {"Verifier Probe", 5}, {"Efficiency-Adjusted", 7}, {"Concision-High-Conf", 6},
}

// Table5 shows the categories of the paper's twelve schemata, which are rules that sort
// attempts into categories. It also shows the number of attempts in each category.
func Table5(_ context.Context, o paper.Options) *paper.Result {
	a := attemptsOf(o)
	var all []category
	for _, s := range rubric.Paper() {
		for i, share := range a.shares(s) {
			all = append(all, category{s, i, share})
		}
	}
	shown, data := paper.Tables("Table 5: the categories of the twelve schemata, and the attempts in them",
		append([]tables.Field[category]{
			paper.Text("schema", "schema", func(c category) string { return c.schema.Name() }),
			paper.Count("category", "category", func(c category) int { return c.index }),
			paper.Text("name", "name", func(c category) string { return c.schema.Categories()[c.index] }),
			paper.Text("rule", "rule", func(c category) string { return ruleOf(c.schema, c.index) }),
			paper.AtRight(paper.Text("weight", "weight",
				func(c category) string { return strings.Split(c.schema.Weights().String(), ",")[c.index] })),
		}, shareFields(a, func(c category) share { return c.share })...), all)
	shown.Notes = append([]string{
		"The first rule of a schema that applies decides. The category invalid comes first, and the rule \"else\" comes last.",
	}, a.shareNotes()...)
	result := &paper.Result{Checks: table5Checks()}
	result.AddTables(shown)
	result.AddData("table5", data)
	return result
}

// A category is one category of a schema, with the share of attempts in it.
type category struct {
	schema *rubric.Schema
	index  int
	share  share
}

// ruleOf formats the rules by which a schema puts attempts into a category.
func ruleOf(s *rubric.Schema, category int) string {
	rules := lists.Where(s.Rules(), func(r rubric.Rule) bool { return r.Category == category })
	ways := lists.Each(rules, func(r rubric.Rule) string {
		return cmp.Or(strings.ReplaceAll(strings.Join(r.When, " ∧ "), "not ", "¬"), "else")
	})
	return strings.Join(ways, " ∨ ")
}

func table5Checks() []checks.Check {
	const source = "paper, Table 5"
	schemata := rubric.Paper()
	all := []checks.Check{checks.New("number of schemata", source, readFromThePaper,
		checks.Number(fmt.Sprint(len(table5Published)), float64(len(schemata)), 0, 0), "")}
	for i, want := range table5Published {
		categories := 0 // 0 for a missing schema
		if i < len(schemata) && schemata[i].Name() == want.name {
			categories = len(schemata[i].Categories())
		}
		all = append(all, checks.New("number of categories of "+want.name, source, readFromThePaper,
			checks.Number(fmt.Sprint(want.categories), float64(categories), 0, 0), "").In("categories of the schemata"))
	}
	return append(all, checks.New("weights of Format Aware", appendixD, readFromThePaper,
		checks.Words("might use [0, 0, 1, 2, 3]", "might use ["+weightsOf("Format Aware")+"]"),
		"the paper does not print the weights of any other schema"))
}

// weightsOf formats the weights of the named schema as the paper prints them.
func weightsOf(name string) string {
	schema, err := rubric.Named(name)
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(schema.Weights().String(), ",", ", ")
}
