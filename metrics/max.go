package metrics

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"settle/results"
)

// maxAtK is max@k. The best of k outcomes exceeds a weight where one of the k
// does, so it is a sum of Pass@k, one for each way to cut the categories, in
// the order of their weights, into wrong and correct.
type maxAtK struct {
	k       int
	weights Weights
}

// MaxAtK is max@k: the expected largest weight among k of the n trials of a
// question, taken without replacement; best-of-k with a perfect judge. With
// weights 0 and 1 it is Pass@k. It is compared exactly, and no Estimator: the
// cuts of one question share their trials, so that their posteriors do not add
// up.
func MaxAtK(k int, w Weights) Metric { return &maxAtK{k, w} }

func (m *maxAtK) Name() string    { return fmt.Sprintf("max@%d", m.k) }
func (m *maxAtK) FirstTrial() int { return m.k }

func (m *maxAtK) Check(top, trials int) error {
	if top >= m.weights.Len() {
		return fmt.Errorf("%s: outcomes reach category %d, but there are weights for 0..%d only", m.Name(), top, m.weights.Len()-1)
	}
	return checkTrials(m, trials)
}

// Score is the mean over questions, computed exactly and rounded once.
func (m *maxAtK) Score(t *results.Tally, model int) float64 {
	must(m.Check(t.Top, t.Trials))
	least, cuts := m.cuts(t.Top)
	pass, all := atLeast(t.Trials, m.k, 1), binomial(t.Trials, m.k)
	questions := big.NewInt(int64(t.Questions))
	sum := new(big.Int).Mul(big.NewInt(least), all)
	sum.Mul(sum, questions)
	term := new(big.Int)
	for _, c := range cuts {
		passed := new(big.Int)
		for q := range t.Questions {
			passed.Add(passed, pass[c.successes(t, model, q)])
		}
		sum.Add(sum, passed.Mul(passed, term.SetInt64(c.gap)))
	}
	denominator := term.Mul(all, questions)
	denominator.Mul(denominator, big.NewInt(m.weights.common))
	score, _ := new(big.Rat).SetFrac(sum, denominator).Float64()
	return score
}

// binary is the metric on boards of two categories.
func (m *maxAtK) binary() *PerQuestion {
	return NewPerQuestion(m.Name(), m.k, func(n int) ([]*big.Int, *big.Int) {
		least, cuts := m.cuts(1)
		num, den := atLeast(n, m.k, 1), binomial(n, m.k)
		gap := new(big.Int)
		for _, c := range cuts {
			gap.SetInt64(c.gap)
			if c.above[0] == 0 {
				slices.Reverse(num)
			}
		}
		base := new(big.Int).Mul(den, big.NewInt(least))
		for _, x := range num {
			x.Add(x.Mul(x, gap), base)
		}
		return num, den.Mul(den, big.NewInt(m.weights.common))
	})
}

// cut calls the categories above it correct. gap is what they are worth more
// than those below, in units of the weights' common denominator.
type cut struct {
	above []int
	gap   int64
}

// cuts returns the least weight of the categories 0..top, as an integer over
// the common denominator, and the cuts between different weights.
func (m *maxAtK) cuts(top int) (least int64, cuts []cut) {
	weight := m.weights.integers
	order := make([]int, top+1)
	for category := range order {
		order[category] = category
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(weight[i], weight[j]) })
	for i, category := range order[1:] {
		if gap := weight[category] - weight[order[i]]; gap > 0 {
			cuts = append(cuts, cut{above: order[i+1:], gap: gap})
		}
	}
	return weight[order[0]], cuts
}

// successes is the number of a model's outcomes above the cut.
func (c cut) successes(t *results.Tally, model, question int) int {
	counts := t.Row(model)[question*t.Top : (question+1)*t.Top]
	sum := 0
	for _, category := range c.above {
		if category > 0 {
			sum += int(counts[category-1])
			continue
		}
		sum += t.Trials
		for _, count := range counts {
			sum -= int(count)
		}
	}
	return sum
}

// graded compares models by max@k on boards of more than two categories, at
// one n: by the sum over questions and cuts of integers of several words,
// looked up by the number of outcomes above the cut.
type graded struct {
	slot  int
	words int
	cuts  []cut
	score [][]uint64 // by cut; words per entry
}

func newGraded(m *maxAtK, slot, n int, shape results.Shape) graded {
	g := graded{slot: slot}
	_, g.cuts = m.cuts(shape.Top)
	pass := atLeast(n, m.k, 1)
	largest := new(big.Int)
	for _, c := range g.cuts {
		largest.Add(largest, new(big.Int).Mul(pass[n], big.NewInt(c.gap)))
	}
	largest.Mul(largest, big.NewInt(int64(shape.Questions)))
	g.words = max(1, (largest.BitLen()+63)/64)
	term := new(big.Int)
	for _, c := range g.cuts {
		score := make([]uint64, (n+1)*g.words)
		for successes, x := range pass {
			putWords(score[successes*g.words:(successes+1)*g.words], term.Mul(x, big.NewInt(c.gap)))
		}
		g.score = append(g.score, score)
	}
	return g
}

// addTo adds the integers of one model to a sum of as many words.
func (g *graded) addTo(sum []uint64, t *results.Tally, model int) {
	for i, c := range g.cuts {
		for q := range t.Questions {
			addWords(sum, g.score[i][c.successes(t, model, q)*g.words:])
		}
	}
}
