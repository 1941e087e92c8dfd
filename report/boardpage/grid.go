package boardpage

import (
	"fmt"

	"settle/internal/lists"
	"settle/report/page"
	"settle/study/standings"
)

// mostPacked is the greatest size, in bytes before compression, of the outcomes or
// counts that a page embeds. An outcome that is only 0 or 1 takes about a fifth of a
// byte.
const mostPacked = 4_000_000

// grid adds the map of questions and models, which shows the outcomes in each cell. If
// the outcomes are too large to embed, it adds a note instead.
func (s *setting) grid() {
	q := s.Questions
	board, err := q.Board.Pack(mostPacked)
	if err != nil {
		s.fail(err)
		return
	}
	if board == nil {
		s.add(page.Note(fmt.Sprintf("The page omits the outcomes of each question because they take more than %d MB.", mostPacked/1_000_000)))
		return
	}
	grid := page.Grid{
		ID: s.prefix + "board", Board: board, Models: q.Models, Questions: q.Questions,
		Order:   lists.Each(q.Order, func(row standings.Standing) int { return row.Index }),
		Weights: q.Weights.Floats(),
	}
	if s.Standings.Comparison(s.Standings.Rankings[0]) != nil {
		grid.Pairs = s.compareID()
	}
	s.add(grid)
}
