package converge

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/converge"
)

// The field of JSON that holds the quantile cannot follow nearlyAll by itself:
// it is named by hand, p95 for 0.95.
func TestQuantileIsNamedAfterItsShare(t *testing.T) {
	percent, _, _ := strings.Cut(wording.Percent(NearlyAll), " ")
	if fields := (Convergence{}).distributionFields(); !slices.ContainsFunc(fields, func(f tables.Field[converge.Distribution]) bool {
		return f.Key == "p"+percent
	}) {
		t.Errorf("the quantile of %v is no field p%s", NearlyAll, percent)
	}
}

// Nine of ten replicates settle at n = 1 and one at n = 2, so that by n = 2 all
// of the nearest 95 of 100 have, but one in ten only with the last trial. If gold is the
// board's own ranking, all orders of its trials end in gold.
func TestConvergenceSaysWhatIsLate(t *testing.T) {
	c := Convergence{Distributions: []converge.Distribution{{Metric: "m", Replicates: 10, Counts: []int{9, 1}}}}
	for own, says := range map[bool]string{false: "so more trials are needed", true: "which says nothing about more trials"} {
		c.OwnGold, c.Shape.Trials = own, 2
		want := "By m, 10.0 % of reorderings settle only with the last trial, " + says +
			". Half settle by trial 1; 95 % settle by trial 2."
		if got := c.Sentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Of two models that are equally good the leads of N trials spread as √N, so that ever
// fewer are 0: where gold ties them and a ranking has to, more trials are no help.
func TestConvergenceOnATieOfTheTruth(t *testing.T) {
	c := Convergence{Distributions: []converge.Distribution{{Metric: "m", Replicates: 10, Counts: []int{1, 0}}}}
	c.Scheme, c.ExactTies, c.GoldLevels = report.Fresh, true, []int{0, 1, 1}
	for _, test := range []struct {
		exact bool
		want  string
	}{{true, "since gold ties some models and more trials do not make ties more frequent"}, {false, "so more trials are needed"}} {
		c.ExactTies = test.exact
		want := "By m, 90.0 % of new boards never settle, and 0.0 % settle only with the last trial, " + test.want +
			". Fewer than half settle within the trials; fewer than 95 % settle within the trials."
		if got := c.Sentence(); got != want {
			t.Errorf("exact %v: %q, want %q", test.exact, got, want)
		}
	}
}

// Of ten replicates five settle at n = 1, two at n = 2 and three never: half have by
// n = 1, and 95 of 100 by no n.
func TestNeverIsLaterThanAnyTrial(t *testing.T) {
	c := Convergence{Distributions: []converge.Distribution{{Metric: "m", Replicates: 10, Counts: []int{5, 2}}}}
	c.Replacement = true
	want := "By m, 30.0 % of replicates never settle, and 20.0 % settle only with the last trial, so more trials are needed. " +
		"Half settle by trial 1; fewer than 95 % settle within the trials."
	if got := c.Sentence(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := SettlesBy(c.Distributions[0], NearlyAll); got != "> 2" {
		t.Errorf("95 %% by %q, want > 2", got)
	}
	// The restricted mean is (5·1 + 2·2 + 3·3)/10, that of those that settle 9/7.
	var documents struct {
		Metrics []struct {
			Mean               float64
			Restricted         float64 `json:"restricted_mean"`
			Median, P95, Worst int
		}
	}
	decode(t, c.document(), &documents)
	d := documents.Metrics[0]
	if d.Restricted != 1.8 || d.Mean != 9.0/7 || d.Median != 1 || d.P95 != 0 || d.Worst != 2 {
		t.Errorf("the document has %+v", d)
	}
}

// What is said in short follows the counts: of ten replicates of three trials all settle
// by n = 2; or one only with the last trial; or, against the truth, three never do.
func TestConvergenceInShort(t *testing.T) {
	for _, tt := range []struct {
		counts []int
		own    bool
		want   string
	}{
		{[]int{6, 4, 0}, true, "As far as these trials show: in 95 % of random orders of the 3 trials, " +
			"the ranking by m no longer changes after trial 2. It need not be the true one."},
		{[]int{6, 4, 0}, false, "Yes: in 95 % of random orders of the 3 trials, the ranking by m is correct from trial 2 on."},
		{[]int{6, 3, 1}, true, "No: in 10.0 % of random orders of the 3 trials, the ranking by m still changes with the last trial."},
		{[]int{6, 1, 0}, false, "No: in 30.0 % of random orders of the 3 trials, the ranking by m never settles on the final ranking."},
	} {
		c := Convergence{Distributions: []converge.Distribution{{Metric: "m", Replicates: 10, Counts: tt.counts}}}
		c.Shape.Trials, c.OwnGold = 3, tt.own
		if got := c.InShort(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.counts, got, tt.want)
		}
		if !c.Settles() {
			t.Errorf("%v: nothing to draw", tt.counts)
		}
	}
	if (Convergence{Distributions: []converge.Distribution{{Replicates: 10, Counts: []int{0, 0, 4}}}}).Settles() {
		t.Error("there is something to draw of what settles only with the last trial")
	}
}

// Of 5000 trials, 128 + 64·5 numbers up to 4096 are compared, then every 64th: 4160, …,
// 4992, which are 14, and 5000.
func TestConvergenceSaysAtWhatItLooks(t *testing.T) {
	c := Convergence{Distributions: []converge.Distribution{{Metric: "m", Replicates: 1, Counts: make([]int, 5000), OnCurve: true}}}
	c.Shape.Trials = 5000
	var d struct {
		Compared []int `json:"compared_at"`
	}
	decode(t, c.document(), &d)
	if got := len(d.Compared); got != 463 {
		t.Errorf("%d numbers of trials in JSON, want 463", got)
	}
	notes := strings.Join(c.Report("text").Tables[0].AllNotes(), " ")
	if want := "compared at 463 values of n: every n up to 128"; !strings.Contains(notes, want) {
		t.Errorf("the notes are %q, want %q in them", notes, want)
	}
	c.Distributions[0].OnCurve = false
	d.Compared = nil
	if decode(t, c.document(), &d); d.Compared != nil {
		t.Error("JSON lists every n")
	}
}

func decode(t *testing.T, document, into any) {
	t.Helper()
	written, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(written, into); err != nil {
		t.Fatal(err)
	}
}
