package coins_test

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/tests/papertest"
	"settle/sim"
)

// The gold row of Table 1 is that of the paper; it depends on the means alone. Every
// board ranks LLM11 first, for its mean leads by 0.11. The published row with the
// interval is LLM10 = LLM9, LLM8 = LLM7 and LLM5 = LLM4 = LLM3, which comes up on a
// good part of the boards.
func TestTable1(t *testing.T) {
	r := papertest.Run(t, "table1", paper.Options{Seed: 4, Draws: 20})
	gold := 0
	for _, c := range r.Checks {
		if strings.HasPrefix(c.Check, "gold") {
			gold++
			if c.Kind != checks.Construction || c.Verdict != checks.Holds || c.Obtained != *c.Published {
				t.Errorf("%s: %+v", c.Check, c)
			}
		} else if c.Kind != checks.Test {
			t.Errorf("%s is of kind %s", c.Check, c.Kind)
		}
	}
	if gold != 11 {
		t.Errorf("%d gold ranks", gold)
	}
	for _, row := range []string{"without interval", "with interval"} {
		if c := papertest.Find(t, r, "rank of LLM11 "+row); c.Obtained != 1.0 || !strings.Contains(c.Note, "100.0 %") {
			t.Errorf("%s: %+v", row, c)
		}
	}
	if c := papertest.Find(t, r, "the whole row of ranks with interval"); c.Verdict != checks.Holds {
		t.Errorf("%+v", c)
	}
	// The exact probability of LLM9 above LLM10 at N = 80, half of ties counted, is
	// 0.165 (sim.OrderAt on other draws of the coins: 0.162 to 0.169): of 500 boards a
	// share within four standard errors.
	swapped := papertest.Find(t, r, "LLM10 and LLM9 are swapped without interval").Obtained.(float64)
	if math.Abs(swapped-0.165) > 0.005+4*math.Sqrt(0.165*0.835/500) {
		t.Errorf("swapped on %v", swapped)
	}
}

// Shares and ties of Table 1 on boards that are ranked by hand: two models whose
// questions are certain, so that every board is the same.
func TestTable1OfGivenCoins(t *testing.T) {
	coins := &sim.Coins{
		Models: []string{"worse", "better", "same"}, Questions: []string{"q", "r"},
		P: [][]float64{{0, 0}, {1, 0}, {0, 1}},
	}
	r := papertest.Run(t, "table1", paper.Options{Seed: 1, Coins: &paper.Coins{Name: "coins:made", Coins: coins}})
	if len(r.Checks) != 0 {
		t.Errorf("%d checks of coins that the paper knows nothing of", len(r.Checks))
	}
	for row, want := range [][]string{{"1", "1", "2"}, {"1", "1", "2"}, {"1", "1", "2"}} {
		if got := r.Tables[0].Rows[row][1:]; !slices.Equal(got, want) {
			t.Errorf("row %d: %q, want %q", row, got, want)
		}
	}
	if notes := strings.Join(r.Tables[0].Notes, " "); !strings.Contains(notes, "coins:made") {
		t.Errorf("notes %q", notes)
	}
}

// The published numbers of Fig. 3 are those of its caption. Those obtained are around
// the exact 83.5, 93.8 and 96.7 % (half of ties counted), and E|z| crosses at about 217
// and 319 (sim.Orders on the quantile coins), which noisy curves do earlier.
func TestFig3(t *testing.T) {
	r := papertest.Run(t, "fig3", paper.Options{Seed: 4, Draws: 20})
	within := func(name string, published, low, high float64) {
		t.Helper()
		c := papertest.Find(t, r, name)
		got := c.Obtained.(float64)
		if *c.Published != published || got < low || got > high || c.Kind != checks.Test {
			t.Errorf("%s: published %v, obtained %v; want %v and %v to %v", name, *c.Published, got, published, low, high)
		}
	}
	within("P(LLM10 above LLM9) at N = 80", 0.837, 0.825, 0.845)
	within("P(LLM10 above LLM9) at N = 199", 0.947, 0.93, 0.945)
	within("P(LLM10 above LLM9) at N = 285", 0.969, 0.96, 0.973)
	within("first N with mean |z| ≥ 1.645", 199, 195, 217)
	within("first N with mean |z| ≥ 1.96", 285, 290, 319)
	// What is printed at the crossings is compared as these alone.
	if count := len(r.Checks); count != 9 {
		t.Errorf("%d checks, want three probabilities, a mean |z|, two crossings and three confidences", count)
	}
	// Φ(1.14) = 0.8729, from a table of the normal distribution.
	within("confidence at z = 1.14", 0.87, 0.8728, 0.8730)
	if c := papertest.Find(t, r, "confidence at z = 1.14"); c.Verdict != checks.Holds {
		t.Errorf("%+v", c)
	}
}

// Of given coins the pair is the closest that differs, and nothing is compared.
func TestFig3OfGivenCoins(t *testing.T) {
	coins := &sim.Coins{
		Models: []string{"a", "b", "c", "d"}, Questions: []string{"q", "r"},
		P: [][]float64{{0.2, 0.4}, {0.4, 0.2}, {0.5, 0.3}, {0.9, 0.9}}, // a and b are equal, c is 0.1 above
	}
	r := papertest.Run(t, "fig3", paper.Options{Seed: 1, Coins: &paper.Coins{Name: "coins:made", Coins: coins}})
	if title := r.Tables[0].Title; title != "Fig. 3: ordering c above a, coins:made" || len(r.Checks) != 0 {
		t.Errorf("%q with %d checks", title, len(r.Checks))
	}
}

// On a few draws Fig. 2 finds what must hold of any: Bayes@N leads while trials are
// very few, its τ has the ceiling √(54/55) where gold ties a pair and the scores do
// not, and the bootstraps agree with each other.
func TestFig2(t *testing.T) {
	if testing.Short() {
		t.Skip("the experiment in full takes seconds; run without -short")
	}
	const draws = 6
	r := papertest.Run(t, "fig2", paper.Options{Seed: 1, Draws: draws})
	for _, panel := range []string{"(a)", "(b)", "(c)"} {
		few := papertest.Find(t, r, panel+" Bayes@N is highest at every n ≤ 10").Obtained.(float64)
		all := papertest.Find(t, r, panel+" Bayes@N is highest at every n ≤ 80").Obtained.(float64)
		// 200 draws of seed 1 have 0.945 and more at n ≤ 10: that three of six fail is
		// a matter of 1 in 300.
		if few < 0.5 || all > few || math.Abs(all*draws-math.Round(all*draws)) > 1e-9 {
			t.Errorf("%s: %v of draws up to n = 10, %v up to 80", panel, few, all)
		}
	}
	c := papertest.Find(t, r, "τ that Bayes@N converges to")
	if c.Obtained != math.Sqrt(54./55) || c.Verdict != checks.Differs || c.Kind != checks.Construction {
		t.Errorf("%+v", c)
	}
	if c := papertest.Find(t, r, "(b) and (c): curves of Bayes@N within 0.05 of each other"); c.Verdict != checks.Holds {
		t.Errorf("%s: %v", c.Check, c.Obtained)
	}
	names, titles := map[string]bool{}, map[string]bool{}
	for _, f := range r.Figures {
		names[f.Name] = true
		if titles[f.Figure.Title] {
			t.Errorf("%s has the title of another: %s", f.Name, f.Figure.Title)
		}
		titles[f.Figure.Title] = true
		if rows := len(f.Figure.Panels) > 3; strings.Contains(f.Figure.Caption, "(d)–(f)") != rows {
			t.Errorf("%s, of %d panels: %s", f.Name, len(f.Figure.Panels), f.Figure.Caption)
		}
		var svg bytes.Buffer
		if err := f.Figure.Write(&svg, figures.SVG); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	for _, want := range []string{"fig2", "fig2a", "fig2b", "fig2c", "fig2-claim"} {
		if !names[want] {
			t.Errorf("there is no figure %s", want)
		}
	}
	shown := 0
	for _, d := range r.Data {
		if d.Name == "fig2-draws" {
			shown = checkShown(t, d.Table.Rows)
		}
	}
	if shown != 1 {
		t.Errorf("%d draws are shown", shown)
	}
}

// checkShown checks that the draw shown has the median margin, the lower of the two in
// the middle of an even number, and counts those that are shown. The columns are draw,
// seed, shown and margin.
func checkShown(t *testing.T, rows [][]string) (shown int) {
	t.Helper()
	var margins []float64
	var of float64
	for _, row := range rows {
		margin, err := strconv.ParseFloat(row[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		margins = append(margins, margin)
		if row[2] == "yes" {
			shown++
			of = margin
		}
	}
	slices.Sort(margins)
	if want := margins[(len(margins)-1)/2]; of != want {
		t.Errorf("the draw shown has a margin of %v, the median is %v", of, want)
	}
	return shown
}
