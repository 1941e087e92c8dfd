package checks

import (
	"strings"
	"testing"
)

// Of a group, what agrees is counted and what does not is named; its neighbours
// are left alone, and a group of one is what it is.
func TestComparisonCondenses(t *testing.T) {
	open := Ground{Kind: Test, Why: "it is drawn"}
	number := func(experiment, name, published string, obtained float64, group string) Check {
		return Check{Experiment: experiment, Check: name, Ground: open, Outcome: Number(published, obtained, 0, 0), Group: group}
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
		{"d", "test", "4", "4", "", "agrees"},
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
		{"0.837", 0.8375, 0, 0, Agrees},
		{"0.837", 0.8376, 0, 0, Differs},
		{"0.837", 0.8525, 0.003, 0.004, Agrees},  // 0.0005 + 3·0.005 = 0.0155
		{"0.837", 0.8526, 0.003, 0.004, Differs}, // just beyond
		{"0.950", 0.9509, 0, 0, Differs},         // 0.0009 is more than half of 0.001
		{"0.95", 0.9509, 0, 0, Agrees},
		{"199", 199.5, 0, 0, Agrees},
		{"199", 200, 0, 0, Differs},
		{"> 0.95", 0.99, 0, 0, Agrees},
		{"> 0.95", 0.95, 0, 0, Differs},
		{"> 0.95", 0.94, 0.004, 0, Agrees}, // 0.012 below is within reach of chance
		{"> 0.95", 0.93, 0.004, 0, Differs},
		{"< 0.05", 0.04, 0, 0, Agrees},
		{"≈ 1", 0.6, 0, 0, Agrees}, // a digit says no more
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
	for printed, want := range map[string]Verdict{"30": Agrees, "970": Agrees, "20": Differs, "980": Differs} {
		o := Among(printed, values)
		if o.Verdict != want || o.Obtained.(float64) < 499 || o.Obtained.(float64) > 501 {
			t.Errorf("%s: %s with median %v, want %s and 500", printed, o.Verdict, o.Obtained, want)
		}
	}
}

// A claim that holds as a rule agrees, one that hardly ever does differs, and
// between the two it depends on a draw that is not published.
func TestShare(t *testing.T) {
	for holds, want := range map[int]Verdict{200: Agrees, 190: Agrees, 189: Unknown, 11: Unknown, 10: Differs, 0: Differs} {
		if o := Share("highest", holds, 200); o.Verdict != want {
			t.Errorf("%d of 200: %s, want %s", holds, o.Verdict, want)
		}
	}
}

// Only tests are counted; a group is named once, with how many of it differ; what
// only real results can decide is not decided.
func TestClosing(t *testing.T) {
	open, fitted := Ground{Kind: Test}, Ground{Kind: Fitted}
	all := Judged("e", []Check{
		{Check: "a", Ground: open, Outcome: Statement("holds", true)},
		{Check: "b", Ground: open, Outcome: Statement("holds", false)},
		{Check: "c", Ground: open, Outcome: Share("holds", 100, 200)},
		{Check: "r1", Ground: open, Outcome: Number("1", 2, 0, 0), Group: "ranks"},
		{Check: "r2", Ground: open, Outcome: Number("2", 1, 0, 0), Group: "ranks"},
		{Check: "r3", Ground: open, Outcome: Number("3", 3, 0, 0), Group: "ranks"},
		{Check: "f", Ground: fitted, Outcome: Statement("holds", false)},
		{Check: "d", Ground: Ground{Kind: Data}, Outcome: Statement("holds", false)},
	})
	want := "Of 6 tests 2 agree with what is published, 3 differ and 1 cannot be known from it. " +
		"These differ: e: b; e: ranks (2 of 3). " +
		"Not counted: 1 of boards that were made to match, 1 of which differs; 1 that only real results can decide (--data, --signals)."
	if got := Closing(all); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if s := Summarise(all); s.Data != (Count{All: 1, Unknown: 1}) || len(s.Differing) != 3 {
		t.Errorf("%+v", s)
	}
}
