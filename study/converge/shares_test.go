package converge_test

import (
	"slices"
	"testing"

	"settle/study/converge"
)

// Of four replicates two settle at n = 1, one at n = 3 and one never.
func TestShares(t *testing.T) {
	d := converge.Distribution{Replicates: 4, Counts: []int{2, 0, 1}}
	if got := d.PMF(); !slices.Equal(got, []float64{0.5, 0, 0.25}) {
		t.Errorf("the PMF is %v", got)
	}
	if got := d.CDF(); !slices.Equal(got, []float64{0.5, 0.5, 0.75}) {
		t.Errorf("the CDF is %v", got)
	}
}
