package partial

import (
	"errors"
	"math/bits"
)

// ErrCycle is returned when the pairs put some model above itself.
var ErrCycle = errors.New("the pairs contain a cycle: some model is above itself")

// An Order is a strict partial order of n models.
type Order struct {
	n     int
	below []set // by model: all models below it, directly or through other models
}

// set is a set of models, with one bit per model.
type set []uint64

func newSet(n int) set       { return make(set, (n+63)/64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }

func (s set) addAll(other set) {
	for i, word := range other {
		s[i] |= word
	}
}

func (s set) count() int {
	count := 0
	for _, word := range s {
		count += bits.OnesCount64(word)
	}
	return count
}

// New returns the partial order of models 0..n−1 in which i is above j if above(i, j) is true, or
// if a chain of such pairs leads from i to j. It returns ErrCycle if a model would then be above
// itself.
func New(n int, above func(i, j int) bool) (Order, error) {
	o := Order{n: n, below: make([]set, n)}
	for i := range n {
		o.below[i] = newSet(n)
		for j := range n {
			if i != j && above(i, j) {
				o.below[i].add(j)
			}
		}
	}
	// Warshall: everything below k is below every model above k.
	for k := range n {
		for i := range n {
			if o.below[i].has(k) {
				o.below[i].addAll(o.below[k])
			}
		}
	}
	for i := range n {
		if o.below[i].has(i) {
			return Order{}, ErrCycle
		}
	}
	return o, nil
}

// Models returns the number of models.
func (o Order) Models() int { return o.n }

// Above reports whether model i is above model j.
func (o Order) Above(i, j int) bool { return o.below[i].has(j) }

// Of returns the partial order of the given models only. In the result, they are numbered 0, 1, …
// in the order given.
func (o Order) Of(models []int) Order {
	part := Order{n: len(models), below: make([]set, len(models))}
	for i, model := range models {
		part.below[i] = newSet(len(models))
		for j, other := range models {
			if o.Above(model, other) {
				part.below[i].add(j)
			}
		}
	}
	return part
}

// Height returns the number of levels. This is the number of models in a longest chain, in which
// each model is above the next. It returns 0 without models.
func (o Order) Height() int {
	levels := make([]int, o.n) // length of the longest chain from a model downwards; 0 if not yet known
	var level func(i int) int
	level = func(i int) int {
		if levels[i] == 0 {
			deepest := 0
			for j := range o.n {
				if o.Above(i, j) {
					deepest = max(deepest, level(j))
				}
			}
			levels[i] = deepest + 1
		}
		return levels[i]
	}
	height := 0
	for i := range o.n {
		height = max(height, level(i))
	}
	return height
}

// Width returns the size of the largest set of models in which none is above another. By
// Dilworth's theorem, this is the least number of chains that together contain all models. Width
// computes it as n minus the size of a largest matching between models and models below them
// (Fulkerson 1956).
func (o Order) Width() int {
	upper := make([]int, o.n) // by model: the model above it with which it is matched
	for i := range upper {
		upper[i] = -1
	}
	matched := 0
	for i := range o.n {
		if o.match(i, upper, newSet(o.n)) {
			matched++
		}
	}
	return o.n - matched
}

// match finds a model below i that can be matched with i, and reports whether such a model exists.
// If necessary, it changes the matches of other models. Model j is matched with upper[j], a model
// above j. The models in the given set were already tried.
func (o Order) match(i int, upper []int, tried set) bool {
	for w, below := range o.below[i] {
		for { // tried grows in the loop
			left := below &^ tried[w]
			if left == 0 {
				break
			}
			j := 64*w + bits.TrailingZeros64(left)
			tried.add(j)
			if upper[j] < 0 || o.match(upper[j], upper, tried) {
				upper[j] = i
				return true
			}
		}
	}
	return false
}

// factors divides the models into groups, as small as possible, such that for any two groups, all
// models of one are above all models of the other. The groups are the connected components of the
// graph of incomparable pairs.
func (o Order) factors() [][]int {
	taken := newSet(o.n)
	var groups [][]int
	for first := range o.n {
		if taken.has(first) {
			continue
		}
		group := []int{first}
		taken.add(first)
		for next := 0; next < len(group); next++ {
			i := group[next]
			for j := range o.n {
				if !taken.has(j) && !o.Above(i, j) && !o.Above(j, i) {
					taken.add(j)
					group = append(group, j)
				}
			}
		}
		groups = append(groups, group)
	}
	return groups
}
