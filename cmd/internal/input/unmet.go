package input

import (
	"fmt"
	"strings"

	"settle/internal/quoted"
	"settle/internal/tables"
)

// LeaveUnmet removes from the board every question that some model never tried, because a share of
// successes needs trials. It adds a note to the source and returns the names of these questions.
func (s *Source) LeaveUnmet() ([]string, error) {
	board, left, err := s.Board.MetByAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	s.Board = board
	if len(left) > 0 {
		s.Note = strings.TrimSpace(fmt.Sprintf("%s that some model never tried %s left out: %s. ",
			tables.Count(len(left), "question"), tables.Are(len(left)), quoted.List(left)) + s.Note)
	}
	return left, nil
}
