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
		Parts:    []posterior.Parts{{Mean: 0.25, Trials: nan, Questions: nan, ICC: nan, Runs: nan, Flips: nan}, {Mean: 0.5, Trials: 0.125, Questions: 0.0625, ICC: 0.2, Runs: 0.3, Flips: 0.25}},
		Attempts: []int64{3, 8},
	}
	r := s.Report()
	if got, want := strings.Join(r.Tables[0].Rows[0], " "), "b 0.5000 0.1250 0.0625 0.20 0.3000 25.0 % 8"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := strings.Join(r.Tables[0].Rows[1], " "), "a 0.2500 – – – – – 3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var d struct {
		Models []struct {
			Mean, ICC *float64
			Trials    *float64 `json:"sigma_trials"`
			Questions *float64 `json:"sigma_questions"`
			Attempts  int
			Noise     struct {
				Runs       *float64 `json:"run_to_run"`
				Flips, ICC *float64
			}
		}
	}
	decode(t, r.JSON, &d)
	if b := d.Models[0]; *b.Mean != 0.5 || *b.Trials != 0.125 || *b.Questions != 0.0625 || *b.ICC != 0.2 || b.Attempts != 8 ||
		*b.Noise.Runs != 0.3 || *b.Noise.Flips != 0.25 || *b.Noise.ICC != 0.2 {
		t.Errorf("%+v", b)
	}
	if a := d.Models[1]; a.Trials != nil || a.Questions != nil || a.ICC != nil || a.Noise.Runs != nil || a.Noise.Flips != nil || a.Noise.ICC != nil {
		t.Errorf("%+v", a)
	}
}

// With half of the variance between questions, as many repeats cut it by a quarter, half as much
// as new questions; with none of it noise, by nothing; with all of it noise, by as much.
func TestFreshNote(t *testing.T) {
	for _, c := range []struct {
		between, within float64
		want            string
	}{
		{0.5, 0.5, "Prefer new questions to repeats: doubling the questions halves the variance of the difference between a and b; " +
			"repeats at the same cost reduce this variance by 25.0 % (2.0 times less)."},
		{0.5, 0, "Prefer new questions to repeats: doubling the questions halves the variance of the difference between a and b; " +
			"repeats at the same cost reduce this variance by 0.0 %."},
		{0, 0.5, "These trials do not show that new questions separate a and b better than the same number of repeats."},
		{0, 0, ""},
	} {
		got := freshNote("a", "b", &posterior.Components{
			Between: posterior.Component{Variance: c.between}, Within: posterior.Component{Variance: c.within},
		})
		if got != c.want {
			t.Errorf("%v between and %v within: %q, want %q", c.between, c.within, got, c.want)
		}
	}
	if got := freshNote("a", "b", nil); got != "" {
		t.Errorf("of unknown components: %q", got)
	}
}
