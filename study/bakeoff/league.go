package bakeoff

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// FewestBoards is the number of boards below which no difference is told from chance:
// the mean of fewer is too far from a normal distribution for that.
const FewestBoards = 30

// Judge tells which differences between estimators are more than the chance of the
// boards that were drawn, at the level Confidence for all of them at once: of so many
// comparisons each is made at a level by Bonferroni, by Student's t.
type Judge struct {
	Comparisons int     // of τ and of squared errors, at all numbers of trials
	Critical    float64 // from so many standard errors on two are told apart; +Inf for too few boards
}

// NewJudge is the judge of all that was measured on so many boards.
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

// JudgeOf is the judge of so many comparisons over boards, or over draws of several.
func JudgeOf(comparisons, boards int) Judge {
	j := Judge{Comparisons: comparisons, Critical: math.Inf(1)}
	if boards >= FewestBoards && j.Comparisons > 0 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(boards - 1)}
		j.Critical = t.Quantile(1 - (1-Confidence)/2/float64(j.Comparisons))
	}
	return j
}

// apart tells whether a mean difference is more than chance.
func (j Judge) apart(mean, se float64) bool {
	return mean != 0 && math.Abs(mean) >= j.Critical*se && !math.IsInf(j.Critical, 1)
}

// Nearer tells whether the one ranks nearer to the truth than the other.
func (j Judge) Nearer(a Ahead) bool { return a.Tau > 0 && j.apart(a.Tau, a.TauSE) }

// rounding is what a squared error may be off, as a share of it, by rounding alone.
const rounding = 1e-12

// LessError tells whether the one, of an RMSE, has less squared error than the other,
// which estimates the same.
func (j Judge) LessError(a Ahead, rmse float64) bool {
	return a.Square > rounding*rmse*rmse && j.apart(a.Square, a.SquareSE)
}

// SameError tells whether the one, of an RMSE, has the squared error of the other.
func (a Ahead) SameError(rmse float64) bool { return math.Abs(a.Square) <= rounding*rmse*rmse }

// Alike tells whether both agree with the true order equally well on every board.
func (a Ahead) Alike() bool { return a.Tau == 0 && a.TauSE == 0 }

// Standing is where an estimator stands among those that have a score with n trials.
type Standing struct {
	Index int    // of its result
	Point *Point // with n trials

	// Best and Worst are the places that it may have: those that are surely nearer to
	// the true order are before it, those that are surely farther behind it, and those
	// that are alike have its place, too.
	Best, Worst int
}

// League is who comes closest to gold with n trials, by mean τ, first of equal ones the
// earlier; metrics without gold are in no league.
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

// places are those that one of a league may have.
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

// At is the point with n trials, nil if there is none.
func (r *Result) At(n int) *Point {
	at := slices.IndexFunc(r.Points, func(p Point) bool { return p.N == n })
	if at < 0 {
		return nil
	}
	return &r.Points[at]
}
