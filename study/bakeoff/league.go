package bakeoff

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// FewestBoards is the smallest number of boards with which a difference can be significant. With
// fewer boards, the distribution of the mean is too far from normal.
const FewestBoards = 30

// A Judge decides which differences between metrics are significant. Only the boards count as
// random, not the models. The level Confidence holds for all comparisons together, by Bonferroni's
// correction and Student's t.
type Judge struct {
	Comparisons int     // number of comparisons, of τ and of squared errors, at all numbers of trials
	Critical    float64 // number of standard errors that a significant difference must have; +Inf for too few boards
}

// NewJudge returns a Judge for all comparisons in the given results, which were measured on the
// given number of boards.
func NewJudge(results []Result, boards int) Judge {
	comparisons := 0
	for i, r := range results {
		for _, p := range r.Points {
			for k := i + 1; k < len(p.Ahead); k++ {
				for _, difference := range []float64{p.Ahead[k].Tau, p.Ahead[k].Square} {
					if !math.IsNaN(difference) {
						comparisons++
					}
				}
			}
		}
	}
	return JudgeOf(comparisons, boards)
}

// JudgeOf returns a Judge for the given number of comparisons, measured on the given number of
// boards. If boards come in independent groups, boards can be the number of groups.
func JudgeOf(comparisons, boards int) Judge {
	j := Judge{Comparisons: comparisons, Critical: math.Inf(1)}
	if boards >= FewestBoards && j.Comparisons > 0 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(boards - 1)}
		j.Critical = t.Quantile(1 - (1-Confidence)/2/float64(j.Comparisons))
	}
	return j
}

// isSignificant reports whether a mean difference with the given standard error is significant.
func (j Judge) isSignificant(mean, se float64) bool {
	return mean != 0 && math.Abs(mean) >= j.Critical*se && !math.IsInf(j.Critical, 1)
}

// Nearer reports whether the rankings by the first of two compared metrics are significantly
// nearer to the gold order than the rankings by the other.
func (j Judge) Nearer(a Ahead) bool { return a.Tau > 0 && j.isSignificant(a.Tau, a.TauSE) }

// rounding is the relative size of rounding errors in a squared error.
const rounding = 1e-12

// LessError reports whether the first of two compared metrics has a significantly smaller squared
// error. Both have the same target, the value that the score estimates. rmse is the root mean
// squared error of the first metric.
func (j Judge) LessError(a Ahead, rmse float64) bool {
	return a.Square > rounding*rmse*rmse && j.isSignificant(a.Square, a.SquareSE)
}

// SameError reports whether the two compared metrics have the same squared error, up to rounding.
// rmse is the root mean squared error of the first metric.
func (a Ahead) SameError(rmse float64) bool { return math.Abs(a.Square) <= rounding*rmse*rmse }

// Alike reports whether the rankings by the two compared metrics agree equally well with the gold
// order on every board.
func (a Ahead) Alike() bool { return a.Tau == 0 && a.TauSE == 0 }

// A Standing holds the range of places of an estimator among all estimators that can score
// boards with n trials.
type Standing struct {
	Index int    // index of the estimator's result
	Point *Point // results with n trials

	// Best and Worst bound the places that the estimator can have. Methods that are
	// significantly nearer to the gold order come before it. Methods that are significantly
	// farther from the gold order come after it, and methods that agree equally well with it
	// share its place. The bounds are simultaneous over all comparisons of the Judge.
	Best, Worst int
}

// League ranks the metrics by their mean τ with the gold order (the reference ranking) at n
// trials. Metrics with equal τ are sorted by index. Metrics without a gold order are left out.
func (j Judge) League(results []Result, n int) []Standing {
	var league []Standing
	for i := range results {
		if p := results[i].At(n); p != nil && !math.IsNaN(p.Tau) {
			league = append(league, Standing{Index: i, Point: p})
		}
	}
	for i := range league {
		league[i].Best, league[i].Worst = j.places(league, i)
	}
	slices.SortStableFunc(league, func(a, b Standing) int { return cmp.Compare(b.Point.Tau, a.Point.Tau) })
	return league
}

// places returns the best and the worst place that entry i of a league can have.
func (j Judge) places(league []Standing, i int) (best, worst int) {
	best, worst = 1, 1
	for k := range league {
		if k == i {
			continue
		}
		lead := league[i].Point.Ahead[league[k].Index]
		behind := league[k].Point.Ahead[league[i].Index]
		if j.Nearer(behind) {
			best++
		}
		if !lead.Alike() && !j.Nearer(lead) {
			worst++
		}
	}
	return best, worst
}

// At returns the results with n trials, or nil if there are none.
func (r *Result) At(n int) *Point {
	at := slices.IndexFunc(r.Points, func(p Point) bool { return p.N == n })
	if at < 0 {
		return nil
	}
	return &r.Points[at]
}
