package schemata

import (
	"context"
	"fmt"
	"math"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/rubric"
)

// table4Variables is the number of variables in the upper half of Table 4.
const table4Variables = 14

// Table4 shows the variables and thresholds of the paper's rubrics. A variable is a
// condition on an attempt. The table includes the number of attempts for which each
// variable is true.
func Table4(_ context.Context, o paper.Options) *paper.Result {
	a := attemptsOf(o)
	held := a.variables()
	shown, data := paper.Tables("Table 4: rubric variables, and the attempts for which they are true",
		append([]tables.Field[holding]{
			paper.Text("variable", "variable", func(h holding) string { return h.Name }),
			paper.Text("formula", "formula", func(h holding) string { return h.Formula }),
			paper.Text("description", "description", func(h holding) string { return h.About }),
			paper.Text("in Table 4", "in_table_4", func(h holding) string { return tables.YesNo(h.Paper) }),
		}, shareFields(a, func(h holding) share { return h.share })...), held)
	shown.Notes = a.shareNotes()
	result := &paper.Result{Checks: table4Checks(a, held)}
	result.AddTables(shown, thresholdsTable(a))
	result.AddData("table4", data)
	result.AddData("table4-thresholds", thresholdsData(a))
	return result
}

// A share counts the attempts that have some property. For mimics (simulated models) it
// also holds the probability of the property.
type share struct {
	count int // number of such attempts among all attempts
	truth float64
}

// shares returns, for each category of a schema, the share of attempts that the schema
// puts into this category.
func (a *attempts) shares(s *rubric.Schema) []share {
	shares := make([]share, s.Weights().Len())
	for i, count := range a.counts(s) {
		shares[i].count = count
	}
	if a.mimics != nil {
		for i, chance := range a.chances(s) {
			shares[i].truth = chance
		}
	}
	return shares
}

// shareFields returns table columns for a share of the attempts a. They show its count,
// the share itself and, for mimics (simulated models), its exact probability. The last
// argument returns the share in a row of the table.
func shareFields[T any](a *attempts, of func(T) share) []tables.Field[T] {
	fields := []tables.Field[T]{
		paper.Count("attempts", "attempts", func(thing T) int { return of(thing).count }),
		paper.Number("share", "share", paper.Percent,
			func(thing T) float64 { return float64(of(thing).count) / float64(a.total()) }),
	}
	if a.mimics != nil {
		fields = append(fields, paper.Number("exact", "exact", paper.Percent,
			func(thing T) float64 { return of(thing).truth }))
	}
	return fields
}

// A holding is a variable, which is a condition on an attempt, with the share of
// attempts for which it is true.
type holding struct {
	rubric.Variable
	share
}

// variables returns, for each variable (condition on an attempt), the share of attempts
// for which it is true.
func (a *attempts) variables() []holding {
	return lists.Each(rubric.Variables(), func(v rubric.Variable) holding {
		return holding{v, a.shares(variableSchema(v.Name))[1]}
	})
}

// variableSchema returns a schema of two categories. Category 1 has the attempts for
// which a variable (condition on an attempt) is true, and category 0 has the others.
func variableSchema(name string) *rubric.Schema {
	text := fmt.Sprintf("name: %[1]s\n"+
		"categories: [{name: others, weight: 0}, {name: those, weight: 1}]\n"+
		"rules: [{category: those, when: [%[1]s]}, {category: others}]\n", name)
	return paper.Must(rubric.Parse(strings.NewReader(text), name))
}

// shareNotes returns notes that explain the table columns of shareFields.
func (a *attempts) shareNotes() []string {
	about := fmt.Sprintf("The columns attempts and share refer to all %d attempts.", a.total()) +
		wording.If(a.mimics != nil, " exact: limit of the share with endless trials.")
	return []string{about, a.note()}
}

func thresholdsTable(a *attempts) *tables.Table {
	thresholds := a.tasks[0].By.List()
	columns := []tables.Field[int]{
		tables.Left("threshold", func(i int) string { return thresholds[i].Name }),
		tables.Left("definition", func(i int) string { return thresholds[i].About }),
	}
	for _, task := range a.tasks {
		columns = append(columns,
			tables.Right(taskName(task), func(i int) string { return paper.FourDigits(task.By.List()[i].Value) }))
	}
	t := tables.New("Table 4: thresholds of these attempts, by task", columns, lists.Indices(len(thresholds)))
	t.Notes = []string{"Percentiles by numpy's linear rule, over the attempts of all models at the task.", a.note()}
	return t
}

// thresholdsData returns a table with one row for each task and threshold. For mimics
// (simulated models), the column exact holds the limit of the threshold as the number
// of trials grows.
func thresholdsData(a *attempts) *tables.Table {
	t := &tables.Table{Columns: paper.Columns("task", "threshold", "definition", "value")}
	if a.mimics != nil {
		t.Columns = append(t.Columns, tables.Column{Name: "exact"})
	}
	for i, task := range a.tasks {
		for j, row := range task.By.List() {
			cells := []string{taskName(task), row.Name, row.About, tables.Number(row.Value)}
			if a.mimics != nil {
				cells = append(cells, tables.Number(a.truth[i].List()[j].Value))
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}

// percentiles lists the thresholds of Table 4, each of which is a percentile. For each
// it names a variable that is true beyond the threshold, and gives the percentage of
// attempts for which the variable is true. The percentage is of all attempts or, if
// among is not "", of the attempts of that kind.
var percentiles = []struct {
	threshold, says, among, variable string
	of100                            float64
}{
	{"τ_high", "40th percentile of completion_bpt", "", "high_conf", 40},
	{"τ_low_wrong", "60th percentile of completion_bpt among wrong items", "wrong", "wrong_high_conf", 60},
	{"τ_prompt", "90th percentile of prompt_bpt", "", "ood", 10},
	{"len_p33", "33rd percentile of token_ratio", "", "economical", 33},
	{"len_p66", "66th percentile of token_ratio", "", "moderate", 33},
	{"corr_p33", "33rd percentile of completion_bpt correct items", "correct", "correct_high_conf", 33},
	{"corr_p66", "66th percentile of completion_bpt correct items", "correct", "correct_mid_conf", 33},
}

// table4Checks returns checks that each percentile of Table 4 selects the right share
// of the attempts. It takes a list of all variables, each with the number of attempts
// for which it is true.
func table4Checks(a *attempts, held []holding) []checks.Check {
	const source = "paper, Table 4"
	count, inPaper := map[string]int{"": a.total()}, 0
	for _, h := range held {
		count[h.Name] = h.count
		if h.Paper {
			inPaper++
		}
	}
	all := []checks.Check{checks.New("number of variables", source, readFromThePaper,
		checks.Inferred(checks.Number(fmt.Sprint(table4Variables), float64(inPaper), 0, 0)),
		fmt.Sprintf("Settle has %d other variables, which either define conditions that Table 5 leaves open or need fewer signals", len(held)-inPaper))}
	for _, p := range percentiles {
		held, note := float64(count[p.variable])/float64(count[p.among]), ""
		among := wording.If(p.among != "", " among "+p.among)
		holds := math.Abs(held-p.of100/100) <= halfPercent
		if p.variable == "ood" && a.sharesPrompts() { // ood includes attempts equal to the percentile
			holds = 10*count["ood"] >= a.total()
			note = "the check asks for at least 10 %, because all trials of a model on a question share their prompt, so many attempts are equal"
		}
		all = append(all, checks.New(fmt.Sprintf("share of %s%s (%s)", p.variable, among, p.threshold), source, cutsItsShare,
			checks.Measured(p.says, held, 0, holds), note))
	}
	return all
}

// halfPercent is the tolerance for the share that a percentile selects, if there are
// few attempts.
const halfPercent = 0.005

// Reasons why checks of rubric variables and schemata are not tests.
var (
	cutsItsShare = checks.Construction.Because(
		"a percentile of the attempts at a task selects the corresponding share of these attempts, except for ties")
	readFromThePaper = checks.Construction.Because("the variables and schemata were copied from the paper's tables")
)
