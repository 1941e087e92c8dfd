package report

import (
	"fmt"
	"slices"

	"settle/rubric"
	"settle/study/standings"
	"settle/tables"
)

// Table shows the rank of every model under every schema, the best mean rank
// first.
func (x Across) Table(title string) *tables.Table { return x.TableBeside(title, nil) }

// TableBeside is Table with other ranks in parentheses where they differ, such
// as the true ones: others[schema][model], by index of the attempts' model, or
// nil.
func (x Across) TableBeside(title string, others [][]float64) *tables.Table {
	columns, legend := acrossColumns(x, func(row standings.AcrossRow, schema int) string {
		rank := row.Places[schema].Rank
		if others == nil || others[schema][row.Index] == rank {
			return fmt.Sprint(rank)
		}
		return fmt.Sprintf("%v (%v)", rank, others[schema][row.Index])
	})
	columns = append(columns,
		rounded("mean rank", 2, func(row standings.AcrossRow) float64 { return row.MeanRank }),
		tables.Right("ranks", rankSpan))
	t := tables.New(title, columns, x.Rows)
	t.Notes = append(legend, fmt.Sprintf(
		"Ranks (%s) by exact scores of Bayes@%s on %s; neighbours may differ by noise alone.",
		x.Rules.Convention, beside(x.Prior()), tables.Count(x.Questions, "question")))
	if x.Origin.ThresholdsFrom == "" && slices.ContainsFunc(x.Schemata, hasThresholds) {
		t.Notes = append(t.Notes,
			"Thresholds are percentiles of the attempts of all these models: others on the board would move them.")
	}
	return t
}

// hasThresholds tells whether a schema compares signals with percentiles.
func hasThresholds(s standings.UnderSchema) bool { return len(s.Schema.Uses(&rubric.Thresholds{})) > 0 }

// acrossColumns are the model and a column per schema, with a note that explains
// their heads if these need one.
func acrossColumns(
	x Across, cell func(row standings.AcrossRow, schema int) string,
) (columns []tables.Of[standings.AcrossRow], legend []string) {
	heads, note := x.heads()
	columns = append(columns, tables.Left("model", func(row standings.AcrossRow) string { return row.Model }))
	for i, head := range heads {
		columns = append(columns, tables.Right(head, func(row standings.AcrossRow) string { return cell(row, i) }))
	}
	if note != "" {
		legend = []string{note}
	}
	return columns, legend
}

// rankSpan is the best and the worst rank of a model.
func rankSpan(r standings.AcrossRow) string {
	if r.Best == r.Worst {
		return fmt.Sprint(r.Best)
	}
	return fmt.Sprintf("%v–%v", r.Best, r.Worst)
}

// Scores shows the score of every model under every schema in points, and below
// each its posterior standard deviation.
func (x Across) Scores(title string) *tables.Table {
	means, legend := acrossColumns(x, func(row standings.AcrossRow, schema int) string {
		return tables.Float(row.Places[schema].Points, 3)
	})
	sigmas, _ := acrossColumns(x, func(row standings.AcrossRow, schema int) string {
		return tables.Float(row.Places[schema].Sigma, 3)
	})
	sigmas[0].Cell = func(standings.AcrossRow) string { return "  ±" }
	t, below := tables.New(title, means, x.Rows), tables.New("", sigmas, x.Rows)
	var rows [][]string
	for i := range t.Rows {
		rows = append(rows, t.Rows[i], below.Rows[i])
	}
	t.Rows = rows
	t.Notes = append(legend,
		"Posterior means of weights scaled to [0, 1], and below them ± their posterior standard deviations.")
	return t
}

// Summary shows, for every schema, how it agrees with the baseline and how far
// the leader is ahead.
func (x Across) Summary(title string) *tables.Table {
	type under = standings.UnderSchema
	t := tables.New(title, []tables.Of[under]{
		tables.Left("schema", func(s under) string { return s.Schema.Name() }),
		rounded("τ", 3, func(s under) float64 { return s.Tau }),
		tables.Right("neighbours apart", func(s under) string { return fmt.Sprintf("%d of %d", s.Apart, x.Models-1) }),
		tables.Left("leader", func(s under) string { return s.Leader }),
		rounded("margin", 4, func(s under) float64 { return s.Margin }),
		rounded("σ", 4, func(s under) float64 { return s.MarginSigma }),
	}, x.Schemata)
	t.Notes = []string{fmt.Sprintf("τ: Kendall τ_b with the ranking by %s. "+
		"neighbours apart: those in the ranking that the %s interval tells apart. "+
		"margin: of the leader over rank 2, the weights scaled to [0, 1], with its posterior standard deviation σ.",
		x.Schemata[x.Baseline].Schema.Name(), percent(x.Rules.Confidence))}
	if prior := acrossPriorNote(x.Across); prior != "" {
		t.Notes = append(t.Notes, prior)
	}
	return t
}
