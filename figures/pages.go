package figures

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
)

const (
	pageHeight = 250 * vg.Millimeter // a printed page
	mostPages  = 12                  // with more pages, rows get tighter instead
)

// Pages splits a leaderboard that is higher than a printed page into several figures
// with the same axis, which show the models in order. It returns any other figure
// unchanged, and also a leaderboard that would need more than twelve pages.
func (f *Figure) Pages() []*Figure {
	board, ok := f.onlyLeaderboard()
	if !ok || f.compose(typesetter{}).height <= pageHeight {
		return []*Figure{f}
	}
	for n := 2; n <= min(mostPages, len(board.Entries)); n++ {
		if pages := f.split(board, n); pages[0].compose(typesetter{}).height <= pageHeight {
			return pages
		}
	}
	return []*Figure{f}
}

// onlyLeaderboard returns the only panel of a valid figure if this panel is a
// leaderboard. Otherwise ok is false.
func (f *Figure) onlyLeaderboard() (board Leaderboard, ok bool) {
	if f.check() != nil || len(f.Panels) != 1 {
		return board, false
	}
	board, ok = f.Panels[0].(Leaderboard)
	return board, ok
}

// split distributes the models of the leaderboard, in order, over n figures with the
// same axis.
func (f *Figure) split(board Leaderboard, n int) []*Figure {
	scores := board.scores()
	var pages []*Figure
	rows := (len(board.Entries) + n - 1) / n
	for entries := range slices.Chunk(board.Entries, rows) {
		page, part := *f, board
		part.Entries, part.Of = entries, max(board.Of, len(board.Entries))
		if scores.some {
			part.ShowX = []float64{scores.lo, scores.hi}
		}
		page.Title = fmt.Sprintf("%s (page %d of %d)", f.Title, len(pages)+1, n)
		page.Panels = []Panel{part}
		pages = append(pages, &page)
	}
	return pages
}
