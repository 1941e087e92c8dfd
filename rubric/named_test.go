package rubric_test

import (
	"slices"
	"testing"

	"settle/rubric"
)

// Which thresholds the paper's schemata compare signals with, read off Tables 4
// and 5 by hand.
func TestUses(t *testing.T) {
	want := map[string][]string{
		"conf-calibrated":     {"τ_low_wrong", "corr_p33", "corr_p66"},
		"ood-robustness":      {"τ_prompt"},
		"conf-wrong-penalty":  {"τ_low_wrong"},
		"format-confidence":   {"τ_high"},
		"efficiency-adjusted": {"len_p33", "len_p66"},
		"concision-high-conf": {"τ_high", "len_p33", "len_p66"},
	}
	for _, s := range rubric.Paper() {
		var got []string
		for _, threshold := range s.Uses(&rubric.Thresholds{}) {
			got = append(got, threshold.Name)
		}
		if slug := rubric.Slug(s.Name()); !slices.Equal(got, want[slug]) {
			t.Errorf("%s uses %q, want %q", slug, got, want[slug])
		}
	}
}

// Every threshold is listed under its own name.
func TestThresholdsList(t *testing.T) {
	thresholds := rubric.Thresholds{High: 1, LowWrong: 2, Prompt: 3, LenP33: 4, LenP66: 5, CorrP33: 6, CorrP66: 7}
	for i, threshold := range thresholds.List() {
		if threshold.Value != float64(i+1) || threshold.Name == "" || threshold.About == "" {
			t.Errorf("threshold %d of Table 4 is %+v", i+1, threshold)
		}
	}
}
