package partial

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/rng"
)

// orderOf draws an order of up to n models in which i can be above j only for i < j.
func orderOf(n int) *rapid.Generator[Order] {
	return rapid.Custom(func(t *rapid.T) Order {
		models := rapid.IntRange(0, n).Draw(t, "models")
		share := rapid.IntRange(0, 4).Draw(t, "share")
		related := make(map[[2]int]bool)
		for i := range models {
			for j := i + 1; j < models; j++ {
				related[[2]int{i, j}] = rapid.IntRange(0, 3).Draw(t, "related") < share
			}
		}
		o, err := New(models, func(i, j int) bool { return related[[2]int{i, j}] })
		if err != nil {
			t.Fatal(err)
		}
		return o
	})
}

// agreeing counts the total orders that agree by going through all of them.
func agreeing(o Order, placed []int) int {
	if len(placed) == o.n {
		return 1
	}
	count := 0
next:
	for i := range o.n {
		for _, p := range placed {
			if p == i || o.Above(i, p) {
				continue next
			}
		}
		count += agreeing(o, append(placed, i))
	}
	return count
}

// By brute force over all permutations, chains and sets of models.
func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := orderOf(7).Draw(t, "order")
		got := o.Extensions(1)
		if want := float64(agreeing(o, nil)); !got.Exact || math.Abs(math.Exp2(got.Bits)-want) > 1e-9*want {
			t.Errorf("%v orders agree, want %v", math.Exp2(got.Bits), want)
		}
		chain, antichain := 0, 0
		for subset := range 1 << o.n {
			size, related := 0, 0
			for i := range o.n {
				if subset>>i&1 == 0 {
					continue
				}
				size++
				for j := range o.n {
					if subset>>j&1 == 1 && o.Above(i, j) {
						related++
					}
				}
			}
			if related == size*(size-1)/2 {
				chain = max(chain, size)
			}
			if related == 0 {
				antichain = max(antichain, size)
			}
		}
		if o.Height() != chain || o.Width() != antichain {
			t.Errorf("height %d and width %d, want %d and %d", o.Height(), o.Width(), chain, antichain)
		}
	})
}

// The closed forms: nothing known leaves n! orders, a chain one; k layers of m
// models (m!)^k; a forest n! over the product of the sizes of its trees (Knuth, The
// Art of Computer Programming 3, 5.1.4, exercise 20).
func TestClosedForms(t *testing.T) {
	never := func(i, j int) bool { return false }
	layered := func(i, j int) bool { return i/3 < j/3 }
	tree := func(i, j int) bool { return j == 2*i+1 || j == 2*i+2 } // a heap
	forest := 63.0
	for _, c := range []struct {
		name  string
		n     int
		above func(i, j int) bool
		bits  float64
		exact bool
	}{
		{"no model", 0, never, 0, true},
		{"one", 1, never, 0, true},
		{"twenty, nothing known", 20, never, Possible(20), true},
		{"sixty, nothing known", 60, never, Possible(60), false},
		{"sixty in a chain", 60, func(i, j int) bool { return i < j }, 0, true},
		{"twenty layers of three", 60, layered, 20 * math.Log2(6), true},
		// A heap of six full levels has trees of 63, 31, 15, 7, 3 and 1.
		{"a heap of 63", 63, tree, Possible(63) - math.Log2(forest) - 2*math.Log2(31) - 4*math.Log2(15) -
			8*math.Log2(7) - 16*math.Log2(3), false},
	} {
		o, err := New(c.n, c.above)
		if err != nil {
			t.Fatal(err)
		}
		got := o.Extensions(1)
		if math.Abs(got.Bits-c.bits) > 1e-9*(1+c.bits) || got.Exact != c.exact || got.SE > 1e-6 {
			t.Errorf("%s: %v ± %v bits, exact %v; want %v, %v", c.name, got.Bits, got.SE, got.Exact, c.bits, c.exact)
		}
	}
}

// Where both can be had, the estimate is within four of its standard errors of what
// is exact, and the standard error is small.
func TestEstimateAgainstExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		// An order as results leave it: models by their score, separated where the gap
		// is large.
		scores := make([]float64, 16)
		for i := range scores {
			scores[i] = random.Float64()
		}
		o, err := New(len(scores), func(i, j int) bool { return scores[i] > scores[j]+0.25 })
		if err != nil {
			t.Fatal(err)
		}
		want := math.Log2(float64(o.count()))
		got, se := o.estimate(rng.New(1, "test", 0))
		if math.Abs(got-want) > 4*se || se > 0.05 {
			t.Errorf("%v ± %v bits, want %v", got, se, want)
		}
	}
}

func TestCycle(t *testing.T) {
	if _, err := New(3, func(i, j int) bool { return j == (i+1)%3 }); !errors.Is(err, ErrCycle) {
		t.Errorf("error %v, want %v", err, ErrCycle)
	}
}
