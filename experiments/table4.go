package experiments

import (
	"context"
	"fmt"
	"strings"

	"settle/experiments/checks"
	"settle/report"
	"settle/rubric"
	"settle/tables"
)

// table4Variables is the number of variables in the upper half of Table 4.
const table4Variables = 14

// Table4 shows the rubric variables and thresholds, and how many attempts each
// variable holds for.
func Table4(ctx context.Context, o Options) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a, err := o.attempts()
	if err != nil {
		return nil, err
	}
	held, err := a.variables()
	if err != nil {
		return nil, err
	}
	return &Result{
		Tables: []*tables.Table{variablesTable(a, held, percent), thresholdsTable(a, fourDigits)},
		Data: []Data{
			{"table4", plainly(variablesTable(a, held, report.Number))},
			{"table4-thresholds", thresholdsTable(a, report.Number)},
		},
		Checks: table4Checks(a, held),
	}, nil
}

// Numbers are rounded in tables, and whole in their data (report.Number).
func percent(share float64) string { return tables.Percent(share, 1) }
func fourDigits(v float64) string  { return tables.Float(v, 4) }

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

// counts are the attempts of all models in each category.
func (a *attempts) counts(s *rubric.Schema) []int {
	counts := make([]int, s.Weights().Len())
	for i := range a.Cells {
		counts[s.Category(&a.Cells[i], &a.thresholds)]++
	}
	return counts
}

// chances are the exact chances of the categories, the mean over the mimics and
// questions.
func (a *attempts) chances(s *rubric.Schema) []float64 {
	means := make([]float64, s.Weights().Len())
	for _, questions := range a.mimics.Chances(s, &a.truth) {
		for _, chances := range questions {
			for category, chance := range chances {
				means[category] += chance / float64(len(a.Models)*len(a.Questions))
			}
		}
	}
	return means
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
	cells := []string{fmt.Sprint(count), show(float64(count) / float64(len(a.Cells)))}
	if a.mimics != nil {
		cells = append(cells, show(chance))
	}
	return cells
}

// shareNotes explain the columns of shares.
func (a *attempts) shareNotes() []string {
	about := "attempts and share: of all " + fmt.Sprint(len(a.Cells)) + " attempts."
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
		t.Rows = append(t.Rows, append([]string{h.Name, h.Formula, h.About, yesNo(h.Paper)},
			a.shareCells(h.count, h.truth, show)...))
	}
	return t
}

func thresholdsTable(a *attempts, show func(float64) string) *tables.Table {
	t := &tables.Table{
		Title:   "Table 4: thresholds of these attempts",
		Columns: []tables.Column{{Name: "threshold"}, {Name: "definition"}, {Name: "value", Right: true}},
		Notes:   []string{"By numpy's linear rule over the attempts of all models."},
	}
	if a.mimics != nil {
		t.Columns = append(t.Columns, tables.Column{Name: "exact", Right: true})
		t.Notes[0] += " exact: what the value tends to as trials are added without end."
	}
	exact := a.truth.List()
	for i, row := range a.thresholds.List() {
		cells := []string{row.Name, row.About, show(row.Value)}
		if a.mimics != nil {
			cells = append(cells, show(exact[i].Value))
		}
		t.Rows = append(t.Rows, cells)
	}
	t.Notes = append(t.Notes, a.note())
	return t
}

// promptNote explains a share of strange prompts that is not the percentile's.
func promptNote(a *attempts) string {
	for first := 0; first < len(a.Cells); first += a.Trials {
		for i := range a.Trials {
			if a.Cells[first+i][rubric.PromptBPT] != a.Cells[first][rubric.PromptBPT] {
				return ""
			}
		}
	}
	return "all trials of a model at a question share their prompt"
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
	total := float64(len(a.Cells))
	wrong, correct := float64(count["wrong"]), float64(count["correct"])
	share := func(check, of string, published string, name string, total float64) checks.Check {
		return checks.Check{
			Check: fmt.Sprintf("share of %s%s", name, of) + " (" + check + ")", Ground: cutsItsShare, Source: "paper, Table 4",
			Outcome: checks.Number(published, float64(count[name])/total, 0, 0),
		}
	}
	all := []checks.Check{
		{
			Check: "variables", Ground: readFromThePaper, Source: "paper, Table 4",
			Outcome: checks.Number(fmt.Sprint(table4Variables), float64(paper), 0, 0),
			Note:    fmt.Sprintf("and %d that spell out what Table 5 leaves open, or need fewer signals", len(held)-paper),
		},
		share("τ_high", "", "0.40", "high_conf", total),
		share("τ_low_wrong", " among wrong", "0.60", "wrong_high_conf", wrong),
		share("τ_prompt", "", "0.10", "ood", total),
		share("len_p33", "", "0.33", "economical", total),
		share("len_p66", "", "0.33", "moderate", total),
		share("corr_p33", " among correct", "0.33", "correct_high_conf", correct),
		share("corr_p66", " among correct", "0.33", "correct_mid_conf", correct),
	}
	for i, c := range all {
		if strings.Contains(c.Check, "τ_prompt") {
			all[i].Note = promptNote(a)
		}
	}
	return all
}

// Why checks on the variables and schemata are of their kind.
var (
	cutsItsShare = checks.Ground{Kind: checks.Construction,
		Why: "a percentile of some attempts cuts off its own share of them, but for ties"}
	readFromThePaper = checks.Ground{Kind: checks.Construction,
		Why: "the variables and schemata were written down from the paper's tables"}
)
