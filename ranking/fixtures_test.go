package ranking

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

type fixture struct {
	Scores, Sigmas []float64

	Competition    []float64
	CompetitionMax []float64 `json:"competition_max"`
	Dense          []float64
	Avg            []float64

	CompetitionZ    []float64 `json:"competition_ci"`
	CompetitionMaxZ []float64 `json:"competition_max_ci"`
	DenseZ          []float64 `json:"dense_ci"`
	AvgZ            []float64 `json:"avg_ci"`

	CompetitionOverlap    []float64 `json:"competition_ci_overlap"`
	CompetitionMaxOverlap []float64 `json:"competition_max_ci_overlap"`
	DenseOverlap          []float64 `json:"dense_ci_overlap"`
	AvgOverlap            []float64 `json:"avg_ci_overlap"`
}

func readFixtures(t *testing.T) []fixture {
	t.Helper()
	raw, err := os.ReadFile("testdata/ranks.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []fixture }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	return file.Cases
}

// TestFixtures checks against rank_scores of the paper's reference Python
// package, at confidence 0.95; see the source note in the file.
//
// The reference sorts with numpy's default argsort, which beyond 17 models
// leaves equal scores in no particular order. Its interval ties depend on that
// order, in 7 of the 60 cases, so the models are put in numpy's order first:
// equal scores then stay as the reference had them. And it compares them one by
// one, which is an order in which nobody ties yet.
func TestFixtures(t *testing.T) {
	for i, c := range readFixtures(t) {
		numbering := numpyArgsortDescending(c.Scores)
		mu, sigma := pick(c.Scores, numbering), pick(c.Sigmas, numbering)
		plain := ByScore(mu)
		oneByOne := Order{Models: plain.Models, Tied: make([]bool, len(mu))}
		byZ, err := oneByOne.TieClose(ZScore, mu, sigma, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		byOverlap, err := oneByOne.TieClose(Overlap, mu, sigma, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			name       string
			order      Order
			convention Convention
			want       []float64
		}{
			{"plain", plain, Competition, c.Competition},
			{"plain", plain, CompetitionMax, c.CompetitionMax},
			{"plain", plain, Dense, c.Dense},
			{"plain", plain, Average, c.Avg},
			{"zscore", byZ, Competition, c.CompetitionZ},
			{"zscore", byZ, CompetitionMax, c.CompetitionMaxZ},
			{"zscore", byZ, Dense, c.DenseZ},
			{"zscore", byZ, Average, c.AvgZ},
			{"overlap", byOverlap, Competition, c.CompetitionOverlap},
			{"overlap", byOverlap, CompetitionMax, c.CompetitionMaxOverlap},
			{"overlap", byOverlap, Dense, c.DenseOverlap},
			{"overlap", byOverlap, Average, c.AvgOverlap},
		} {
			if got, want := test.order.Ranks(test.convention), pick(test.want, numbering); !slices.Equal(got, want) {
				t.Errorf("case %d: %s, %v:\n got %v\nwant %v", i, test.name, test.convention, got, want)
			}
		}
	}
}

// TestFixturesByIndex checks that the order by index is what the reference
// does as long as numpy's sort is stable.
func TestFixturesByIndex(t *testing.T) {
	for i, c := range readFixtures(t) {
		if len(c.Scores) > 17 {
			continue
		}
		if got, want := ByScore(c.Scores).Models, numpyArgsortDescending(c.Scores); !slices.Equal(got, want) {
			t.Errorf("case %d: order %v, want %v", i, got, want)
		}
	}
}

func pick(values []float64, indices []int) []float64 {
	picked := make([]float64, len(indices))
	for i, index := range indices {
		picked[i] = values[index]
	}
	return picked
}

// numpyArgsortDescending returns numpy.argsort(-scores) with numpy's portable
// default sort: a quicksort by the median of three which leaves parts of up to
// 16 + 1 to an insertion sort. That the fixtures come out is the proof.
func numpyArgsortDescending(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	before := func(a, b int) bool { return scores[a] > scores[b] }
	var sort func(from, to int) // both included
	sort = func(from, to int) {
		for to-from > 16 {
			middle := from + (to-from)/2
			orderPair := func(i, j int) {
				if before(order[j], order[i]) {
					order[i], order[j] = order[j], order[i]
				}
			}
			orderPair(from, middle)
			orderPair(middle, to)
			orderPair(from, middle)
			pivot := order[middle]
			order[middle], order[to-1] = order[to-1], order[middle]
			i, j := from, to-1
			for {
				for i++; before(order[i], pivot); i++ {
				}
				for j--; before(pivot, order[j]); j-- {
				}
				if i >= j {
					break
				}
				order[i], order[j] = order[j], order[i]
			}
			order[i], order[to-1] = order[to-1], order[i]
			sort(from, i-1)
			from = i + 1
		}
		for i := from + 1; i <= to; i++ {
			for j := i; j > from && before(order[j], order[j-1]); j-- {
				order[j], order[j-1] = order[j-1], order[j]
			}
		}
	}
	sort(0, len(order)-1)
	return order
}
