package sim_test

import (
	"fmt"
	"math"
	"testing"

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
