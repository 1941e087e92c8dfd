package kendall

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"settle/internal/lanes"
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

// benchmarkTables returns a gold and tables of four rankings in two words.
func benchmarkTables(n int) (gold []int, tables []*lanes.Table) {
	gold, rankings := benchmarkRankings(n)
	var layout lanes.Layout
	all := layout.Add(20, 30, 20, 30)
	for i := 0; i+4 <= len(rankings); i += 4 {
		t := lanes.NewTable(all, layout.Guards, n)
		for j, lane := range all {
			for model, key := range rankings[i+j] {
				t.Column(lane.Word).Add(model, key<<lane.Low)
			}
		}
		tables = append(tables, t)
	}
	return gold, tables
}

// BenchmarkTauBs takes four rankings of two words; one iteration is a table.
func BenchmarkTauBs(b *testing.B) {
	for _, n := range benchmarkSizes {
		b.Run(fmt.Sprintf("L=%d", n), func(b *testing.B) {
			gold, tables := benchmarkTables(n)
			c, taus := NewComparer(gold), make([]float64, 4)
			b.ReportAllocs()
			next := 0
			for b.Loop() {
				c.TauBs(tables[next], taus)
				if next++; next == len(tables) {
					next = 0
				}
			}
		})
	}
}

// BenchmarkStillAgree takes rankings that all agree, so that every model is
// looked at.
func BenchmarkStillAgree(b *testing.B) {
	for _, n := range benchmarkSizes {
		b.Run(fmt.Sprintf("L=%d", n), func(b *testing.B) {
			gold, _ := benchmarkRankings(n)
			c := NewComparer(gold)
			var layout lanes.Layout
			all := layout.Add(40)
			t := lanes.NewTable(all, layout.Guards, n)
			for i, level := range gold {
				t.Column(0).Add(i, uint64(level))
			}
			agreed := slices.Clone(t.Guards)
			for b.Loop() {
				if !c.StillAgree(t, false, agreed) {
					b.Fatal("gold does not agree with itself")
				}
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
