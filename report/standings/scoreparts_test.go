package standings

import (
	"math"
	"strings"
	"testing"

	"settle/study/posterior"
	"settle/study/standings"
)

// The table and the document have the numbers of the models, the best first, and nothing
// where there is none.
func TestScoreParts(t *testing.T) {
	nan := math.NaN()
	s := ScoreParts{
		Metric: "avg", Order: []standings.Standing{{Model: "b", Index: 1}, {Model: "a", Index: 0}},
		Parts:    []posterior.Parts{{Mean: 0.25, Trials: nan, Questions: nan, ICC: nan}, {Mean: 0.5, Trials: 0.125, Questions: 0.0625, ICC: 0.2}},
		Attempts: []int64{3, 8},
	}
	r := s.Report()
	if got, want := strings.Join(r.Tables[0].Rows[0], " "), "b 0.5000 0.1250 0.0625 0.20 8"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := strings.Join(r.Tables[0].Rows[1], " "), "a 0.2500 – – – 3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var d struct {
		Models []struct {
			Mean, ICC *float64
			Trials    *float64 `json:"sigma_trials"`
			Questions *float64 `json:"sigma_questions"`
			Attempts  int
		}
	}
	decode(t, r.JSON, &d)
	if b := d.Models[0]; *b.Mean != 0.5 || *b.Trials != 0.125 || *b.Questions != 0.0625 || *b.ICC != 0.2 || b.Attempts != 8 {
		t.Errorf("%+v", b)
	}
	if a := d.Models[1]; a.Trials != nil || a.Questions != nil || a.ICC != nil {
		t.Errorf("%+v", a)
	}
}
