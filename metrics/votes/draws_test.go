package votes

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"math"
	"testing"
)

// Made by testdata/draws.py.
//
//go:embed testdata/draws.json
var draws []byte

// The means over subsets that numpy draws are those over all, within four standard errors: of its
// draws, and of the draws of vote@K.
func TestNumpyDrawsAgree(t *testing.T) {
	for line := range bytes.Lines(draws) {
		var drawn struct {
			Answers               []uint32
			Outcomes, Weights     []float64
			K                     int
			Plurality, Vote, Best [2]float64
		}
		if err := json.Unmarshal(line, &drawn); err != nil {
			t.Fatal(err)
		}
		q := question{answers: drawn.Answers, weights: drawn.Weights}
		for i, outcome := range drawn.Outcomes {
			q.outcomes = append(q.outcomes, uint8(outcome))
			q.weights[i] /= 64
		}
		for name, want := range map[string][2]float64{"plurality@%": drawn.Plurality, "vote@%": drawn.Vote, "best@%": drawn.Best} {
			m := parse(t, name, drawn.K)
			got := m.Score(tally(t, q), 0)
			of := func(draws float64) float64 { return math.Sqrt(max(got*(1-got), 0) / draws) } // at most
			se := max(want[1], of(20_000))
			if name == "vote@%" {
				se = math.Hypot(se, of(mostSubsets))
			}
			if math.Abs(got-want[0]) > 4*se+1e-11 {
				t.Errorf("%s of %d attempts is %v, numpy's draws %v ± %v", m.Name(), len(q.answers), got, want[0], want[1])
			}
		}
	}
}
