package standings_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// byAvg ranks the models of a tally by avg, with all pairs compared at a confidence.
func byAvg(models []string, t *results.Tally, confidence float64) (s standings.Standings, err error) {
	rules := standings.Rules{Confidence: confidence, Ties: ranking.ZScore, Bounds: metrics.Unbounded}
	if s, err = standings.Rank(context.Background(), models, t, metrics.Avg(metrics.Binary), rules); err != nil {
		return s, err
	}
	if s.Bands() != nil {
		panic("bands before all pairs are compared")
	}
	return s, s.CompareAll(context.Background(), posterior.Bonferroni, 1, montecarlo.Options{Workers: 1})
}

// heads returns how many of the places up to one head a band, by the definition read backwards:
// a place is a head if an earlier head is separated from it and from nothing in between.
func heads(s standings.Standings, last int) (heads int) {
	separated := func(i, j int) bool {
		return s.Together.Better(s.Rows[i].Index, s.Rows[j].Index) || s.Together.Better(s.Rows[j].Index, s.Rows[i].Index)
	}
	var isHead func(place int) bool
	isHead = func(place int) bool {
		for head := place - 1; head >= 0; head-- {
			first := head + 1
			for first < place && !separated(head, first) {
				first++
			}
			if first == place && separated(head, place) && isHead(head) {
				return true
			}
		}
		return place == 0
	}
	for place := range last + 1 {
		if isHead(place) {
			heads++
		}
	}
	return heads
}

func TestBandsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Random(t, 1)
		confidence := rapid.SampledFrom([]float64{0.05, 0.5, 0.8, 0.95}).Draw(t, "confidence")
		s, err := byAvg(b.Models, b.TallyAll(), confidence)
		if err != nil {
			t.Fatal(err)
		}
		bands := s.Bands()
		if len(s.Rows) < 2 {
			if bands != nil {
				t.Fatalf("%v of a single model", bands)
			}
			return
		}
		for place, band := range bands {
			if want := heads(s, place); band != want {
				t.Fatalf("place %d is in band %d, want %d", place+1, band, want)
			}
		}
	})
}

// By hand: each model has 256 trials near ½, so the standard error of a difference is about
// 0.044 and ten pairs at once ask for a z of 2.6, or 29 more successes. The third model is the
// first so far from the first one, the fifth the first so far from the third; the second and
// the third, which are not separated, are in two bands all the same.
func TestBands(t *testing.T) {
	rights := [][]int{{40, 40, 40, 40}, {36, 36, 36, 36}, {32, 32, 32, 32}, {30, 30, 30, 30}, {20, 20, 20, 20}}
	s, err := byAvg([]string{"a", "b", "c", "d", "e"}, boardtest.Rights(64, rights...), 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Bands(), []int{1, 1, 2, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("bands %v, want %v", got, want)
	}
	if s.Together.Resolved(s.Rows[1].Index, s.Rows[2].Index) {
		t.Error("the second and the third model are separated")
	}
}
