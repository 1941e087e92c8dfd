package rankers

import (
	"math"
	"testing"

	"settle/metrics"
	"settle/results"
)

// board has the trials in their order.
func (g *golden) board(t *testing.T) *results.Board {
	t.Helper()
	b, err := results.NewBoard(results.Numbered("model", g.Models), results.Numbered("question", g.Questions), g.Trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	for model, questions := range g.R {
		for q, digits := range questions {
			for n, digit := range []byte(digits) {
				b.Row(model, q)[n] = digit - '0'
			}
		}
	}
	return b
}

// The scores of methods that compare trials in their order are those of the reference
// package, up to what its solvers and its clipping leave: its gradients of Bradley and
// Terry's and of Rao and Kupper's model are numerical.
func TestSequentialMethodsAsTheReference(t *testing.T) {
	for _, c := range []struct {
		metric, reference string
		relative          float64
	}{
		{"bt:aligned", "bradley_terry_map", 1e-4},
		{"rao-kupper:aligned", "rao_kupper_map", 1e-4},
		{"elo", "elo", 1e-9 / 1500},
		{"glicko", "glicko", 1e-9},
		{"trueskill", "trueskill", 1e-9},
	} {
		m := metric(t, c.metric).(metrics.Sequential)
		for i, g := range goldens(t) {
			e := metrics.EvaluateInOrder(m, g.board(t), 1)
			for model, want := range g.Scores[c.reference] {
				if got := e.Scores[model]; !(math.Abs(got-want) <= c.relative*math.Abs(want)) {
					t.Errorf("%s, board %d, model %d: %v, want %v", c.metric, i, model, got, want)
				}
			}
		}
	}
}

func metric(t testing.TB, name string) metrics.Metric {
	t.Helper()
	ms, err := metrics.Parse(name, metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ms[0]
}
