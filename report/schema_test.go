package report_test

import (
	"math"
	"testing"

	"settle/report"
	"settle/rubric"
	"settle/rubric/signals"
)

// A threshold that no attempt bears on is null in JSON, and only those that the
// schema uses are there.
func TestSchema(t *testing.T) {
	schema, err := rubric.Named("concision-high-conf")
	if err != nil {
		t.Fatal(err)
	}
	thresholds := rubric.Thresholds{High: math.NaN(), LenP33: 0.25, LenP66: 0.5}
	d := report.Schema(&signals.Sorted{Schema: schema, Thresholds: thresholds})
	want := map[string]float64{"len_p33": 0.25, "len_p66": 0.5}
	if len(d.Thresholds) != 3 {
		t.Fatalf("%d thresholds, want tau_high, len_p33 and len_p66", len(d.Thresholds))
	}
	for _, threshold := range d.Thresholds {
		value, known := want[threshold.Name]
		switch {
		case threshold.Name == "tau_high" && threshold.Value == nil:
		case known && threshold.Value != nil && *threshold.Value == value:
		default:
			t.Errorf("unexpected threshold %+v", threshold)
		}
	}
	if report.Schema(nil) != nil {
		t.Error("there is a schema of outcomes")
	}
}
