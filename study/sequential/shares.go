package sequential

import "math"

// LimitConfidence is the one-sided confidence of the limit that NeverLimit returns.
const LimitConfidence = 0.95

// BudgetShare returns the share of the budget that the policy spends on average, in [0, 1].
func (r Result) BudgetShare() float64 { return r.Trials.Value / float64(r.Budget) }

// DecidedShare returns the mean share of comparisons that are decided when the whole budget is
// spent, or NaN if Decided is nil.
func (r Result) DecidedShare() float64 {
	if r.Decided == nil {
		return math.NaN()
	}
	return r.Decided[CurvePoints-1]
}

// Inflation returns the familywise error rate WrongBoards divided by the nominal level of the
// design.
func (r Result) Inflation(d Design) float64 { return r.WrongBoards.Value / d.Alpha() }

// NeverLimit returns the one-sided upper 95 % confidence limit for the probability of an event
// that never occurred on the given number of boards. If the probability were larger, at least 95
// % of all samples of that many boards would contain a board with the event.
func NeverLimit(boards int) float64 { return 1 - math.Pow(1-LimitConfidence, 1/float64(boards)) }
