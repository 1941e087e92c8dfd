package checks

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"settle/internal/tables"
	"settle/report/wording"
)

// Outcome is what is published, what was obtained, and what that comes to. Make
// one by [Number], [Among], [Words], [Statement], [Measured], [Share] or [ComesUp].
type Outcome struct {
	Published *float64 `json:"published"` // the printed number; null where there are only words
	Relation  string   `json:"relation"`  // of it to the truth: "=", "≈", ">" or "<"; empty without a number
	Statement string   `json:"statement"` // what is said in words, in place of a number
	Inferred  bool     `json:"inferred"`  // number or words follow from what is printed, and are not printed

	Obtained any      `json:"obtained"` // a number, or words
	SE       *float64 `json:"se"`       // Monte-Carlo standard error of Obtained; null where it is exact
	Within   *float64 `json:"within"`   // by how much the two may differ and agree
	Low      *float64 `json:"low"`      // of the central 95 % of what was obtained over draws
	High     *float64 `json:"high"`
	Draws    int      `json:"draws"` // that Obtained is a share of; 0 for none
	Verdict  Verdict  `json:"verdict"`
	OnEdge   bool     `json:"on_edge"` // the verdict could be another by chance; see Outcome.AtEdge

	Digits string `json:"digits"` // the number as it is printed, "0.950"; empty without one
}

// edge is how many standard errors from its threshold a verdict is on the edge.
const edge = 2

// AtEdge returns the outcome with a note of whether its verdict is on the edge: what was
// obtained is within two standard errors of the threshold, from which it has the given
// distance. A number without a standard error is exact, and never on the edge.
func (o Outcome) AtEdge(distance float64) Outcome {
	o.OnEdge = o.SE != nil && math.Abs(distance) <= edge**o.SE
	return o
}

// standardErrors is how many standard errors two numbers may differ and agree.
// Three, since many are compared: of a hundred true ones, one at 99 % would differ
// by chance.
const standardErrors = 3

// Number compares a printed number with the one obtained. They agree if they
// differ by no more than half a unit of the last printed digit and three standard
// errors of their difference: se is that of what was obtained, publishedSE that of
// what was printed, as far as its own number of draws is known; 0 where it is
// exact.
//
// The number is given as it is printed, "0.950", and may follow a relation: "≈",
// or ">" and "<", of which the other side differs, once beyond three standard
// errors. It panics where there is no number.
func Number(printed string, obtained, se, publishedSE float64) Outcome {
	o, half := parse(printed)
	o.Obtained = obtained
	if math.IsNaN(obtained) {
		o.Obtained, o.Verdict = "undefined", Differs
		return o
	}
	if se > 0 {
		o.SE = &se
	}
	within := standardErrors * math.Hypot(se, publishedSE)
	above := obtained - *o.Published
	var beyond float64 // how far the number is beyond what may be
	switch o.Relation {
	case ">":
		beyond = -above - within
		o.Verdict = verdict(beyond < 0)
	case "<":
		beyond = above - within
		o.Verdict = verdict(beyond < 0)
	default:
		within += half
		beyond = math.Abs(above) - within
		o.Verdict = verdict(beyond <= rounding)
	}
	o.Within = &within
	return o.AtEdge(beyond)
}

// rounding keeps numbers that differ by just what they may from differing for the
// binary fractions in which they are held.
const rounding = 1e-12

// Among compares a printed number that is itself one draw with draws of the same:
// it agrees if it is among the central 95 % of them, give or take half a unit of
// its last digit. Obtained is their median. It panics without values.
func Among(printed string, values []float64) Outcome {
	o, half := parse(printed)
	sorted := slices.Sorted(slices.Values(values))
	low := stat.Quantile(0.025, stat.LinInterp, sorted, nil)
	high := stat.Quantile(0.975, stat.LinInterp, sorted, nil)
	o.Obtained = stat.Quantile(0.5, stat.LinInterp, sorted, nil)
	o.Low, o.High = &low, &high
	published := *o.Published
	o.Verdict = verdict(low-half-rounding <= published && published <= high+half+rounding)
	return o
}

// Words compares printed words, or a printed sign, with those obtained.
func Words(published, obtained string) Outcome {
	return Outcome{Statement: published, Obtained: obtained, Verdict: verdict(published == obtained)}
}

// Statement returns a claim in words that holds or does not.
func Statement(says string, holds bool) Outcome {
	return Outcome{Statement: says, Obtained: tables.YesNo(holds), Verdict: verdict(holds)}
}

// Measured returns a claim in words about something that has a number: obtained is the
// number, whose standard error is se, 0 where it is exact.
func Measured(says string, obtained, se float64, holds bool) Outcome {
	o := Outcome{Statement: says, Obtained: obtained, Verdict: verdict(holds)}
	if math.IsNaN(obtained) {
		o.Obtained = "undefined"
	}
	if se > 0 {
		o.SE = &se
	}
	return o
}

// The shares of draws in which a claim holds as a rule, and up to which it hardly does.
const (
	asARule = 0.95
	hardly  = 0.05
)

// Share returns a claim about one draw of which the paper does not publish enough to
// repeat it, measured on draws of the same family: obtained is the share in which
// it holds. It holds if that is 95 % or more, it differs if it is 5 % or less, and
// between the two it holds in part, on some draws and not on others.
func Share(says string, holds, draws int) Outcome {
	o, share := shareOf(says, holds, draws)
	o.Verdict = Partly
	switch {
	case share >= asARule:
		o.Verdict = Holds
	case share <= hardly:
		o.Verdict = Differs
	}
	return o.AtEdge(min(math.Abs(share-asARule), math.Abs(share-hardly)))
}

// ComesUp returns what is printed of one draw, of which the paper does not publish enough
// to repeat it: obtained is the share of draws of the same family in which the same
// comes up. It holds if that is 5 % or more, and differs if it is less: that it came
// up once says no more than that it is not too rare.
func ComesUp(says string, times, draws int) Outcome {
	o, share := shareOf(says, times, draws)
	o.Verdict = verdict(share >= hardly)
	return o.AtEdge(share - hardly)
}

// shareOf returns a share of draws, without a verdict. Its standard error is Agresti and
// Coull's, of (x + 2)/(n + 4), which is not 0 at a share of 0 or 1.
func shareOf(says string, x, n int) (o Outcome, share float64) {
	share = float64(x) / float64(n)
	adjusted := float64(x+2) / float64(n+4)
	se := math.Sqrt(adjusted * (1 - adjusted) / float64(n+4))
	return Outcome{Statement: says, Obtained: share, SE: &se, Draws: n}, share
}

// Inferred says that what stands for published follows from what is printed, and
// is not printed itself.
func Inferred(o Outcome) Outcome {
	o.Inferred = true
	return o
}

// Undecided returns an outcome that only what the paper does not publish can decide.
func Undecided(o Outcome) Outcome {
	o.Verdict, o.OnEdge = NeedsData, false
	return o
}

// Standing returns the verdict as a reader sees it, with a note if it is on the edge.
func (o Outcome) Standing() string { return standing(o.Verdict, o.OnEdge) }

func standing(v Verdict, onEdge bool) string { return string(v) + wording.If(onEdge, ", on the edge") }

func verdict(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Differs
}

// Value returns a number as it is printed. It panics where there is no number.
func Value(printed string) float64 {
	o, _ := parse(printed)
	return *o.Published
}

// parse reads a printed number with its relation, and half a unit of its last
// digit.
func parse(printed string) (o Outcome, half float64) {
	o.Relation = "="
	digits := printed
	for _, relation := range []string{"≈", ">", "<"} {
		if rest, found := strings.CutPrefix(printed, relation); found {
			o.Relation, digits = relation, strings.TrimSpace(rest)
		}
	}
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		panic(fmt.Sprintf("checks: %q is not a printed number", printed))
	}
	o.Published, o.Digits = &value, digits
	_, fraction, _ := strings.Cut(digits, ".")
	return o, 0.5 * math.Pow10(-len(fraction))
}
