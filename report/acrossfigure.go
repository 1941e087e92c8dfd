package report

import "settle/figures"

// Figure draws the ranks as a bump chart, a column per schema.
func (x Across) Figure() *figures.Figure { return x.FigureWith(x.title(), x.Facts) }

// FigureWith is Figure with another title and caption.
func (x Across) FigureWith(title, caption string) *figures.Figure {
	panel := figures.Bumps{}
	for _, s := range x.Schemata {
		panel.Columns = append(panel.Columns, s.Schema.Name())
	}
	for _, row := range x.Rows {
		bump := figures.BumpRow{Model: row.Model}
		for _, p := range row.Places {
			bump.Ranks = append(bump.Ranks, p.Rank)
		}
		panel.Rows = append(panel.Rows, bump)
	}
	caption += " Ranks are of exact scores: neighbours may differ by noise alone."
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{panel}}
}
