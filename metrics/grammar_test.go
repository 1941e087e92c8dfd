package metrics_test

import (
	"strings"
	"testing"

	"settle/metrics"
)

// ⌈τ·k⌉ on exact decimals and fractions; 0.28·25 is 7.000000000000001 in
// floats.
func TestThresholdIsExact(t *testing.T) {
	for _, c := range []struct {
		tau     string
		k, want int
	}{
		{"0.28", 25, 7}, {"0.5", 2, 1}, {"0.5", 3, 2}, {"2/3", 3, 2}, {"0.6666", 3, 2}, {"0.6667", 3, 3},
		{"0", 8, 0}, {"1", 8, 8}, {"1.0", 8, 8}, {"1/1000", 999, 1}, {".07", 100, 7},
		{"07/010", 10, 7}, {"0/08", 8, 0}, {"00.5", 8, 4}, // decimal, with zeros in front
	} {
		tau, err := metrics.ParseThreshold(c.tau)
		if err != nil {
			t.Fatal(err)
		}
		if got := tau.Of(c.k); got != c.want {
			t.Errorf("⌈%s·%d⌉ = %d, want %d", c.tau, c.k, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	names := func(ms []metrics.Metric) string {
		var all []string
		for _, m := range ms {
			all = append(all, m.Name())
		}
		return strings.Join(all, " ")
	}
	if got := len(parse(t, "paper")); got != 13 {
		t.Errorf("paper has %d metrics, want the 13 of Fig. 2", got)
	}
	if got, want := names(parse(t, "bayes, pass@2,bayes,pass^3,gpass@25:0.28")), "bayes pass@2 pass^3 gpass@25:0.28"; got != want {
		t.Errorf("parsed %q, want %q", got, want)
	}
	if got, want := names(parse(t, "pass@04,pass@4,maj@010,gpass@08:0.5")), "pass@4 maj@10 gpass@8:0.5"; got != want { // decimal
		t.Errorf("parsed %q, want %q", got, want)
	}
	if got, want := names(parse(t, "bayes:fitted,pass@8:fitted,gpass@08:0.5:fitted,bayes")), "bayes:fitted pass@8:fitted gpass@8:0.5:fitted bayes"; got != want {
		t.Errorf("parsed %q, want %q", got, want)
	}
	if got, want := names(parse(t, "Bayes,BAYES@N,Avg@n,Pass@8,GPass@4:0.5,Bayes@N:0.5+2,avg@N:wilson,MaJ@3:uniform")),
		"bayes avg pass@8 gpass@4:0.5 bayes:0.5+2 avg:wilson maj@3:uniform"; got != want {
		t.Errorf("parsed %q, want %q", got, want)
	}
	if got, want := names(parse(t, "tail@08:3:fitted,moment@4:1/2:uniform,geomds@4:zero-inflated,geom@4:uniform,pass@100:power-law,maj@3:new")),
		"tail@8:3:fitted moment@4:1/2:uniform geomds@4:zero-inflated geom@4:uniform pass@100:power-law maj@3:new"; got != want {
		t.Errorf("parsed %q, want %q", got, want)
	}
	if got := parse(t, "gpass@8:1/2,pass@8")[0].FirstTrial(); got != 8 {
		t.Errorf("gpass@8 starts at n = %d, want 8", got)
	}
}

func TestParseErrors(t *testing.T) {
	for name, want := range map[string]string{
		"":                                  `unknown metric ""`,
		"paas@2":                            `unknown metric "paas@2"; did you mean pass@K, pass^K, gpass@K:TAU? settle metrics lists all metrics`,
		"pass":                              `unknown metric "pass"`,
		"pass@N":                            `invalid k "N"`,
		"bayes@Nx":                          `metric "bayes@Nx": bayes takes no number; it has a score at every n`,
		"bayes@3":                           `metric "bayes@3": bayes takes no number; it has a score at every n`,
		"bayes:fit":                         `metric "bayes:fit": unknown prior "fit"; use bayes, bayes:fitted, bayes:questions, bayes:jeffreys`,
		"avg:fitted":                        `metric "avg:fitted": unknown interval "fitted"; use avg, avg:clt`,
		"pass@2:flat":                       `unknown suffix ":flat"`,
		"pass@0":                            `metric "pass@0": invalid k "0"; use a whole number from 1 to 65535`,
		"pass@-1":                           `invalid k "-1"`,
		"pass@2.5":                          `invalid k "2.5"`,
		"pass@+2":                           `invalid k "+2"`,
		"pass@99999999":                     `invalid k "99999999"`,
		"gpass@8":                           `it requires a threshold, such as gpass@8:0.5`,
		"gpass@8:":                          `invalid τ ""`,
		"gpass@8:1.1":                       `invalid τ "1.1"; use a decimal or a fraction from 0 to 1`,
		"gpass@8:-0.1":                      `invalid τ "-0.1"`,
		"gpass@8:NaN":                       `invalid τ "NaN"`,
		"gpass@8:1e9999":                    `invalid τ "1e9999"`,
		"gpass@8:1/0":                       `invalid τ "1/0"`,
		"gpass@0:0.5":                       `invalid k "0"`,
		"bayes,,avg":                        `unknown metric ""`,
		"maj@0":                             `metric "maj@0": invalid k "0"`,
		"max@x":                             `metric "max@x": invalid k "x"`,
		"auc@":                              `metric "auc@": invalid k ""`,
		"gap@0":                             `metric "gap@0": invalid k "0"`,
		"pass@0x4":                          `invalid k "0x4"`,
		"pass@0b1":                          `invalid k "0b1"`,
		"pass@1_0":                          `invalid k "1_0"`,
		"tail@8":                            `it requires a number of correct trials, such as tail@8:3`,
		"tail@8:9":                          `invalid number of correct trials "9"; use a whole number from 1 to 8`,
		"tail@8:0":                          `invalid number of correct trials "0"`,
		"moment@8":                          `it requires a power, such as moment@8:2`,
		"moment@8:0":                        `invalid λ "0"; use a number above 0 and at most 100`,
		"moment@8:0.001":                    `invalid λ "0.001"`,
		"moment@8:101":                      `invalid λ "101"`,
		"geom@4:fitted":                     `metric "geom@4:fitted": geom@4 has no variant :fitted`,
		"geomds@4:new":                      `geomds@4 has no variant :new`,
		"pass@0:power-law":                  `invalid k "0"`,
		"gap@2:power-law":                   `unknown suffix ":power-law"`,
		"gpass@8:1/0x2":                     `invalid τ "1/0x2"`,
		"pass@" + strings.Repeat("9", 9999): `metric "pass@` + strings.Repeat("9", 95) + `"…: invalid k "` + strings.Repeat("9", 100) + `"…; use`,
	} {
		_, err := metrics.Parse(name, metrics.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): error %v, want it to say %s", name, err, want)
		}
	}
}

func TestParseWeights(t *testing.T) {
	w, err := metrics.ParseWeights("0, 0.3,2/3 ,1")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := w.String(), "0,3/10,2/3,1"; got != want {
		t.Errorf("weights %s, want %s", got, want)
	}
	if w, err := metrics.ParseWeights("010/3,-007,1/08"); err != nil || w.String() != "10/3,-7,1/8" { // decimal
		t.Errorf("weights %v, %v", w, err)
	}
	if lo, hi := w.Range(); lo != 0 || hi != 1 {
		t.Errorf("range [%v, %v], want [0, 1]", lo, hi)
	}
	for list, want := range map[string]string{
		"":                              `weight "" is not a number`,
		"1":                             "1 weights given; give one weight for each",
		"0,x":                           `weight "x" is not a number`,
		"0,NaN":                         `weight "NaN" is not a number`,
		"0,Inf":                         `weight "Inf" is not a number`,
		"0,1e3":                         `weight "1e3" is not a number`,
		"0,0.1234567890123456789":       "more than 18 digits",
		"0,0x1":                         `weight "0x1" is not a number`,
		"0,0b1/2":                       `weight "0b1/2" is not a number`,
		"0,1/0o2":                       `weight "1/0o2" is not a number`,
		"0,1/-2":                        `weight "1/-2" is not a number`,
		"0,/2":                          `weight "/2" is not a number`,
		"0," + strings.Repeat("1", 999): `weight "` + strings.Repeat("1", 100) + `"… is not a number`,
		strings.Repeat("0,", 256) + "":  "",
	} {
		if _, err := metrics.ParseWeights(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseWeights(%q): error %v, want it to say %s", list, err, want)
		}
	}
}

func TestChecks(t *testing.T) {
	for _, c := range []struct {
		metric      string
		top, trials int
		want        string
	}{
		{"pass@8", 1, 7, "pass@8 has no score at n = 7; its scores start at n = 8"},
		{"pass-naive@8", 1, 7, "pass-naive@8 has no score at n = 7"},
		{"pass@2", 3, 80, "pass@2 requires binary outcomes, but the board has categories 0..3"},
		{"bayes", 3, 80, "bayes: the board has category 3, but weights are given only up to category 1"},
		{"avg", 2, 80, "avg: the board has category 2"},
	} {
		err := parse(t, c.metric)[0].Check(c.top, c.trials)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s on categories 0..%d, n = %d: %v, want %s", c.metric, c.top, c.trials, err, c.want)
		}
	}
}

// An ending that is not known is said to be that, and not a number.
func TestUnknownEndings(t *testing.T) {
	for _, name := range []string{"pass@3:power-law:uniform", "pass@5:powerlaw", "geom@2:fit"} {
		_, err := metrics.Parse(name, metrics.Options{})
		if err == nil || !strings.Contains(err.Error(), "use :fitted") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := metrics.Parse("moment@3:-1", metrics.Options{}); err == nil || !strings.Contains(err.Error(), "a denominator of at most 100") {
		t.Errorf("moment@3:-1: %v", err)
	}
}
