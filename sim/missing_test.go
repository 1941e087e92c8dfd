package sim_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"settle/results"
	"settle/sim"
)

// half returns a board of 4 models, 50 questions and 40 trials, whose first 25
// questions nobody solves and the others everybody; outcomes of even trials of
// the last question are failures.
func half(t *testing.T) *results.Board {
	t.Helper()
	b, err := results.NewBoard(results.Numbered("m", 4), results.Numbered("q", 50), 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	for m := range 4 {
		for q := 25; q < 50; q++ {
			for trial := range 40 {
				b.Row(m, q)[trial] = 1
				if q == 49 {
					b.Row(m, q)[trial] = uint8(trial % 2)
				}
			}
		}
	}
	return b
}

// kept returns the number of attempts left at some questions.
func kept(b *results.Board, from, to int) float64 {
	n := 0
	for m := range b.Models {
		for q := from; q < to; q++ {
			n += len(b.Row(m, q))
		}
	}
	return float64(n)
}

// within five standard deviations of a binomial count.
func near(t *testing.T, what string, got, n, p float64) {
	t.Helper()
	if sd := math.Sqrt(n * p * (1 - p)); math.Abs(got-n*p) > 5*sd {
		t.Errorf("%s: %v of %v are left, want about %v ± %.1f", what, got, n, n*p, sd)
	}
}

func TestMissing(t *testing.T) {
	whole := half(t)
	from := func(m sim.Missing) *results.Board {
		b, err := m.From(whole, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b := from(sim.Missing{Drop: 0.3})
	near(t, "drop 0.3", kept(b, 0, 50), 8000, 0.7)

	// Nobody solves the first 25 questions, everybody the next 24, half the last.
	b = from(sim.Missing{DropHard: 0.4})
	near(t, "hard questions", kept(b, 0, 25), 4000, 0.6)
	near(t, "easy questions", kept(b, 25, 49), 3840, 1)
	near(t, "the last question", kept(b, 49, 50), 160, 0.8)

	// Uniform in 4..12: mean 8, variance (9² − 1)/12 = 20/3, over 200 rows.
	b = from(sim.Missing{Fewest: 4, Most: 12})
	if got, sd := kept(b, 0, 50), math.Sqrt(200*20.0/3); math.Abs(got-1600) > 5*sd || b.Trials() != 4 || b.MostTrials() != 12 {
		t.Errorf("4 to 12 trials: %v in all, %d to %d", got, b.Trials(), b.MostTrials())
	}
	// The last question's trials go 0, 1, 0, 1, …: the first so many are kept.
	row := b.Row(0, 49)
	if !slices.Equal(row, whole.Row(0, 49)[:len(row)]) {
		t.Errorf("kept %v of the last question", row)
	}

	if b := from(sim.Missing{}); b.Unequal() || kept(b, 0, 50) != 8000 {
		t.Error("nothing is missing, and yet the board is another")
	}
	again, other := from(sim.Missing{Drop: 0.3}), from(sim.Missing{Drop: 0.3})
	if again.Cells() != other.Cells() {
		t.Error("the same seed leaves out others")
	}
}

func TestMissingRefuses(t *testing.T) {
	for _, c := range []struct {
		m    sim.Missing
		want string
	}{
		{sim.Missing{Drop: 1.5}, "probability 1.5"},
		{sim.Missing{DropHard: math.NaN()}, "probability NaN"},
		{sim.Missing{Fewest: 5, Most: 4}, "range of 5 to 4 trials"},
		{sim.Missing{Fewest: 5, Most: 41}, "cannot keep up to 41 trials: the board has only 40"},
		{sim.Missing{Drop: 1}, "all 8000 attempts are missing"},
	} {
		if _, err := c.m.From(half(t), 1, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.m, err, c.want)
		}
	}
}
