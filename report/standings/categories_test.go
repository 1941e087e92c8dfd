package standings

import (
	"slices"
	"testing"

	"settle/results"
	"settle/rubric/signals"
	"settle/study/standings"
)

// The models come in the order of the ranking: the second of the board, with
// categories 1, 1, is first.
func TestCategoriesInOrderOfRanking(t *testing.T) {
	b, err := results.NewBoard([]string{"a", "b"}, []string{"q"}, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	copy(b.Row(0, 0), []uint8{0, 1})
	copy(b.Row(1, 0), []uint8{1, 1})
	ranked := standings.Standings{Rows: []standings.Standing{{Model: "b", Index: 1}, {Model: "a", Index: 0}}}
	s := &signals.Sorted{Board: b}
	for i, want := range []struct {
		model  string
		counts []int
		shares []float64
	}{{"b", []int{0, 2}, []float64{0, 1}}, {"a", []int{1, 1}, []float64{0.5, 0.5}}} {
		var got struct {
			Model  string
			Counts []int
		}
		decode(t, categoryCounts(s, ranked)[i], &got)
		if got.Model != want.model || !slices.Equal(got.Counts, want.counts) {
			t.Errorf("place %d has the counts %+v, want %+v", i+1, got, want)
		}
		if got := sharesOf(s, ranked)[i]; got.model != want.model || !slices.Equal(got.shares, want.shares) {
			t.Errorf("place %d has the shares %+v, want %+v", i+1, got, want)
		}
	}
}
