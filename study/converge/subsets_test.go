package converge_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/replicate"
	"settle/results"
	"settle/sim"
	"settle/study/converge"
)

// Each subset as a board of its own, which has the same trials in the same
// replicates: the pairs of models that the subset leaves are compared by scores at
// every n, from the last to the first that differs, and the ranks with the interval
// are those of package ranking.
func TestSubsetsAgreeWithBoardsOfTheirOwn(t *testing.T) {
	coins, err := sim.Random(6, 8, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	const trials, replicates, confidence = 12, 40, 0.8
	source, bayes := coins.Source(trials, 4), metrics.Bayes(metrics.Binary, nil)
	gold := []int{0, 1, 1, 2, 4, 3} // a tie, and not quite the truth
	groups := []converge.Group{
		{Subsets: [][]int{{0, 4}, {5, 3}, {1, 2}}},
		{Subsets: [][]int{{2, 1, 4, 0}, {0, 3, 4, 5}}, All: true},
	}
	found, err := converge.Subsets(t.Context(), source, bayes, gold, groups, montecarlo.Options{Replicates: replicates, Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	wrong, resolved, err := converge.SubsetSeparations(t.Context(), source, bayes, gold, groups, confidence,
		montecarlo.Options{Replicates: replicates, Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range groups {
		want := map[string][][]float64{} // by what it is: subset and replicate
		pairs := 0.0
		for _, subset := range g.Subsets {
			some := map[string][]float64{}
			for r := range replicates {
				n := settlesAt(t, source, r, gold, subset)
				some["mean"] = append(some["mean"], float64(n))
				some["never"] = append(some["never"], float64(n/(trials+1)))
				bad, apart := separatedByRank(t, source, r, gold, subset, confidence)
				some["wrong"], some["resolved"] = append(some["wrong"], bad), append(some["resolved"], apart)
			}
			for what, values := range some {
				want[what] = append(want[what], values)
			}
			for k, a := range subset {
				for _, b := range subset[:k] {
					if gold[a] != gold[b] {
						pairs += 1 / float64(len(g.Subsets))
					}
				}
			}
		}
		for what, got := range map[string]converge.Estimated{
			"mean": found[i].Mean, "never": found[i].Never, "wrong": wrong[i],
			"resolved": {Value: resolved[i].Value * pairs, SE: resolved[i].SE * pairs},
		} {
			value, se := crossed(want[what], g.All)
			if math.Abs(got.Value-value) > 1e-12 || math.Abs(got.SE-se) > 1e-12 {
				t.Errorf("group %d, %s: %v ± %v, want %v ± %v", i, what, got.Value, got.SE, value, se)
			}
		}
		if found[i].Subsets != len(g.Subsets) {
			t.Errorf("group %d has %d subsets, want %d", i, found[i].Subsets, len(g.Subsets))
		}
	}
}

// settlesAt is by definition the smallest n from which on every pair of the subset
// stands as in gold.
func settlesAt(t *testing.T, s replicate.Source, r int, gold, subset []int) int {
	walker := s.Walker()
	tally := walker.Draw(r)
	for n := tally.Trials; ; n-- {
		for _, i := range subset {
			for _, j := range subset {
				a, b := successes(tally, i), successes(tally, j)
				if (a < b) != (gold[i] < gold[j]) {
					return n + 1
				}
			}
		}
		if n == 1 {
			return 1
		}
		walker.Drop()
	}
}

// successes orders models as Bayes@N does.
func successes(tally *results.Tally, model int) int {
	sum := 0
	for _, count := range tally.Row(model) {
		sum += int(count)
	}
	return sum
}

// separatedByRank returns whether the interval rule ranks some pair of the subset against gold at n
// = N, and the number of pairs that differ in gold and get different ranks.
func separatedByRank(t *testing.T, s replicate.Source, r int, gold, subset []int, confidence float64) (wrong, apart float64) {
	tally := s.Walker().Draw(r)
	var mu, sigma []float64
	for _, model := range subset {
		e := metrics.Bayes(metrics.Binary, nil).Estimate(tally, model)
		mu, sigma = append(mu, e.Mu), append(sigma, e.Sigma)
	}
	order, err := ranking.ByScore(mu).TieClose(ranking.ZScore, mu, sigma, confidence)
	if err != nil {
		t.Fatal(err)
	}
	ranks := order.Ranks(ranking.Dense)
	for i := range subset {
		for j := range subset {
			if gold[subset[i]] > gold[subset[j]] && ranks[i] != ranks[j] {
				apart++
				if ranks[i] > ranks[j] {
					wrong = 1
				}
			}
		}
	}
	return wrong, apart
}

// crossed returns the mean of numbers by subset and replicate, and its standard error. It
// divides the variance of the replicates' means by their number and, unless the group has all
// subsets, adds the variance of the subsets' means divided by their number.
func crossed(values [][]float64, all bool) (mean, se float64) {
	byReplicate, bySubset := make([]float64, len(values[0])), make([]float64, len(values))
	for s, row := range values {
		for r, v := range row {
			byReplicate[r] += v / float64(len(values))
			bySubset[s] += v / float64(len(row))
		}
	}
	squared := func(of []float64) float64 { // error of their mean, squared
		m, ss := 0.0, 0.0
		for _, v := range of {
			m += v / float64(len(of))
		}
		for _, v := range of {
			ss += (v - m) * (v - m)
		}
		return ss / float64(len(of)-1) / float64(len(of))
	}
	for _, v := range bySubset {
		mean += v / float64(len(bySubset))
	}
	if all {
		return mean, math.Sqrt(squared(byReplicate))
	}
	return mean, math.Sqrt(squared(byReplicate) + squared(bySubset))
}

// A pair drawn with replacement never settles if it does not stand as in gold at
// n = N. The chance of that is exact: the successes of each model are a sum of
// single trials, whose masses are convolved. On HMMT'25's stand-in
// it is near Φ(−0.653) = 0.257, by the pair's z.
func TestNeverOfAPairIsExact(t *testing.T) {
	board, err := sim.StandIn("hmmt25")
	if err != nil {
		t.Fatal(err)
	}
	pair := board.TallyAll().Part([]int{1, 2}, nil)
	const replicates = 10_000
	source := replicate.Resampled(pair, pair.Trials, 3, "pair")
	found, err := converge.Subsets(t.Context(), source, metrics.Bayes(metrics.Binary, nil), []int{0, 1},
		[]converge.Group{{Subsets: [][]int{{0, 1}}, All: true}}, montecarlo.Options{Replicates: replicates})
	if err != nil {
		t.Fatal(err)
	}
	high, medium := massOfTotal(pair, 0), massOfTotal(pair, 1)
	wrong := 0.0 // high is not below medium
	for a, p := range high {
		for _, q := range medium[:a+1] {
			wrong += p * q
		}
	}
	if !(math.Abs(wrong-0.257) <= 0.02) {
		t.Errorf("the chance is %v by convolution, not near Φ(−z) = 0.257", wrong)
	}
	if never := found[0].Never; !(math.Abs(never.Value-wrong) <= 4*never.SE) {
		t.Errorf("never %v ± %v, exactly %v", never.Value, never.SE, wrong)
	}
}

// massOfTotal is the mass of the successes of a model on all questions together, of n
// trials each with the observed share: one trial after the other.
func massOfTotal(t *results.Tally, model int) []float64 {
	total := []float64{1}
	for _, successes := range t.Row(model) {
		p := float64(successes) / float64(t.Trials)
		for range t.Trials {
			next := make([]float64, len(total)+1)
			for a, mass := range total {
				next[a] += mass * (1 - p)
				next[a+1] += mass * p
			}
			total = next
		}
	}
	return total
}

// The subset of all models settles where Measure finds it.
func TestSubsetOfAll(t *testing.T) {
	coins := sim.PaperQuantile()
	source := coins.Source(20, 1)
	all := make([]int, len(coins.Models))
	for i := range all {
		all[i] = i
	}
	ms, o := boardtest.Parse(t, "pass@2"), montecarlo.Options{Replicates: 200}
	found, err := converge.Subsets(t.Context(), source, ms[0], coins.Gold(), []converge.Group{{Subsets: [][]int{all}, All: true}}, o)
	if err != nil {
		t.Fatal(err)
	}
	d, err := converge.Measure(t.Context(), source, ms, coins.Gold(), converge.Options{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	mean, se := d[0].Restricted()
	if got := found[0]; math.Abs(got.Mean.Value-mean) > 1e-12 || math.Abs(got.Mean.SE-se) > 1e-12 || got.Never.Value != d[0].Never() {
		t.Errorf("%+v, want %v ± %v and %v", got, mean, se, d[0].Never())
	}
}

func TestSubsetsErrors(t *testing.T) {
	source, gold := sim.PaperQuantile().Source(4, 1), sim.PaperQuantile().Gold()
	bayes, o := metrics.Bayes(metrics.Binary, nil), montecarlo.Options{Replicates: 1}
	for want, subset := range map[string][]int{"a subset has 1": {3}, "index 11 is out of range": {0, 11}} {
		groups := []converge.Group{{Subsets: [][]int{subset}}}
		_, err := converge.Subsets(context.Background(), source, bayes, gold, groups, o)
		_, _, err2 := converge.SubsetSeparations(context.Background(), source, bayes, gold, groups, 0.95, o)
		for _, err := range []error{err, err2} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: error %v, want %s", subset, err, want)
			}
		}
	}
	groups := []converge.Group{{Subsets: [][]int{{0, 1}}}}
	if _, _, err := converge.SubsetSeparations(context.Background(), source, bayes, gold, groups, 1, o); err == nil {
		t.Error("a confidence of 1 is taken")
	}
	if !slices.Equal(groups[0].Subsets[0], []int{0, 1}) {
		t.Error("the subsets were changed")
	}
}
