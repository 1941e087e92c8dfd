package standings

import (
	"fmt"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/study/standings"
)

// categoryShares holds a model and the share of its attempts in each category.
type categoryShares struct {
	model  string
	shares []float64
}

// sharesOf returns, for each model in the order of a ranking, the share of its attempts
// in each category.
func sharesOf(s *signals.Sorted, ranked standings.Standings) []categoryShares {
	shares := s.Shares()
	return lists.Each(ranked.Rows, func(row standings.Standing) categoryShares { return categoryShares{row.Model, shares[row.Index]} })
}

// categoriesTable returns a table of the share of each model's attempts in each
// category. Models are in the order of a ranking. Columns have numbers as headings
// because names of categories are too long.
func categoriesTable(title string, s *signals.Sorted, ranked standings.Standings) *tables.Table {
	columns := []tables.Field[categoryShares]{tables.Left("model", func(x categoryShares) string { return x.model })}
	for i := range s.Schema.Categories() {
		columns = append(columns, tables.RightPercent(fmt.Sprint(i), func(x categoryShares) float64 { return x.shares[i] }))
	}
	t := tables.New(title, columns, sharesOf(s, ranked))
	t.Notes = []string{fmt.Sprintf("Categories of schema %s: %s.", s.Schema.Name(),
		strings.Join(numberedNames(s.Schema), "; "))}
	return t
}

// numberedNames returns the names of the categories, each with its number.
func numberedNames(s *rubric.Schema) []string {
	var names []string
	for i, name := range s.Categories() {
		names = append(names, fmt.Sprintf("%d %s", i, name))
	}
	return names
}

// categoriesFigure returns a heat map of the share of each model's attempts in each
// category.
func categoriesFigure(title, caption string, s *signals.Sorted, ranked standings.Standings) *figures.Figure {
	panel := figures.HeatMap{
		XLabel: "share of attempts (%) in each category", Slanted: true, Columns: numberedNames(s.Schema),
		Rows: lists.Each(sharesOf(s, ranked), func(x categoryShares) figures.HeatRow {
			return figures.HeatRow{Model: x.model, Shares: x.shares}
		}),
	}
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{panel}}
}

// categoryCounts returns, for JSON, the number of each model's attempts in each
// category. Models are in the order of a ranking.
func categoryCounts(s *signals.Sorted, ranked standings.Standings) []tables.Object {
	counts := s.Counts()
	return lists.Each(ranked.Rows, func(row standings.Standing) tables.Object {
		return tables.NewObject("model", row.Model, "counts", counts[row.Index])
	})
}
