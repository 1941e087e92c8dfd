package estimators_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/papertest"
)

// verdicts holds that of all tests those named differ, and no other row does.
func verdicts(t *testing.T, r *paper.Result, differing ...string) {
	t.Helper()
	want := map[string]bool{}
	for _, name := range differing {
		want[name] = true
	}
	for _, c := range r.Checks {
		if (c.Verdict == checks.Differs) != want[c.Check] || c.Verdict == checks.Unknown {
			t.Errorf("%s: %s, obtained %v", c.Check, c.Verdict, c.Obtained)
		}
		if want[c.Check] && c.Kind != checks.Test {
			t.Errorf("%s differs, but is of kind %s", c.Check, c.Kind)
		}
		delete(want, c.Check)
	}
	for name := range want {
		t.Errorf("there is no check %q", name)
	}
}

// obtained is the number of a check.
func obtained(t *testing.T, r *paper.Result, name string) float64 {
	t.Helper()
	x, ok := papertest.Find(t, r, name).Obtained.(float64)
	if !ok {
		t.Fatalf("%s: obtained %v, want a number", name, papertest.Find(t, r, name).Obtained)
	}
	return x
}

// The numbers printed in the sources are copied here from them once more, in the order
// of the examples; all are obtained.
func TestExamples(t *testing.T) {
	r := papertest.Run(t, "examples", paper.Options{})
	verdicts(t, r)
	var printed []string
	for _, c := range r.Checks {
		if c.Published != nil {
			printed = append(printed, fmt.Sprint(*c.Published))
		}
		if c.Kind != checks.Test {
			t.Errorf("%s is of kind %s, want a test", c.Check, c.Kind)
		}
	}
	const want = "0.4667 0.0629 0.3435 0.5899 0.48 0.0585 0.3654 0.5946 " + // blog
		"0.5625 0.091998 0.382188 0.742812 0.583333 0.085165 0.444444 0.100539 0.247392 0.641497 " + // poster
		"0.83193 0.91667 0.3" // article
	if got := strings.Join(printed, " "); got != want {
		t.Errorf("published:\n%s\nwant\n%s", got, want)
	}
	// Those that are not printed, by Algorithm 1 in numpy: μ, σ, lower and upper end.
	unprinted := map[string]string{
		"bayes(R_binary)":    "0.571429 0.077837 0.418870 0.723987",
		"bayes(correctness)": "0.583333 0.091829 0.403352 0.763315",
		"bayes(R_cat, w)":    "0.543750 0.067282 0.411879 0.675621",
		"bayes_ci(R)":        "0.642857 0.118451 0.410698 0.875017",
	}
	for _, row := range r.Tables[0].Rows {
		if numbers := unprinted[row[1]]; numbers != "" && strings.Join(row[3:7], " ") != numbers {
			t.Errorf("%s: %v, want %s", row[1], row[3:7], numbers)
		}
		delete(unprinted, row[1])
	}
	if len(unprinted) > 0 {
		t.Errorf("there is no row of %v", unprinted)
	}
}

// Of what is said of the equations four sentences are wrong; what they come to instead
// is by hand: 2·1.959964/√2; 1 − C(7, k)/C(10, k) less 1 − 0.7^k, largest at k = 5;
// C(3, 2)/C(10, 2); and 2/2·(G-Pass@2_½ + G-Pass@2_1) = 2 of a perfect model.
func TestEquations(t *testing.T) {
	r := papertest.Run(t, "equations", paper.Options{Seed: 3})
	wrong := map[string]float64{
		"z at which two 95 % intervals of the same width cease to overlap":                     2.771808,
		"k at which the estimators differ most in the article's own example, n = 10 and c = 3": 5,
		"Eq. 22 against 1 − (1 − c/n)^k, at k = 2 and c/n = 3/10":                              1. / 15,
		"Eq. 24 as printed, from ⌈0.5·k⌉ on: its largest value":                                2,
	}
	var names []string
	for name, want := range wrong {
		names = append(names, name)
		if got := obtained(t, r, name); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: obtained %v, want %v", name, got, want)
		}
	}
	verdicts(t, r, names...)
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
	if testing.Short() {
		t.Skip("the experiment takes seconds; run without -short")
	}
	r := papertest.Run(t, "intervals", paper.Options{Seed: 2})
	const (
		bayes = "coverage of 95 % intervals of bayes at its worst n, "
		coins = "the paper's coins"
		ratio = "Eq. 20: root mean square of σ_avg by the standard deviation of avg@N, the paper's coins, n = "
		tail  = "larger tail beyond the normal 95 % interval: "
	)
	for name, want := range map[string][2]float64{
		bayes + coins:              {0.4885, 0.03},
		bayes + "U-shaped chances": {0.4940, 0.03},
		"coverage of 95 % intervals of the CLT, 5 questions, n = 1":               {0.8374, 0.03},
		"share of CLT intervals beyond [0, 1], 5 questions, n = 1":                {0.8762, 0.03},
		"share of CLT intervals of no width, 5 questions, n = 1":                  {0.1238, 0.03},
		"share of intervals of avg@N by Eq. 20 beyond [0, 1], 5 questions, n = 1": {1, 1e-12},
		ratio + "1":                              {1.5298, 0.0005},
		ratio + "80":                             {1.0044, 0.0005},
		tail + "30 questions, none of 8 correct": {0.0319, 4 * 0.0001},
		tail + "2 questions, 5 of 5 correct":     {0.04578, 4 * 0.0001},
		tail + "1 question, 5 of 5 correct":      {0.0539275, 1e-5},
		"Pass@8 against Pass@1 at n = 8, the paper's coins: noise by spread of the true scores, as a " +
			"ratio": {0.626 / 0.195, 0.02},
	} {
		if got := obtained(t, r, name); math.Abs(got-want[0]) > want[1] {
			t.Errorf("%s: obtained %v, want %v within %v", name, got, want[0], want[1])
		}
	}
	// RMSE by closed forms: √(1/(18·30)) and √(1/180); and, in numpy, of the coins.
	for truth, want := range map[string]string{
		"uniform chances, as the prior": "0.0430 of bayes and 0.0745 of avg", coins: "0.1089 of bayes and 0.0844 of avg",
		"U-shaped chances": "0.1069 of bayes and 0.0578 of avg",
	} {
		if c := papertest.Find(t, r, "RMSE of bayes below that of avg at every n, "+truth); !strings.Contains(c.Note, want) {
			t.Errorf("%s: %q, want %q", truth, c.Note, want)
		}
	}
	verdicts(t, r, bayes+coins, bayes+"U-shaped chances",
		"share of n at which the coverage of bayes is nearer to 95 % than that of the CLT, the paper's coins",
		"share of n at which the coverage of bayes is nearer to 95 % than that of the CLT, U-shaped chances",
		"coverage of 95 % intervals of the CLT at its lowest n, 30 questions",
		"share of intervals of avg@N by Eq. 20 beyond [0, 1], 5 questions, n = 1",
		"RMSE of bayes below that of avg at every n, the paper's coins",
		"RMSE of bayes below that of avg at every n, U-shaped chances",
		ratio+"1")
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
	five, err := json.Marshal(papertest.Run(t, "intervals", paper.Options{Seed: 2, Workers: 5}).Checks)
	if err != nil || !bytes.Equal(one, five) {
		t.Errorf("five workers give other checks than two, or %v", err)
	}
}
