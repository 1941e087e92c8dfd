package replicate

import (
	"math"

	"settle/internal/rng"
	"settle/results"
)

// maxTables is how many entries the tables of binomials may have together, 8
// bytes each: a quarter of a gigabyte.
const maxTables = 1 << 25

// binomials draws success counts by inversion, from one table per distinct
// probability, or where these would grow too large from a table made anew for
// each count. Either way the counts are the same.
func binomials(shape results.Shape, probability func(model, question int) float64) func() drawer {
	distinct := map[float64][]uint64{}
	for model := range shape.Models {
		for q := range shape.Questions {
			if distinct[probability(model, q)] = nil; len(distinct) > maxTables/(shape.Trials+1) {
				return func() drawer {
					table, mass := make([]uint64, shape.Trials+1), make([]float64, shape.Trials+1)
					return invertAll(func(model, question int) []uint64 {
						return binomialTable(table, mass, probability(model, question))
					})
				}
			}
		}
	}
	for p := range distinct {
		distinct[p] = binomialTable(make([]uint64, shape.Trials+1), make([]float64, shape.Trials+1), p)
	}
	tables := make([][]uint64, 0, shape.Models*shape.Questions)
	for model := range shape.Models {
		for q := range shape.Questions {
			tables = append(tables, distinct[probability(model, q)])
		}
	}
	return shared(invertAll(func(model, question int) []uint64 { return tables[model*shape.Questions+question] }))
}

// invertAll draws the success counts of all models and questions from their
// tables.
func invertAll(table func(model, question int) []uint64) drawer {
	return func(into *results.Tally, stream *rng.Stream) {
		for model := range into.Models {
			row := into.Row(model)
			total := 0
			for q := range row {
				count := invert(table(model, q), stream.Uint64()>>1)
				row[q] = uint16(count)
				total += count
			}
			into.Totals[model] = int64(total)
		}
	}
}

// binomialTable fills the table with P(X ≤ k)·2^63 for k = 0..n, the number of
// 63-bit words that inversion turns into at most k successes, and returns it.
// The probabilities carry the rounding of float64; they are summed from the
// nearer end, so that what is impossible stays impossible. mass is scratch space
// of the same length.
func binomialTable(table []uint64, mass []float64, p float64) []uint64 {
	n := len(table) - 1
	fillBinomialMass(mass, p)
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

// fillBinomialMass fills mass with P(X = k) for k = 0..n, by the ratio of
// neighbours from the mode outwards, so that nothing underflows that matters.
func fillBinomialMass(mass []float64, p float64) {
	n := len(mass) - 1
	if p <= 0 || p >= 1 {
		clear(mass)
		mass[int(math.Round(p))*n] = 1
		return
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
