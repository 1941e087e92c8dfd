package kendall

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

var benchmarkSizes = []int{11, 31, 100, 1000}

// benchmarkRankings returns a gold and many rankings that resemble it, so that
// no branch predictor can learn them by heart.
func benchmarkRankings(n int) (gold []int, rankings [][]uint64) {
	const some = 1 << 10
	random := rand.New(rand.NewPCG(1, 2))
	gold = random.Perm(n)
	for range max(some*11/n, 8) {
		keys := make([]uint64, n)
		for i, level := range gold {
			keys[i] = uint64(level + random.IntN(n))
		}
		rankings = append(rankings, keys)
	}
	return gold, rankings
}

func BenchmarkComparerTauB(b *testing.B) {
	for _, n := range benchmarkSizes {
		b.Run(fmt.Sprintf("L=%d", n), func(b *testing.B) {
			gold, rankings := benchmarkRankings(n)
			c := NewComparer(gold)
			b.ReportAllocs()
			next := 0
			for b.Loop() {
				c.TauB(rankings[next])
				if next++; next == len(rankings) {
					next = 0
				}
			}
		})
	}
}

// BenchmarkCount compares the two ways of counting around fewModels.
func BenchmarkCount(b *testing.B) {
	for _, n := range []int{11, 24, 31, 48, 64, 80, 100, 128} {
		gold, rankings := benchmarkRankings(n)
		c := NewComparer(gold)
		for name, count := range map[string]func() (int, int){
			"pairs": c.countPairs, "exchanges": c.countExchanges,
		} {
			b.Run(fmt.Sprintf("%s/L=%d", name, n), func(b *testing.B) {
				next := 0
				for b.Loop() {
					c.gather(rankings[next])
					count()
					if next++; next == len(rankings) {
						next = 0
					}
				}
			})
		}
	}
}

func BenchmarkComparerAgrees(b *testing.B) {
	for _, n := range benchmarkSizes {
		b.Run(fmt.Sprintf("L=%d", n), func(b *testing.B) {
			gold, _ := benchmarkRankings(n)
			c := NewComparer(gold)
			keys := make([]uint64, n)
			for i, level := range gold {
				keys[i] = uint64(level)
			}
			for b.Loop() {
				c.Agrees(keys)
			}
		})
	}
}

func BenchmarkTauB(b *testing.B) {
	for _, n := range benchmarkSizes {
		b.Run(fmt.Sprintf("L=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i] = random.Float64()
				y[i] = x[i] + random.Float64()
			}
			b.ReportAllocs()
			for b.Loop() {
				TauB(x, y)
			}
		})
	}
}
