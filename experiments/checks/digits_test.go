package checks_test

import (
	"testing"

	"settle/experiments/checks"
)

// Tables show a printed number as it is printed and what was obtained with as many
// digits, and do not show a trace as nothing.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		o         checks.Outcome
		says, got string
	}{
		{checks.Number("0.091998", 0.0919975090, 0, 0), "0.091998", "0.091998"},
		{checks.Number("≈ 0.950", 0.9500151, 0, 0), "≈ 0.950", "0.95"},
		{checks.Number("87", 87.2856849, 0, 0), "87", "87.2857"},
		{checks.Measured("no difference", 1.9e-14, 0, true), "no difference", "1.9e-14"},
		{checks.Measured("no difference", 0, 0, true), "no difference", "0"},
	} {
		if says, got := c.o.Says(), c.o.Got(); says != c.says || got != c.got {
			t.Errorf("%q and %q, want %q and %q", says, got, c.says, c.got)
		}
	}
}
