package input

import (
	"fmt"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/results"
	"settle/sim"
	"settle/tables"
)

// Missing is the flags that leave attempts out of a board that is made, so that
// what becomes of unequal boards can be tried where the truth is known.
type Missing struct {
	Drop     *float64 `placeholder:"P" help:"Of coins, mimics and stand-ins: leave out each attempt with chance P, as if it had never been made."`
	DropHard *float64 `placeholder:"P" help:"Of these: leave out attempts at hard questions more often, with chance P times the share of all attempts at the question that fail."`
	Unequal  string   `placeholder:"LO,HI" help:"Of these: draw the number of trials of each model and question uniformly from LO to HI."`
}

// Any tells whether any of the flags is given.
func (f Missing) Any() bool { return f.Drop != nil || f.DropHard != nil || f.Unequal != "" }

// Parse is what the flags say.
func (f Missing) Parse() (m sim.Missing, err error) {
	if f.Drop != nil {
		m.Drop = *f.Drop
	}
	if f.DropHard != nil {
		m.DropHard = *f.DropHard
	}
	if f.Unequal != "" {
		low, high, _ := strings.Cut(f.Unequal, ",")
		var errLow, errHigh error
		m.Fewest, errLow = strconv.Atoi(strings.TrimSpace(low))
		m.Most, errHigh = strconv.Atoi(strings.TrimSpace(high))
		if errLow != nil || errHigh != nil || m.Most < 1 {
			return m, cli.Usagef("--unequal is %s: say the fewest and the most trials, as in 4,16", quoted.Text(f.Unequal))
		}
	}
	if err := m.Check(); err != nil {
		return m, cli.Usagef("%w", err)
	}
	return m, nil
}

// Thin leaves attempts out of a board, whose index among those of the seed is
// given.
func (f Missing) Thin(b *results.Board, seed uint64, index int) (*results.Board, error) {
	m, err := f.Parse()
	if err != nil || !m.Any() {
		return b, err
	}
	left, err := m.From(b, seed, index)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return left, nil
}

// thin leaves attempts out of the source's board, and notes how many are missing.
func (f Missing) thin(s *Source, seed uint64) error {
	if !f.Any() {
		return nil
	}
	whole := s.Board
	board, err := f.Thin(whole, seed, 0)
	if err != nil {
		return err
	}
	s.Board = board
	s.Note = strings.TrimSpace(fmt.Sprintf("The flags leave out %d of %s, so that %d %s made. ",
		whole.Cells()-board.Cells(), tables.Count(whole.Cells(), "attempt"), board.Cells(), isAre(board.Cells())) + s.Note)
	return nil
}
