package voting

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"settle/internal/lists"
	"settle/metrics"
)

// The samples after which the rules stop are those of scorio 0.2.3, on the questions of 500 boards
// (metrics/votes/testdata/reference.py).
func TestRulesStopWhereScorioDoes(t *testing.T) {
	boards, err := os.ReadFile("../../metrics/votes/testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range bytes.Lines(boards) {
		var questions []struct {
			Answers                 string
			Beta, Dirichlet, Window int
		}
		if err := json.Unmarshal(line, &questions); err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			n, windows := len(q.Answers), []int{}
			if n >= 3 {
				windows = []int{3}
			}
			rules := rulesOf(t, n, []float64{0.95}, windows)
			b := board(t, []string{strings.ToLower(q.Answers)})
			v := newVoter(rules, n)
			v.play(newCell(b, metrics.Binary, 0, 0), lists.Indices(n))
			want := map[Kind]int{Beta: q.Beta, Dirichlet: q.Dirichlet, Window: q.Window}
			for i, r := range rules {
				stop, asked := want[r.Kind]
				if !asked {
					continue
				}
				compared++
				if stop == 0 { // never, so after all
					stop = n
				}
				if got := int(v.samples[i]); got != stop {
					t.Errorf("%v of %s stops after %d samples, scorio after %d", r, q.Answers, got, stop)
				}
			}
		}
	}
	if compared < 3000 {
		t.Errorf("%d rules compared", compared)
	}
}
