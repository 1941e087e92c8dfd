package input

import (
	"fmt"
	"strings"

	"settle/internal/quoted"
	"settle/internal/tables"
)

// LeaveUnmet takes the questions that some model never met off the board, for all
// models: what was never tried has no share of successes to go by. It notes with
// the source which they are, and returns their names.
func (s *Source) LeaveUnmet() ([]string, error) {
	board, left, err := s.Board.MetByAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	s.Board = board
	if len(left) > 0 {
		s.Note = strings.TrimSpace(fmt.Sprintf("%s that some model never met %s left out: %s. ",
			tables.Count(len(left), "question"), tables.Are(len(left)), quoted.List(left)) + s.Note)
	}
	return left, nil
}
