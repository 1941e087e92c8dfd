package csvfile_test

import (
	"math"
	"testing"

	"settle/internal/csvfile"
)

// The numbers are what Python's float makes of the texts; it refuses the others,
// except that it takes 1_000, as its source code does, and 1e999 for an infinity.
func TestNumber(t *testing.T) {
	for text, want := range map[string]float64{
		"1": 1, " 0.25\t": 0.25, "+1": 1, "-.5": -0.5, "1.": 1, "1e-3": 0.001, "1E+2": 100, "007": 7,
		"inf": math.Inf(1), "-Infinity": math.Inf(-1),
	} {
		if got, ok := csvfile.Number(text); !ok || got != want {
			t.Errorf("%q: %v, %t; want %v", text, got, ok, want)
		}
	}
	if got, ok := csvfile.Number("NaN"); !ok || !math.IsNaN(got) {
		t.Errorf("NaN: %v, %t", got, ok)
	}
	for _, text := range []string{"", " ", "x", "1_000", "1_0", "0x1p-2", "0X1P-2", "0x10", "1,5", "1 2", "--1", ".", "e3", "1e999", "1e", "true"} {
		if got, ok := csvfile.Number(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}
