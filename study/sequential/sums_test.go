package sequential

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/foldtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/shards"
	"settle/sim"
)

// Eight shards find what one run finds, and so does a run that was kept.
func TestShares(t *testing.T) {
	coins := &sim.Coins{
		Models: results.Numbered("m", 3), Questions: results.Numbered("q", 4),
		P: [][]float64{{0.1, 0.2, 0.3, 0.9}, {0.5, 0.5, 0.7, 1}, {0.2, 0.05, 0.6, 0.35}},
	}
	design := Design{Batch: 2, HalfWidth: 0.1, Confidence: 0.9}
	foldtest.Shares(t, func(workers int, share *shards.Share) (any, error) {
		return Evaluate(t.Context(), coins.Source(8, 1), metrics.Avg(metrics.Binary), coins.Gold(), design,
			[]Correction{None, Holm}, montecarlo.Options{Replicates: 61, Workers: workers, Share: share})
	})
}

func noTallies() *tallies { return &tallies{of: make([]tally, 2)} }

// visited adds numbers that depend on the replicate, among them huge ones.
func visited(r int, into *tallies, _ func() bool) {
	for i := range into.of {
		into.of[i].add(
			played{passes: (r + i) << (r % 40), wrong: r % 3, calls: r % 5, undecided: r % 7, asked: r + 7}, played{wrong: r % 2})
	}
}

func TestMerge(t *testing.T) { foldtest.Merges(t, 60, noTallies, visited) }

func FuzzCode(f *testing.F) {
	some := noTallies()
	for r := range 9 {
		visited(r, some, nil)
	}
	foldtest.Bytes(f, noTallies, some)
}

// A sum of products is that of math/big, rounded twice at most.
func TestProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, p := new(big.Int), new(product)
		for range rapid.IntRange(0, 20).Draw(t, "numbers") {
			x, y := rapid.IntRange(0, math.MaxInt>>3).Draw(t, "x"), rapid.IntRange(0, math.MaxInt>>3).Draw(t, "y")
			want.Add(want, new(big.Int).Mul(big.NewInt(int64(x)), big.NewInt(int64(y))))
			p.add(x, y)
		}
		f, _ := new(big.Float).SetInt(want).Float64()
		if got := p.float64(); math.Abs(got-f) > 0x1p-51*f {
			t.Fatalf("%v, want %v", got, f)
		}
	})
}
