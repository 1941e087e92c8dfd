package boardtest

import "settle/results"

// Counted returns the tally of a binary board. There is one row per model. It holds
// {successes, trials} for each question. A model with no trials of a question never
// attempted it.
func Counted(rows ...[][2]int) *results.Tally {
	var trials []uint16
	for _, row := range rows {
		for _, cell := range row {
			trials = append(trials, uint16(cell[1]))
		}
	}
	t := results.NewUnequalTally(len(rows), len(rows[0]), 1, trials)
	for model, row := range rows {
		for question, cell := range row {
			t.Add(model, question, 1, cell[0])
		}
	}
	return t
}

// Rights returns the tally of a binary board with n trials of each question. Of the
// trials of question q by model m, rights[m][q] are correct.
func Rights(n int, rights ...[]int) *results.Tally {
	t := results.NewTally(len(rights), len(rights[0]), 1)
	t.Trials = n
	for model, own := range rights {
		for q, c := range own {
			t.Add(model, q, 1, c)
		}
	}
	return t
}
