package posterior_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"settle/internal/rng"
	"settle/metrics"
	_ "settle/metrics/rankers"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
)

func rankerOf(t *testing.T, name string) metrics.Ranker {
	t.Helper()
	ms, err := metrics.Parse(name, metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ms[0].(metrics.Ranker)
}

func drawnTally(models, questions, trials int) *results.Tally {
	r := rand.New(rand.NewPCG(1, 2))
	tally := results.NewTally(models, questions, 1)
	tally.Trials = trials
	for model := range models {
		for q := range questions {
			p := 0.1*float64(model) + 0.4*r.Float64()
			for range trials {
				if r.Float64() < p {
					tally.Add(model, q, 1, 1)
				}
			}
		}
	}
	return tally
}

// keptOrders returns the keys of all draws, which Orders does not keep.
func keptOrders(t *testing.T, chances *posterior.Chances, m metrics.Ranker, tally *results.Tally, seed uint64, draws int) [][]uint64 {
	t.Helper()
	var all [][]uint64
	drawer := chances.Drawer()
	for draw := range draws {
		stream := rng.New(seed, "orders of chances", draw)
		p := make([][]float64, tally.Models)
		for model := range p {
			drawer.Begin(model, stream.Float64(), stream)
			for q := range tally.Questions {
				one := make([]float64, 2)
				drawer.Question(q, one)
				p[model] = append(p[model], one[1])
			}
		}
		c, keys := metrics.BinaryChances(p), make([]uint64, tally.Models)
		if err := m.Ranking().Limit(&c, make([]float64, tally.Models), keys); err != nil {
			t.Fatal(err)
		}
		all = append(all, keys)
	}
	return all
}

// TestOrdersAreThoseOfTheDraws compares rank probabilities, pair probabilities and separated
// pairs with draws that are all kept.
func TestOrdersAreThoseOfTheDraws(t *testing.T) {
	const draws = 4000
	for _, name := range []string{"borda", "minimax", "kemeny"} {
		tally, m := drawnTally(5, 12, 4), rankerOf(t, name)
		chances := posterior.NewChances([]float64{0, 1}, tally, nil)
		got, err := chances.Orders(t.Context(), m, 0.95, 7, montecarlo.Options{Replicates: draws, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		all := keptOrders(t, chances, m, tally, 7, draws)
		above := func(i, j int) (count int) {
			for _, keys := range all {
				if keys[i] > keys[j] {
					count++
				}
			}
			return count
		}
		for i := range tally.Models {
			best := 0.0
			for _, keys := range all {
				if most := slices.Max(keys); keys[i] == most {
					best += 1 / float64(len(slices.DeleteFunc(slices.Clone(keys), func(k uint64) bool { return k < most })))
				}
			}
			if p := got.Ranks.P(i, 1); p-best/draws > 1e-9 || best/draws-p > 1e-9 {
				t.Errorf("%s: P(best) of model %d is %v, of the draws %v", name, i, p, best/draws)
			}
			for j := range tally.Models {
				want := 0.5 + float64(above(i, j)-above(j, i))/(2*draws)
				if p := got.Above(i, j); p-want > 1e-9 || want-p > 1e-9 {
					t.Errorf("%s: model %d is above %d with %v, in the draws %v", name, i, j, p, want)
				}
			}
		}
		checkTold(t, name, got.Together, all, above)
	}
}

// checkTold counts for every pair of five models in how many of 4000 draws it is in order:
// the 95 % quantile of the studentized range of five is 3.8577 (scipy 1.10), over √2 2.7278,
// and a normal number is above that with a chance of 0.003188, which leaves 11 of 4001 draws
// besides one.
func checkTold(t *testing.T, name string, told *posterior.Together, all [][]uint64, above func(i, j int) int) {
	t.Helper()
	some, others := 0, 0
	for i := range all[0] {
		for j := range all[0] {
			want := i != j && len(all)-above(i, j) <= 11
			if told.Better(i, j) != want {
				t.Errorf("%s: %d above %d in %d draws, separated: %v", name, i, j, above(i, j), told.Better(i, j))
			}
			switch {
			case want:
				some++
			case i < j && len(all)-above(j, i) > 11:
				others++
			}
		}
	}
	if some == 0 || others == 0 {
		t.Fatalf("%s: %d pairs are separated and %d are not, and the test tells nothing", name, some, others)
	}
}

// TestFewDrawsAskForWideGaps: of four draws and five models none may break the order of a
// pair separated, and scores have to differ by 2.7278 of their standard deviations (see
// checkTold); Borda's are means of their draws that are all kept. No pair of this board is
// within 1e-9 of that.
func TestFewDrawsAskForWideGaps(t *testing.T) {
	const draws = 4
	tally, m := drawnTally(5, 12, 4), rankerOf(t, "borda")
	chances := posterior.NewChances([]float64{0, 1}, tally, nil)
	got, err := chances.Orders(t.Context(), m, 0.95, 7, montecarlo.Options{Replicates: draws, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	all := keptOrders(t, chances, m, tally, 7, draws)
	told, narrow := 0, 0
	for i := range tally.Models {
		for j := range tally.Models {
			always, gaps := i != j, []float64(nil)
			for _, keys := range all {
				always = always && keys[i] > keys[j]
				gaps = append(gaps, float64(keys[i])-float64(keys[j])) // twice the points, on a complete board
			}
			mean, deviation := stat.PopMeanStdDev(gaps, nil)
			want := always && mean >= 2.7278*deviation
			if got.Together.Better(i, j) != want {
				t.Errorf("%d above %d: always %v, by %v of %v, separated: %v", i, j, always, mean, deviation, !want)
			}
			if want {
				told++
			} else if always {
				narrow++
			}
		}
	}
	if told == 0 || narrow == 0 {
		t.Fatalf("%d pairs are separated, %d are not by their gaps alone, and the test tells nothing", told, narrow)
	}
}

// TestOrdersDoNotDependOnWorkers: the same seed gives the same numbers.
func TestOrdersDoNotDependOnWorkers(t *testing.T) {
	chances, m := posterior.NewChances([]float64{0, 1}, drawnTally(4, 10, 3), nil), rankerOf(t, "schulze")
	var first *posterior.Orders
	for _, workers := range []int{1, 2, 3} {
		got, err := chances.Orders(t.Context(), m, 0.9, 5, montecarlo.Options{Replicates: 300, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		for i := range 4 {
			for j := range 4 {
				if got.Above(i, j) != first.Above(i, j) || got.Ranks.P(i, j+1) != first.Ranks.P(i, j+1) ||
					got.Together.Better(i, j) != first.Together.Better(i, j) {
					t.Fatalf("%d workers: other numbers for models %d and %d", workers, i, j)
				}
			}
		}
	}
}
