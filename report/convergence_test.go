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
	want := "m settles by trial 1 on average, and by 2 in 95 of 100 reorderings, " +
		"but in 10.0 % only with the last trial: more trials are needed."
	if got := c.sentence(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
