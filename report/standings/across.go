package standings

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/rubric"
	"settle/study/standings"
)

// Across holds rankings of the same models under several schemata, and the inputs of
// these rankings. A schema is a set of rules that sorts attempts into categories.
type Across struct {
	*standings.Across
	Origin report.SignalsOrigin
	Name   string // name of the attempts, for titles
	Facts  string // description of the attempts, in sentences
}

// Report returns the report in the given format. CSV contains one row for each model
// and schema (set of rules that sorts attempts into categories).
func (x Across) Report(format string) report.Report {
	r := report.Report{JSON: x.document(), Tables: []*tables.Table{x.Data()}}
	if tables.Format(format) != tables.CSV {
		places := x.Table(x.title())
		places.Warn(x.Facts)
		r.Tables = []*tables.Table{places, x.Summary("How the schemata agree")}
	}
	return r
}

// AcrossTasks returns one report of rankings at several tasks, each under several
// schemata. The last element of the slice must hold the results for all tasks pooled.
// CSV is one table whose first column is the task. A slice of one element gives the
// report of this element.
func AcrossTasks(all []Across, format string) report.Report {
	if len(all) == 1 {
		return all[0].Report(format)
	}
	shown := lists.Each(all, func(x Across) taskReport {
		return taskReport{x.Task, x.document(), x.Report(format).Tables}
	})
	return joinTasks(shown, format)
}

// A schemaPlace is a model's rank and score under one schema.
type schemaPlace struct {
	standings.AcrossPlace
	model, schema string
}

// placeFields lists the fields that describe a model's place under one schema: its rank
// and its score.
var placeFields = tables.Fields[schemaPlace]{
	tables.Data("model", func(p schemaPlace) string { return p.model }),
	tables.Data("schema", func(p schemaPlace) string { return p.schema }),
	tables.Data("rank", func(p schemaPlace) float64 { return p.Rank }),
	tables.Data("rank_ci", func(p schemaPlace) float64 { return p.RankInterval }),
	tables.Data("score", func(p schemaPlace) float64 { return p.Score }),
	tables.Data("points", func(p schemaPlace) float64 { return p.Points }),
	tables.Data("sigma", func(p schemaPlace) float64 { return p.Sigma }),
}

// places returns the rank and score of a model under each schema.
func (x Across) places(row standings.AcrossRow) (places []schemaPlace) {
	for i, p := range row.Places {
		places = append(places, schemaPlace{p, row.Model, x.Schemata[i].Schema.Name()})
	}
	return places
}

// Data returns a table with one row for each model and schema, for CSV.
func (x Across) Data() *tables.Table {
	return placeFields.CSV(lists.Flat(x.Rows, x.places))
}

// rowFields returns the fields that describe one model under all schemata: its mean
// rank, the range of its ranks, and its places.
func (x Across) rowFields() tables.Fields[standings.AcrossRow] {
	type row = standings.AcrossRow
	return tables.Fields[row]{
		tables.Data("model", func(r row) string { return r.Model }),
		tables.Data("mean_rank", func(r row) float64 { return r.MeanRank }).Rounded("mean rank", 2),
		tables.Data("rank_best", func(r row) float64 { return r.Best }),
		tables.Data("rank_worst", func(r row) float64 { return r.Worst }),
		tables.Data("places", func(r row) any { return placeFields.Without("model").JSON(x.places(r)) }),
		tables.Right("ranks", func(r row) string {
			return wording.IfElse(r.Best == r.Worst, fmt.Sprint(r.Best), fmt.Sprintf("%v–%v", r.Best, r.Worst))
		}),
	}
}

// schemaFields returns the fields that describe the ranking under one schema.
func (x Across) schemaFields() tables.Fields[standings.UnderSchema] {
	type under = standings.UnderSchema
	return tables.Fields[under]{
		tables.Data("schema", func(s under) string { return s.Schema.Name() }),
		tables.Data("categories", func(s under) any { return report.CategoryDocuments(s.Schema) }),
		tables.Data("tau", func(s under) float64 { return s.Tau }).Rounded("τ", 3),
		tables.Data("separated_neighbours", func(s under) int { return s.SeparatedNeighbours }),
		tables.Data("leader", func(s under) string { return s.Leader }),
		tables.Data("margin", func(s under) float64 { return s.Margin }).Rounded("margin", 4),
		tables.Data("margin_sigma", func(s under) float64 { return s.MarginSigma }).Rounded("σ", 4),
		tables.Right("neighbours separated", func(s under) string { return fmt.Sprintf("%d of %d", s.SeparatedNeighbours, x.Models-1) }).As("separated"),
	}
}

func (x Across) document() tables.Object {
	thresholds := tables.Absent
	if len(x.Tasks) == 1 && len(x.Tasks[0].Thresholds.List()) > 0 {
		thresholds = report.ThresholdDocuments(x.Tasks[0].Thresholds.List())
	}
	return tables.NewObject(
		"source", tables.OrAbsent(x.Origin.Source), "seed", x.Origin.Seed,
		"thresholds_from", tables.OrAbsent(x.Origin.ThresholdsFrom),
		"task", x.Task, "models", x.Models, "questions", x.Questions, "trials", x.Trials,
		"trials_most", tables.OrAbsent(x.Most), "thresholds", thresholds, "confidence", x.Rules.Confidence,
		"estimand", x.Rules.Estimand.String(), "convention", x.Rules.Convention.String(),
		"baseline", x.Schemata[x.Baseline].Schema.Name(),
		"schemata", x.schemaFields().JSON(x.Schemata), "rows", x.rowFields().JSON(x.Rows))
}

func (x Across) title() string {
	return fmt.Sprintf("%s ranked by %d schemata", x.Name, len(x.Schemata))
}

// headsWidth is the greatest total width of schema names in table headings, in
// characters. If the names need more, letters replace them.
const headsWidth = 80

// heads returns one table heading for each schema: its name, or a letter if the names
// would make the table too wide. The note explains the letters.
func (x Across) heads() (heads []string, note string) {
	width := 0
	for _, s := range x.Schemata {
		heads = append(heads, s.Schema.Name())
		width += utf8.RuneCountInString(s.Schema.Name()) + 2
	}
	if width <= headsWidth {
		return heads, ""
	}
	var legend []string
	for i, name := range heads {
		heads[i] = letter(i)
		legend = append(legend, heads[i]+" "+name)
	}
	return heads, strings.Join(legend, ", ") + "."
}

// letter returns a, b, …, z, aa, ab, … for i = 0, 1, ….
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letter(i/26-1) + letter(i%26)
}

// Table returns a table of every model's rank under every schema. Models are sorted by
// mean rank.
func (x Across) Table(title string) *tables.Table { return x.TableBeside(title, nil) }

// TableBeside returns the table of ranks that Table returns, with a second set of ranks
// in parentheses, such as the true ranks. A second rank is shown only if it differs
// from the first. The second ranks are others[schema][model]. They are omitted if
// others is nil.
func (x Across) TableBeside(title string, others [][]float64) *tables.Table {
	columns, legend := acrossColumns(x, func(row standings.AcrossRow, schema int) string {
		rank := row.Places[schema].Rank
		if others == nil || others[schema][row.Index] == rank {
			return fmt.Sprint(rank)
		}
		return fmt.Sprintf("%v (%v)", rank, others[schema][row.Index])
	})
	t := tables.New(title, append(columns, x.rowFields().Pick("mean_rank ranks")...), x.Rows)
	t.Note(legend, fmt.Sprintf("Ranks (%s) follow the exact scores by bayes; neighbours can differ by noise alone.", x.Rules.Convention))
	percentiles := func(s standings.UnderSchema) bool { return len(s.Schema.Uses(&rubric.Thresholds{})) > 0 }
	if x.Origin.ThresholdsFrom == "" && slices.ContainsFunc(x.Schemata, percentiles) {
		t.Warn("Thresholds are percentiles of the attempts of all these models; other models on the board would change them.")
	}
	return t
}

// acrossColumns returns a column of model names and one column per schema. The text of
// a cell is cell(row, schema). If the headings are letters, the legend explains them.
func acrossColumns(
	x Across, cell func(row standings.AcrossRow, schema int) string,
) (columns []tables.Field[standings.AcrossRow], legend string) {
	heads, legend := x.heads()
	columns = x.rowFields().Pick("model")
	for i, head := range heads {
		columns = append(columns, tables.Right(head, func(row standings.AcrossRow) string { return cell(row, i) }))
	}
	return columns, legend
}

// Scores returns a table of every model's score under every schema, in points. Below
// each score stands its posterior standard deviation.
func (x Across) Scores(title string) *tables.Table {
	means, legend := acrossColumns(x, func(row standings.AcrossRow, schema int) string {
		return tables.Float(row.Places[schema].Points, 3)
	})
	sigmas, _ := acrossColumns(x, func(row standings.AcrossRow, schema int) string {
		return tables.Float(row.Places[schema].Sigma, 3)
	})
	sigmas[0] = tables.Left("model", func(standings.AcrossRow) string { return "  ±" })
	t, below := tables.New(title, means, x.Rows), tables.New("", sigmas, x.Rows)
	var rows [][]string
	for i := range t.Rows {
		rows = append(rows, t.Rows[i], below.Rows[i])
	}
	t.Rows = rows
	t.Note(legend, "Scores are posterior means, with weights scaled to [0, 1]. ±: their posterior standard deviations.")
	return t
}

// Summary returns a table with one schema per row. It shows how well the schema's
// ranking agrees with that of the baseline schema, and the margin of the leader.
func (x Across) Summary(title string) *tables.Table {
	t := tables.New(title, x.schemaFields().Pick("schema tau separated leader margin margin_sigma"), x.Schemata)
	t.Warn(x.priorNote())
	t.Note(fmt.Sprintf("τ: Kendall τ_b with the ranking by %s. "+
		"neighbours separated: adjacent pairs of the ranking that are separated, each alone at %s. "+
		"margin: score of the leader minus that of rank 2, weights scaled to [0, 1], with its posterior standard deviation σ.",
		x.Schemata[x.Baseline].Schema.Name(), wording.Percent(x.Rules.Confidence)))
	return t
}

// priorNote returns a warning if the prior shrinks the leaders' margins strongly, and
// otherwise "".
func (x Across) priorNote() string {
	if !x.Prior().Heavy() {
		return ""
	}
	least, most := x.Categories()
	return fmt.Sprintf("The prior counts as %s trials per question; the board has %s. It shrinks margins towards %s.",
		wording.Range(least+x.PriorTrials, most+x.PriorTrials), wording.Range(x.Trials, max(x.Trials, x.Most)),
		wording.IfElse(x.PriorTrials > 0, "the margins in the results of --prior", "0"))
}

// Figure returns a bump chart of the ranks, with one column per schema.
func (x Across) Figure() *figures.Figure { return x.FigureWith(x.title(), x.Facts) }

// FigureWith returns the bump chart that Figure returns, with another title and
// caption.
func (x Across) FigureWith(title, caption string) *figures.Figure {
	panel := figures.Bumps{
		Columns: lists.Each(x.Schemata, func(s standings.UnderSchema) string { return s.Schema.Name() }),
		Rows: lists.Each(x.Rows, func(row standings.AcrossRow) figures.BumpRow {
			ranks := lists.Each(row.Places, func(p standings.AcrossPlace) float64 { return p.Rank })
			return figures.BumpRow{Model: row.Model, Ranks: ranks}
		}),
	}
	caption += " Ranks are by exact scores: neighbours can differ by noise alone."
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{panel}}
}
