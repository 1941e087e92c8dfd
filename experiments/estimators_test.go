package experiments_test

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/tests/papertest"
)

// What the poster publishes of its study of priors: a mean τ of 0.88 between
// old and new rankings over 50,000 updates, small depths that beat the uniform
// prior while trials are few, and a large depth that loses to it in the end. Which
// depths gain depends on models that it does not publish, and decides nothing.
func TestPriors(t *testing.T) {
	r := full(t, "priors")
	c := papertest.Find(t, r, "mean τ of old and new true rankings")
	if math.Abs(c.Obtained.(float64)-0.88) > 0.01 || *c.Published != 0.88 {
		t.Errorf("%s: %v, want 0.88 ± 0.01", c.Check, c.Obtained)
	}
	for _, name := range []string{
		"D = 1, 2 or 4 beats D = 0 at N = 1",
		"D = 1, 2 or 4 beats D = 0 at N = 2",
		"D = 1, 2 or 4 beats D = 0 at N = 4",
		"D = 32 loses to D = 0 at N = 80",
	} {
		if c := papertest.Find(t, r, name); c.Obtained != "yes" {
			t.Errorf("%s: %v (%s)", name, c.Obtained, c.Note)
		}
	}
	undecided := 0
	for _, c := range r.Checks {
		ofDepths := strings.HasPrefix(c.Check, "D = 1, 2 or 4") || strings.HasPrefix(c.Check, "best D at")
		if ofDepths {
			undecided++
		}
		if ofDepths != (c.Verdict == checks.NeedsData) {
			t.Errorf("%s: %s", c.Check, c.Verdict)
		}
	}
	if undecided != 6 {
		t.Errorf("%d checks of depths, want 2 at each of N = 1, 2, 4", undecided)
	}
	// The best depth of each N is the largest gain in its row, or 0 if none is
	// above that.
	best, gains := r.Tables[0], r.Tables[1]
	for i, row := range gains.Rows {
		largest := 0.0
		for _, cell := range row[1 : len(row)-1] {
			gain, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			largest = max(largest, gain)
		}
		if got, err := strconv.ParseFloat(best.Rows[i][6], 64); err != nil || got != largest {
			t.Errorf("N = %s: best gain %s (%v), largest %v", row[0], best.Rows[i][6], err, largest)
		}
	}
	// Seven depths and the greedy run, each with a colour or dashes of its own.
	lines := r.Figures[0].Figure.Panels[2].(figures.Curves).Lines // (c)
	shared := func(l figures.Line) bool { return l.Group != "" }
	if len(lines) != 8 || slices.ContainsFunc(lines, shared) {
		t.Errorf("the lines are %v", lines)
	}
	for _, f := range r.Figures {
		var svg bytes.Buffer
		if err := f.Figure.Write(&svg, figures.SVG); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// What intervals do was measured by numpy on as many as 40,000 boards of its own of the
// same chances: coverage of bayes at n = 1 is 0.4885 and 0.4940, that of the CLT on five
// questions 0.8374, of whose intervals 0.8762 leave [0, 1] and 0.1238 have no width; avg
// has a σ of 1.5298 and 1.0044 times its standard deviation, and Pass@8 3.2 times the
// noise of Pass@1. Tails are those of 4·10⁶ draws of numpy, or of scipy's Beta.
func TestIntervals(t *testing.T) {
	r := full(t, "intervals")
	const (
		bayes = "coverage of 95 % intervals of bayes at its worst n, "
		coins = "the paper's coins"
		ratio = "Eq. 20: root mean square of σ_avg divided by the standard deviation of avg@N, the paper's coins, n = "
		tail  = "probability of the larger tail beyond the normal 95 % interval: "
		few   = ", 5 questions like the paper's coins, n = 1"
		clt   = "coverage of 95 % intervals of the CLT" + few
		eq20  = "share of intervals of avg@N by Eq. 20 beyond [0, 1]" + few
		near  = "share of n = 1, 2, 4, 8, 16, 80 at which the coverage of bayes is nearer to 95 % than the coverage of the CLT, "
		own   = "uniform chances, as the prior"
		loss  = "RMSE of bayes below the RMSE of avg at n = 1, 2, 4, 8, 16, 80, " + own
	)
	for name, want := range map[string][2]float64{
		bayes + coins:              {0.4885, 0.03},
		bayes + "U-shaped chances": {0.4940, 0.03},
		clt:                        {0.8374, 0.03},
		"share of CLT intervals beyond [0, 1]" + few: {0.8762, 0.03},
		"share of CLT intervals of no width" + few:   {0.1238, 0.03},
		eq20:                                     {1, 1e-12},
		ratio + "1":                              {1.5298, 0.0005},
		ratio + "80":                             {1.0044, 0.0005},
		tail + "30 questions, none of 8 correct": {0.0319, 4 * 0.0001},
		tail + "2 questions, 5 of 5 correct":     {0.04578, 4 * 0.0001},
		tail + "1 question, 5 of 5 correct":      {0.0539275, 1e-5},
		"noise of Pass@8 divided by noise of Pass@1 at n = 8, the paper's coins": {0.626 / 0.195, 0.02},
	} {
		if got := papertest.Number(t, r, name); math.Abs(got-want[0]) > want[1] {
			t.Errorf("%s: obtained %v, want %v within %v", name, got, want[0], want[1])
		}
	}
	// RMSE by closed forms: √(1/(18·30)) and √(1/180); and, in numpy, of the coins.
	for _, want := range []string{
		"at n = 1, the RMSE is 0.0430 for bayes and 0.0745 for avg", "0.1089 for bayes and 0.0844 for avg on the paper's coins",
		"0.1069 for bayes and 0.0578 for avg on U-shaped chances",
	} {
		if c := papertest.Find(t, r, loss); !strings.Contains(c.Note, want) {
			t.Errorf("%s: %q, want %q", c.Check, c.Note, want)
		}
	}
	late := strings.Replace(bayes, "its worst n", "n = 80", 1)
	constructed := []string{
		bayes + own, late + own, near + own, "share of CLT intervals beyond [0, 1]" + few,
		"share of CLT intervals of no width" + few, eq20, loss, ratio + "1",
	}
	for _, c := range r.Checks {
		if want := slices.Contains(constructed, c.Check); want != (c.Kind == checks.Construction) {
			t.Errorf("%s is of kind %s", c.Check, c.Kind)
		}
	}
	papertest.Verdicts(t, r, bayes+coins, bayes+"U-shaped chances", late+"U-shaped chances",
		near+coins, near+"U-shaped chances", eq20, ratio+"1")
	for _, f := range r.Figures {
		var svg bytes.Buffer
		if err := f.Figure.Write(&svg, figures.SVG); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	one, err := json.Marshal(r.Checks)
	if err != nil {
		t.Fatal(err)
	}
	five, err := json.Marshal(papertest.Run(t, "intervals", paper.Options{Seed: 1, Workers: 5}).Checks)
	if err != nil || !bytes.Equal(one, five) {
		t.Errorf("five workers give other checks than two, or %v", err)
	}
}
