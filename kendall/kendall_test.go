package kendall

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// bruteForce computes the definition of section F.1, pair by pair. It shares nothing
// with the package but the last line, for which the fixtures stand.
func bruteForce(x, y []float64) (tauA, tauB float64) {
	var score, all, untiedX, untiedY float64
	for i := range x {
		for j := range i {
			dx, dy := compare(x[i], x[j]), compare(y[i], y[j])
			score += dx * dy
			untiedX += dx * dx
			untiedY += dy * dy
			all++
		}
	}
	return score / all, score / math.Sqrt(untiedX*untiedY)
}

func compare(a, b float64) float64 {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// same reports whether two numbers are equal; NaN equals NaN.
func same(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b)
}

func floats[T int | uint64](values []T) []float64 {
	converted := make([]float64, len(values))
	for i, value := range values {
		converted[i] = float64(value)
	}
	return converted
}

// TestFixtures checks against scipy.stats.kendalltau (τ_b) and a count of the
// pairs in Python (τ_a); see the source note in the file.
func TestFixtures(t *testing.T) {
	const tolerance = 1e-12 // relative
	raw, err := os.ReadFile("testdata/kendall.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			X, Y []int
			TauA *float64 `json:"tau_a"`
			TauB *float64 `json:"tau_b"`
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	check := func(i int, name string, got float64, want *float64) {
		t.Helper()
		switch {
		case want == nil:
			if !math.IsNaN(got) {
				t.Errorf("case %d: %s = %v, want it undefined", i, name, got)
			}
		case !(math.Abs(got-*want) <= tolerance*math.Abs(*want)):
			t.Errorf("case %d: %s = %v, want %v", i, name, got, *want)
		}
	}
	for i, c := range file.Cases {
		x, y := floats(c.X), floats(c.Y)
		check(i, "TauA", TauA(x, y), c.TauA)
		check(i, "TauB", TauB(x, y), c.TauB)
		check(i, "Comparer.TauB", NewComparer(c.X).TauB(orderedKeys(y)), c.TauB)
	}
}

// TestByHand has cases small enough to count: the comment is S over the
// denominator.
func TestByHand(t *testing.T) {
	inf, nan, minusZero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	tests := []struct {
		name       string
		x, y       []float64
		tauA, tauB float64
	}{
		{"no model", nil, nil, nan, nan},
		{"one model", []float64{1}, []float64{1}, nan, nan},
		{"two that agree", []float64{1, 2}, []float64{3, 4}, 1, 1},
		{"two that differ", []float64{1, 2}, []float64{4, 3}, -1, -1},
		{"two, one side tied", []float64{1, 2}, []float64{3, 3}, 0, nan},
		{"all tied on both sides", []float64{1, 1, 1}, []float64{2, 2, 2}, 0, nan},
		{"same ties, same order", []float64{1, 1, 2}, []float64{5, 5, 9}, 2. / 3, 1}, // 2/3, 2/√(2·2)
		{"same ties, opposite order", []float64{1, 1, 2}, []float64{9, 9, 5}, -2. / 3, -1},
		{"a tie on one side", []float64{1, 1, 2}, []float64{1, 2, 3}, 2. / 3, 2 / math.Sqrt(6)}, // 2/√(2·3)
		{"zeros tie", []float64{minusZero, 0, 1}, []float64{1, 1, 2}, 2. / 3, 1},
		{"infinities are values", []float64{-inf, -1, 1, inf}, []float64{1, 2, 3, 4}, 1, 1},
		{"infinities tie", []float64{inf, inf, -inf}, []float64{2, 2, 1}, 2. / 3, 1},
		{"NaN in x", []float64{nan, 1, 2}, []float64{1, 2, 3}, nan, nan},
		{"NaN in y", []float64{1, 2, 3}, []float64{1, 2, nan}, nan, nan},
		{"negatives, denormals", []float64{-2, -1, 5e-324, 1e-310}, []float64{1, 2, 3, 4}, 1, 1},
	}
	for _, test := range tests {
		if got := TauA(test.x, test.y); !same(got, test.tauA) {
			t.Errorf("%s: TauA = %v, want %v", test.name, got, test.tauA)
		}
		if got := TauB(test.x, test.y); !same(got, test.tauB) {
			t.Errorf("%s: TauB = %v, want %v", test.name, got, test.tauB)
		}
	}
}

// drawValues draws n values of which many tie, or few.
func drawValues(t *rapid.T, label string, n int) []int {
	distinct := rapid.SampledFrom([]int{1, 2, 3, 10, 1000}).Draw(t, label+" distinct")
	return rapid.SliceOfN(rapid.IntRange(-distinct/2, distinct/2), n, n).Draw(t, label)
}

// drawSize draws a number of models on both sides of pairwiseModels.
func drawSize(t *rapid.T) int {
	return rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(pairwiseModels-1, 4*pairwiseModels)).Draw(t, "n")
}

// drawPair draws two rankings of the same models; often the second is the
// first with some changes, so that high τ are tested, too.
func drawPair(t *rapid.T) (x, y []int) {
	n := drawSize(t)
	x, y = drawValues(t, "x", n), drawValues(t, "y", n)
	if rapid.Bool().Draw(t, "alike") {
		for i := range y {
			y[i] = x[i] + y[i]%2
		}
	}
	return x, y
}

func unsigned(values []int) []uint64 {
	keys := make([]uint64, len(values))
	for i, value := range values {
		keys[i] = uint64(int64(value)) ^ 1<<63
	}
	return keys
}

// TestDefinition checks every way to τ against the pairs one by one. The last
// operations are the same on the same integers, so the bits must be, too.
func TestDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawPair(t)
		wantA, wantB := bruteForce(floats(x), floats(y))
		if got := TauA(floats(x), floats(y)); !same(got, wantA) {
			t.Errorf("TauA = %v, want %v", got, wantA)
		}
		if got := TauB(floats(x), floats(y)); !same(got, wantB) {
			t.Errorf("TauB = %v, want %v", got, wantB)
		}
		if got := NewComparer(x).TauB(unsigned(y)); !same(got, wantB) {
			t.Errorf("Comparer.TauB = %v, want %v", got, wantB)
		}
	})
}

// TestSymmetries checks what follows from the definition: τ does not depend on
// which side is which or on how models are numbered, changes sign with the
// order of a side, and stays in [−1, 1].
func TestSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs, ys := drawPair(t)
		x, y := floats(xs), floats(ys)
		for name, tau := range map[string]func(x, y []float64) float64{"TauA": TauA, "TauB": TauB} {
			want := tau(x, y)
			if !math.IsNaN(want) && (want < -1 || want > 1) {
				t.Errorf("%s = %v is out of range", name, want)
			}
			if got := tau(y, x); !same(got, want) {
				t.Errorf("%s: %v with the sides swapped, want %v", name, got, want)
			}
			negated := slices.Clone(y)
			for i := range negated {
				negated[i] = -negated[i]
			}
			if got := tau(x, negated); !same(got, -want) {
				t.Errorf("%s: %v with one side reversed, want %v", name, got, -want)
			}
			order := rapid.Permutation(indices(len(x))).Draw(t, "numbering")
			if got := tau(permuted(x, order), permuted(y, order)); !same(got, want) {
				t.Errorf("%s: %v with the models renumbered, want %v", name, got, want)
			}
		}
	})
}

// TestPerfect checks that τ_b is exactly ±1 for a ranking and itself, or its
// reverse, with any ties, unless all are tied.
func TestPerfect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawValues(t, "x", drawSize(t))
		keys, reversed := unsigned(x), unsigned(x)
		for i := range reversed {
			reversed[i] = ^reversed[i]
		}
		want := 1.0
		if len(x) == 0 || slices.Min(x) == slices.Max(x) {
			want = math.NaN()
		}
		c := NewComparer(x)
		if got := c.TauB(keys); !same(got, want) {
			t.Errorf("with itself %v, want %v", got, want)
		}
		if got := c.TauB(reversed); !same(got, -want) {
			t.Errorf("with its reverse %v, want %v", got, -want)
		}
	})
}

// TestRootOfSquare tests the property by which tauB reaches ±1 exactly. The number of
// pairs goes up to that of 10^8 models, where squares are no longer exact.
func TestRootOfSquare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		untied := rapid.Int64Range(1, 1<<52).Draw(t, "untied")
		if got := tauB(untied, untied, untied); got != 1 {
			t.Errorf("%v, want 1", got)
		}
		if got := tauB(untied, untied, untied+1); got > 1 {
			t.Errorf("%v > 1", got)
		}
	})
}

// TestAgrees checks against every pair.
func TestAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gold := drawValues(t, "gold", rapid.IntRange(0, 6).Draw(t, "n"))
		other := slices.Clone(gold)
		if rapid.Bool().Draw(t, "another") {
			other = drawValues(t, "other", len(gold))
		}
		want := true
		for i := range gold {
			for j := range i {
				if compare(float64(gold[i]), float64(gold[j])) != compare(float64(other[i]), float64(other[j])) {
					want = false
				}
			}
		}
		if got := NewComparer(gold).Agrees(unsigned(other)); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// TestExtremeKeys uses the whole range of both sides: all of uint64 is key and
// all of int is gold.
func TestExtremeKeys(t *testing.T) {
	c := NewComparer([]int{math.MinInt, -1, 0, math.MaxInt})
	keys := []uint64{0, 1 << 63, 1<<63 + 1, math.MaxUint64}
	if got := c.TauB(keys); got != 1 {
		t.Errorf("TauB = %v, want 1", got)
	}
	if !c.Agrees(keys) {
		t.Error("does not agree")
	}
}

// TestClone lets clones work at once and checks that they share no scratch
// space.
func TestClone(t *testing.T) {
	for _, n := range []int{11, 2 * pairwiseModels} {
		gold, rankings := benchmarkRankings(n)
		c := NewComparer(gold)
		if other := c.Clone(); &other.keys[0] == &c.keys[0] || &other.scratch[0] == &c.scratch[0] {
			t.Errorf("L = %d: a clone shares scratch space", n)
		}
		var workers sync.WaitGroup
		for range 4 {
			clone := c.Clone()
			workers.Go(func() {
				for _, keys := range rankings {
					if got, want := clone.TauB(keys), TauB(floats(gold), floats(keys)); got != want {
						t.Errorf("L = %d: %v, want %v", n, got, want)
					}
				}
			})
		}
		workers.Wait()
	}
}

func TestComparerAllocatesNothing(t *testing.T) {
	for _, n := range []int{11, 2 * pairwiseModels} {
		gold, rankings := benchmarkRankings(n)
		for i := range gold {
			gold[i] /= 3 // ties in the gold go another way
		}
		c := NewComparer(gold)
		got := testing.AllocsPerRun(10, func() {
			c.TauB(rankings[0])
			c.Agrees(rankings[0])
		})
		if got != 0 {
			t.Errorf("L = %d: %v allocations", n, got)
		}
	}
}

// TestKeepsItsArguments checks that neither the gold nor the keys are written
// to, nor the gold read again.
func TestKeepsItsArguments(t *testing.T) {
	gold, keys := []int{3, 1, 2, 2}, []uint64{7, 5, 9, 9}
	c := NewComparer(gold)
	want := c.TauB(keys)
	if !slices.Equal(gold, []int{3, 1, 2, 2}) || !slices.Equal(keys, []uint64{7, 5, 9, 9}) {
		t.Errorf("now gold %v, keys %v", gold, keys)
	}
	clear(gold)
	if got := c.TauB(keys); got != want {
		t.Errorf("%v after the gold was cleared, want %v", got, want)
	}
}

func TestUnequalLengthsPanic(t *testing.T) {
	c := NewComparer([]int{1, 2})
	for name, call := range map[string]func(){
		"TauA":            func() { TauA([]float64{1}, []float64{1, 2}) },
		"TauB":            func() { TauB([]float64{1, 2}, nil) },
		"Comparer.TauB":   func() { c.TauB([]uint64{1, 2, 3}) },
		"Comparer.Agrees": func() { c.Agrees([]uint64{1}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		})
	}
}

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func permuted(values []float64, order []int) []float64 {
	list := make([]float64, len(values))
	for i, from := range order {
		list[i] = values[from]
	}
	return list
}
