package metrics

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"settle/results"
)

// maxAtK is max@k. The best of k outcomes exceeds a weight if at least one of the k
// outcomes does. Therefore max@k is a weighted sum of Pass@k values. Each value treats
// the categories above some weight as correct and all others as wrong.
type maxAtK struct {
	k       int
	weights Weights
}

// MaxAtK returns max@k, the expected largest weight among k of the n trials of a
// question, drawn without replacement. It is the score of best-of-k selection by a
// perfect judge. With weights 0 and 1 it is Pass@k. Models are compared exactly. The
// metric is not an Estimator, because the posteriors of its summands depend on the same
// trials and cannot be added.
func MaxAtK(k int, w Weights) Metric { return &maxAtK{k, w} }

func (m *maxAtK) Name() string    { return fmt.Sprintf("max@%d", m.k) }
func (m *maxAtK) FirstTrial() int { return m.k }

func (m *maxAtK) Check(top, trials int) error {
	return checkWeighted(m, m.weights, top, trials)
}

// Score returns the model's mean score over questions, computed exactly and rounded
// once.
func (m *maxAtK) Score(t *results.Tally, model int) float64 {
	must(checkTally(m, t))
	return scoreOf(m, t, model)
}

// exactScores returns the exact scores of the given models. They are computed from the
// numbers of subsets of k trials whose best outcome exceeds each weight.
func (m *maxAtK) exactScores(ctx context.Context, t *results.Tally, models []int) (fractions, error) {
	least, cuts := m.cuts(t.Top)
	counts := newByTrials(t)
	for i, model := range models {
		for q := range t.Questions {
			if counts.unequal && !counts.turnTo(model, q) {
				continue
			}
			for _, c := range cuts {
				counts.current.add(c.successes(t, model, q), i, c.gap)
			}
		}
	}
	s, err := counts.sums(ctx, reachProbability(m.k, 1), len(models))
	if err != nil {
		return fractions{}, err
	}
	s = s.means(t, models)
	base := mulInt64(s.denominator, least)
	for _, mean := range s.numerators {
		mean.Add(mean, base)
	}
	s.denominator = mulInt64(s.denominator, m.weights.common)
	return s, nil
}

// binary returns max@k for boards of two categories, as a PerQuestion metric.
func (m *maxAtK) binary() *PerQuestion {
	return &PerQuestion{name: m.Name(), first: m.k, numerators: func(n int, _ func(int) bool) (sequence, *big.Int) {
		all := binomial(n, m.k)
		return m.binarySequence(n, all), mulInt64(all, m.weights.common)
	}}
}

// binarySequence yields the scores of one question on a board of two categories, as
// integers. The second argument is the number of subsets of k trials. The denominator
// of the integers is this number times the denominator of the weights.
func (m *maxAtK) binarySequence(n int, all *big.Int) sequence {
	least, cuts := m.cuts(1)
	base, gap, wrongIsBetter := mulInt64(all, least), new(big.Int), false
	for _, c := range cuts { // one, unless the weights are equal
		gap.SetInt64(c.gap)
		wrongIsBetter = c.above[0] == 0
	}
	return func(yield func(int, *big.Int) bool) {
		num := new(big.Int)
		for better, subsets := range atLeast(n, m.k, 1) {
			c := better
			if wrongIsBetter {
				c = n - better
			}
			num.Mul(subsets, gap)
			if !yield(c, num.Add(num, base)) {
				return
			}
		}
	}
}

// A cut treats some categories as correct and all others as wrong. Each correct
// category has a larger weight than every wrong category.
type cut struct {
	above []int // the categories that the cut treats as correct
	gap   int64 // their smallest weight minus the largest other weight, as an integer (see cuts)
}

// cuts returns the smallest weight of the categories 0..top, as an integer over the
// weights' common denominator. It also returns the cuts: one between every two
// neighbouring weights that differ.
func (m *maxAtK) cuts(top int) (least int64, cuts []cut) {
	weight := m.weights.integers
	order := upTo(top + 1)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(weight[i], weight[j]) })
	for i, category := range order[1:] {
		if gap := weight[category] - weight[order[i]]; gap > 0 {
			cuts = append(cuts, cut{above: order[i+1:], gap: gap})
		}
	}
	return weight[order[0]], cuts
}

// successes returns the number of a model's outcomes on a question that the cut treats
// as correct.
func (c cut) successes(t *results.Tally, model, question int) int {
	counts := t.Row(model)[question*t.Top : (question+1)*t.Top]
	sum := 0
	for _, category := range c.above {
		if category > 0 {
			sum += int(counts[category-1])
			continue
		}
		sum += t.TrialsOf(model, question)
		for _, count := range counts {
			sum -= int(count)
		}
	}
	return sum
}

// gradedMax compares models by max@k on boards of more than two categories, at one
// number of trials n. For each question and each cut, it looks up an integer by the
// number of outcomes above the cut. Models are compared by the sums of these integers.
type gradedMax struct {
	words   int
	cuts    []cut
	score   [][]uint64 // by cut; words per entry
	largest *big.Int   // the largest possible sum
}

func newGraded(ctx context.Context, m *maxAtK, n int, shape results.Shape) (g gradedMax, err error) {
	_, g.cuts = m.cuts(shape.Top)
	pass, all, err := reachProbability(m.k, 1).all(ctx, n)
	if err != nil {
		return g, err
	}
	largest := new(big.Int)
	for _, c := range g.cuts {
		largest.Add(largest, mulInt64(all, c.gap))
	}
	largest.Mul(largest, big.NewInt(int64(shape.Questions)))
	g.words, g.largest = max(1, (largest.BitLen()+63)/64), largest
	for _, c := range g.cuts {
		score := make([]uint64, (n+1)*g.words)
		for successes, x := range pass {
			putWords(score[successes*g.words:(successes+1)*g.words], mulInt64(x, c.gap))
		}
		g.score = append(g.score, score)
	}
	return g, nil
}

// addTo looks up the integers of one model, for all questions and cuts, and adds them
// to sum, an integer of g.words words.
func (g *gradedMax) addTo(sum []uint64, t *results.Tally, model int) {
	for i, c := range g.cuts {
		for q := range t.Questions {
			addWords(sum, g.score[i][c.successes(t, model, q)*g.words:])
		}
	}
}
