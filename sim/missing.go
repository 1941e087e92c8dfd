package sim

import (
	"fmt"
	"slices"

	"settle/internal/rng"
	"settle/results"
)

// Missing says which attempts of a board are never made. The zero value leaves
// none out.
type Missing struct {
	// Fewest and Most are the range of the numbers of trials, drawn uniformly
	// for each model and question; both 0 for as many as the board has.
	Fewest, Most int

	// Drop is the chance, in [0, 1], that an attempt is missing.
	Drop float64

	// DropHard is the chance, in [0, 1], that an attempt is missing at a question
	// that no attempt of any model solves; at others it is that times the share
	// of the range of categories that all attempts together fall short of.
	DropHard float64
}

// Any tells whether anything may be missing.
func (m Missing) Any() bool { return m != Missing{} }

// Check tells what is wrong with the numbers, or nil.
func (m Missing) Check() error {
	for _, chance := range []float64{m.Drop, m.DropHard} {
		if !(chance >= 0 && chance <= 1) {
			return fmt.Errorf("a chance of %v that an attempt is missing: it must be from 0 to 1", chance)
		}
	}
	if m.Fewest < 0 || m.Most < m.Fewest || m.Most > results.MaxTrials {
		return fmt.Errorf("from %d to %d trials: there must be from 0 to %d, the fewest first",
			m.Fewest, m.Most, results.MaxTrials)
	}
	return nil
}

// From returns what a complete board keeps: of each model and question the first
// so many trials, and of these the attempts that are not dropped. What is missing
// depends on the seed, on index, which is that of the board, and on the sizes of
// the board, with DropHard on its outcomes too. It fails where Check does, if Most
// is more than the board's trials, and if nothing is left.
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
		return nil, fmt.Errorf("none of %d attempts is left", b.Cells())
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

// Made tells which attempts of a complete board From keeps, by model, question and
// trial, in into where that is large enough. It fails where Check does, and if Most is
// more than the board's trials.
func (m Missing) Made(b *results.Board, seed uint64, index int, into []bool) ([]bool, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if m.Most > b.Trials() {
		return nil, fmt.Errorf("up to %d trials of a board of %d", m.Most, b.Trials())
	}
	stream := rng.New(seed, "missing attempts", index)
	hard := hardness(b)
	made := slices.Grow(into[:0], b.Cells())
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

// hardness is the share of the range of categories that the attempts of all models
// fall short of, by question: of binary outcomes the share of failures.
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
