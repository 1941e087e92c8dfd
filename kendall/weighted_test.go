package kendall_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"

	"settle/kendall"
)

// testdata/make_weightedtau.py made the expected numbers by scipy.stats.weightedtau, with
// the places of gold as its rank.
func TestWeightedAgreesWithSciPy(t *testing.T) {
	raw, err := os.ReadFile("testdata/weightedtau.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Gold []int
		Keys []uint64
		Tau  float64
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 30 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		if got := kendall.NewWeighted(c.Gold).Tau(c.Keys); math.Abs(got-c.Tau) > 1e-14 {
			t.Errorf("gold %v, keys %v: %v, want %v", c.Gold, c.Keys, got, c.Tau)
		}
	}
}

// plainWeighted computes the definition: sums over all pairs, in both orders, with the weight of
// a tied model the mean over all the places that its tie spans.
func plainWeighted(gold []int, keys []uint64) float64 {
	weight := func(model int) float64 {
		better, equal, sum := 0, 0, 0.0
		for _, level := range gold {
			if level > gold[model] {
				better++
			}
			if level == gold[model] {
				equal++
			}
		}
		for place := better + 1; place <= better+equal; place++ {
			sum += 1 / float64(place)
		}
		return sum / float64(equal)
	}
	var both, first, second float64
	for i := range gold {
		for j := range gold {
			w := weight(i) + weight(j)
			x, y := 0.0, 0.0
			if gold[i] != gold[j] {
				x = math.Copysign(1, float64(gold[i]-gold[j]))
			}
			if keys[i] != keys[j] {
				y = math.Copysign(1, float64(keys[i])-float64(keys[j]))
			}
			both, first, second = both+w*x*y, first+w*x*x, second+w*y*y
		}
	}
	return both / math.Sqrt(first*second)
}

// Any gold and any ranking, with ties: the definition, whatever the order of the models,
// and exactly ±1 for the ranking that is gold and for its reverse.
func TestWeightedByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "models")
		gold := rapid.SliceOfN(rapid.IntRange(0, 5), n, n).Draw(t, "gold")
		keys := rapid.SliceOfN(rapid.Uint64Range(0, 5), n, n).Draw(t, "keys")
		got, want := kendall.NewWeighted(gold).Tau(keys), plainWeighted(gold, keys)
		if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v, want %v", got, want)
		}
		same, reverse := make([]uint64, n), make([]uint64, n)
		for i, level := range gold {
			same[i], reverse[i] = uint64(level), uint64(9-level)
		}
		up, down := kendall.NewWeighted(gold).Tau(same), kendall.NewWeighted(gold).Tau(reverse)
		if !math.IsNaN(up) && (up != 1 || down != -1) {
			t.Fatalf("gold itself has %v, its reverse %v", up, down)
		}
		order := rapid.Permutation(rangeOf(n)).Draw(t, "order")
		otherGold, otherKeys := make([]int, n), make([]uint64, n)
		for i, from := range order {
			otherGold[i], otherKeys[i] = gold[from], keys[from]
		}
		if other := kendall.NewWeighted(otherGold).Tau(otherKeys); math.Abs(got-other) > 1e-12 {
			t.Fatalf("%v, and %v in another order of the models", got, other)
		}
	})
}

func rangeOf(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func TestWeightedAllocatesNothing(t *testing.T) {
	w, keys := kendall.NewWeighted([]int{3, 1, 1, 2, 7}), []uint64{1, 2, 2, 0, 4}
	if n := testing.AllocsPerRun(100, func() { w.Tau(keys) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
