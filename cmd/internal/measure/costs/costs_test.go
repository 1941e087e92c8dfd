package costs_test

import (
	"math"
	"testing"

	"settle/cmd/internal/measure/costs"
)

// sizes are boards of which no two terms grow alike.
func sizes(k costs.Kind) []costs.Run {
	var runs []costs.Run
	for i, s := range [][4]int{{10, 10, 10, 1}, {100, 10, 10, 5}, {10, 300, 10, 2}, {20, 20, 500, 3}, {1000, 20, 4, 9}, {7, 9, 1000, 1}, {5, 5, 2000, 60}, {30, 40, 200, 7}, {300, 300, 3, 40}, {5, 5, 2000, 60}, {30, 40, 200, 7}, {3000, 5, 3, 1}, {90, 90, 90, 9}, {200, 500, 30, 30}} {
		runs = append(runs, costs.Run{Kind: k, Models: s[0], Questions: s[1], Trials: s[2], Replicates: s[3], Counts: i%3 == 0})
	}
	return runs
}

// Seconds that were made by constants give these back.
func TestFit(t *testing.T) {
	for kind, want := range map[costs.Kind]costs.Constants{
		costs.Bootstrap: {0.02, 1e-9, 5e-10, 3e-8, 2.5e-8, 1.5e-9, 2e-9, 1e-8, 2e-7}, costs.Rank: {0.02, 1e-9, 5e-10, 3e-8, 4e-7, 4e-8},
	} {
		var seconds []float64
		for _, r := range sizes(kind) {
			seconds = append(seconds, want.Seconds(r))
		}
		got, err := costs.Fit(sizes(kind), seconds)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range want {
			if math.Abs(got[i]-x) > 1e-6*x {
				t.Errorf("%s: %v s for a %s, want %v", kind, got[i], costs.Terms(kind)[i], x)
			}
		}
	}
}

// A run of 2 models × 3 questions × 5 trials: 30 cells, 6 rows, a pair; in 7 replicates 42
// counts, 210 rolls, and 2·log2 2 = 2 of each of 35 steps; 2 + 3 + 4 + 5 + 6 entries.
func TestSeconds(t *testing.T) {
	r := costs.Run{Kind: costs.Bootstrap, Models: 2, Questions: 3, Trials: 5, Replicates: 7}
	if got, want := (costs.Constants{1, 1, 0, 1, 1, 1, 0, 1, 1}).Seconds(r), 1+30+6+42+210+70+20.0; got != want {
		t.Errorf("%v s, want %v", got, want)
	}
	// Of 130 trials 3 are beyond 127; the cells are counted: 6·130 of them.
	long := costs.Run{Kind: costs.Bootstrap, Models: 2, Questions: 3, Trials: 130, Replicates: 7, Counts: true}
	if got, want := (costs.Constants{0, 0, 1, 0, 0, 1000, 1e6, 0, 0}).Seconds(long), 780+1000*42*127+1e6*42*3.0; got != want {
		t.Errorf("%v s, want %v", got, want)
	}
	r.Kind = costs.Rank
	if got, want := (costs.Constants{1, 1, 0, 1, 1, 0}).Seconds(r), 1+30+6+1.0; got != want {
		t.Errorf("%v s, want %v", got, want)
	}
}

// Constants below 0 mean nothing: seconds that do not grow with the cells read fit 0.
func TestFitIsNotNegative(t *testing.T) {
	var seconds []float64
	for _, r := range sizes(costs.Rank) {
		seconds = append(seconds, 1-1e-7*float64(r.Models*r.Questions*r.Trials))
	}
	got, err := costs.Fit(sizes(costs.Rank), seconds)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range got {
		if x < 0 {
			t.Errorf("%v s for a %s", x, costs.Terms(costs.Rank)[i])
		}
	}
}
