package bakeoff

import (
	"math"
	"strings"
	"testing"

	"settle/sim"
	"settle/study/arena"
)

// stood is a league of two methods beside avg on a family where all attempts are made and
// one where some are missing, with one and four trials. Leads are in units of standard
// errors of 0.01; NaN is no score.
func stood(draws int, leads map[string][2][2]float64, methods ...string) Arena {
	a := Arena{
		Methods: append([]string{"avg"}, methods...),
		Options: arena.Options{Seed: 1, Draws: draws, Boards: 2, Trials: []int{1, 4}, GreedyBoards: 20},
	}
	families := []arena.Family{{Name: "whole", About: "a"}, {Name: "gaps", About: "b", Missing: sim.Missing{Drop: 0.2}}}
	for i, f := range families {
		l := &arena.League{Family: f, Boards: 2 * draws, Cells: make([][][]arena.Cell, 2)}
		for gold := range l.Cells {
			for _, name := range a.Methods {
				var cells []arena.Cell
				for n := range a.Options.Trials {
					lead := leads[name][i][n] / 100
					c := arena.Cell{Tau: 0.5 + lead, TauSE: 0.01, Lead: lead, LeadSE: 0.01, Alike: lead == 0}
					cells = append(cells, c)
				}
				l.Cells[gold] = append(l.Cells[gold], cells)
			}
		}
		a.Leagues = append(a.Leagues, l)
	}
	return a
}

// Of 30 draws and at most 16 comparisons a lead of 10 standard errors is more than chance,
// one of 1 is not: the 99.9 % point of Student's t with 29 degrees of freedom is 3.4, and
// Bonferroni's of 16 is below the 99.95 % point, 3.66.
func TestClosestOfArena(t *testing.T) {
	nan := math.NaN()
	leads := map[string][2][2]float64{"up": {{10, 1}, {-10, 10}}, "down": {{-10, -10}, {1, nan}}}
	for what, test := range map[string]struct {
		Arena
		want string
	}{
		"few draws": {stood(29, leads, "up"), "29 draws per family are too few to separate methods from avg."},
		"somewhere": {stood(30, leads, "up", "down"),
			"Where all attempts are made, 1 of the 2 other methods is significantly closer to the true order than avg in at least one of 2 cases: " +
				"up (1) (number of cases in parentheses). " +
				"Where attempts are missing, 1 of the 2 other methods is significantly closer to the true order than avg in at least one of 2 cases: " +
				"up (1) (number of cases in parentheses)."},
		"nowhere": {stood(30, leads, "down"),
			"Where all attempts are made, rank by avg: none of the 1 other methods is significantly closer to the true order. " +
				"Where attempts are missing, rank by avg: none of the 1 other methods is significantly closer to the true order."},
	} {
		if got := test.Closest(); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", what, got, test.want)
		}
	}
}

// A cell shows thousandths, whether they are more than chance, and what there is not; the
// table of what is missing has the other family.
func TestArenaByFamily(t *testing.T) {
	a := stood(30, map[string][2][2]float64{"up": {{10, 1}, {-10, 0}}, "none": {{math.NaN(), 0}, {0, 0}}}, "up", "none")
	for _, test := range []struct {
		n        int
		complete bool
		want     map[string]string
	}{
		{0, true, map[string]string{"avg": "0.500", "up": "100*", "none": "–"}},
		{1, true, map[string]string{"avg": "0.500", "up": "10", "none": "="}},
		{0, false, map[string]string{"avg": "0.500", "up": "-100*", "none": "="}},
	} {
		table := a.ByFamily(arena.Truth, test.n, test.complete)
		if len(table.Columns) != 2 || len(table.Rows) != 3 {
			t.Fatalf("%d columns, %d rows", len(table.Columns), len(table.Rows))
		}
		for _, row := range table.Rows {
			if row[1] != test.want[row[0]] {
				t.Errorf("n %d, complete %v, %s: %q, want %q", test.n, test.complete, row[0], row[1], test.want[row[0]])
			}
		}
	}
}

// A greedy run that gains by ten standard errors on the only family does so there, one that
// loses does not, and one that gains by one is told from neither; the first costs nothing
// more than Bayes@2, which it is.
func TestGreedyTable(t *testing.T) {
	a := stood(30, nil)
	worth := func(gain, beyond float64) arena.GreedyWorth {
		return arena.GreedyWorth{Alone: 0.7, Gain: gain, GainSE: 0.01, Beyond: beyond, BeyondSE: 0.01, Cut: 0.25}
	}
	a.Greedy = []arena.GreedyResult{{Tau: 0.6, Worth: []arena.GreedyWorth{worth(0.1, 0), worth(0.2, 0.1), worth(-0.01, -0.1)}}}
	table := a.GreedyTable()
	for _, want := range []string{
		"As an independent trial, the run improves τ on 1 of 1 families and worsens τ on 0",
		"As the likeliest outcome, the run improves τ on 1 of 1 families and worsens τ on 0, and beats a second trial on 1",
		"As the likeliest outcome, biased by model, the run improves τ on 0 of 1 families and worsens τ on 0, and beats a second trial on 0",
	} {
		if !strings.Contains(table.Lead, want) {
			t.Errorf("%s\nhas not %s", table.Lead, want)
		}
	}
	if got := table.Rows[1]; got[0] != "" || got[4] != "+0.2000*" || got[5] != "+0.1000*" || got[6] != "25 %" {
		t.Errorf("%q", got)
	}
	if (Arena{Methods: []string{"avg"}}).GreedyTable() != nil {
		t.Error("a table of nothing")
	}
}
