package rankers

import "math/bits"

// A relation records which models are above which other models. If it has a cycle, the
// models on the cycle or below it have no level (see levels).
type relation struct {
	models, words int
	rows          []uint64 // by model: a bit for each model below it
	above         []int    // by model: the number of models above it that have no level yet
	next          []int    // the models of the next level
}

// clear makes r an empty relation between the given number of models.
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

// add records that model i is above model j.
func (r *relation) add(i, j int) { r.rows[i*r.words+j/64] |= 1 << (j % 64) }

// remove undoes add, so that model i is no longer above model j.
func (r *relation) remove(i, j int) { r.rows[i*r.words+j/64] &^= 1 << (j % 64) }

// levels stores the level of each model in the given slice. The level is 0 for a model
// with no model above it. Otherwise it is one more than the largest level of the models
// above it. Models on a cycle or below one get −1. The result is the number of models
// that are not on or below a cycle.
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

// addBelow adds n to r.above[j] for every model j below model i. r.above[j] counts the
// models above j that have no level yet.
func (r *relation) addBelow(i, n int) {
	for at, word := range r.row(i) {
		for ; word != 0; word &= word - 1 {
			r.above[at*64+bits.TrailingZeros64(word)] += n
		}
	}
}

// scoreLevels sets the score and the key of each of L models from its level in a
// relation: L for level 0, L − 1 for level 1, and so on.
func scoreLevels(levels []int, scores []float64, keys []uint64) {
	for i, level := range levels {
		scores[i], keys[i] = float64(len(levels)-level), uint64(len(levels)-level)
	}
}
