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

// An Outcome holds a published value, the obtained value and the verdict. Make one with
// [Number], [Among], [Words], [Statement], [Measured], [Share] or [ComesUp].
type Outcome struct {
	Published *float64 `json:"published"` // the printed number; null if there are only words
	Relation  string   `json:"relation"`  // relation of the true value to the printed number: "=", "≈", ">" or "<"; empty without a number
	Statement string   `json:"statement"` // the published words, if there is no number
	Inferred  bool     `json:"inferred"`  // number or words follow from printed ones but are not printed

	Obtained any      `json:"obtained"` // a number, or words
	SE       *float64 `json:"se"`       // Monte-Carlo standard error of Obtained; null if exact
	Within   *float64 `json:"within"`   // largest difference at which Obtained agrees with Published
	Low      *float64 `json:"low"`      // ends of the central 95 % of the obtained values over draws
	High     *float64 `json:"high"`
	Draws    int      `json:"draws"` // number of draws, if Obtained is a share of draws; otherwise 0
	Verdict  Verdict  `json:"verdict"`
	OnEdge   bool     `json:"on_edge"` // chance could change the verdict; see Outcome.AtEdge

	Digits string `json:"digits"` // the number as printed, "0.950"; empty without one
}

// edge is a number of standard errors. A verdict is on the edge, so that chance could
// change it, if the value is at most this far from a threshold.
const edge = 2

// AtEdge returns the outcome, marked as on the edge if the obtained value is within two
// standard errors of the threshold. distance is the distance from the obtained value to
// the threshold. A number without a standard error is exact and never on the edge.
func (o Outcome) AtEdge(distance float64) Outcome {
	o.OnEdge = o.SE != nil && math.Abs(distance) <= edge**o.SE
	return o
}

// standardErrors is the largest difference, in standard errors, at which two numbers
// agree. It is three because many numbers are compared. At two standard errors, about
// one of twenty correct numbers would differ by chance.
const standardErrors = 3

// Number compares a printed number with the obtained number. They agree if they differ
// by at most half a unit of the last printed digit plus three standard errors of their
// difference. se and publishedSE are the standard errors of the obtained and the
// printed number; 0 means exact.
//
// printed is the number as printed, such as "0.950". A relation can precede it: "≈",
// ">" or "<". With > or <, an obtained number on the wrong side differs if its distance
// is more than three standard errors. Number panics if printed holds no number.
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
	var beyond float64 // distance beyond the tolerance
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

// rounding is a small tolerance. Without it, a number that differs by exactly the
// allowed amount could fail, since binary fractions represent the amount inexactly.
const rounding = 1e-12

// Among compares a printed number, which comes from one random draw, with the values of
// many draws. The printed number agrees if it lies in the central 95 % of the values,
// plus or minus half a unit of its last digit. The obtained value of the outcome is the
// median of the values. Among panics without values.
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

// Words compares published words, or a published sign, with the obtained words or sign.
func Words(published, obtained string) Outcome {
	return Outcome{Statement: published, Obtained: obtained, Verdict: verdict(published == obtained)}
}

// Statement returns the outcome for a statement in words that is either true or false.
func Statement(says string, holds bool) Outcome {
	return Outcome{Statement: says, Obtained: tables.YesNo(holds), Verdict: verdict(holds)}
}

// Measured returns the outcome for a statement in words about a measured number. Set
// holds to true if the statement is true. se is the standard error of the number; 0
// means that the number is exact.
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

// Thresholds for the outcomes of Share. A claim holds if the share is at least
// highShare, and differs if it is at most lowShare.
const (
	highShare = 0.95
	lowShare  = 0.05
)

// Share returns the outcome for a claim about one random draw, which cannot be repeated
// because the paper publishes too little. Instead the claim is checked on several draws
// from the same distribution. Share takes the number of draws in which the claim holds,
// and the number of all draws. The obtained value is the share of draws in which the
// claim holds. The verdict is Holds at 95 % or more, Differs at 5 % or less, and Partly
// in between.
func Share(says string, holds, draws int) Outcome {
	o, share := shareOf(says, holds, draws)
	o.Verdict = Partly
	switch {
	case share >= highShare:
		o.Verdict = Holds
	case share <= lowShare:
		o.Verdict = Differs
	}
	return o.AtEdge(min(math.Abs(share-highShare), math.Abs(share-lowShare)))
}

// ComesUp returns the outcome for a printed result of one random draw, which cannot be
// repeated because the paper publishes too little. Instead several draws are made from
// the same distribution. ComesUp takes the number of draws that give this result, and
// the number of all draws. The obtained value is the share of draws that give it. The
// verdict is Holds at 5 % or more and Differs below, since a result that was obtained
// once need not be common.
func ComesUp(says string, times, draws int) Outcome {
	o, share := shareOf(says, times, draws)
	o.Verdict = verdict(share >= lowShare)
	return o.AtEdge(share - lowShare)
}

// shareOf returns the share x/n, and an outcome for it without a verdict. The standard
// error is computed from (x + 2)/(n + 4), as Agresti and Coull propose; it is positive
// even for shares of 0 and 1.
func shareOf(says string, x, n int) (o Outcome, share float64) {
	share = float64(x) / float64(n)
	adjusted := float64(x+2) / float64(n+4)
	se := math.Sqrt(adjusted * (1 - adjusted) / float64(n+4))
	return Outcome{Statement: says, Obtained: share, SE: &se, Draws: n}, share
}

// Inferred returns the outcome, marked as one whose published value is not printed
// itself but follows from printed values.
func Inferred(o Outcome) Outcome {
	o.Inferred = true
	return o
}

// Undecided returns the outcome with the verdict NeedsData, because only unpublished
// data can decide.
func Undecided(o Outcome) Outcome {
	o.Verdict, o.OnEdge = NeedsData, false
	return o
}

// Standing returns the verdict as text for readers. The text says if chance could
// change the verdict.
func (o Outcome) Standing() string { return standing(o.Verdict, o.OnEdge) }

func standing(v Verdict, onEdge bool) string { return string(v) + wording.If(onEdge, ", on the edge") }

func verdict(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Differs
}

// Value parses a printed number such as "≈ 0.950". It panics if printed holds no
// number.
func Value(printed string) float64 {
	o, _ := parse(printed)
	return *o.Published
}

// parse reads a printed number with its relation. It also returns half a unit of the
// number's last digit.
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
