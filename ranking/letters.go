package ranking

import (
	"math/bits"
	"slices"
	"strings"
)

// Letters returns a compact letter display: the letters of each model, for models ranked best
// first. Two models share a letter if and only if they are not separated (Piepho 2004, "An
// algorithm for a letter-based representation of all-pairwise comparisons", Journal of
// Computational and Graphical Statistics 13). separated must be symmetric; its arguments are
// places of the ranking, from 0. Each letter stands for a set of places without a separated pair,
// to which no place can be added. The letters are named a, b, …, z, aa, ab, … in the order of
// their first places. Three or more consecutive letters are shortened, for example to "c–f".
//
// If there are more than about twice as many letters as models, Letters returns no letters and ok
// is false. The separated pairs are then so unlike a ranking that letters do not help.
func Letters(models int, separated func(i, j int) bool) (letters []string, ok bool) {
	g := newAlike(models, separated)
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
		letters[place] = shortenLetters(own)
	}
	return letters, true
}

// alikeGraph is a graph whose vertices are models. Two models are neighbours if they
// are not separated.
type alikeGraph struct {
	models     int
	neighbours []set
	found      [][]int // maximal sets of models that are all neighbours of each other
	steps      int
}

// set is a set of models, with one bit per model.
type set []uint64

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) remove(i int)   { s[i/64] &^= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

// intersect returns the intersection of two sets.
func (s set) intersect(other set) set {
	common := make(set, len(s))
	for i := range s {
		common[i] = s[i] & other[i]
	}
	return common
}

// countShared returns the number of models that are in both sets.
func (s set) countShared(other set) (n int) {
	for i := range s {
		n += bits.OnesCount64(s[i] & other[i])
	}
	return n
}

func (s set) size() int { return s.countShared(s) }

func newAlike(models int, separated func(i, j int) bool) *alikeGraph {
	g := &alikeGraph{models: models}
	for i := range models {
		own := g.empty()
		for j := range models {
			if i != j && !separated(i, j) {
				own.add(j)
			}
		}
		g.neighbours = append(g.neighbours, own)
	}
	return g
}

func (g *alikeGraph) empty() set { return make(set, (g.models+63)/64) }

// cliques finds the maximal sets of models in which all models are neighbours of each other. Each
// set consists of all chosen models and some of the models that may be added. The last argument
// holds models that were already tried: if one of them could extend a set, that set is not maximal.
// cliques uses the method of Bron & Kerbosch 1973, with the pivot of Tomita, Tanaka & Takahashi
// 2006. If there are too many sets, it stops and returns false.
func (g *alikeGraph) cliques(chosen []int, may, not set) bool {
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
		if !g.cliques(append(chosen, i), may.intersect(g.neighbours[i]), not.intersect(g.neighbours[i])) {
			return false
		}
		may.remove(i)
		not.add(i)
	}
	return true
}

// pivot returns the neighbours of the pivot. The pivot is the model, from either set, with the
// most neighbours in the first set.
func (g *alikeGraph) pivot(may, not set) set {
	most, of := -1, 0
	for i := range g.models {
		if !may.has(i) && !not.has(i) {
			continue
		}
		if n := may.countShared(g.neighbours[i]); n > most {
			most, of = n, i
		}
	}
	return g.neighbours[of]
}

// shortenLetters returns text for the letters with the given numbers, in which three or more
// consecutive letters become a range such as "c–f". The numbers must ascend.
func shortenLetters(numbers []int) string {
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

// letter returns the name of the letter with the given number: a, …, z for 0, …, 25, then aa, ab
// and so on.
func letter(number int) string {
	name := string(rune('a' + number%26))
	if number < 26 {
		return name
	}
	return letter(number/26-1) + name
}
