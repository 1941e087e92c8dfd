package audit_test

import (
	"math"
	"testing"

	"settle/study/audit"
)

// A number is expected within half a unit of its last digit.
func TestExpectedDigits(t *testing.T) {
	for text, want := range map[string]audit.Expected{
		"pass@1=0.274":   {Name: "pass@1", Value: 0.274, Half: 0.0005},
		"acc,none=55":    {Name: "acc,none", Value: 55, Half: 0.5},
		"a=b=-1.20":      {Name: "a=b", Value: -1.2, Half: 0.005},
		"m mean=2.5E-3":  {Name: "m mean", Value: 0.0025, Half: 0.00005},
		"m mean=1.25e+2": {Name: "m mean", Value: 125, Half: 0.5},
	} {
		got, err := audit.ParseExpected(text)
		if err != nil || got.Name != want.Name || got.Value != want.Value || math.Abs(got.Half/want.Half-1) > 1e-12 {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "pass@1", "=1", "a=", "a=x", "a=NaN", "a=inf", "a=0x10", "a=1_0", "a=1e999"} {
		if e, err := audit.ParseExpected(text); err == nil {
			t.Errorf("%q is %+v", text, e)
		}
	}
}

// What is expected stands behind the check that it is about, and nothing is told of
// a log that was cut.
func TestExpect(t *testing.T) {
	attempts := audit.Check{Name: "attempts", Published: 4, Recomputed: 4, Verdict: audit.Agrees}
	cut := audit.Check{Name: "attempts", Published: 9, Recomputed: 4, Verdict: audit.CannotTell, Why: "cut"}
	printed := audit.Check{Name: "pass@1", Published: math.NaN(), Recomputed: 0.27449, Verdict: audit.CannotTell, Why: "printed"}
	unknown := audit.Check{Name: "pass@1", Published: 0.3, Recomputed: math.NaN(), Verdict: audit.CannotTell, Why: "secret"}
	for _, c := range []struct {
		text string
		of   []audit.Check
		want audit.Verdict
		why  string
	}{
		{"pass@1=0.274", []audit.Check{attempts, printed}, audit.Agrees, ""},
		{"pass@1=0.27", []audit.Check{attempts, printed}, audit.Agrees, ""},
		{"pass@1=0.275", []audit.Check{attempts, printed}, audit.Differs, "by 0.00051"},
		{"pass@1=0.2740", []audit.Check{attempts, printed}, audit.Differs, "by -0.00049"},
		{"pass@1=27.4", []audit.Check{attempts, printed}, audit.Differs, "by 27.1255; they agree if one is a share and the other a percentage"},
		{"pass@1=0.274", []audit.Check{cut, printed}, audit.CannotTell, "cut"},
		{"pass@1=0.3", []audit.Check{attempts, unknown}, audit.CannotTell, "secret"},
	} {
		e, err := audit.ParseExpected(c.text)
		if err != nil {
			t.Fatal(err)
		}
		found := []audit.Log{{Checks: c.of}}
		if err := audit.Expect(found, e); err != nil || len(found[0].Checks) != 3 {
			t.Errorf("%s: %+v, %v", c.text, found, err)
			continue
		}
		got := found[0].Checks[2]
		if got.Name != "expected pass@1" || got.Published != e.Value || got.Verdict != c.want || got.Why != c.why {
			t.Errorf("%s: %+v, want %s, %q", c.text, got, c.want, c.why)
		}
	}
	err := audit.Expect([]audit.Log{{Checks: []audit.Check{attempts, printed}}}, audit.Expected{Name: "pass"})
	if err == nil || err.Error() != `unknown number "pass"; numbers are attempts, pass@1` {
		t.Error(err)
	}
	if err := audit.Expect(nil, audit.Expected{Name: "pass"}); err == nil {
		t.Error("of no log, a number is expected")
	}
}
