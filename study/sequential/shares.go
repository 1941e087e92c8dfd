package sequential

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// LimitConfidence is that of WrongCallsInterval and NeverLimit.
const LimitConfidence = 0.95

// BudgetShare is the share of the budget that the policy spends on average, in
// [0, 1].
func (r Result) BudgetShare() float64 { return r.Trials.Value / float64(r.Budget) }

// Inflation is how many times the nominal level of a design the share of boards
// with a wrong call is.
func (r Result) Inflation(d Design) float64 { return r.WrongBoards.Value / d.Alpha() }

// WrongCallsInterval is the exact central 95 % interval of the share of wrong
// calls, in [0, 1], were the calls independent (Clopper and Pearson 1934). There
// must be calls.
func (r Result) WrongCallsInterval() (low, high float64) { return clopperPearson(r.Wrong, r.Calls) }

// clopperPearson is the exact central 95 % interval of the chance of which hits
// of n ≥ 1 tries are seen.
func clopperPearson(hits, n int) (low, high float64) {
	const tail = (1 - LimitConfidence) / 2
	k, all := float64(hits), float64(n)
	high = 1
	if hits > 0 {
		low = distuv.Beta{Alpha: k, Beta: all - k + 1}.Quantile(tail)
	}
	if hits < n {
		high = distuv.Beta{Alpha: k + 1, Beta: all - k}.Quantile(1 - tail)
	}
	return low, high
}

// NeverLimit is the upper 95 % limit of the chance of something that is seen on
// none of so many boards: a larger one would have shown itself in 95 of 100 such
// runs.
func NeverLimit(boards int) float64 { return 1 - math.Pow(1-LimitConfidence, 1/float64(boards)) }
