package sequential

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/aggregate"
	"settle/internal/tests/foldtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/results"
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

func noTallies() *tallies { return &tallies{Of: make([]tally, 2)} }

// visited adds numbers that depend on the replicate, among them huge ones.
func visited(r int, into *tallies, _ func() bool) {
	for i := range into.Of {
		into.Of[i].add(
			gameResults{passes: (r + i) << (r % 40), wrong: r % 3, calls: r % 5, undecided: r % 7, asked: r + 7}, gameResults{wrong: r % 2})
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

// A sum of products is that of math/big.
func TestProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, p := new(big.Int), new(product)
		for range rapid.IntRange(0, 20).Draw(t, "numbers") {
			x, y := rapid.IntRange(0, math.MaxInt>>3).Draw(t, "x"), rapid.IntRange(0, math.MaxInt>>3).Draw(t, "y")
			want.Add(want, new(big.Int).Mul(big.NewInt(int64(x)), big.NewInt(int64(y))))
			p.add(x, y)
		}
		if got := p.value(); got.Cmp(want) != 0 {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// A ratio is Σx/Σy, and its standard error that of Cochran's equation 6.13 in rationals,
// √(n/(n−1)·Σ(x − (Σx/Σy)·y)²)/Σy, which is exactly 0 where all replicates have one ratio,
// however the sums were merged.
func TestRatio(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alike := rapid.Bool().Draw(t, "alike")
		n := rapid.IntRange(2, 40).Draw(t, "replicates")
		s, part := new(sums), new(sums)
		cut := rapid.IntRange(0, n-1).Draw(t, "cut")
		var xs, ys []*big.Rat
		sumX, sumY := new(big.Rat), new(big.Rat)
		share, of := rapid.IntRange(0, 1<<20).Draw(t, "share"), rapid.IntRange(1, 1<<20).Draw(t, "of")
		for i := range n {
			x, y := share, of
			if times := rapid.IntRange(1, 1<<12).Draw(t, "times"); alike {
				x, y = x*times, y*times
			} else {
				x, y = rapid.IntRange(0, 1<<30).Draw(t, "x"), times
			}
			if part.add(x, y); i == cut {
				aggregate.Merge(s, part)
				part = new(sums)
			}
			xs, ys = append(xs, big.NewRat(int64(x), 1)), append(ys, big.NewRat(int64(y), 1))
			sumX.Add(sumX, xs[len(xs)-1])
			sumY.Add(sumY, ys[len(ys)-1])
		}
		aggregate.Merge(s, part)
		value, squares := new(big.Rat).Quo(sumX, sumY), new(big.Rat)
		for i := range xs {
			residual := new(big.Rat).Mul(value, ys[i])
			residual.Sub(xs[i], residual)
			squares.Add(squares, residual.Mul(residual, residual))
		}
		squares.Mul(squares, big.NewRat(int64(n), int64(n-1)))
		squares.Quo(squares, sumY.Mul(sumY, sumY))
		square, _ := squares.Float64()
		wide, _ := value.Float64()
		got, want := s.ratio(), Ratio{wide, math.Sqrt(square)}
		if got.Value != want.Value || math.Abs(got.SE-want.SE) > 1e-15*want.SE || alike && got.SE != 0 {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
