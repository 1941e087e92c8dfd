package schemata

import (
	"context"
	"fmt"
	"math"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/report"
	"settle/rubric"
	"settle/tables"
)

// table4Variables is the number of variables in the upper half of Table 4.
const table4Variables = 14

// Table4 shows the rubric variables and thresholds, and how many attempts each
// variable holds for.
func Table4(ctx context.Context, o paper.Options) (*paper.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a, err := attemptsOf(o)
	if err != nil {
		return nil, err
	}
	held, err := a.variables()
	if err != nil {
		return nil, err
	}
	return &paper.Result{
		Tables: []*tables.Table{variablesTable(a, held, paper.Percent), thresholdsTable(a)},
		Data: []paper.Data{
			{Name: "table4", Table: paper.Plainly(variablesTable(a, held, report.Number))},
			{Name: "table4-thresholds", Table: thresholdsData(a)},
		},
		Checks: table4Checks(a, held),
	}, nil
}

// holding is how often a variable holds.
type holding struct {
	rubric.Variable
	count int     // of all attempts
	truth float64 // chance for the mimics, 0 without them
}

// variables counts, for each variable, the attempts for which it holds.
func (a *attempts) variables() ([]holding, error) {
	var list []holding
	for _, v := range rubric.Variables() {
		s, err := ofVariable(v.Name)
		if err != nil {
			return nil, err
		}
		h := holding{Variable: v, count: a.counts(s)[1]}
		if a.mimics != nil {
			h.truth = a.chances(s)[1]
		}
		list = append(list, h)
	}
	return list, nil
}

// ofVariable is the schema that puts the attempts for which a variable holds
// into category 1 and the others into 0.
func ofVariable(name string) (*rubric.Schema, error) {
	text := fmt.Sprintf("name: %[1]s\n"+
		"categories: [{name: others, weight: 0}, {name: those, weight: 1}]\n"+
		"rules: [{category: those, when: [%[1]s]}, {category: others}]\n", name)
	return rubric.Parse(strings.NewReader(text), name)
}

// shareColumns are the columns of counts, shares and, for mimics, what the
// shares tend to.
func (a *attempts) shareColumns() []tables.Column {
	columns := []tables.Column{{Name: "attempts", Right: true}, {Name: "share", Right: true}}
	if a.mimics != nil {
		columns = append(columns, tables.Column{Name: "exact", Right: true})
	}
	return columns
}

// shareCells fill the columns of shares.
func (a *attempts) shareCells(count int, chance float64, show func(float64) string) []string {
	cells := []string{fmt.Sprint(count), show(float64(count) / float64(a.total()))}
	if a.mimics != nil {
		cells = append(cells, show(chance))
	}
	return cells
}

// shareNotes explain the columns of shares.
func (a *attempts) shareNotes() []string {
	about := "attempts and share: of all " + fmt.Sprint(a.total()) + " attempts."
	if a.mimics != nil {
		about += " exact: what the share tends to as trials are added without end."
	}
	return []string{about, a.note()}
}

func variablesTable(a *attempts, held []holding, show func(float64) string) *tables.Table {
	t := &tables.Table{
		Title: "Table 4: rubric variables, and the attempts for which they hold",
		Columns: append([]tables.Column{
			{Name: "variable"}, {Name: "formula"}, {Name: "description"}, {Name: "in Table 4"},
		}, a.shareColumns()...),
		Notes: a.shareNotes(),
	}
	for _, h := range held {
		t.Rows = append(t.Rows, append([]string{h.Name, h.Formula, h.About, tables.YesNo(h.Paper)},
			a.shareCells(h.count, h.truth, show)...))
	}
	return t
}

func thresholdsTable(a *attempts) *tables.Table {
	t := &tables.Table{
		Title:   "Table 4: thresholds of these attempts, by task",
		Columns: []tables.Column{{Name: "threshold"}, {Name: "definition"}},
		Notes:   []string{"By numpy's linear rule over the attempts of all models at the task.", a.note()},
	}
	for i, row := range a.tasks[0].By.List() {
		cells := []string{row.Name, row.About}
		for _, task := range a.tasks {
			cells = append(cells, paper.FourDigits(task.By.List()[i].Value))
		}
		t.Rows = append(t.Rows, cells)
	}
	for _, task := range a.tasks {
		t.Columns = append(t.Columns, tables.Column{Name: taskName(task), Right: true})
	}
	return t
}

// thresholdsData has a row for each task and threshold; exact, for mimics, is what
// the value tends to as trials are added without end.
func thresholdsData(a *attempts) *tables.Table {
	t := &tables.Table{Columns: paper.Columns("task", "threshold", "definition", "value")}
	if a.mimics != nil {
		t.Columns = append(t.Columns, tables.Column{Name: "exact"})
	}
	for i, task := range a.tasks {
		for j, row := range task.By.List() {
			cells := []string{taskName(task), row.Name, row.About, report.Number(row.Value)}
			if a.mimics != nil {
				cells = append(cells, report.Number(a.truth[i].List()[j].Value))
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}

// table4Checks holds each percentile against the share of the attempts that it
// cuts off.
func table4Checks(a *attempts, held []holding) []checks.Check {
	count, paper := map[string]int{}, 0
	for _, h := range held {
		count[h.Name] = h.count
		if h.Paper {
			paper++
		}
	}
	total := float64(a.total())
	wrong, correct := float64(count["wrong"]), float64(count["correct"])
	share := func(threshold, says, of, name string, of100, total float64) checks.Check {
		held := float64(count[name]) / total
		return checks.Check{
			Check: fmt.Sprintf("share of %s%s (%s)", name, of, threshold), Ground: cutsItsShare, Source: "paper, Table 4",
			Outcome: checks.Measured(says, held, 0, math.Abs(held-of100/100) <= halfPercent),
		}
	}
	prompts := share("τ_prompt", "90th percentile of prompt_bpt", "", "ood", 10, total)
	if a.sharesPrompts() { // ood takes what equals the percentile
		atLeast := checks.Measured(prompts.Statement, prompts.Obtained.(float64), 0, 10*count["ood"] >= a.total())
		prompts.Outcome = atLeast
		prompts.Note = "at least 10 %: all trials of a model at a question share their prompt, so that many are equal"
	}
	return []checks.Check{
		{
			Check: "variables", Ground: readFromThePaper, Source: "paper, Table 4",
			Outcome: checks.Inferred(checks.Number(fmt.Sprint(table4Variables), float64(paper), 0, 0)),
			Note:    fmt.Sprintf("and %d that spell out what Table 5 leaves open, or need fewer signals", len(held)-paper),
		},
		share("τ_high", "40th percentile of completion_bpt", "", "high_conf", 40, total),
		share("τ_low_wrong", "60th percentile of completion_bpt among wrong items", " among wrong",
			"wrong_high_conf", 60, wrong),
		prompts,
		share("len_p33", "33rd percentile of token_ratio", "", "economical", 33, total),
		share("len_p66", "66th percentile of token_ratio", "", "moderate", 33, total),
		share("corr_p33", "33rd percentile of completion_bpt correct items", " among correct",
			"correct_high_conf", 33, correct),
		share("corr_p66", "66th percentile of completion_bpt correct items", " among correct",
			"correct_mid_conf", 33, correct),
	}
}

// halfPercent is what a percentile may miss its share of few attempts by.
const halfPercent = 0.005

// Why checks on the variables and schemata are of their kind.
var (
	cutsItsShare = checks.Ground{Kind: checks.Construction,
		Why: "a percentile of the attempts at a task cuts off its own share of them, but for ties"}
	readFromThePaper = checks.Ground{Kind: checks.Construction,
		Why: "the variables and schemata were written down from the paper's tables"}
)
