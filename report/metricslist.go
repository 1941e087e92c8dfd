package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"settle/metrics"
	"settle/tables"
)

// Metric is a family of metrics with what is known of it.
type Metric struct {
	metrics.Family
	Traits metrics.Traits

	// Micros are the microseconds that a ranking took, NaN if that was not measured.
	Micros float64
}

// Metrics are all metrics of the grammar.
type Metrics struct {
	List     []Metric
	Measured string // what rankings were measured on, "" if they were not
}

// familiesDocument is Metrics as JSON.
type familiesDocument struct {
	Metrics []familyDocument `json:"metrics"`
}

// familyDocument has null where nothing was measured, and where it is no alias.
type familyDocument struct {
	Name         string           `json:"name"`
	Example      string           `json:"example"`
	Scores       string           `json:"scores"`
	Estimates    string           `json:"estimates"`
	More         string           `json:"more"`
	FirstTrial   int              `json:"first_trial"`
	Interval     string           `json:"interval"`
	Unequal      bool             `json:"unequal"`
	Graded       bool             `json:"graded"`
	Cost         string           `json:"cost"`
	Microseconds *float64         `json:"microseconds"`
	Variants     []suffixDocument `json:"variants"`
	Alias        *string          `json:"alias_of"`
	Why          *string          `json:"why"`
}

type suffixDocument struct {
	Name string `json:"name"`
	Is   string `json:"is"`
}

// Report lists the metrics; CSV has a row for aliases, too, and all that is known.
func (m Metrics) Report(csv bool) Report {
	table := m.table()
	if csv {
		table = m.everything()
	}
	return Report{JSON: m.document(), Tables: []*tables.Table{table}}
}

// One shows a single one of them in full.
func (m Metrics) One() Report {
	one := m.List[0]
	table := &tables.Table{
		Title: one.Syntax, Lead: sentence(one.Doc) + " " + one.More,
		Columns: []tables.Column{{Name: "of " + one.example()}, {Name: "", Width: 72}},
	}
	add := func(what, is string) { table.Rows = append(table.Rows, []string{what, is}) }
	if one.Alias != "" {
		add("another name of", one.Alias+": "+one.Why)
	}
	add("estimates", one.aim())
	add("starts at", fmt.Sprintf("n = %d", one.Traits.First))
	add("interval", one.intervalInFull())
	add("boards", one.boards())
	add("cost", one.costInFull(m.Measured))
	for _, v := range one.Variants {
		add(one.Syntax+v.Suffix, v.Doc)
	}
	return Report{JSON: m.document(), Tables: []*tables.Table{table}}
}

func (m Metrics) table() *tables.Table {
	t := &tables.Table{
		Title: "Metrics",
		Lead: "Rank by avg, or by bayes:fitted, which draws the means of few trials together and has an interval for them: " +
			"no method here comes nearer to the true order than avg by more than chance (docs/arena.md).",
		Columns: []tables.Column{
			{Name: "metric"}, {Name: "what it scores", Width: 39}, {Name: "interval"}, {Name: "unequal"}, {Name: "graded"},
			{Name: "cost", Right: true},
		},
	}
	for _, one := range m.List {
		if one.Alias != "" {
			continue
		}
		t.Rows = append(t.Rows, []string{
			one.Syntax, one.Doc, one.interval(), tick(one.Traits.Unequal), tick(one.Traits.Graded), one.cost(),
		})
	}
	t.Notes = append(m.aliases(),
		"interval: yes, the metric has one; draws, settle rank draws P(best) and rank sets from posteriors of the chances; no, a score alone. "+
			"unequal: questions may have different numbers of trials, or none. graded: outcomes of more than two categories, by --weights.",
		m.costNote(),
		"K is a number of trials; pass@8, say. What a metric estimates, and what may follow its name, as in pass@8:fitted: settle metrics NAME. "+
			`"paper" stands for the thirteen of Fig. 2, exec:COMMAND for a program of yours.`)
	return t
}

// costNote says what the costs are.
func (m Metrics) costNote() string {
	if m.Measured != "" {
		return "cost: median time of a ranking " + m.Measured + "."
	}
	return "cost: look-up, sums of numbers worked out once for all boards, about a microsecond a ranking; board, worked out anew for " +
		"each; grid, so dear that curves have points at n = 1, 2, 4, … only. --measure shows microseconds on this machine."
}

// aliases are a note for each metric that has other names.
func (m Metrics) aliases() (notes []string) {
	var order []string
	names := map[string][]string{}
	for _, one := range m.List {
		if one.Alias == "" {
			continue
		}
		if names[one.Alias] == nil {
			order = append(order, one.Alias)
		}
		names[one.Alias] = append(names[one.Alias], one.Syntax)
	}
	for _, alias := range order {
		notes = append(notes, fmt.Sprintf("Other names of %s, which order the models of every complete board of right and wrong answers as it does (proofs: docs/rankings.md): %s.",
			alias, strings.Join(names[alias], ", ")))
	}
	return notes
}

// everything is the list with all that is known, a row for each.
func (m Metrics) everything() *tables.Table {
	t := &tables.Table{}
	for _, name := range []string{
		"metric", "example", "scores", "estimates", "first_trial", "interval", "unequal", "graded", "cost", "microseconds", "variants", "alias_of", "why",
	} {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, one := range m.List {
		var variants []string
		for _, v := range one.Variants {
			variants = append(variants, v.Suffix)
		}
		t.Rows = append(t.Rows, []string{
			one.Syntax, one.example(), one.Doc, one.aim(), strconv.Itoa(one.Traits.First), one.interval(),
			strconv.FormatBool(one.Traits.Unequal), strconv.FormatBool(one.Traits.Graded), string(one.Traits.Cost),
			Number(one.Micros), strings.Join(variants, " "), one.Alias, one.Why,
		})
	}
	return t
}

func (m Metrics) document() familiesDocument {
	d := familiesDocument{Metrics: []familyDocument{}}
	for _, one := range m.List {
		of := familyDocument{
			Name: one.Syntax, Example: one.example(), Scores: one.Doc, Estimates: one.aim(), More: one.More,
			FirstTrial: one.Traits.First, Interval: one.interval(), Unequal: one.Traits.Unequal, Graded: one.Traits.Graded,
			Cost: string(one.Traits.Cost), Microseconds: Finite(one.Micros), Variants: []suffixDocument{},
		}
		for _, v := range one.Variants {
			of.Variants = append(of.Variants, suffixDocument{one.Syntax + v.Suffix, v.Doc})
		}
		if one.Alias != "" {
			of.Alias, of.Why = &one.Alias, &one.Why
		}
		d.Metrics = append(d.Metrics, of)
	}
	return d
}

func (m Metric) example() string {
	if m.Example == "" {
		return m.Name
	}
	return m.Example
}

// aim is what scores come to as trials are added without end.
func (m Metric) aim() string {
	switch {
	case m.Aim != "":
		return m.Aim
	case m.Traits.Ordered:
		return "nothing that is known: it depends on the order of trials"
	}
	return "its own ranking of the chances"
}

func (m Metric) interval() string {
	switch {
	case m.Traits.Interval:
		return "yes"
	case m.Traits.Draws:
		return "draws"
	}
	return "no"
}

func (m Metric) intervalInFull() string {
	switch m.interval() {
	case "yes":
		return "yes"
	case "draws":
		return "none of the score; settle rank draws P(best) and rank sets from posteriors of the chances"
	}
	return "none: a score alone"
}

// boards are those that it takes.
func (m Metric) boards() string {
	unequal, graded := "the same number of trials everywhere", "binary outcomes"
	if m.Traits.Unequal {
		unequal = "any numbers of trials"
	}
	if m.Traits.Graded {
		graded = "binary and graded outcomes"
	}
	return unequal + "; " + graded
}

func (m Metric) cost() string {
	if math.IsNaN(m.Micros) {
		return string(m.Traits.Cost)
	}
	digits := 1
	if m.Micros >= 100 {
		digits = 0
	}
	return tables.Float(m.Micros, digits) + " µs"
}

func (m Metric) costInFull(measured string) string {
	what := map[metrics.Cost]string{
		metrics.LookUp:   "look-up: sums of numbers worked out once for all boards",
		metrics.PerBoard: "board: worked out anew for each board",
		metrics.PerGrid:  "grid: so dear that curves have points at n = 1, 2, 4, … and N only",
	}[m.Traits.Cost]
	if measured != "" {
		what += "; " + m.cost() + " " + measured
	}
	return what
}

func tick(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// sentence begins with a large letter and ends with a full stop.
func sentence(text string) string {
	first := []rune(text)
	return strings.ToUpper(string(first[:1])) + string(first[1:]) + "."
}
