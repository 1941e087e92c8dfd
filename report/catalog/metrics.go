package catalog

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report"
	"settle/report/wording"
)

// A Metric describes a family of metrics, such as pass@K for all K. One member of the
// family, the example, stands for the others: the Metric holds its properties and its
// speed.
type Metric struct {
	metrics.Family
	Offer metrics.Offer

	// Micros is the time of one ranking in microseconds, or NaN if it was not measured.
	Micros float64
}

// Metrics lists all metrics that metrics.Parse accepts.
type Metrics struct {
	List     []Metric
	Measured string // board on which rankings were timed, "" if they were not
}

// metricFields lists the fields that describe a family of metrics. The field
// "microseconds" is null if times were not measured. The fields "alias_of" and "why"
// are null unless the metric is only another name of an equivalent one.
var metricFields = tables.Fields[Metric]{
	tables.Data("name", func(m Metric) string { return m.Syntax }).Head("metric"),
	tables.Data("example", Metric.example),
	tables.Data("scores", func(m Metric) string { return m.Doc }),
	tables.Data("estimates", Metric.aim),
	tables.Data("more", func(m Metric) string { return m.More }),
	tables.Data("first_trial", func(m Metric) int { return m.Offer.First }),
	tables.Data("interval", Metric.interval),
	tables.Data("unequal", func(m Metric) bool { return m.Offer.Unequal }),
	tables.Data("graded", func(m Metric) bool { return m.Offer.Graded }),
	tables.Data("cost", func(m Metric) string { return string(m.Offer.Cost) }),
	tables.Data("microseconds", func(m Metric) float64 { return m.Micros }),
	tables.Data("variants", Metric.variants),
	tables.Data("alias_of", func(m Metric) any { return tables.OrNull(m.Alias) }),
	tables.Data("why", func(m Metric) any { return tables.OrNull(m.Why) }),
	tables.Wrapped("what it scores", 39, func(m Metric) string { return m.Doc }).As("doc"),
	tables.Right("cost", Metric.cost).As("measured"),
}

// variants returns, for JSON, the suffixes that the metric's name can have, with their
// meanings.
func (m Metric) variants() []tables.Object {
	return lists.Each(m.Variants, func(v metrics.Variant) tables.Object {
		return tables.NewObject("name", m.Syntax+v.Suffix, "is", v.Doc)
	})
}

// Report returns a report that lists the metrics. If csv is true, the report contains
// the table for CSV. This table has all fields, and also lists metrics that are only
// other names of equivalent metrics.
func (m Metrics) Report(csv bool) report.Report {
	table := m.table()
	if csv {
		table = m.everything()
	}
	return report.Report{JSON: m.document(), Tables: []*tables.Table{table}}
}

// One returns a report with all details of the first metric in the list.
func (m Metrics) One() report.Report {
	one := m.List[0]
	table := &tables.Table{
		Title: one.Syntax, Lead: wording.Upper(one.Doc) + ". " + one.More,
		Columns: []tables.Column{{Name: "property of " + one.example()}, {Name: "", Width: 72}},
	}
	add := func(what, is string) { table.Rows = append(table.Rows, []string{what, is}) }
	if one.Alias != "" {
		add("another name of", one.Alias+": "+one.Why)
	}
	add("estimates", one.aim())
	add("starts at", fmt.Sprintf("n = %d", one.Offer.First))
	add("interval", intervals[one.interval()])
	add("boards", one.boards())
	add("cost", one.costInFull(m.Measured))
	for _, v := range one.Variants {
		add(one.Syntax+v.Suffix, v.Doc)
	}
	return report.Report{JSON: m.document(), Tables: []*tables.Table{table}}
}

func (m Metrics) table() *tables.Table {
	list := lists.Where(m.List, func(one Metric) bool { return one.Alias == "" })
	t := tables.New("Metrics", metricFields.Pick("name doc interval unequal graded measured"), list)
	t.Lead = "Rank by avg, or by bayes:fitted, which shrinks means of few trials towards each other and has intervals for them: " +
		"no method here comes significantly closer to the true order than avg (docs/arena.md)."
	t.Notes = append(m.aliases(),
		"interval: yes, the metric has one; draws, settle rank estimates P(best) and rank sets from posterior draws; "+
			"no, scores only. unequal: questions can have different numbers of trials, or none. graded: accepts outcomes of more "+
			"than two categories, with --weights.",
		m.costNote(),
		"K is a number of trials, as in pass@8. settle metrics NAME shows what a metric estimates and the suffixes of its name, as in "+
			`pass@8:fitted. "paper" stands for the thirteen metrics of Fig. 2, exec:COMMAND for a program of yours.`)
	return t
}

// costNote returns a note that explains the column cost: either measured times, or
// classes of computing time.
func (m Metrics) costNote() string {
	if m.Measured != "" {
		return "cost: median time of a ranking " + m.Measured + "."
	}
	return "cost: look-up, sums of numbers computed once for all boards, about a microsecond per ranking; board, computed for " +
		"each board; grid, so slow that curves have points only at n = 1, 2, 4, …. --measure shows microseconds on this machine."
}

// aliases returns one note for each metric that has other names. The note lists these
// names, and says that they order models in the same way on every complete board of
// right and wrong answers.
func (m Metrics) aliases() (notes []string) {
	var order []string
	names := map[string][]string{}
	for _, one := range m.List {
		if one.Alias != "" && names[one.Alias] == nil {
			order = append(order, one.Alias)
		}
		names[one.Alias] = append(names[one.Alias], one.Syntax)
	}
	for _, alias := range order {
		notes = append(notes, fmt.Sprintf("Other names of %s, which order models in the same way on every complete board of right and "+
			"wrong answers (proofs: docs/rankings.md): %s.", alias, strings.Join(names[alias], ", ")))
	}
	return notes
}

// everything returns a table for CSV with all fields, one metric per row.
func (m Metrics) everything() *tables.Table {
	fields := metricFields.Without("more variants alias_of why")
	fields[0] = fields[0].As("metric")
	suffixes := func(m Metric) string {
		return strings.Join(lists.Each(m.Variants, func(v metrics.Variant) string { return v.Suffix }), " ")
	}
	return append(append(fields, tables.Data("variants", suffixes)), metricFields.Pick("alias_of why")...).CSV(m.List)
}

func (m Metrics) document() tables.Object {
	return tables.NewObject("metrics", metricFields.JSON(m.List))
}

// example returns the name of an example from the family of metrics.
func (m Metric) example() string { return cmp.Or(m.Example, m.Name) }

// aim says in words which quantity the scores approach as the number of trials grows.
func (m Metric) aim() string {
	if m.Aim == "" && m.Offer.Ordered {
		return "unknown: it depends on the order of trials"
	}
	return cmp.Or(m.Aim, "its own ranking of the success probabilities")
}

// interval says whether the metric has intervals: "yes", "draws" (only for ranks, from
// posterior draws) or "no".
func (m Metric) interval() string {
	switch {
	case m.Offer.Interval:
		return "yes"
	case m.Offer.Ranks:
		return "draws"
	}
	return "no"
}

// intervals explains the results of Metric.interval in words.
var intervals = map[string]string{
	"yes":   "yes",
	"draws": "none for the score; settle rank estimates P(best) and rank sets from posterior draws",
	"no":    "none, scores only",
}

// boards describes the kinds of boards that the metric accepts.
func (m Metric) boards() string {
	return wording.IfElse(m.Offer.Unequal, "any numbers of trials", "the same number of trials everywhere") + "; " +
		wording.IfElse(m.Offer.Graded, "binary and graded outcomes", "binary outcomes")
}

// cost returns the measured time of one ranking or, if it was not measured, the class
// of computing time.
func (m Metric) cost() string {
	if math.IsNaN(m.Micros) {
		return string(m.Offer.Cost)
	}
	digits := 1
	if m.Micros >= 100 {
		digits = 0
	}
	return tables.Float(m.Micros, digits) + " µs"
}

// costInFull describes in words the class of computing time and, if it was measured,
// the time of one ranking.
func (m Metric) costInFull(measured string) string {
	what := map[metrics.Cost]string{
		metrics.LookUp:   "look-up: sums of numbers computed once for all boards",
		metrics.PerBoard: "board: computed for each board",
		metrics.PerGrid:  "grid: so slow that curves have points only at n = 1, 2, 4, … and N",
	}[m.Offer.Cost]
	return what + wording.If(measured != "", "; "+m.cost()+" "+measured)
}
