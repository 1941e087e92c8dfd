package report

import (
	"reflect"
	"strings"
	"testing"

	"settle/study/converge"
)

// The field of JSON that holds the quantile cannot follow nearlyAll by itself:
// it is named by hand, p95 for 0.95.
func TestQuantileIsNamedAfterItsShare(t *testing.T) {
	field, _ := reflect.TypeFor[distributionDocument]().FieldByName("P95")
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	percent, _, _ := strings.Cut(percent(nearlyAll), " ")
	if want := "p" + percent; name != want {
		t.Errorf("the quantile of %v is the field %q, want %q", nearlyAll, name, want)
	}
}

// Nine of ten replicates settle at n = 1 and one at n = 2, so that by n = 2 all
// of the nearest 95 of 100 have, but one in ten only with the last trial.
func TestConvergenceSaysWhatIsLate(t *testing.T) {
	c := Convergence{Distributions: []converge.Distribution{{Metric: "m", Replicates: 10, Counts: []int{9, 1}}}}
	want := "By m 10.0 % of reorderings settle only with the last trial: more trials are needed; " +
		"half settle by trial 1 and 95 of 100 by trial 2."
	if got := c.Sentence(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of ten replicates five settle at n = 1, two at n = 2 and three never: half have by
// n = 1, and 95 of 100 by no n.
func TestNeverIsLaterThanAnyTrial(t *testing.T) {
	c := Convergence{Distributions: []converge.Distribution{{Metric: "m", Replicates: 10, Counts: []int{5, 2}}}}
	c.Replacement = true
	want := "By m 30.0 % of replicates never settle and 20.0 % only with the last trial: more trials are needed; " +
		"half settle by trial 1 and 95 of 100 not within the trials."
	if got := c.Sentence(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := settlesBy(c.Distributions[0], nearlyAll); got != "> 2" {
		t.Errorf("95 %% by %q, want > 2", got)
	}
	// The restricted mean is (5·1 + 2·2 + 3·3)/10, that of those that settle 9/7.
	d := c.document().Metrics[0]
	if *d.Restricted != 1.8 || *d.Mean != 9.0/7 || d.Median != 1 || d.P95 != 0 || d.Worst != 2 {
		t.Errorf("the document has %+v", d)
	}
}
