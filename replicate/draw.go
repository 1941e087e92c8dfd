package replicate

import (
	"math"

	"settle/internal/rng"
	"settle/results"
)

// binomials draws success counts by inversion, one table per distinct
// probability: 8·(N+1) bytes each.
type binomials struct {
	tables [][]uint64 // by model and question; shared where probabilities are equal
}

func newBinomials(shape results.Shape, probability func(model, question int) float64) *binomials {
	b := &binomials{tables: make([][]uint64, 0, shape.Models*shape.Questions)}
	known := map[float64][]uint64{}
	for model := range shape.Models {
		for q := range shape.Questions {
			p := probability(model, q)
			if known[p] == nil {
				known[p] = binomialTable(shape.Trials, p)
			}
			b.tables = append(b.tables, known[p])
		}
	}
	return b
}

func (b *binomials) draw(into *results.Tally, stream *rng.Stream) {
	for model := range into.Models {
		row := into.Row(model)
		tables := b.tables[model*into.Questions : (model+1)*into.Questions]
		total := 0
		for q, table := range tables {
			count := invert(table, stream.Uint64()>>1)
			row[q] = uint16(count)
			total += count
		}
		into.Totals[model] = int64(total)
	}
}

// binomialTable returns P(X ≤ k)·2^63 for k = 0..n, the number of 63-bit words
// that inversion turns into at most k successes. The probabilities carry the
// rounding of float64; they are summed from the nearer end, so that what is
// impossible stays impossible.
func binomialTable(n int, p float64) []uint64 {
	mass := binomialMass(n, p)
	table := make([]uint64, n+1)
	half := int(float64(n) * p)
	var below float64
	for k := range half {
		below += mass[k]
		table[k] = uint64(below * 0x1p63)
	}
	var above float64
	for k := n; k >= half; k-- {
		table[k] = 1<<63 - uint64(above*0x1p63)
		above += mass[k]
	}
	return table
}

// binomialMass returns P(X = k) for k = 0..n, by the ratio of neighbours from
// the mode outwards, so that nothing underflows that matters.
func binomialMass(n int, p float64) []float64 {
	mass := make([]float64, n+1)
	if p <= 0 || p >= 1 {
		mass[int(math.Round(p))*n] = 1
		return mass
	}
	mode := min(n, int(float64(n+1)*p))
	odds := p / (1 - p)
	mass[mode] = 1
	sum := 1.0
	for k := mode; k < n; k++ {
		mass[k+1] = mass[k] * odds * float64(n-k) / float64(k+1)
		sum += mass[k+1]
	}
	for k := mode; k > 0; k-- {
		mass[k-1] = mass[k] / odds * float64(k) / float64(n-k+1)
		sum += mass[k-1]
	}
	for k := range mass {
		mass[k] /= sum
	}
	return mass
}

// invert returns the least k whose table entry is above the 63-bit word.
func invert(table []uint64, word uint64) int {
	low, high := 0, len(table)-1
	for low < high {
		middle := int(uint(low+high) >> 1)
		if word < table[middle] {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// redraw draws the trials of graded outcomes one by one, with replacement.
type redraw struct{ from *results.Tally }

func (r redraw) draw(into *results.Tally, stream *rng.Stream) {
	clear(into.Counts)
	clear(into.Totals)
	top, n := into.Top, uint32(r.from.Trials)
	for model := range into.Models {
		observed, drawn := r.from.Row(model), into.Row(model)
		for at := 0; at < len(observed); at += top {
			for range n {
				if j := pick(observed[at:at+top], stream.Below(n)); j >= 0 {
					drawn[at+j]++
					into.Totals[model*top+j]++
				}
			}
		}
	}
}
