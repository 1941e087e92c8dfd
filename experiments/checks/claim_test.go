package checks

import "testing"

// A claim holds or differs where all of its checks do, needs data where none of them
// decides, and holds in part otherwise; results that were made to match decide nothing.
func TestWeigh(t *testing.T) {
	check := func(k Kind, o Outcome) Check { return Check{Ground: Ground{Kind: k}, Outcome: o} }
	holds, differs := check(Test, Statement("", true)), check(Test, Statement("", false))
	defined := check(Construction, Statement("", true))
	partly, edge := check(Test, Share("", 100, 200)), check(Test, Share("", 189, 200)) // 0.945, 0.3 errors from 0.95
	open := check(Test, Undecided(Statement("", true)))
	fitted, fittedOff := check(Fitted, Statement("", true)), check(Fitted, Statement("", false))
	fittedEdge := check(Fitted, Share("", 189, 200))
	real := Judged("e", []Check{check(Data, Share("", 189, 200))})[0]
	for name, c := range map[string]struct {
		checks []Check
		want   string
	}{
		"one holds":               {[]Check{holds}, "holds"},
		"all hold":                {[]Check{holds, defined}, "holds"},
		"all differ":              {[]Check{differs, differs}, "differs"},
		"one of two differs":      {[]Check{holds, differs}, "holds in part"},
		"the other differs":       {[]Check{differs, holds}, "holds in part"},
		"three verdicts":          {[]Check{holds, differs, holds}, "holds in part"},
		"one holds in part":       {[]Check{holds, partly}, "holds in part"},
		"one on the edge":         {[]Check{holds, edge}, "holds in part, on the edge"},
		"on the edge alone":       {[]Check{edge}, "holds in part, on the edge"},
		"nothing decided":         {[]Check{open, open}, "needs the paper's data"},
		"some decided":            {[]Check{holds, open}, "holds in part"},
		"real results lack":       {[]Check{real}, "needs the paper's data"},
		"fitted":                  {[]Check{fitted, fittedOff}, "needs the paper's data"},
		"fitted, on the edge":     {[]Check{fittedEdge}, "needs the paper's data"},
		"fitted beside one test":  {[]Check{fitted, holds}, "holds in part"},
		"a definition and fitted": {[]Check{defined, fitted}, "holds in part"},
	} {
		if got := (Claim{Checks: c.checks}).Weigh().Standing(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Verdicts of none are left out, and verbs follow their number.
func TestTally(t *testing.T) {
	for want, verdicts := range map[string][]Verdict{
		"1 holds":               {Holds},
		"2 hold":                {Holds, Holds},
		"1 holds and 1 differs": {Differs, Holds},
		"1 holds in part, 2 differ and 2 need the paper's data": {NeedsData, Differs, Partly, NeedsData, Differs},
		"2 hold in part and 1 needs the paper's data":           {Partly, NeedsData, Partly},
	} {
		if got := Tally(verdicts); got != want {
			t.Errorf("%v: %q, want %q", verdicts, got, want)
		}
	}
}
