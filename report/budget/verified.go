package budget

import (
	"fmt"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/sequential/receipt"
)

// A Verified holds the result of checking the looks (interim analyses) that a plan has
// recorded: whether they follow from the results.
type Verified struct {
	Name      string // name of the plan
	Plan      *receipt.Plan
	Confirmed int           // number of looks, from the first, that follow from the results
	Reason    string        // why the next look does not follow, "" if all do
	Last      *receipt.Seen // the last look, nil if there is none
	Asked     int           // attempts that the next look asks for
	Missing   int           // how many of these are not there yet
}

// Due reports whether the next look (interim analysis) can be recorded: all attempts
// that it needs exist, the look is not yet recorded, and the plan has not stopped.
func (v Verified) Due() bool { return v.Reason == "" && v.Plan.Stopped() == "" && v.Missing == 0 }

// sentence returns a sentence that says whether the recorded looks (interim analyses)
// follow from the results, and what comes next.
func (v Verified) sentence() string {
	looks := len(v.Plan.Looks)
	follow := fmt.Sprintf("%s: all %s follow from the results; ", v.Name, tables.Count(looks, "look"))
	if looks < 2 {
		follow = fmt.Sprintf("%s: %s; ", v.Name, wording.IfElse(looks == 1, "the only look follows from the results", "no look is recorded"))
	}
	switch {
	case v.Reason != "":
		return v.Name + ": " + v.Reason
	case v.Plan.Stopped() != "":
		n := Next{Board: v.Last.Board, Step: v.Last.Step, Next: v.Last.Next}
		return follow + fmt.Sprintf("stop at look %d: ", looks) + n.idleReason()
	case v.Due():
		return follow + fmt.Sprintf("look %d is due: settle next --plan", looks+1)
	}
	return follow + fmt.Sprintf("look %d waits for %d of %s", looks+1, v.Missing, tables.Count(v.Asked, "attempt"))
}

// Report returns a report that lists the recorded looks (interim analyses) and says
// whether they follow from the results. The format does not matter.
func (v Verified) Report(string) report.Report {
	type look = receipt.Look
	verdict := func(l look) string {
		switch {
		case l.Look <= v.Confirmed:
			return "follows"
		case l.Look == v.Confirmed+1:
			return "does not follow"
		}
		return "not checked"
	}
	fields := tables.Fields[look]{
		tables.Data("look", func(l look) int { return l.Look }),
		tables.Data("decided", func(l look) int { return len(l.Decided) }),
		tables.Data("attempts", func(l look) (sum int) {
			for _, ask := range l.Ask {
				sum += ask.Attempts
			}
			return sum
		}),
		tables.Data("stop", func(l look) string { return l.Stop }),
		tables.Data("verdict", verdict),
	}
	return report.Report{
		JSON: tables.NewObject("verdict", v.sentence(), "confirmed", v.Confirmed, "stop", tables.OrNull(v.Plan.Stopped()),
			"asked", v.Asked, "missing", v.Missing, "due", v.Due(), "looks", fields.JSON(v.Plan.Looks)),
		Tables: []*tables.Table{tables.New(v.sentence(), fields, v.Plan.Looks)},
	}
}
