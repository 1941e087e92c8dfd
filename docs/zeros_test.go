package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/results"
)

// predictions are of more trials than a board has.
var predictions = []string{"pass@64:fitted", "pass@64:zero-inflated"}

// zeros are chances with and without questions that are never solved.
var zeros = []struct {
	name string
	draw func(r *rand.Rand) float64
}{
	{"three in ten 0, else Beta(1, 2)", func(r *rand.Rand) float64 {
		if r.Float64() < 0.3 {
			return 0
		}
		return distuv.Beta{Alpha: 1, Beta: 2, Src: r}.Rand()
	}},
	{"three in ten 0 or 1, else Beta(2, 2)", func(r *rand.Rand) float64 { return spreads[3].draw(r, 0) }},
	{"Beta(0.3, 0.5): none is 0", func(r *rand.Rand) float64 { return spreads[1].draw(r, 0) }},
}

const zeroBoards = 30

// eachZero visits the sizes of the table.
func eachZero(f func(kind, trials int)) {
	for kind := range zeros {
		for _, trials := range []int{4, 16} {
			f(kind, trials)
		}
	}
}

// predicted measures coverage, and in place of the width the mean absolute error.
func predicted(t *testing.T, kind, trials, boards int) ([]side, []float64) {
	return averaged(t, fmt.Sprintf("zeros %d %d", kind, trials), boards, func(r *rand.Rand) ([]side, error) {
		const questions = 100
		tally := results.NewTally(fittedModels, questions, 1)
		tally.Trials = trials
		truth := make([]float64, fittedModels)
		for model := range truth {
			for q := range questions {
				p := zeros[kind].draw(r)
				truth[model] += (1 - math.Pow(1-p, 64)) / questions
				for range trials {
					if r.Float64() < p {
						tally.Add(model, q, 1, 1)
					}
				}
			}
		}
		ms, err := metrics.Parse(strings.Join(predictions, ","), metrics.Options{})
		if err != nil {
			return nil, err
		}
		sides := make([]side, len(ms))
		for i, m := range ms {
			for model, e := range metrics.Estimates(m.(metrics.Estimator), tally, nil) {
				if lo, hi := e.Interval(0.95, metrics.Unbounded); lo <= truth[model] && truth[model] <= hi {
					sides[i].held++
				}
				sides[i].width += math.Abs(e.Mu-truth[model]) / fittedModels
			}
		}
		return sides, nil
	})
}

// The table on pass@64 from 4 and 16 trials is what is measured on 30 boards; a tenth of
// them must agree with it. Where questions are never solved, the share of them that the
// board tells makes the prediction better.
func TestZeros(t *testing.T) {
	if testing.Short() {
		t.Skip("many fits")
	}
	rows := measuredRows(t, "coverage.md", "zeros", func() string {
		var b strings.Builder
		fmt.Fprintf(&b, "| M | N | chances | `%s` |\n|---:|---:|---|---:|---:|\n", strings.Join(predictions, "` | `"))
		eachZero(func(kind, trials int) {
			sides, _ := predicted(t, kind, trials, zeroBoards)
			fmt.Fprintf(&b, "| 100 | %d | %s | %s | %s |\n", trials, zeros[kind].name, coverageCell(sides[0]), coverageCell(sides[1]))
		})
		return strings.TrimSuffix(b.String(), "\n")
	})
	if *update {
		return
	}
	at := 0
	eachZero(func(kind, trials int) {
		row := rows[at]
		at++
		boards := zeroBoards / 10
		sides, se := predicted(t, kind, trials, boards)
		for i, name := range predictions {
			said := cellOf(t, row[3+i])
			slack := 5*max(se[i], math.Sqrt(said.held*(1-said.held)/float64(boards*fittedModels)), 0.01) + 0.001
			if math.Abs(sides[i].held-said.held) > slack || math.Abs(sides[i].width-said.width) > 0.5*said.width {
				t.Errorf("%s on %s, %d trials: %v, the page says %s", name, zeros[kind].name, trials, sides[i], row[3+i])
			}
		}
		if fitted, inflated := cellOf(t, row[3]), cellOf(t, row[4]); kind == 0 && inflated.width >= fitted.width {
			t.Errorf("%d trials: the zero-inflated prediction errs by %v, the other by %v", trials, inflated.width, fitted.width)
		}
	})
}
