package input

import (
	"testing"

	"settle/metrics"
	"settle/results"
)

// unequal is a board of categories 0 and 1 whose rows are given by model and question.
func unequal(t *testing.T, questions []string, rows ...[]string) *results.Board {
	t.Helper()
	var trials []int
	for _, row := range rows {
		for _, cells := range row {
			trials = append(trials, len(cells))
		}
	}
	b, err := results.NewUnequalBoard(results.Numbered("m", len(rows)), questions, trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	for m, row := range rows {
		for q, cells := range row {
			for i, cell := range cells {
				b.Row(m, q)[i] = uint8(cell - '0')
			}
		}
	}
	return b
}

// A prior that lacks a question of an unequal board has no trials of it, and
// otherwise each question's own.
func TestAlignedTallyOfUnequalBoards(t *testing.T) {
	board := unequal(t, []string{"a", "b", "c"}, []string{"01", "1", ""}, []string{"0", "11", "1"})
	prior := unequal(t, []string{"c", "a"}, []string{"111", "01"}, []string{"0", "1"})
	whole, err := withQuestions(prior, board)
	if err != nil {
		t.Fatal(err)
	}
	tally, err := alignedTally(whole, board)
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range [][][2]int{{{1, 2}, {0, 0}, {3, 3}}, {{1, 1}, {0, 0}, {0, 1}}} {
		for q, cell := range want {
			if got := [2]int{int(tally.Row(m)[q]), tally.TrialsOf(m, q)}; got != cell {
				t.Errorf("model %d, question %d: %v of trials, want %v", m, q, got, cell)
			}
		}
	}
	other := unequal(t, []string{"x", "y"}, []string{"1", "10"})
	if none, err := withQuestions(prior, other); err != nil || none != prior {
		t.Errorf("a prior without any question of the board became %v, %v", none, err)
	}
}

// Over the questions that all met, m1 has 1/2 and 2/3, m2 1/3 and 3/4 (1 + c over 2 + n).
func TestGoldOfUnequalBoard(t *testing.T) {
	board := unequal(t, []string{"a", "b", "c"}, []string{"01", "1", ""}, []string{"0", "11", "1"})
	gold, err := OpenGold("board", &Source{Board: board}, metrics.Options{Weights: metrics.Binary})
	if err != nil {
		t.Fatal(err)
	}
	if !gold.Own || gold.Levels[0] != 1 || gold.Levels[1] != 0 || gold.Name != "bayes on all attempts of the board" {
		t.Errorf("%+v", gold)
	}
}
