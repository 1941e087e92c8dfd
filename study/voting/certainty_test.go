package voting

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
)

// memo remembers probabilities that are costly.
type memo map[string]*big.Rat

var races, tails = memo{}, memo{}

// exactBeta is P(Beta(v1+1, v2+1) > ½), the chance of at most v1 heads in v1+v2+1 tosses.
func exactBeta(v1, v2 int) *big.Rat {
	key := fmt.Sprint(v1, v2)
	if p, ok := tails[key]; ok {
		return p
	}
	tosses := int64(v1 + v2 + 1)
	ways := new(big.Int)
	for heads := range v1 + 1 {
		ways.Add(ways, new(big.Int).Binomial(tosses, int64(heads)))
	}
	tails[key] = new(big.Rat).SetFrac(ways, new(big.Int).Lsh(big.NewInt(1), uint(tosses)))
	return tails[key]
}

func TestBetaBounds(t *testing.T) {
	const n = 60
	for _, threshold := range []float64{0.6, 0.75, 0.8, 0.95, 0.96875, 0.999} { // 1 − 2⁻² and 1 − 2⁻⁵ are reached exactly
		least := new(big.Rat).SetFloat64(threshold)
		for v2, bound := range betaBounds(threshold, n) {
			want := n + 1
			for v1 := n - v2; v1 >= 0 && exactBeta(v1, v2).Cmp(least) >= 0; v1-- {
				want = v1
			}
			if bound != want {
				t.Errorf("threshold %v, second %d: first %d, want %d", threshold, v2, bound, want)
			}
		}
	}
}

// race is the exact probability of the Dirichlet rule. A Gamma(v+1) variable is the time of
// the (v+1)-th event of a Poisson process. So the leader is above all others if its process
// is the last to see its events, and each event is that of any process under way with the
// same chance. The first of the counts is the leader's.
func race(left []int) *big.Rat {
	key := fmt.Sprint(left)
	if p, ok := races[key]; ok {
		return p
	}
	under := int64(0)
	for _, n := range left {
		if n > 0 {
			under++
		}
	}
	p := new(big.Rat)
	switch {
	case left[0] == 0:
	case under == 1:
		p.SetInt64(1)
	default:
		for i, n := range left {
			if n > 0 {
				left[i]--
				p.Add(p, race(left))
				left[i]++
			}
		}
		p.Mul(p, big.NewRat(1, under))
	}
	races[key] = p
	return p
}

// dirichlet is the probability by the package, of counts of which the first is the leader's.
func dirichlet(counts []int) float64 {
	n, held := 0, []int(nil)
	for _, v := range counts {
		n += v
	}
	held = make([]int, n+1)
	for _, v := range counts {
		held[v]++
	}
	return newDominance(n).probability(counts[0], held)
}

func TestDirichletIsARace(t *testing.T) {
	for _, counts := range [][]int{
		{1, 1}, {2, 1}, {5, 2}, {1, 1, 1}, {2, 1, 1}, {3, 3, 1}, {4, 2, 1, 1}, {6, 1, 1, 1, 1}, {12, 7, 3}, {9, 0, 0, 0},
	} {
		var left []int
		for _, v := range counts {
			left = append(left, v+1)
		}
		if counts[1] == 0 { // answers that nobody gave do not count
			counts, left = counts[:1], left[:1]
		}
		want, _ := race(left).Float64()
		if got := dirichlet(counts); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %.15f, want %.15f", counts, got, want)
		}
	}
}

// With two answers the Dirichlet is a Beta, also where counts are large.
func TestDirichletOfTwoIsBeta(t *testing.T) {
	for _, counts := range [][]int{{1, 1}, {3, 1}, {40, 31}, {300, 260}, {700, 3}} {
		want, _ := exactBeta(counts[0], counts[1]).Float64()
		if got := dirichlet(counts); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %.15f, want %.15f", counts, got, want)
		}
	}
}

// Many answers agree with draws of Gamma weights to four standard errors.
func TestDirichletDraws(t *testing.T) {
	source := rng.New(1, "dirichlet test", 0)
	for _, counts := range [][]int{{9, 6, 5, 4, 3, 3, 1, 1, 1, 1, 1, 1, 1}, {3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}} {
		const draws = 40_000
		wins := 0
		for range draws {
			leads := true
			var leader float64
			for i, v := range counts {
				weight := distuv.Gamma{Alpha: float64(v + 1), Beta: 1, Src: source}.Rand()
				if i == 0 {
					leader = weight
				}
				leads = leads && weight <= leader
			}
			if leads {
				wins++
			}
		}
		got, p := dirichlet(counts), float64(wins)/draws
		if se := math.Sqrt(got * (1 - got) / draws); math.Abs(got-p) > 4*se {
			t.Errorf("%v: %v, drawn %v ± %v", counts, got, p, se)
		}
	}
}

// Probabilities that are known do not depend on which others were asked for before.
func TestKnownProbabilities(t *testing.T) {
	d := newDominance(9)
	held := []int{0, 2, 1, 0, 1, 0, 0, 0, 0, 0}
	first := d.probability(4, held)
	held[1] = 3
	other := d.probability(4, held)
	held[1] = 2
	if again := d.probability(4, held); again != first || other >= first {
		t.Errorf("%v, with another answer %v, again %v", first, other, again)
	}
}
