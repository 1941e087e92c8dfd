package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// beyond are metrics that tell pass@1000 of fewer trials.
var beyond = []string{"pass@1000:fitted", "pass@1000:zero-inflated", "pass@1000:power-law"}

// hardness are chances of which some are near 0, with and without questions that are
// never solved.
var hardness = []struct {
	name              string
	zero, alpha, beta float64
}{
	{"Beta(1, 2)", 0, 1, 2},
	{"Beta(0.3, 0.5)", 0, 0.3, 0.5},
	{"Beta(0.3, 3)", 0, 0.3, 3},
	{"three in ten 0, else Beta(1, 2)", 0.3, 1, 2},
	{"three in ten 0, else Beta(0.5, 3)", 0.3, 0.5, 3},
}

const (
	beyondBoards = 6
	beyondTrials = 16
)

// missed are what the scores of a metric are off by, over models of all boards.
type missed struct{ bias, square, failed float64 }

func (m missed) rmse() float64 { return math.Sqrt(m.square) }

// String is bias and root mean squared error.
func (m missed) String() string { return fmt.Sprintf("%+.3f / %.3f", m.bias, m.rmse()) }

// missedBy measures the metrics on boards of 11 models and 100 questions.
func missedBy(t *testing.T, kind, boards int) []missed {
	ms, err := metrics.Parse(strings.Join(beyond, ","), metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := make([][]missed, boards)
	var group errgroup.Group
	group.SetLimit(2)
	for i := range all {
		group.Go(func() error {
			tally, truth := hardBoard(rand.New(rng.New(1, fmt.Sprintf("beyond %d", kind), i)), kind)
			all[i] = make([]missed, len(ms))
			for j, m := range ms {
				e, err := metrics.Evaluate(t.Context(), m, tally)
				if err != nil {
					all[i][j].failed = 1
					continue
				}
				for model, score := range e.Scores {
					all[i][j].bias += (score - truth[model]) / fittedModels
					all[i][j].square += (score - truth[model]) * (score - truth[model]) / fittedModels
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	mean := make([]missed, len(ms))
	for j := range mean {
		var scored float64
		for i := range all {
			scored += 1 - all[i][j].failed
			mean[j].failed += all[i][j].failed
			mean[j].bias += all[i][j].bias
			mean[j].square += all[i][j].square
		}
		mean[j].bias /= scored
		mean[j].square /= scored
	}
	return mean
}

// hardBoard draws a board with the pass@1000 of its models.
func hardBoard(r *rand.Rand, kind int) (*results.Tally, []float64) {
	const questions, k = 100, 1000
	h := hardness[kind]
	tally, truth := results.NewTally(fittedModels, questions, 1), make([]float64, fittedModels)
	tally.Trials = beyondTrials
	for model := range truth {
		for q := range questions {
			if r.Float64() < h.zero {
				continue
			}
			p := distuv.Beta{Alpha: h.alpha, Beta: h.beta, Src: r}.Rand()
			truth[model] += (1 - math.Pow(1-p, k)) / questions
			for range beyondTrials {
				if r.Float64() < p {
					tally.Add(model, q, 1, 1)
				}
			}
		}
	}
	return tally, truth
}

// The table on pass@1000 from 16 trials is what is measured on six boards; two of them
// must agree with it. Where chances are Beta, the fitted prior is right and its bias less than
// that of the power law; where three in ten questions are never solved, the law promises them all the same,
// and the zero-inflated prior errs least.
func TestBeyondTheTrials(t *testing.T) {
	if testing.Short() {
		t.Skip("many fits")
	}
	rows := measuredRows(t, "coverage.md", "beyond", func() string {
		var b strings.Builder
		fmt.Fprintf(&b, "| M | N | chances | `%s` |\n|---:|---:|---|---:|---:|---:|\n", strings.Join(beyond, "` | `"))
		for kind, h := range hardness {
			m := missedBy(t, kind, beyondBoards)
			if m[2].failed > 0 {
				t.Errorf("%s: the power law failed on %v boards, which the page does not say", h.name, m[2].failed)
			}
			fmt.Fprintf(&b, "| 100 | %d | %s | %v | %v | %v |\n", beyondTrials, h.name, m[0], m[1], m[2])
		}
		return strings.TrimSuffix(b.String(), "\n")
	})
	if *update {
		return
	}
	for kind, h := range hardness {
		found := missedBy(t, kind, beyondBoards/3)
		var said []missed
		for i := range beyond {
			var m missed
			var rmse float64
			if _, err := fmt.Sscanf(rows[kind][3+i], "%f / %f", &m.bias, &rmse); err != nil {
				t.Fatal(err)
			}
			m.square = rmse * rmse
			said = append(said, m)
			// 22 models tell a mean error to about RMSE/√22.
			if slack := 5*rmse/math.Sqrt(22) + 0.002; math.Abs(found[i].bias-m.bias) > slack {
				t.Errorf("%s on %s: %v, the page says %v", beyond[i], h.name, found[i], m)
			}
		}
		if h.zero == 0 && math.Abs(said[0].bias) > math.Abs(said[2].bias) || h.zero > 0 && said[1].rmse() > min(said[0].rmse(), said[2].rmse()) {
			t.Errorf("on %s the page says %v", h.name, said)
		}
	}
}
