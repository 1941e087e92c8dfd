package benchmarks_test

import (
	"slices"
	"testing"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/tests/papertest"
	"settle/results"
)

// boardOf is a board whose outcomes stand in rows, one a model and question.
func boardOf(t *testing.T, models []string, rows [][]uint8) *results.Board {
	t.Helper()
	questions := len(rows) / len(models)
	b, err := results.NewBoard(models, results.Numbered("q", questions), len(rows[0]), 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		copy(b.Row(i/questions, i%questions), row)
	}
	return b
}

// By hand: the totals 6, 4 and 3 are the gold. The first trial has 3, 2 and 3, of
// which one pair is tied, one right and one wrong, so that τ_b is 0; the second has 3,
// 2 and 0, which is the gold, so that τ_b is 1. With the greedy run's 3, 2 and 0 added
// both are in the order of the gold. The pool is of four such boards, whose trials
// order the models as those of one do.
func TestFollowupByHand(t *testing.T) {
	models := []string{"a", "b", "c"}
	board := boardOf(t, models, [][]uint8{{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {1, 0}, {1, 0}, {1, 0}})
	greedy := boardOf(t, models, [][]uint8{{1}, {1}, {1}, {1}, {1}, {0}, {0}, {0}, {0}})
	var own []paper.Benchmark
	for _, key := range paper.BenchmarkKeys {
		b, g := *board, *greedy
		b.Task, g.Task = key, key
		own = append(own, paper.Benchmark{Key: key, Title: key, Board: &b, Greedy: &g})
	}
	r := papertest.Run(t, "followup", paper.Options{Benchmarks: own})
	if len(r.Data) != 1 || len(r.Data[0].Table.Rows) != 5 {
		t.Fatalf("data %+v", r.Data)
	}
	for _, row := range r.Data[0].Table.Rows {
		want := []string{row[0], "0.7222222222222222", "0.5", "0.5", "0", "1", "0", "1"} // 13 of 18 are correct
		if !slices.Equal(row, want) {
			t.Errorf("%q, want %q", row, want)
		}
	}
	// Three models are not the paper's 20.
	for _, c := range r.Checks {
		if c.Kind != checks.Data || c.Verdict != checks.NeedsData {
			t.Errorf("%s is a %s that %s", c.Check, c.Kind, c.Verdict)
		}
	}
	cut := "AIME'24: reduction of the standard deviation of τ_b at N = 1 by a greedy prior"
	if got := papertest.Find(t, r, cut).Obtained; got != 1.0 {
		t.Errorf("cut %v, want all of it", got)
	}
}

// Without results nothing is obtained, and nothing is a test.
func TestFollowupNeedsResults(t *testing.T) {
	r := papertest.Run(t, "followup", paper.Options{})
	if len(r.Checks) == 0 || r.Data != nil || r.Tables != nil {
		t.Errorf("%d checks, data %v, tables %v", len(r.Checks), r.Data, r.Tables)
	}
	for _, c := range r.Checks {
		if c.Kind != checks.Data || c.Verdict != checks.NeedsData || c.Obtained != "none" {
			t.Errorf("%s: a %s that %s, obtained %v", c.Check, c.Kind, c.Verdict, c.Obtained)
		}
	}
}
