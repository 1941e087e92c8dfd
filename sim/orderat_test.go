package sim_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"settle/sim"
)

// One n at a time gives what the convolutions of Orders give, a separate
// computation, for any coins; certain ones among them.
func TestOrderAtIsOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		questions := rapid.IntRange(1, 6).Draw(t, "questions")
		chance := rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 0.5, 1}))
		coin := rapid.SliceOfN(chance, questions, questions)
		first, second := coin.Draw(t, "first"), coin.Draw(t, "second")
		for _, want := range sim.Orders(first, second, 12) {
			got := sim.OrderAt(first, second, want.N)
			if distance(got, want) > 1e-12 {
				t.Fatalf("N = %d: %+v, want %+v", want.N, got, want)
			}
		}
	})
}

// At the hundreds of trials of Fig. 3 they agree as well, but for the rounding of
// hundreds of convolutions of thousands of terms.
func TestOrderAtOfThePaper(t *testing.T) {
	c, err := sim.PaperQuantile().Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	orders := sim.Orders(c.P[0], c.P[1], 400)
	for _, n := range []int{80, 199, 285, 400} {
		if got := sim.OrderAt(c.P[0], c.P[1], n); distance(got, orders[n-1]) > 1e-9 {
			t.Errorf("N = %d: %+v, want %+v", n, got, orders[n-1])
		}
	}
}

// Of fair coins the difference, moved up by the K = M·n tosses of each, is
// Binomial(2K, ½): a tie has C(2K, K)/4^K = Π (2i − 1)/2i, and the mean distance is
// K times that. Nearly all waves are negligible here.
func TestLeadOfFairCoins(t *testing.T) {
	fair := slices.Repeat([]float64{0.5}, 20)
	for _, n := range []int{1, 10, 1000} {
		tosses, tie := 20*n, 1.0
		for i := 1; i <= tosses; i++ {
			tie *= float64(2*i-1) / float64(2*i)
		}
		got, want := sim.LeadAt(fair, fair, 0, n), sim.Lead{Ahead: (1 - tie) / 2, Level: tie, Distance: float64(tosses) * tie}
		if math.Abs(got.Ahead-want.Ahead) > 1e-12 || math.Abs(got.Level-want.Level) > 1e-12 || math.Abs(got.Distance-want.Distance) > 1e-11*want.Distance {
			t.Errorf("n = %d: %+v, want %+v", n, got, want)
		}
	}
}

// Transforms are shared out among goroutines, and each is of one call at a time.
func TestLeadsAtOnce(t *testing.T) {
	coins := [][]float64{{0.1, 0.8}, {0.3, 0.3}, {1, 0.5}}
	var group errgroup.Group
	for i := range 12 {
		first, second := coins[i%3], coins[(i+1)%3]
		want := sim.LeadAt(first, second, 0, 50)
		group.Go(func() error {
			for range 200 {
				if got := sim.LeadAt(first, second, 0, 50); got != want {
					return fmt.Errorf("%+v, want %+v", got, want)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

// Leads near the mean have the probabilities that convolutions give, and the others are below
// 1e-15 in all: the coins differ so much that the range excludes 0 and most of ±M·n.
func TestEachLeadNearItsMean(t *testing.T) {
	const n = 600
	first, second := slices.Repeat([]float64{0.9, 0.7}, 4), slices.Repeat([]float64{0.2, 0.1}, 4)
	order := sim.Orders(first, second, n)[n-1]
	var sum, ahead float64
	visited := 0
	sim.EachLead(first, second, 0, n, func(lead int, probability float64) {
		visited++
		sum += probability
		if lead > 0 {
			ahead += probability
		}
	})
	if visited > n*len(first) || math.Abs(sum-1) > 1e-12 || math.Abs(ahead-order.Right) > 1e-12 {
		t.Errorf("%d leads of %v in all, %v ahead; want %v ahead", visited, sum, ahead, order.Right)
	}
}

func distance(a, b sim.Order) float64 {
	return max(math.Abs(a.Right-b.Right), math.Abs(a.Tied-b.Tied), math.Abs(a.Z-b.Z), math.Abs(float64(a.N-b.N)))
}

func TestOrderAtRefuses(t *testing.T) {
	for name, call := range map[string]func(){
		"other questions": func() { sim.OrderAt([]float64{0.5}, []float64{0.5, 0.5}, 1) },
		"no trials":       func() { sim.OrderAt([]float64{0.5}, []float64{0.5}, 0) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error(fmt.Errorf("%s: no panic", name))
				}
			}()
			call()
		}()
	}
}
