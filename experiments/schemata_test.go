package experiments_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"settle/experiments"
	"settle/experiments/checks"
	"settle/figures"
	"settle/metrics"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/tables"
)

// tenAttempts are those of two models at one question, numbered 1 to 10: number
// k has k bits per token and k tenths of the tokens. The first five are correct,
// the odd ones boxed, the verifier vouches for the first four, the ninth is
// off-task, and the tenth is degenerate and has a strange prompt.
func tenAttempts() *signals.Attempts {
	a := &signals.Attempts{Models: []string{"a", "b"}, Questions: []string{"q"}, Trials: 5}
	is := func(yes bool) float64 {
		if yes {
			return 1
		}
		return 0
	}
	for k := 1; k <= 10; k++ {
		x := rubric.Signals{
			rubric.HasBox: is(k%2 == 1), rubric.IsCorrect: is(k <= 5), rubric.TokenRatio: float64(k) / 10, rubric.RepeatedPattern: is(k == 10),
			rubric.PromptBPT: 1 + is(k == 10), rubric.CompletionBPT: float64(k), rubric.A: 0.2, rubric.B: 0.7, rubric.C: 0.1,
		}
		if k <= 4 {
			x[rubric.A], x[rubric.B] = 0.6, 0.3
		}
		if k == 9 {
			x[rubric.B], x[rubric.C] = 0.3, 0.5
		}
		a.Cells = append(a.Cells, x)
	}
	return a
}

// column returns the cells of a table's column that has the name.
func column(t *testing.T, table *tables.Table, name string) []string {
	t.Helper()
	for i, c := range table.Columns {
		if c.Name != name {
			continue
		}
		var cells []string
		for _, row := range table.Rows {
			cells = append(cells, row[i])
		}
		return cells
	}
	t.Fatalf("%s has no column %q", table.Title, name)
	panic("unreachable")
}

// By hand: by the linear rule the percentiles of 1..10 are 1 + 9·p, so that
// τ_high is 4.6, of 6..10 τ_low_wrong is 8.4, of 1..5 corr_p33 and corr_p66 are
// 2.32 and 3.64, of tenths len_p33 and len_p66 0.397 and 0.694, and of nine 1
// and a 2 τ_prompt is 1.1.
func TestTable4ByHand(t *testing.T) {
	r := run(t, "table4", experiments.Options{Signals: tenAttempts()})
	names, counts := column(t, r.Tables[0], "variable"), column(t, r.Tables[0], "attempts")
	want := map[string]string{
		"invalid": "2", "correct": "5", "wrong": "5", "high_conf": "4", "low_conf": "6", "wrong_high_conf": "3", "ood": "1", "ind": "9",
		"economical": "3", "moderate": "3", "verbose": "4", "boxed": "5", "unboxed": "5", "A_high": "4",
		"correct_high_conf": "2", "correct_mid_conf": "1", "B_over_C": "9", "degenerate": "1", "off_task": "1",
	}
	for i, name := range names {
		if counts[i] != want[name] {
			t.Errorf("%s holds for %s attempts, want %q", name, counts[i], want[name])
		}
	}
	if len(names) != len(want) {
		t.Errorf("%d variables, want %d", len(names), len(want))
	}
	got := strings.Join(column(t, r.Tables[1], "value"), " ")
	if got != "4.6000 8.4000 1.1000 0.3970 0.6940 2.3200 3.6400" {
		t.Errorf("thresholds are %s", got)
	}
	if strings.Contains(strings.Join(r.Tables[0].Notes, " "), "imulated") || len(r.Tables[0].Columns) != 6 {
		t.Errorf("given signals pass for simulated ones: %+v", r.Tables[0])
	}
}

// By hand, in the order of the categories.
func TestTable5ByHand(t *testing.T) {
	r := run(t, "table5", experiments.Options{Signals: tenAttempts()})
	names, counts := column(t, r.Tables[0], "schema"), column(t, r.Tables[0], "attempts")
	got := map[string]string{}
	for i, name := range names {
		got[name] += counts[i] + " "
	}
	for name, want := range map[string]string{
		"Exact Match": "2 3 5 ", "Format Aware": "2 2 1 2 3 ", "Conf-Calibrated": "2 0 3 2 1 2 ", "OOD Robustness": "2 0 3 0 5 ",
		"Strict Compliance": "2 5 3 ", "Conf-Wrong Penalty": "2 3 0 5 ", "Verifier-Only": "2 0 4 4 ", "Format+Confidence": "2 2 1 0 0 2 1 2 ",
		"Length-Robust": "2 3 5 ", "Verifier Probe": "2 0 3 1 4 ", "Efficiency-Adjusted": "2 0 1 2 3 2 0 ", "Concision-High-Conf": "2 3 0 2 0 3 ",
	} {
		if got[name] != want {
			t.Errorf("%s has %q, want %q", name, got[name], want)
		}
	}
	if len(got) != 12 {
		t.Errorf("%d schemata, want 12", len(got))
	}
}

// What Tables 4 and 5 say is what the code does: all numbers of Table 5 are as
// published, and the simulated thresholds cut off what they should, within the
// copies of a prompt, of which the 90th percentile may cut off 11 % in place of
// 10.
func TestTables4And5(t *testing.T) {
	five := run(t, "table5", experiments.Options{Seed: 1})
	if len(five.Checks) != 13 {
		t.Errorf("%d checks of Table 5, want the number of schemata and twelve more", len(five.Checks))
	}
	for _, c := range five.Checks {
		if *c.Published != c.Obtained {
			t.Errorf("%s: %v, published %v", c.Check, c.Obtained, *c.Published)
		}
	}
	for _, c := range run(t, "table4", experiments.Options{Seed: 1}).Checks {
		within := 0.0005
		if strings.Contains(c.Check, "ood") {
			within = 0.02
		}
		got, want := c.Obtained.(float64), *c.Published
		if got < want-within || got > want+within {
			t.Errorf("%s: %v, published %v", c.Check, got, want)
		}
	}
}

// The shares of the simulated attempts are near the exact ones, which come from
// formulas instead of draws: within 2 percentage points. (Of 26,400 independent
// attempts one standard error is at most 0.3 points, and those of a question are
// more alike, but given its chances are independent.)
func TestSharesAreNearExact(t *testing.T) {
	for _, id := range []string{"table4", "table5"} {
		table := run(t, id, experiments.Options{Seed: 3}).Tables[0]
		shares, exact := column(t, table, "share"), column(t, table, "exact")
		for i := range shares {
			got, err := strconv.ParseFloat(strings.TrimSuffix(shares[i], " %"), 64)
			if err != nil {
				t.Fatal(err)
			}
			want, err := strconv.ParseFloat(strings.TrimSuffix(exact[i], " %"), 64)
			if err != nil {
				t.Fatal(err)
			}
			if got < want-2 || got > want+2 {
				t.Errorf("%s: %q is %v %%, exact %v %%", id, table.Rows[i], got, want)
			}
		}
	}
}

// What the paper says of Fig. 7, as far as it names no model of the middle,
// holds for the mimics of several seeds; so does the smallest margin. The
// largest is not checked: it depends on the weights, which the paper leaves
// open.
func TestFig7(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		r := run(t, "fig7", experiments.Options{Seed: seed})
		for _, name := range []string{"one model is first under all schemata", "smallest margin of the leader", "the largest change of rank is in the middle"} {
			if c := find(t, r, name); c.Verdict != checks.Agrees {
				t.Errorf("seed %d: %s: %v (%s), published %v", seed, name, c.Obtained, c.Note, c.Says())
			}
		}
		if c := find(t, r, "models of the lower tier that keep their rank"); c.Obtained.(float64) < 4 {
			t.Errorf("seed %d: %s: %v, want at least 4", seed, c.Check, c.Obtained)
		}
		f := r.Figures[0].Figure
		if !strings.Contains(f.Title, "(simulated)") || !strings.Contains(f.Caption, "Simulated: all signals") {
			t.Errorf("the figure does not say that its signals are simulated: %q, %q", f.Title, f.Caption)
		}
		var svg bytes.Buffer
		if err := f.Write(&svg, figures.SVG); err != nil {
			t.Error(err)
		}
		if rows := len(r.Data[0].Table.Rows); rows != 11*12 {
			t.Errorf("%d scores, want 132", rows)
		}
	}
}

// With signals of one's own nothing is called simulated, nor compared with what
// the paper says of its eleven models. Of ten attempts, a has five valid and all
// correct, b two invalid and none correct.
func TestFig7OwnSignals(t *testing.T) {
	r := run(t, "fig7", experiments.Options{Seed: 1, Signals: tenAttempts()})
	f := r.Figures[0].Figure
	if strings.Contains(f.Title+f.Caption, "imulated") || len(r.Checks) != 0 {
		t.Errorf("title %q, caption %q, %d checks", f.Title, f.Caption, len(r.Checks))
	}
	for i, want := range []string{"a", "b"} {
		row := r.Tables[0].Rows[i]
		for _, rank := range row[1:13] {
			if row[0] != want || rank != strconv.Itoa(i+1) {
				t.Errorf("row %q, want %s at rank %d everywhere", row, want, i+1)
			}
		}
	}
	for _, c := range r.Data[0].Table.Columns {
		if strings.HasPrefix(c.Name, "true") {
			t.Errorf("there is a column %s", c.Name)
		}
	}
}

// Table 3: what the paper ticks and crosses of Bayes@N and, but for avg@N on
// categories (Eq. 19) and its exact σ (Eq. 20), of avg@N is so. On the stand-ins
// pass@k never settles on AIME'24 and '25, as the paper says, and Bayes@N does
// on all four benchmarks.
func TestTable3(t *testing.T) {
	r := run(t, "table3", experiments.Options{Seed: 1})
	if len(r.Checks) != 12 {
		t.Errorf("%d checks, want the twelve cells of Table 3", len(r.Checks))
	}
	for _, c := range r.Checks {
		ours := strings.HasPrefix(c.Check, "avg@N: c") && !strings.HasSuffix(c.Check, "convergence") ||
			strings.HasPrefix(c.Check, "Pass@k") && (strings.HasSuffix(c.Check, "interval") || strings.HasSuffix(c.Check, "categories"))
		if !ours && c.Verdict != checks.Agrees {
			t.Errorf("%s: %v, published %v (%s)", c.Check, c.Obtained, c.Says(), c.Note)
		}
	}
	names := column(t, r.Tables[0], "metric")
	settles, interval, prior, graded := column(t, r.Tables[0], "settles on"), column(t, r.Tables[0], "interval"), column(t, r.Tables[0], "prior"), column(t, r.Tables[0], "categories")
	want := map[string][4]string{
		"bayes": {"4 of 4", "yes", "yes", "yes"}, "avg": {"4 of 4", "yes", "no", "yes"},
		"pass@2": {"2 of 4", "yes", "no", "no"}, "pass-naive@8": {"0 of 4", "no", "no", "no"}, "max@8": {"0 of 4", "no", "no", "yes"},
	}
	for i, name := range names {
		w, ok := want[name]
		if got := [4]string{settles[i], interval[i], prior[i], graded[i]}; ok && got != w {
			t.Errorf("%s offers %q, want %q", name, got, w)
		}
	}
	if len(names) != 18 {
		t.Errorf("%d metrics, want the thirteen of Fig. 2, avg, pass^, maj, auc and max", len(names))
	}
	for _, f := range metrics.Families() {
		if f.Name != "exec:" && !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, f.Name) }) {
			t.Errorf("there is no row for %s", f.Syntax)
		}
	}
}

// The tables survive LaTeX: their signs become commands, and none is left.
func TestTablesInLaTeX(t *testing.T) {
	for _, id := range []string{"table4", "table5"} {
		for _, table := range run(t, id, experiments.Options{Seed: 1}).Tables {
			var b bytes.Buffer
			if err := table.Write(&b, tables.LaTeX); err != nil {
				t.Fatal(err)
			}
			if i := strings.IndexAny(b.String(), "∧∨¬≥≤τ"); i >= 0 {
				t.Errorf("%s: %q is left in LaTeX", table.Title, b.String()[i:i+8])
			}
		}
	}
}
