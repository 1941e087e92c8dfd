package sequential_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"settle/study/sequential"
)

// The O'Brien–Fleming-type boundaries of Lan and DeMets for five equally spaced
// looks at a one-sided level of 0.025 are 4.8769, 3.3569, 2.6803, 2.2898 and
// 2.0310 (DeMets and Lan, "Interim analysis: the alpha spending function
// approach", 1994). At the first look nothing else can be spent, so the boundary is the
// same; later, adding up probabilities instead of integrating over the earlier
// looks must give a boundary that is no lower.
func TestBoundariesOfLanAndDeMets(t *testing.T) {
	got := sequential.OBrienFleming.Boundaries(0.025, 5, 1)
	for i, exact := range []float64{4.8769, 3.3569, 2.6803, 2.2898, 2.0310} {
		if got[i] < exact-0.00005 || got[i] > exact+0.25 {
			t.Errorf("look %d: boundary %v, want %v or a little more", i+1, got[i], exact)
		}
	}
	if math.Abs(got[0]-4.8769) > 0.00005 {
		t.Errorf("first boundary %v, want 4.8769", got[0])
	}
}

// Normal quantiles from tables: 1.6449 at 0.95, 2.3263 at 0.99, 2.5758 at 0.995.
func TestBoundariesFromTables(t *testing.T) {
	for _, c := range []struct {
		correction         sequential.Correction
		alpha              float64
		looks, comparisons int
		want               float64
	}{
		{sequential.None, 0.05, 7, 110, 1.6449},
		{sequential.Bonferroni, 0.05, 1, 1, 1.6449},
		{sequential.Bonferroni, 0.05, 5, 1, 2.3263},
		{sequential.Bonferroni, 0.05, 5, 2, 2.5758},
		{sequential.Bonferroni, 0.05, 1, 10, 2.5758},
		{sequential.OBrienFleming, 0.05, 1, 10, 2.5758},
	} {
		z := c.correction.Boundaries(c.alpha, c.looks, c.comparisons)
		if len(z) != c.looks {
			t.Fatalf("%d boundaries for %d looks", len(z), c.looks)
		}
		for look, got := range z {
			if math.Abs(got-c.want) > 0.00005 {
				t.Errorf("%v, %d looks, %d comparisons: %v at look %d, want %v", c.correction, c.looks, c.comparisons, got, look+1, c.want)
			}
		}
	}
}

// The chances of crossing, by the error function and not by quantiles, add up
// to the nominal level over all looks and comparisons; and a spending function
// goes from nothing to the level and never back.
func TestBoundariesSpendTheLevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]sequential.Correction{sequential.Bonferroni, sequential.OBrienFleming}).Draw(t, "correction")
		alpha := rapid.Float64Range(0.001, 0.4).Draw(t, "alpha")
		looks, comparisons := rapid.IntRange(1, 200).Draw(t, "looks"), rapid.IntRange(1, 10_000).Draw(t, "comparisons")
		var sum float64
		for _, z := range c.Boundaries(alpha, looks, comparisons) {
			sum += float64(comparisons) * math.Erfc(z/math.Sqrt2) / 2
		}
		if math.Abs(sum/alpha-1) > 1e-6 {
			t.Errorf("%v spends %v of %v", c, sum, alpha)
		}
		early, late := rapid.Float64Range(0, 1).Draw(t, "early"), rapid.Float64Range(0, 1).Draw(t, "late")
		early, late = min(early, late), max(early, late)
		if c.Spent(alpha, 0) != 0 || math.Abs(c.Spent(alpha, 1)-alpha) > 1e-12 || c.Spent(alpha, early) > c.Spent(alpha, late) {
			t.Errorf("%v spends %v at 0, %v at %v, %v at %v, %v at 1", c, c.Spent(alpha, 0),
				c.Spent(alpha, early), early, c.Spent(alpha, late), late, c.Spent(alpha, 1))
		}
	})
}

func TestParseCorrection(t *testing.T) {
	for _, name := range []string{"none", "bonferroni", "obrien-fleming", "holm", "mixture", "betting", "valid"} {
		if c, err := sequential.ParseCorrection(name); err != nil || c.String() != name {
			t.Errorf("%q is read as %v, %v", name, c, err)
		}
	}
	if _, err := sequential.ParseCorrection("hochberg"); err == nil {
		t.Error(`"hochberg" was read`)
	}
}
