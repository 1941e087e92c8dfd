package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"settle/metrics"
	"settle/tables"
)

// collapsing are intervals that may have no width, or pass an end of [0, 1].
var collapsing = []string{"avg:clt", "avg:within", "avg:clustered", "avg:bootstrap", "avg", "avg:wilson"}

const collapseBoards = 100

// twoPercents is a cell of two shares.
func twoPercents(s side) string {
	return tables.Float(100*s.held, 1) + " / " + tables.Float(100*s.width, 1)
}

// eachCollapse visits the sizes of the table on intervals that collapse.
func eachCollapse(f func(spread, questions, trials int)) {
	for _, spread := range []int{0, 2} {
		for _, questions := range []int{5, 10, 30, 100} {
			for _, trials := range []int{1, 2, 4, 8} {
				f(spread, questions, trials)
			}
		}
	}
}

// collapses measures, in place of coverage and width, how many of the intervals have no
// width, and the share of those that pass an end of [0, 1].
func collapses(t *testing.T, spread, questions, trials, boards int) ([]side, []float64) {
	return averaged(t, fmt.Sprintf("collapse %d %d %d", spread, questions, trials), boards, func(r *rand.Rand) ([]side, error) {
		_, tally := boardOf(r, spread, questions, trials)
		sides := make([]side, len(collapsing))
		for i, name := range collapsing {
			ms, err := metrics.Parse(name, metrics.Options{})
			if err != nil {
				return nil, err
			}
			for _, e := range metrics.Estimates(ms[0].(metrics.Estimator), tally, nil) {
				lo, hi := e.Interval(0.95, metrics.Unbounded)
				if hi == lo {
					sides[i].held++
				}
				if lo < 0 || hi > 1 {
					sides[i].width += 1. / fittedModels
				}
			}
		}
		return sides, nil
	})
}

// The table on intervals that collapse is what is measured on 100 boards of each size;
// a tenth of them must agree with it. Wilson's interval always has a width, and
// never leaves [0, 1].
func TestCollapse(t *testing.T) {
	if testing.Short() {
		t.Skip("many fits")
	}
	rows := measuredRows(t, "coverage.md", "collapse", func() string {
		return competitorTable(collapsing, twoPercents, func(row func(spread, questions, trials int, sides []side)) {
			eachCollapse(func(spread, questions, trials int) {
				sides, _ := collapses(t, spread, questions, trials, collapseBoards)
				row(spread, questions, trials, sides)
			})
		})
	})
	if *update {
		return
	}
	at := 0
	eachCollapse(func(spread, questions, trials int) {
		row := rows[at]
		at++
		boards := collapseBoards / 10
		sides, _ := collapses(t, spread, questions, trials, boards)
		for i, name := range collapsing {
			said := cellOf(t, row[3+i])
			said.width /= 100
			agrees := func(said, got float64) bool {
				return math.Abs(got-said) <= 5*math.Sqrt(said*(1-said)/float64(boards*fittedModels))+0.01
			}
			if !agrees(said.held, sides[i].held) || !agrees(said.width, sides[i].width) {
				t.Errorf("%s, %d questions, %d trials: %v, the page says %s", name, questions, trials, sides[i], row[3+i])
			}
			if name == "avg:wilson" && said != (side{}) {
				t.Errorf("%s, %d questions, %d trials: %s", name, questions, trials, row[3+i])
			}
		}
	})
}
