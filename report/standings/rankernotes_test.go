package standings

import (
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	_ "settle/metrics/rankers"
	"settle/study/standings"
)

// Of the weights 0, 1 and ½ the last category is worth less than the one before it, which a
// method does not know that goes by the order of categories.
func TestCategoriesNote(t *testing.T) {
	for _, c := range []struct {
		metric  string
		weights []float64
		warned  bool
	}{
		{"bt", []float64{0, 1, 0.5}, true},
		{"rao-kupper:aligned", []float64{0, 1, 0.5}, true},
		{"elo-mean:8", []float64{1, 0}, true},
		{"bt", []float64{0, 0.5, 1}, false},
		{"avg", []float64{0, 1, 0.5}, false},
		{"borda", []float64{0, 1, 0.5}, false},
	} {
		traits := metrics.TraitsOf(boardtest.Parse(t, c.metric)[0])
		if note := categoriesNote(standings.Standings{Metric: c.metric, Traits: traits}, c.weights); (note != "") != c.warned {
			t.Errorf("%s with %v: %q", c.metric, c.weights, note)
		}
	}
}
