package lead

import (
	"math"
	"slices"

	"settle/kendall"
	"settle/metrics"
	"settle/montecarlo"
	"settle/sim"
)

// Errors is the number of standard errors by which a rival's mean τ must exceed the leader's for
// the rival to pass it. If both are equally good, this happens by chance in one of 700 cases at
// a single n. Values at neighbouring n use the same replicates and are strongly correlated.
const Errors = 3

// A Lead compares the rankings by one metric, the leader, with those by its rivals, for one way of
// creating replicates. Tau and Rivals are indexed by n − 1, where n is the number of trials.
type Lead struct {
	Tau    []float64 // mean τ of the leader
	Rivals []Rival
	First  []int // by metric: smallest n at which its mean τ is at least Near; math.MaxInt if there is none
}

// Near is the smallest mean τ at which Lead.First counts a ranking as near the truth.
const Near = 0.9

// A Rival is the strongest rival of the leader at one number of trials n. If some rivals pass the
// leader, it is the one that passes the leader by most, otherwise the one with the highest mean
// τ. If no rival has a score, all fields are zero.
type Rival struct {
	Metric  int     // index of the rival, from 1; 0 if no rival has a score
	Gap, SE float64 // the rival's mean τ minus the leader's, and the standard error of this difference
	Passes  bool    // Gap is more than Errors standard errors
}

// Of returns a Lead that compares the metric of the first curve with the metrics of the others.
func Of(curves []montecarlo.Curve) Lead {
	points := curves[0].Points
	l := Lead{Tau: make([]float64, len(points)), Rivals: make([]Rival, len(points))}
	for _, c := range curves {
		l.First = append(l.First, firstNear(c))
	}
	for i, p := range points {
		l.Tau[i] = p.Tau
	}
	for i, c := range curves[1:] {
		for _, p := range c.Points {
			at := p.N - points[0].N
			if at < 0 {
				continue
			}
			r := Rival{i + 1, p.Gap, p.GapSE, p.Gap > Errors*p.GapSE}
			if r.isStronger(l.Rivals[at]) {
				l.Rivals[at] = r
			}
		}
	}
	return l
}

// firstNear returns the smallest number of trials n at which the mean τ of a curve is at least
// Near. It returns math.MaxInt if there is none.
func firstNear(c montecarlo.Curve) int {
	if i := slices.IndexFunc(c.Points, func(p montecarlo.Point) bool { return p.Tau >= Near }); i >= 0 {
		return c.Points[i].N
	}
	return math.MaxInt
}

// isStronger reports whether r is a stronger rival than other.
func (r Rival) isStronger(other Rival) bool {
	if other.Metric == 0 || r.Passes != other.Passes {
		return other.Metric == 0 || r.Passes
	}
	return r.Gap > other.Gap
}

// HoldsTo returns the largest number of trials n up to which no rival passes the leader.
func (l Lead) HoldsTo() int {
	if at := slices.IndexFunc(l.Rivals, func(r Rival) bool { return r.Passes }); at >= 0 {
		return at
	}
	return len(l.Rivals)
}

// Worst returns the rival that passes the leader by the largest gap at any number of trials n ≤
// upTo, and that n. n is 0 if no rival passes the leader.
func (l Lead) Worst(upTo int) (worst Rival, n int) {
	for i, r := range l.Rivals[:upTo] {
		if r.Passes && (n == 0 || r.Gap > worst.Gap) {
			worst, n = r, i+1
		}
	}
	return worst, n
}

// Margin returns how far the leader is ahead: its mean τ minus the mean τ of its strongest rival,
// averaged over n. It leaves out any n at which no rival has a score, and is NaN if this leaves no
// n.
func (l Lead) Margin() float64 {
	var sum, count float64
	for _, r := range l.Rivals {
		if r.Metric > 0 {
			sum -= r.Gap
			count++
		}
	}
	if count == 0 {
		return math.NaN()
	}
	return sum / count
}

// decimals says how the targets of models are rounded before they are compared: to multiples of
// 1/decimals. Without this, rounding errors below 10⁻¹⁴ would separate equal models. Unequal
// targets of coins differ by more than 1/decimals.
const decimals = 1e12

// Limits returns, for each metric, τ_b between the true order and the order that the metric gives
// with unlimited trials. The metric then orders the models by the limits of their scores, which
// metrics.Targeter computes. The value is NaN for a metric without targets, or with equal targets for
// all models.
func Limits(coins *sim.Coins, ms []metrics.Metric) []float64 {
	gold := make([]float64, len(coins.P))
	for model, level := range coins.Gold() {
		gold[model] = float64(level)
	}
	limits := make([]float64, len(ms))
	for i, m := range ms {
		limits[i] = kendall.TauB(gold, truths(coins, m))
	}
	return limits
}

// truths returns the target of each model by a metric: the limit of the model's score with
// unlimited trials. An unknown target is NaN.
func truths(coins *sim.Coins, m metrics.Metric) []float64 {
	all := make([]float64, len(coins.P))
	for model, p := range coins.P {
		all[model] = math.NaN()
		if aim, ok := m.(metrics.Targeter); ok {
			all[model] = math.Round(aim.Target(p)*decimals) / decimals
		}
	}
	return all
}
