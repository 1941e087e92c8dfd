package audit

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"settle/internal/quoted"
	"settle/results/logs"
)

// A Verdict says whether a published number agrees with the recomputed one.
type Verdict string

// These are the verdicts that a [Check] can have.
const (
	Agrees     Verdict = "agrees"
	Differs    Verdict = "differs"
	CannotTell Verdict = "cannot tell"
)

// A Check compares a published number with the number recomputed from a log.
type Check struct {
	Name       string
	Published  float64 // number that the tool wrote; NaN if it is not in the log
	Recomputed float64 // recomputed number on the same scale; NaN if it cannot be computed
	Verdict    Verdict
	Why        string // short explanation of the verdict, or ""
	Expected   bool   // Published is a number that the user expects, not one that the tool wrote
}

// A Log holds the checks of one log, or of several logs if the tool published numbers for them
// together.
type Log struct {
	File   string // file of the log, or the folder of several logs
	Format string
	Tool   string
	Checks []Check
}

// Differs reports whether any published number differs from the recomputed one.
func (l Log) Differs() bool {
	return slices.ContainsFunc(l.Checks, func(c Check) bool { return c.Verdict == Differs })
}

// Checked reports whether any number could be checked, so that its verdict is Agrees or Differs.
func (l Log) Checked() bool {
	return slices.ContainsFunc(l.Checks, func(c Check) bool { return c.Verdict != CannotTell })
}

// Logs checks all published numbers in the given logs. A log with several kinds of scores must
// be passed once per kind. The checks of one file form one Log. Files of the same model, task
// and folder also form one Log if the tool published numbers for them together.
func Logs(all []*logs.Log) []Log {
	var found []Log
	places := map[string]int{}
	for _, group := range groups(all) {
		first := group[0]
		file := first.File
		if len(group) > 1 {
			file = filepath.Dir(file)
		}
		at, known := places[file]
		if !known {
			at = len(found)
			places[file] = at
			found = append(found, Log{File: file, Format: first.Format, Tool: first.Tool})
		}
		for _, c := range checks(group) {
			if !slices.ContainsFunc(found[at].Checks, func(other Check) bool { return c.repeats(other) }) {
				found[at].Checks = append(found[at].Checks, c)
			}
		}
	}
	return found
}

// repeats reports whether check c adds nothing to another check, which was made for another kind
// of score in the same log.
func (c Check) repeats(other Check) bool {
	return c.Name == other.Name && (c.Verdict == CannotTell || c == other)
}

// groups divides the logs into groups. Logs for which numbers were published together form one
// group, and each other log forms a group of its own. The groups are in the order of their first
// logs.
func groups(all []*logs.Log) [][]*logs.Log {
	type joint struct{ format, dir, model, task, score string }
	var list [][]*logs.Log
	places := map[joint]int{}
	for _, log := range all {
		together := slices.ContainsFunc(log.Published, func(p logs.Published) bool { return p.Joint })
		if !together {
			list = append(list, []*logs.Log{log})
			continue
		}
		id := joint{log.Format, filepath.Dir(log.File), log.Model, log.Task, log.Score}
		at, known := places[id]
		if !known {
			at = len(list)
			places[id] = at
			list = append(list, nil)
		}
		list[at] = append(list[at], log)
	}
	return list
}

// checks returns the checks of all numbers that were published for a group of logs.
func checks(group []*logs.Log) []Check {
	if _, err := logs.Together(group); err != nil {
		return []Check{{
			Name: sizeFiles, Published: math.NaN(), Recomputed: math.NaN(), Verdict: CannotTell, Why: err.Error(),
		}}
	}
	a := attemptsOf(group)
	list, cut := a.wholeness(group)
	for _, p := range group[0].Published {
		c := Check{Name: p.Name, Published: p.Value, Recomputed: math.NaN()}
		c.Recomputed, c.Why = a.recompute(p)
		if len(a.names) == 0 {
			c.Why = "the log lists no attempts"
		}
		switch {
		case p.Printed && math.IsNaN(c.Recomputed):
			continue
		case p.Printed:
			c.Verdict, c.Why = CannotTell, "the tool prints this number but does not save it"
		case c.Why != "":
			c.Verdict = CannotTell
		case cut != "":
			c.Verdict, c.Why = CannotTell, cut
		case matchesPublished(p, c.Recomputed):
			c.Verdict, c.Why = Agrees, unlikeNumbers(p.Value)
		default:
			c.Verdict, c.Why = Differs, a.difference(p, c)
		}
		list = append(list, c)
	}
	return list
}

// These are the names of the checks that a log is complete.
const (
	sizeAttempts  = "attempts"
	sizeQuestions = "questions"
	sizeFiles     = "files"
)

// wholeness checks whether the logs list all attempts and questions, and returns these checks. If
// something is missing, reason says why the published numbers cannot be judged.
func (a attempts) wholeness(group []*logs.Log) (list []Check, reason string) {
	said, listed, stopped := 0, 0, 0
	for _, log := range group {
		said += log.Whole.Attempts
		listed += log.Whole.Rows + len(log.Stopped)
		stopped += len(log.Stopped)
	}
	for _, c := range []struct {
		name         string
		said, listed int
	}{{sizeAttempts, said, listed}, {sizeQuestions, group[0].Whole.Questions, len(a.names)}} {
		if c.said == 0 {
			continue
		}
		check := Check{Name: c.name, Published: float64(c.said), Recomputed: float64(c.listed), Verdict: Agrees}
		switch {
		case c.listed < c.said:
			reason = fmt.Sprintf("the log lists %d of %d %s: the log or the run was cut short", c.listed, c.said, c.name)
			check.Verdict, check.Why = CannotTell, reason
		case c.listed > c.said:
			check.Verdict = Differs
			check.Why = fmt.Sprintf("the log lists %d more", c.listed-c.said)
		case c.name == sizeAttempts && stopped > 0:
			check.Why = fmt.Sprintf("%d of these were stopped early", stopped)
		}
		list = append(list, check)
	}
	return list, reason
}

// unlikeNumbers returns a remark for two values that agree because both are NaN or both are
// infinite. It returns "" for a finite number.
func unlikeNumbers(x float64) string {
	switch {
	case math.IsNaN(x):
		return "neither is a number"
	case math.IsInf(x, 0):
		return "both are infinite"
	}
	return ""
}

// allMatchPhrase returns the beginning of a sentence, such as "all 30 questions match", for the
// given number of questions.
func allMatchPhrase(questions int) string {
	if questions == 1 {
		return "the only question matches"
	}
	return fmt.Sprintf("all %d questions match", questions)
}

// tolerance is the largest difference between two numbers that count as equal. It allows for
// sums of the same terms in different orders. For numbers above 1, it is a relative difference.
const tolerance = 1e-9

// matchesPublished reports whether a recomputed number matches the published number, which can
// be rounded.
func matchesPublished(p logs.Published, recomputed float64) bool {
	if math.IsNaN(p.Value) || math.IsNaN(recomputed) {
		return math.IsNaN(p.Value) && math.IsNaN(recomputed)
	}
	if p.Value == recomputed {
		return true
	}
	allowed := float64(tolerance * math.Max(1, math.Abs(p.Value)))
	if p.Decimals > 0 {
		allowed += float64(0.5 * math.Pow10(-p.Decimals))
	}
	return math.Abs(p.Value-recomputed) <= allowed
}

// difference returns a text that says how the published and the recomputed number differ. It names
// the first question at which the published and the recomputed value differ.
func (a attempts) difference(p logs.Published, c Check) string {
	if math.IsNaN(p.Value) || math.IsNaN(c.Recomputed) {
		return "only one of the two is a number"
	}
	by := fmt.Sprintf("by %s", strconv.FormatFloat(p.Value-c.Recomputed, 'g', 6, 64))
	if len(p.ByQuestion) == 0 {
		return by
	}
	inOrder := func(x, y string) int { return cmp.Compare(a.places[x], a.places[y]) }
	names := slices.SortedFunc(maps.Keys(p.ByQuestion), inOrder)
	first, others := "", 0
	for _, name := range names {
		said := p.ByQuestion[name]
		here := a.question(name, p)
		if math.Abs(said-here) <= tolerance || math.IsNaN(said) && math.IsNaN(here) {
			continue
		}
		if first == "" {
			first = fmt.Sprintf(", first at question %s: %v published, %v here", quoted.Text(name), said, here)
		} else {
			others++
		}
	}
	switch {
	case first == "":
		return fmt.Sprintf("%s: %s the log, so the number was computed on other questions",
			by, allMatchPhrase(len(names)))
	case others > 0:
		return fmt.Sprintf("%s%s, and %d more", by, first, others)
	}
	return by + first
}
