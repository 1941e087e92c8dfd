package boardpage

import (
	"fmt"
	"slices"
	"strings"

	"settle/figures"
	"settle/report/page"
)

// Limits for pages of many models. Such a page shows only the leading models in full.
// Of every other model, it shows one row of the leaderboard. Otherwise the size of the
// page would grow with the square of the number of models.
const (
	mostWhole   = 100 // largest number of models that a page shows in full by default
	leadingRows = 30  // models that it shows in full if there are more
	blockOfMany = 30  // largest number of models drawn as lines or pair by pair
	ranksOfMany = 100 // largest number of ranks drawn if there are many models
)

// leading returns the number of models that the page shows in full.
func (p Part) leading() int {
	models := len(p.Standings.Rankings[0].Rows)
	switch {
	case p.Top > 0:
		return min(p.Top, models)
	case models > mostWhole:
		return leadingRows
	}
	return models
}

// omitsModels reports whether there are models that the page does not show in full.
func (p Part) omitsModels() bool { return p.leading() < len(p.Standings.Rankings[0].Rows) }

// lines returns the number of models that figures draw as lines. If the user did not
// set Top, this number is at most blockOfMany, since more lines would cross too often.
func (p Part) lines() int {
	if p.Top > 0 {
		return p.leading()
	}
	return min(p.leading(), blockOfMany)
}

// firstOf returns a note that says that only the first models are shown, and how many.
func (p Part) firstOf(shown int) string {
	return fmt.Sprintf("Only the first %d of %d models are shown.", shown, len(p.Standings.Rankings[0].Rows))
}

// shorter returns a table with only the rows of the leading models. A note names the
// command of the given study, which prints all rows.
func (s *setting) shorter(t page.Table, by Study) page.Table {
	first := s.leading()
	if len(t.Rows) <= first || !s.omitsModels() {
		return t
	}
	t.Notes = append(slices.Clone(t.Notes), fmt.Sprintf("Only the first %d of %d rows are shown; %s prints all of them.", first, len(t.Rows), s.Commands[by]))
	t.Rows = t.Rows[:first]
	return t
}

// leadingOf returns a figure that shows only the leading models.
func (s *setting) leadingOf(f *figures.Figure) *figures.Figure {
	if f == nil || s.lines() == len(s.Standings.Rankings[0].Rows) {
		return f
	}
	short := *f
	short.Panels = slices.Clone(f.Panels)
	first, lines := s.leading(), s.lines()
	for i, panel := range short.Panels {
		switch panel := panel.(type) {
		case figures.Leaderboard:
			panel.Of, panel.Entries = len(panel.Entries), cut(panel.Entries, first)
			short.Panels[i] = panel
		case figures.HeatMap:
			panel.Rows = cut(panel.Rows, first)
			short.Panels[i] = panel
		case figures.Bumps:
			panel.Of, panel.Rows = len(panel.Rows), cut(panel.Rows, lines)
			short.Panels[i], first = panel, lines
		case figures.Trajectories:
			panel.Of, panel.Paths = len(panel.Paths), cut(panel.Paths, lines)
			short.Panels[i], first = panel, lines
		}
	}
	if first < len(s.Standings.Rankings[0].Rows) {
		short.Caption = s.alsoSaid(f.Caption, s.firstOf(first))
	}
	return &short
}

// alsoSaid adds a line to a caption, even if the page already contains the same line
// elsewhere.
func (s *setting) alsoSaid(caption, line string) string {
	s.repeated = append(s.repeated, line)
	return strings.TrimPrefix(caption+"\n"+line, "\n")
}

// cut returns the first elements of a list, at most the given number.
func cut[T any](list []T, most int) []T { return list[:min(most, len(list))] }

// lowRanks returns the figure f of rank probabilities, adapted to the page. If there
// are many models, all ranks beyond the first hundred share one column.
func (s *setting) lowRanks(f *figures.Figure) *figures.Figure {
	if f == nil || !s.omitsModels() {
		return f
	}
	panel := f.Panels[0].(figures.HeatMap)
	if len(panel.Columns) <= ranksOfMany+1 {
		return f
	}
	panel.Columns = append(slices.Clone(panel.Columns[:ranksOfMany]), fmt.Sprintf("%d–%d", ranksOfMany+1, len(panel.Columns)))
	rows := slices.Clone(panel.Rows)
	for i, row := range rows {
		beyond := 0.0
		for _, share := range row.Shares[ranksOfMany:] {
			beyond += share
		}
		rows[i].Shares = append(slices.Clone(row.Shares[:ranksOfMany]), min(beyond, 1))
	}
	panel.Rows = rows
	short := *f
	short.Panels = []figures.Panel{panel}
	short.Caption += fmt.Sprintf("\nThe last column sums all ranks beyond %d.", ranksOfMany)
	return &short
}
