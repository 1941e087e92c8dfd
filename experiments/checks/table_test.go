package checks

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// Of a group, what agrees is counted and what does not is named; its neighbours
// are left alone, and a group of one is what it is.
func TestComparisonCondenses(t *testing.T) {
	open := Ground{Kind: Test, Why: "it is drawn"}
	number := func(experiment, name, published string, obtained float64, group string) Check {
		return Check{
			Experiment: experiment, Check: name, Ground: open, Outcome: Number(published, obtained, 0, 0), Group: group,
		}
	}
	all := []Check{
		number("e", "before", "1", 2, ""),
		number("e", "a", "1", 1, "ranks"),
		number("e", "b", "2", 3, "ranks"),
		number("e", "c", "3", 3, "ranks"),
		number("f", "d", "4", 4, "ranks"),
	}
	all[0].Note = strings.Repeat("seven12 ", 12)
	want := [][]string{
		{"before", "test", "1", "2", "", "differs"},
		{"  " + strings.TrimSpace(strings.Repeat("seven12 ", 7)), "", "", "", "", ""}, // 7·8 − 1 = 55 of 62
		{"  " + strings.TrimSpace(strings.Repeat("seven12 ", 5)), "", "", "", "", ""},
		{"ranks", "test", "3", "2 of 3", "", ""},
		{"b", "test", "2", "3", "", "differs"},
		{"d", "test", "4", "4", "", "holds"},
	}
	got := Comparison("", all).Rows
	if len(got) != len(want) {
		t.Fatalf("%q, want %q", got, want)
	}
	for i := range want {
		if strings.Join(got[i], "|") != strings.Join(want[i], "|") {
			t.Errorf("row %d is %q, want %q", i, got[i], want[i])
		}
	}
	if rows := Table("", all).Rows; len(rows) != len(all) {
		t.Errorf("%d rows of all checks, want %d", len(rows), len(all))
	}
}

// By hand: half a unit of the last printed digit and three standard errors, on the
// side that the relation leaves open.
func TestNumber(t *testing.T) {
	for _, c := range []struct {
		printed         string
		obtained        float64
		se, publishedSE float64
		want            Verdict
	}{
		{"0.837", 0.8375, 0, 0, Holds},
		{"0.837", 0.8376, 0, 0, Differs},
		{"0.837", 0.8525, 0.003, 0.004, Holds},   // 0.0005 + 3·0.005 = 0.0155
		{"0.837", 0.8526, 0.003, 0.004, Differs}, // just beyond
		{"0.950", 0.9509, 0, 0, Differs},         // 0.0009 is more than half of 0.001
		{"0.95", 0.9509, 0, 0, Holds},
		{"199", 199.5, 0, 0, Holds},
		{"199", 200, 0, 0, Differs},
		{"> 0.95", 0.99, 0, 0, Holds},
		{"> 0.95", 0.95, 0, 0, Differs},
		{"> 0.95", 0.94, 0.004, 0, Holds}, // 0.012 below is within reach of chance
		{"> 0.95", 0.93, 0.004, 0, Differs},
		{"< 0.05", 0.04, 0, 0, Holds},
		{"≈ 1", 0.6, 0, 0, Holds}, // a digit says no more
		{"≈ 0.95", 0.974, 0, 0, Differs},
	} {
		if o := Number(c.printed, c.obtained, c.se, c.publishedSE); o.Verdict != c.want {
			t.Errorf("%s, obtained %v ± %v: %s, want %s", c.printed, c.obtained, c.se, o.Verdict, c.want)
		}
	}
}

// By hand: of 0, 1, …, 1000 the central 95 % are 25 to 975, within one of them.
func TestAmong(t *testing.T) {
	var values []float64
	for i := range 1001 {
		values = append(values, float64(1000-i))
	}
	for printed, want := range map[string]Verdict{"30": Holds, "970": Holds, "20": Differs, "980": Differs} {
		o := Among(printed, values)
		if o.Verdict != want || o.Obtained.(float64) < 499 || o.Obtained.(float64) > 501 {
			t.Errorf("%s: %s with median %v, want %s and 500", printed, o.Verdict, o.Obtained, want)
		}
	}
}

// A claim that holds as a rule holds, one that hardly ever does differs, and
// between the two it holds in part.
func TestShare(t *testing.T) {
	for holds, want := range map[int]Verdict{
		200: Holds, 190: Holds, 189: Partly, 11: Partly, 10: Differs, 0: Differs,
	} {
		if o := Share("highest", holds, 200); o.Verdict != want {
			t.Errorf("%d of 200: %s, want %s", holds, o.Verdict, want)
		}
	}
}

// What is printed of one draw holds from one draw in twenty on.
func TestComesUp(t *testing.T) {
	for times, want := range map[int]Verdict{200: Holds, 100: Holds, 10: Holds, 9: Differs, 0: Differs} {
		o := ComesUp("swapped", times, 200)
		if o.Verdict != want || o.Obtained != float64(times)/200 || o.Statement != "swapped" {
			t.Errorf("%d of 200: %+v, want %s", times, o, want)
		}
	}
}

// By hand: 30 of 32 count as 32 of 36, a share of 8/9, whose variance is 8/81/36 = 2/729;
// all 32 count as 34 of 36, whose variance is 34·2/36³.
func TestStandardErrorOfShares(t *testing.T) {
	for x, want := range map[int]float64{30: math.Sqrt(2. / 729), 32: math.Sqrt(34. * 2 / (36 * 36 * 36))} {
		for name, o := range map[string]Outcome{"share": Share("holds", x, 32), "comes up": ComesUp("holds", x, 32)} {
			if math.Abs(*o.SE-want) > 1e-15 {
				t.Errorf("%s, %d of 32: %v, want %v", name, x, *o.SE, want)
			}
		}
	}
}

// A verdict is on the edge within two standard errors of its threshold. By hand: the
// standard error of 185 of 200 is √(187·17/204³) = 0.01935, so that 0.95 − 0.925 = 0.025
// is 1.29 of it; of 130 of 200 it is √(132·72/204³) = 0.03346, and 0.3 is 9 of it.
func TestOnEdge(t *testing.T) {
	for name, c := range map[string]struct {
		outcome Outcome
		want    bool
	}{
		"share near 95 %":           {Share("s", 185, 200), true},
		"share far from both":       {Share("s", 130, 200), false},
		"share near 5 %":            {Share("s", 12, 200), true},
		"share of all":              {Share("s", 2000, 2000), false},
		"comes up near 5 %":         {ComesUp("s", 9, 200), true},
		"comes up often":            {ComesUp("s", 185, 200), false},
		"number inside by 1 SE":     {Number("1.0", 1.07, 0.01, 0), true},  // may be 0.05 + 0.03 off
		"number inside by 3 SE":     {Number("1.0", 1.05, 0.01, 0), false}, // 0.03 less than it may
		"number beyond by 1 SE":     {Number("1.0", 1.09, 0.01, 0), true},
		"number beyond by 3 SE":     {Number("1.0", 1.11, 0.01, 0), false},
		"above a bound by 2 SE":     {Number("> 1", 0.99, 0.01, 0), true}, // may be 0.03 below
		"above a bound by 4 SE":     {Number("> 1", 1.01, 0.01, 0), false},
		"an exact number":           {Number("1.0", 1.05, 0, 0), false},
		"below a bound by 1 SE":     {Number("< 1", 1.02, 0.01, 0), true},
		"undecided":                 {Undecided(Share("s", 185, 200)), false},
		"measured, 1 SE from 0.5":   {Measured("s", 0.51, 0.01, true).AtEdge(0.01), true},
		"measured, 3 SE from 0.5":   {Measured("s", 0.53, 0.01, true).AtEdge(0.03), false},
		"measured without an error": {Measured("s", 0.5, 0, true).AtEdge(0), false},
	} {
		if c.outcome.OnEdge != c.want {
			t.Errorf("%s: on edge %v", name, c.outcome.OnEdge)
		}
	}
	if got := Share("s", 185, 200).Standing(); got != "holds in part, on the edge" {
		t.Error(got)
	}
}

// Only tests are counted; a finding is named once, whichever checks show it, and a test
// without one by its group or itself; what only real results can decide is not decided.
func TestSummarise(t *testing.T) {
	open, fitted := Ground{Kind: Test}, Ground{Kind: Fitted}
	all := append(Judged("e", []Check{
		{Check: "a", Ground: open, Outcome: Statement("holds", true), Finding: "not shown"},
		{Check: "b", Ground: open, Outcome: Statement("holds", false), Finding: "found"},
		{Check: "c", Ground: open, Outcome: Share("holds", 100, 200)},
		{Check: "r1", Ground: open, Outcome: Number("1", 2, 0, 0), Group: "ranks"},
		{Check: "r2", Ground: open, Outcome: Number("2", 1, 0, 0), Group: "ranks"},
		{Check: "r3", Ground: open, Outcome: Number("3", 3, 0, 0), Group: "ranks"},
		{Check: "f", Ground: fitted, Outcome: Statement("holds", false)},
		{Check: "d", Ground: Ground{Kind: Data}, Outcome: Statement("holds", false)},
	}), Judged("g", []Check{{Check: "h", Ground: open, Outcome: Statement("holds", false), Finding: "found"}})...)
	want := Summary{
		Tests: Count{All: 7, Holds: 2, Partly: 1, Differs: 4}, Fitted: Count{All: 1, Differs: 1},
		Data: Count{All: 1, NeedsData: 1},
		Findings: []Finding{
			{"found", []string{"e: b", "g: h"}, []string{"e", "g"}},
			{"e: ranks", []string{"e: r1", "e: r2"}, []string{"e"}},
		},
	}
	if got := Summarise(all); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
