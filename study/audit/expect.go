package audit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// An Expected is a number from another source, such as a paper. It is compared with the number
// that is recomputed from a log.
type Expected struct {
	Name  string // name of the check
	Value float64
	Half  float64 // half a unit of the number's last digit
}

// ParseExpected parses text of the form NAME=NUMBER. The number's digits give its precision:
// pass@1=0.274 means 0.2735 to 0.2745. It fails for text of any other form.
func ParseExpected(text string) (Expected, error) {
	at := strings.LastIndexByte(text, '=')
	if at <= 0 {
		return Expected{}, fmt.Errorf("%q is not NAME=NUMBER, such as pass@1=0.274", text)
	}
	name, number := text[:at], strings.ToLower(text[at+1:])
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || strings.ContainsAny(number, "x_") {
		return Expected{}, fmt.Errorf("%q is not NAME=NUMBER, such as pass@1=0.274: %q is not a number", text, text[at+1:])
	}
	digits, power, _ := strings.Cut(number, "e")
	exponent, _ := strconv.Atoi(power) // "" counts as 0; ParseFloat has checked the rest
	_, decimals, _ := strings.Cut(digits, ".")
	return Expected{Name: name, Value: value, Half: 0.5 * math.Pow10(exponent-len(decimals))}, nil
}

// Expect adds checks that compare recomputed numbers with the expected number e. In all logs,
// such a check follows each check with the name of e. Expect fails if no check has that name.
func Expect(found []Log, e Expected) error {
	met := false
	for i := range found {
		var checks []Check
		for _, c := range found[i].Checks {
			checks = append(checks, c)
			if c.Name == e.Name {
				met = true
				checks = append(checks, found[i].compareExpected(e, c))
			}
		}
		found[i].Checks = checks
	}
	if !met {
		return fmt.Errorf("unknown number %q; %s", e.Name, choices(found))
	}
	return nil
}

// compareExpected returns a check that compares the recomputed number of check c with the
// expected number.
func (l Log) compareExpected(e Expected, c Check) Check {
	check := Check{
		Name: "expected " + e.Name, Published: e.Value, Recomputed: c.Recomputed,
		Verdict: CannotTell, Why: c.Why, Expected: true,
	}
	switch short := l.incompleteReason(); {
	case math.IsNaN(c.Recomputed):
		return check
	case short != "":
		check.Why = short
		return check
	case e.agrees(c.Recomputed, 1):
		check.Verdict, check.Why = Agrees, ""
		return check
	}
	check.Verdict = Differs
	check.Why = "by " + strconv.FormatFloat(e.Value-c.Recomputed, 'g', 6, 64)
	if e.agrees(c.Recomputed, 100) || e.agrees(c.Recomputed, 0.01) {
		check.Why += "; they agree if one is a share and the other a percentage"
	}
	return check
}

// agrees reports whether x equals the expected number times scale, up to rounding. The allowed
// difference is half a unit of the last digit of the expected number, also times scale.
func (e Expected) agrees(x, scale float64) bool {
	allowed := float64(scale*e.Half) + float64(tolerance*math.Max(1, math.Abs(x)))
	return math.Abs(float64(scale*e.Value)-x) <= allowed
}

// incompleteReason returns the reason why the numbers of an incomplete log cannot be judged, or
// "" for a complete log.
func (l Log) incompleteReason() string {
	at := slices.IndexFunc(l.Checks, func(c Check) bool {
		return c.Verdict == CannotTell && (c.Name == sizeAttempts || c.Name == sizeQuestions || c.Name == sizeFiles)
	})
	if at < 0 {
		return ""
	}
	return l.Checks[at].Why
}

// choices returns a text that lists the names of the numbers that were checked.
func choices(found []Log) string {
	var names []string
	for _, l := range found {
		for _, c := range l.Checks {
			if !c.Expected && !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	switch {
	case len(names) == 0:
		return "the logs have no numbers"
	case len(names) > shownChoices:
		return fmt.Sprintf("numbers are %s and %d more", strings.Join(names[:shownChoices], ", "), len(names)-shownChoices)
	}
	return "numbers are " + strings.Join(names, ", ")
}

// shownChoices is the largest number of names that an error lists.
const shownChoices = 12
