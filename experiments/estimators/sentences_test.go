package estimators_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/tests/papertest"
)

// The numbers printed in the sources are copied here from them once more, in the order
// of the examples; all are obtained.
func TestExamples(t *testing.T) {
	r := papertest.Run(t, "examples", paper.Options{})
	papertest.Verdicts(t, r)
	var printed []string
	for _, c := range r.Checks {
		if c.Published != nil {
			printed = append(printed, fmt.Sprint(*c.Published))
		}
		want := checks.Test
		if strings.HasSuffix(c.Check, "pass@1") {
			want = checks.Construction // c/n, whatever they are
		}
		if c.Kind != want {
			t.Errorf("%s is of kind %s, want %s", c.Check, c.Kind, want)
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
// is by hand: 2·1.959964/√2; 1 − 0.7^k less the mean of 1 − (1 − c/10)^k over the
// binomial law, in Python, largest at k = 7 with 0.08120, and 0.07613 at k = 10, and
// 1 − C(7, k)/C(10, k) less 1 − 0.7^k, largest at k = 5; C(3, 2)/C(10, 2); and 2/2·(G-Pass@2_½ + G-Pass@2_1) = 2 of a perfect model.
func TestEquations(t *testing.T) {
	r := papertest.Run(t, "equations", paper.Options{Seed: 3})
	wrong := map[string]float64{
		"z at which two 95 % intervals of the same width cease to overlap":                             2.771808,
		"k at which the expected difference between the two estimators is largest, p = 0.3 and n = 10": 7,
		"Eq. 22 against 1 − (1 − c/n)^k, at k = 2 and c/n = 3/10":                                      1. / 15,
		"Eq. 24 as printed, from ⌈0.5·k⌉ on: its largest value":                                        2,
	}
	var names []string
	for name, want := range wrong {
		names = append(names, name)
		if got := papertest.Number(t, r, name); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: obtained %v, want %v", name, got, want)
		}
	}
	papertest.Verdicts(t, r, names...)
	widest := papertest.Find(t, r, "k at which the expected difference between the two estimators is largest, p = 0.3 and n = 10")
	for _, want := range []string{
		"0.0812 at k = 7, but 0.0761 at k = 10", "largest at k = 5. The difference is 0.0847 at this k, but 0.0282 at k = 10",
	} {
		if !strings.Contains(widest.Note, want) {
			t.Errorf("%s: %q, want %q", widest.Check, widest.Note, want)
		}
	}
	if c := papertest.Find(t, r, "τ_a and τ_b of a ranking with a tie and itself"); c.Kind != checks.Construction {
		t.Errorf("%s is of kind %s", c.Check, c.Kind)
	}
	for _, f := range r.Figures {
		var svg bytes.Buffer
		if err := f.Figure.Write(&svg, figures.SVG); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}
