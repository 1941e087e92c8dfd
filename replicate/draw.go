package replicate

import (
	"bytes"

	"settle/internal/pmf"
	"settle/internal/rng"
	"settle/results"
)

// maxTables is the largest number of entries that all binomial tables together can have.
// An entry has 8 bytes, so this is a quarter of a gigabyte.
const maxTables = 1 << 25

// binomials returns a function that makes drawers of success counts. A trial succeeds
// with the chance probability(model, question). Counts are drawn by inversion of the
// distribution function, from one table per distinct probability. If these tables would
// be too large, a table is computed again for each count. The counts are the same in
// both cases.
func binomials(shape results.Shape, probability func(model, question int) float64) func() drawer {
	distinct := map[float64]uint32{}                          // index in tables, by probability
	places := make([]uint32, 0, shape.Models*shape.Questions) // by model and question
	for model := range shape.Models {
		for q := range shape.Questions {
			p := probability(model, q)
			place, known := distinct[p]
			if !known {
				place = uint32(len(distinct))
				distinct[p] = place
			}
			if places = append(places, place); len(distinct) > maxTables/(shape.Trials+1+guides) {
				return func() drawer { return invertEach(shape, probability) }
			}
		}
	}
	mass := make([]float64, shape.Trials+1)
	tables := make([]inversion, len(distinct))
	for p, place := range distinct {
		tables[place] = newInversion(shape.Trials)
		tables[place].fill(mass, p)
	}
	return sharedDrawer(invertAll(func(model, question int) *inversion { return &tables[places[model*shape.Questions+question]] }))
}

// invertAll returns a drawer of the success counts of all models at all questions. It
// draws each count by inversion, from the table for its model and question.
func invertAll(table func(model, question int) *inversion) drawer {
	return drawAll(func(model, question int, stream *rng.Stream) int {
		return table(model, question).count(stream.Uint64() >> 1)
	})
}

// drawAll returns a drawer of success counts. For each model and question, the drawer
// calls draw(model, question, stream).
func drawAll(draw func(model, question int, stream *rng.Stream) int) drawer {
	return func(into *results.Tally, stream *rng.Stream) {
		for model := range into.Models {
			row := into.Row(model)
			total := 0
			for q := range row {
				count := draw(model, q, stream)
				row[q] = uint16(count)
				total += count
			}
			into.Totals[model] = int64(total)
		}
	}
}

// invertEach returns a drawer of the success counts of all models at all questions. It
// draws the same counts as invertAll, but computes a table again for each count.
func invertEach(shape results.Shape, probability func(model, question int) float64) drawer {
	table, mass := newInversion(shape.Trials), make([]float64, shape.Trials+1)
	return invertAll(func(model, question int) *inversion {
		table.fill(mass, probability(model, question))
		return &table
	})
}

// outwardSearch converts uniform numbers to binomial counts by inversion. The search
// starts at the mode and continues with its neighbours, above and below in turn. The
// number of steps is about 1.6 times the standard deviation of the count, and no table
// is needed. outwardSearch contains scratch space, so it must not be shared between
// goroutines.
type outwardSearch struct {
	mass  []float64 // scratch space for n + 1 numbers
	peaks []float64 // P(X = k) for the success probability k/n, by k; 0 until it is needed
}

func newOutward(n int) *outwardSearch {
	return &outwardSearch{make([]float64, n+1), make([]float64, n+1)}
}

// count returns the binomial count that corresponds to a uniform number u in [0, 1), for
// the success probability p.
func (o *outwardSearch) count(u, p float64) int {
	n := len(o.mass) - 1
	mode := min(n, int(float64(n+1)*p))
	above := o.atMode(mode, p)
	below, odds := above, p/(1-p)
	u -= above
	for step := 1; step <= n && u >= 0; step++ {
		up, down := mode+step, mode-step
		if up <= n {
			above = above * odds * float64(n-up+1) / float64(up)
			if u -= above; u < 0 {
				return up
			}
		}
		if down >= 0 {
			below = below / odds * float64(down+1) / float64(n-down)
			if u -= below; u < 0 {
				return down
			}
		}
	}
	return mode // also if rounding errors leave a rest of u
}

// atMode returns P(X = k) for the success probability p, where k is the mode. It
// multiplies P(X = k) for the probability k/n, which is nearly equal to p, by (p·n/k)ᵏ
// and by the corresponding factor for failures.
func (o *outwardSearch) atMode(k int, p float64) float64 {
	n := len(o.mass) - 1
	if o.peaks[k] == 0 {
		pmf.Binomial(o.mass, float64(k)/float64(n))
		o.peaks[k] = o.mass[k]
	}
	return o.peaks[k] * power(float64(n)*p/float64(k), k) * power(float64(n)*(1-p)/float64(n-k), n-k)
}

// power returns xᵏ, with the same rounding on every processor.
func power(x float64, k int) float64 {
	y := 1.0
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			y *= x
		}
		x *= x
	}
	return y
}

// guides is the number of possible values of the leading eight bits of a random word.
// For each value, an inversion looks up where its search starts.
const guides = 256

// inversion converts uniform integers of 63 bits to binomial counts, by inversion of
// the distribution function.
type inversion struct {
	below []uint64 // P(X ≤ k)·2^63 for k = 0..n
	guide []uint16 // by the leading 8 bits of a word: the smallest count for any word with these bits
}

func newInversion(n int) inversion {
	return inversion{make([]uint64, n+1), make([]uint16, guides)}
}

// fill sets the tables for the success probability p. mass is scratch space for n + 1
// numbers.
func (t *inversion) fill(mass []float64, p float64) {
	binomialTable(t.below, mass, p)
	k := 0
	for i := range t.guide {
		for uint64(i)<<55 >= t.below[k] {
			k++
		}
		t.guide[i] = uint16(k)
	}
}

// count returns the binomial count that corresponds to word, a uniform integer of 63
// bits. This is the smallest k with word < t.below[k].
func (t *inversion) count(word uint64) int {
	k := int(t.guide[word>>55])
	for word >= t.below[k] {
		k++
	}
	return k
}

// binomialTable sets table[k] to P(X ≤ k)·2^63 for k = 0..n, where X is binomial. This
// is the number of 63-bit integers that inversion converts to at most k successes. The
// probabilities have the rounding errors of float64. Each sum starts at the nearer end
// of 0..n, so that impossible counts stay impossible. mass is scratch space of the same
// length as table.
func binomialTable(table []uint64, mass []float64, p float64) {
	n := len(table) - 1
	pmf.Binomial(mass, p)
	half := int(float64(n) * p)
	var below float64
	for k := range half {
		below += mass[k]
		table[k] = uint64(float64(below * 0x1p63))
	}
	var above float64
	for k := n; k >= half; k-- {
		table[k] = 1<<63 - uint64(float64(above*0x1p63))
		above += mass[k]
	}
}

// redraw draws n trials of each question from a tally of graded outcomes, one by one,
// with replacement.
type redraw struct {
	from     *results.Tally
	n        int
	outcomes []uint8 // of all trials, by model and question, in the order of categories 1..C, 0
}

func newRedraw(from *results.Tally, n int) redraw {
	r := redraw{from: from, n: n}
	for model := range from.Models {
		row := from.Row(model)
		for q := range from.Questions {
			whole := len(r.outcomes) + from.TrialsOf(model, q)
			for j, count := range row[q*from.Top : (q+1)*from.Top] {
				r.outcomes = append(r.outcomes, bytes.Repeat([]byte{uint8(j + 1)}, int(count))...)
			}
			r.outcomes = append(r.outcomes, make([]byte, whole-len(r.outcomes))...)
		}
	}
	return r
}

func (r redraw) draw(into *results.Tally, stream *rng.Stream) {
	top, outcomes := into.Top, r.outcomes
	var drawn [results.MaxCategories]uint16
	for model := range into.Models {
		row, totals := into.Row(model), into.Totals[model*top:(model+1)*top]
		for q := range into.Questions {
			own := uint32(r.from.TrialsOf(model, q))
			for range r.n {
				drawn[outcomes[stream.Below(own)]]++
			}
			outcomes = outcomes[own:]
			for j, count := range drawn[1 : top+1] {
				row[q*top+j] = count
				totals[j] += int64(count)
			}
			clear(drawn[:top+1])
		}
	}
}

// subset draws n trials of each question, without replacement, from the tally source.
// It stores their counts in the tally target.
func subset(source *results.Tally, n int, target *results.Tally, stream *rng.Stream) {
	top := target.Top
	for model := range target.Models {
		copy(target.Row(model), source.Row(model))
		totals := target.Totals[model*top : (model+1)*top]
		for q := range target.Questions {
			counts, all := target.Row(model)[q*top:(q+1)*top], source.TrialsOf(model, q)
			if n >= all-n {
				remove(counts, all, all-n, stream)
			} else { // fewer are drawn than remain
				remove(counts, all, n, stream)
				for j, count := range source.Row(model)[q*top : (q+1)*top] {
					counts[j] = count - counts[j]
				}
			}
			for j, count := range counts {
				totals[j] += int64(count)
			}
		}
	}
}

// remove removes random trials of one question without replacement. It takes the number
// of trials of the question and the number of trials to remove. The counts are the
// numbers of trials in the categories 1..C. The function uses integers only, so the
// remaining counts are hypergeometric without rounding.
func remove(counts []uint16, trials, removals int, stream *rng.Stream) {
	for ; removals > 0; removals-- {
		place := stream.Below(uint32(trials))
		trials--
		for j, count := range counts {
			if place < uint32(count) {
				counts[j]--
				break
			}
			place -= uint32(count)
		}
	}
}
