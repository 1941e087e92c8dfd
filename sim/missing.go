package sim

import (
	"fmt"
	"slices"

	"settle/internal/rng"
	"settle/results"
)

// Missing says which attempts on a board are never made. The zero value keeps all
// attempts.
type Missing struct {
	// Fewest and Most are the smallest and the largest number of trials. The number is
	// drawn uniformly for each model and question. If both are 0, every model has all
	// trials of the board on every question.
	Fewest, Most int

	// Drop is the probability, in [0, 1], that an attempt is missing.
	Drop float64

	// DropHard is the probability, in [0, 1], that an attempt is missing if no model ever
	// solves its question. At other questions, the probability is multiplied by the share
	// of attempts that fail. For graded outcomes, it is multiplied by the attempts' mean
	// distance from the best category, divided by the top category.
	DropHard float64
}

// Any reports whether any attempt can be missing.
func (m Missing) Any() bool { return m != Missing{} }

// Check returns an error if one of the numbers in m is out of range.
func (m Missing) Check() error {
	for _, chance := range []float64{m.Drop, m.DropHard} {
		if !(chance >= 0 && chance <= 1) {
			return fmt.Errorf("probability %v of a missing attempt is not between 0 and 1", chance)
		}
	}
	if m.Fewest < 0 || m.Most < m.Fewest || m.Most > results.MaxTrials {
		return fmt.Errorf("invalid range of %d to %d trials; use numbers from 0 to %d, the smaller one first",
			m.Fewest, m.Most, results.MaxTrials)
	}
	return nil
}

// From returns a copy of a complete board in which some attempts are missing. For each model and
// question, it draws a number n, keeps only the first n trials, and then drops some of these at
// random. Which attempts are missing depends on the seed, on the index and the size of the board
// and, with DropHard, on its outcomes. From returns an error if m fails Check, if Most exceeds
// the board's trials, or if no attempt is left.
func (m Missing) From(b *results.Board, seed uint64, index int) (*results.Board, error) {
	made, err := m.Made(b, seed, index, nil)
	if err != nil {
		return nil, err
	}
	trials := make([]int, len(b.Models)*len(b.Questions))
	sum := 0
	for i, is := range made {
		if is {
			trials[i/b.Trials()]++
			sum++
		}
	}
	if sum == 0 {
		return nil, fmt.Errorf("all %d attempts are missing", b.Cells())
	}
	left, err := results.NewUnequalBoard(b.Models, b.Questions, trials, b.Top())
	if err != nil {
		return nil, err
	}
	left.Task = b.Task
	if b.Ballots != nil {
		left.AddBallots(b.Ballots.Names, b.Ballots.Weight)
	}
	for model := range b.Models {
		for q := range b.Questions {
			to := 0
			for trial := range b.Trials() {
				if made[0] {
					left.CopyAttempt(model, q, to, b, trial)
					to++
				}
				made = made[1:]
			}
		}
	}
	return left, nil
}

// Made reports, for each attempt of a complete board, whether From keeps it. The result is ordered
// by model, question and trial. It reuses the memory of buffer if that is large enough. Made
// returns an error if m fails Check, or if Most exceeds the board's trials.
func (m Missing) Made(b *results.Board, seed uint64, index int, buffer []bool) ([]bool, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if m.Most > b.Trials() {
		return nil, fmt.Errorf("cannot keep up to %d trials: the board has only %d", m.Most, b.Trials())
	}
	stream := rng.New(seed, "missing attempts", index)
	hard := hardness(b)
	made := slices.Grow(buffer[:0], b.Cells())
	for range b.Models {
		for q := range b.Questions {
			first := b.Trials()
			if m.Most > 0 {
				first = m.Fewest + int(stream.Below(uint32(m.Most-m.Fewest+1)))
			}
			for range first {
				dropped := stream.Float64() < m.Drop
				hardDropped := stream.Float64() < m.DropHard*hard[q]
				made = append(made, !dropped && !hardDropped)
			}
			for range b.Trials() - first {
				made = append(made, false)
			}
		}
	}
	return made, nil
}

// hardness returns, for each question, how far its attempts are below the top category on average:
// from 0 if all are in the top category to 1 if all are in category 0. For binary outcomes, this
// is the share of failures.
func hardness(b *results.Board) []float64 {
	hard := make([]float64, len(b.Questions))
	for q := range hard {
		short := 0
		for model := range b.Models {
			for _, category := range b.Row(model, q) {
				short += b.Top() - int(category)
			}
		}
		hard[q] = float64(short) / float64(len(b.Models)*b.Trials()*b.Top())
	}
	return hard
}
