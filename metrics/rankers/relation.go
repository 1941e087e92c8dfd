package rankers

import "math/bits"

// relation tells which of so many models is above which. It has no cycle where it is asked
// for levels.
type relation struct {
	models, words int
	rows          []uint64 // by model: a bit for each model below it
	above         []int    // by model: how many of those that have no level yet are above it
	next          []int    // the models of a level
}

// clear makes it a relation of so many models in which no one is above another.
func (r *relation) clear(models int) {
	r.models, r.words = models, (models+63)/64
	if cap(r.above) < models {
		r.rows = make([]uint64, models*r.words)
		r.above, r.next = make([]int, models), make([]int, 0, models)
	}
	r.rows, r.above = r.rows[:models*r.words], r.above[:models]
	clear(r.rows)
}

func (r *relation) row(i int) []uint64 { return r.rows[i*r.words : (i+1)*r.words] }

// add puts model i above model j.
func (r *relation) add(i, j int) { r.rows[i*r.words+j/64] |= 1 << (j % 64) }

// remove takes it away.
func (r *relation) remove(i, j int) { r.rows[i*r.words+j/64] &^= 1 << (j % 64) }

// levels sets the level of each model, from 0 for those that have no one above, each of the
// others one below the lowest of those above it. It returns how many models have one:
// those on a cycle, and below it, have none, and their levels are −1.
func (r *relation) levels(levels []int) (placed int) {
	clear(r.above)
	for i := range r.models {
		levels[i] = -1
		r.addBelow(i, 1)
	}
	for level := 0; ; level++ {
		r.next = r.next[:0]
		for i, above := range r.above {
			if above == 0 && levels[i] < 0 {
				levels[i] = level
				r.next = append(r.next, i)
			}
		}
		if len(r.next) == 0 {
			return placed
		}
		placed += len(r.next)
		for _, i := range r.next {
			r.addBelow(i, -1)
		}
	}
}

// addBelow adds to the count of those above, for all models below one.
func (r *relation) addBelow(i, n int) {
	for at, word := range r.row(i) {
		for ; word != 0; word &= word - 1 {
			r.above[at*64+bits.TrailingZeros64(word)] += n
		}
	}
}

// scoreLevels scores models by their levels: L for the highest, L − 1 for the next, and so
// on.
func scoreLevels(levels []int, scores []float64, keys []uint64) {
	for i, level := range levels {
		scores[i], keys[i] = float64(len(levels)-level), uint64(len(levels)-level)
	}
}
