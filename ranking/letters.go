package ranking

import (
	"math/bits"
	"slices"
	"strings"
)

// Letters is a compact letter display of models in an order, the best first: two of
// them have a letter in common just where they are not told apart (Piepho 2004, "An
// algorithm for a letter-based representation of all-pairwise comparisons", Journal
// of Computational and Graphical Statistics 13). apart is symmetric, by place.
// Each letter is a largest set of places of which no two are told apart; they are
// named a, b, …, z, aa, ab, … in the order of their first places. Three letters or
// more that follow each other are shortened: "c–f".
//
// There are none, and ok is false, if it takes more sets than twice the models: then
// to be told apart is so far from being ordered that letters do not help.
func Letters(models int, apart func(i, j int) bool) (letters []string, ok bool) {
	g := newAlike(models, apart)
	everybody := g.empty()
	for i := range models {
		everybody.add(i)
	}
	if !g.cliques(nil, everybody, g.empty()) {
		return nil, false
	}
	slices.SortFunc(g.found, slices.Compare[[]int])
	of := make([][]int, models)
	for letter, clique := range g.found {
		for _, place := range clique {
			of[place] = append(of[place], letter)
		}
	}
	letters = make([]string, models)
	for place, own := range of {
		letters[place] = shortened(own)
	}
	return letters, true
}

// alike is the graph of models that are not told apart.
type alike struct {
	models     int
	neighbours []set
	found      [][]int // largest sets of neighbours
	steps      int
}

// set is a set of models, a bit for each.
type set []uint64

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) remove(i int)   { s[i/64] &^= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

// both is what two sets have in common.
func (s set) both(other set) set {
	common := make(set, len(s))
	for i := range s {
		common[i] = s[i] & other[i]
	}
	return common
}

// shared is how many members two sets have in common.
func (s set) shared(other set) (n int) {
	for i := range s {
		n += bits.OnesCount64(s[i] & other[i])
	}
	return n
}

func (s set) size() int { return s.shared(s) }

func newAlike(models int, apart func(i, j int) bool) *alike {
	g := &alike{models: models}
	for i := range models {
		own := g.empty()
		for j := range models {
			if i != j && !apart(i, j) {
				own.add(j)
			}
		}
		g.neighbours = append(g.neighbours, own)
	}
	return g
}

func (g *alike) empty() set { return make(set, (g.models+63)/64) }

// cliques finds all largest sets of neighbours that hold chosen and some of may, and
// nothing of not (Bron & Kerbosch 1973, with the pivot of Tomita, Tanaka & Takahashi
// 2006). It gives up, and returns false, when they are too many.
func (g *alike) cliques(chosen []int, may, not set) bool {
	if g.steps++; len(g.found) > 2*g.models || g.steps > 100*(g.models+1) {
		return false
	}
	if may.size() == 0 {
		if not.size() == 0 {
			clique := slices.Clone(chosen)
			slices.Sort(clique)
			g.found = append(g.found, clique)
		}
		return true
	}
	pivot := g.pivot(may, not)
	for i := range g.models {
		if !may.has(i) || pivot.has(i) {
			continue
		}
		if !g.cliques(append(chosen, i), may.both(g.neighbours[i]), not.both(g.neighbours[i])) {
			return false
		}
		may.remove(i)
		not.add(i)
	}
	return true
}

// pivot is the neighbours of the model that has most of them in may.
func (g *alike) pivot(may, not set) set {
	most, of := -1, 0
	for i := range g.models {
		if !may.has(i) && !not.has(i) {
			continue
		}
		if n := may.shared(g.neighbours[i]); n > most {
			most, of = n, i
		}
	}
	return g.neighbours[of]
}

// shortened writes letters by their numbers, in order.
func shortened(numbers []int) string {
	var parts []string
	for from := 0; from < len(numbers); {
		to := from + 1
		for to < len(numbers) && numbers[to] == numbers[to-1]+1 {
			to++
		}
		if to-from > 2 {
			parts = append(parts, letter(numbers[from])+"–"+letter(numbers[to-1]))
		} else {
			for _, number := range numbers[from:to] {
				parts = append(parts, letter(number))
			}
		}
		from = to
	}
	separator := ""
	if slices.ContainsFunc(parts, func(p string) bool { return len(p) > 1 }) {
		separator = ","
	}
	return strings.Join(parts, separator)
}

// letter is a, …, z of 0, …, 25, then aa, ab and so on.
func letter(number int) string {
	name := string(rune('a' + number%26))
	if number < 26 {
		return name
	}
	return letter(number/26-1) + name
}
