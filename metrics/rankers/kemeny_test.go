package rankers

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"settle/metrics"
	"settle/results"
)

// cyclic draws small boards until one has a cycle of strict majorities.
func cyclic(r *rand.Rand) *results.Tally {
	for {
		tally := results.NewTally(3+r.IntN(5), 3+r.IntN(9), 1)
		tally.Trials = 3
		for model := range tally.Models {
			for q := range tally.Questions {
				tally.Add(model, q, 1, r.IntN(4))
			}
		}
		m := newKemeny().(*kemeny)
		b := &board{}
		b.weigh(metrics.Binary)
		b.takeTally(tally)
		m.votes.take(b)
		if hasCycle(&m.votes) {
			return tally
		}
	}
}

// hasCycle reports whether a model can be reached from itself by majorities.
func hasCycle(v *votes) bool {
	reach := make([][]bool, v.models)
	for i := range reach {
		for j := range reach {
			reach[i] = append(reach[i], v.wins[i*v.models+j] > v.wins[j*v.models+i])
		}
	}
	for by := range reach {
		for i := range reach {
			for j := range reach {
				reach[i][j] = reach[i][j] || reach[i][by] && reach[by][j]
			}
		}
	}
	for i := range reach {
		if reach[i][i] {
			return true
		}
	}
	return false
}

// TestCyclesOfMajorities compares, on 1,000 boards that have one, what Kemeny's rule forces
// with what all best of all L! orders have in common, and Schulze's method with the strongest
// of all simple paths.
func TestCyclesOfMajorities(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		tally := cyclic(r)
		b := newBrute(tally, ratsOf([]string{"0", "1"}))
		forced := b.forced()
		checkForced(t, tally, forced)
		for name, want := range map[string][]*big.Rat{"kemeny": levelsOf(forced), "schulze": b.schulze()} {
			if _, keys := rankTally(t, name, tally); !agree(keys, want) {
				t.Fatalf("%s has the levels %v in place of %v", name, keys, want)
			}
		}
	}
}

// checkForced compares the closure of what is forced with what must be.
func checkForced(t *testing.T, tally *results.Tally, want [][]bool) {
	t.Helper()
	m := newKemeny().(*kemeny)
	b := &board{}
	b.weigh(metrics.Binary)
	b.takeTally(tally)
	if err := m.rank(b, make([]float64, tally.Models), make([]uint64, tally.Models)); err != nil {
		t.Fatal(err)
	}
	got := make([][]bool, tally.Models)
	for i := range got {
		for j := range got {
			got[i] = append(got[i], m.forced.has(i, j))
		}
	}
	for by := range got {
		for i := range got {
			for j := range got {
				got[i][j] = got[i][j] || got[i][by] && got[by][j]
			}
		}
	}
	for i := range got {
		for j := range got {
			if got[i][j] != want[i][j] {
				t.Fatalf("%d above %d: %v, in all best orders: %v", i, j, got[i][j], want[i][j])
			}
		}
	}
}

// circle returns a board of the counts 0..L − 1 that turn from question to question: each model
// beats the next on all of L questions but one.
func circle(models int) *results.Tally {
	tally := results.NewTally(models, models, 1)
	tally.Trials = models
	for model := range models {
		for q := range models {
			tally.Add(model, q, 1, (q-model+models)%models)
		}
	}
	return tally
}

// TestLargeCircles: 18 models in a circle are ranked, and tie, for a turned best order is a
// best order; 19 are refused.
func TestLargeCircles(t *testing.T) {
	_, keys := rankTally(t, "kemeny", circle(mostInCycle))
	for _, key := range keys {
		if key != keys[0] {
			t.Fatalf("the models of a circle have the keys %v", keys)
		}
	}
	many := mostInCycle + 1
	err := rankingOf(t, "kemeny", metrics.Binary).Rank(circle(many), make([]float64, many), make([]uint64, many))
	if e, ok := errors.AsType[*CycleError](err); !ok || e.Models != many {
		t.Fatalf("%d models in a circle: %v", many, err)
	}
}

// TestManyBlocks: a board of 40 models whose first ten beat all others, and so on, has the
// levels of each ten below those of the ten before.
func TestManyBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const tens, ten, questions = 4, 6, 7
	all := results.NewTally(tens*ten, questions, 1)
	all.Trials = 4 * tens
	want := make([]*big.Rat, tens*ten)
	deepest := int64(tens * ten)
	for at := range tens {
		one := results.NewTally(ten, questions, 1)
		one.Trials = 3
		for model := range ten {
			for q := range questions {
				k := r.IntN(4)
				one.Add(model, q, 1, k)
				all.Add(at*ten+model, q, 1, 4*(tens-1-at)+k)
			}
		}
		levels := newBrute(one, ratsOf([]string{"0", "1"})).kemeny()
		lowest := deepest
		for model, level := range levels {
			place := deepest - ten + level.Num().Int64()
			want[at*ten+model] = big.NewRat(place, 1)
			lowest = min(lowest, place)
		}
		deepest = lowest - 1
	}
	if _, keys := rankTally(t, "kemeny", all); !agree(keys, want) {
		t.Fatalf("the keys are %v, block by block %v", keys, want)
	}
}

// BenchmarkCircle ranks models that beat each other in one circle.
func BenchmarkCircle(b *testing.B) {
	for _, models := range []int{6, 11, mostInCycle} {
		b.Run(big.NewInt(int64(models)).String(), func(b *testing.B) {
			ranking, tally := rankingOf(b, "kemeny", metrics.Binary), circle(models)
			scores, keys := make([]float64, models), make([]uint64, models)
			for b.Loop() {
				if err := ranking.Rank(tally, scores, keys); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// has reports whether model i is above model j.
func (r *relation) has(i, j int) bool { return r.rows[i*r.words+j/64]>>(j%64)&1 != 0 }
