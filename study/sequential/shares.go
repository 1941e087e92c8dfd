package sequential

import "math"

// LimitConfidence is that of NeverLimit.
const LimitConfidence = 0.95

// BudgetShare is the share of the budget that the policy spends on average, in
// [0, 1].
func (r Result) BudgetShare() float64 { return r.Trials.Value / float64(r.Budget) }

// DecidedShare returns the last of Decided, NaN if there is none.
func (r Result) DecidedShare() float64 {
	if r.Decided == nil {
		return math.NaN()
	}
	return r.Decided[CurvePoints-1]
}

// Inflation is how many times the nominal level of a design the share of boards
// with a wrong call is.
func (r Result) Inflation(d Design) float64 { return r.WrongBoards.Value / d.Alpha() }

// NeverLimit is the upper 95 % limit of the chance of something that is seen on
// none of so many boards: a larger one would have shown itself in 95 of 100 such
// runs.
func NeverLimit(boards int) float64 { return 1 - math.Pow(1-LimitConfidence, 1/float64(boards)) }
