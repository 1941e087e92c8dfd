package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"settle/internal/pmf"
	"settle/internal/rng"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
	"settle/sim"
	"settle/study/budget"
)

// oneSided and likely are the 95 % and 80 % quantiles of the standard normal distribution.
const (
	oneSided = 1.6448536269514722
	likely   = 0.8416212335729143
)

// An evaluation holds the true success probabilities of models, by model and question.
type evaluation [][]float64

func drawEvaluation(r *rand.Rand, s spread, models, questions int) evaluation {
	e := make(evaluation, models)
	for model, drawn := range r.Perm(fittedModels)[:models] {
		for range questions {
			e[model] = append(e[model], s.draw(r, drawn))
		}
	}
	return e
}

func (e evaluation) coins() *sim.Coins {
	return &sim.Coins{Models: results.Numbered("m", len(e)), Questions: results.Numbered("q", len(e[0])), P: e}
}

// blank returns a board without trials.
func (e evaluation) blank() *results.Tally { return results.NewTally(len(e), len(e[0]), 1) }

func (e evaluation) sum(model int) (sum float64) {
	for _, p := range e[model] {
		sum += p
	}
	return sum
}

// tosses holds, for each model and question, the cumulative distribution of the number of successes
// in a fixed number of additional trials. Its methods draw from these distributions.
type tosses [][][]float64

func (e evaluation) tosses(more int) tosses {
	t := make(tosses, len(e))
	for model, chances := range e {
		for _, p := range chances {
			below := make([]float64, more+1)
			pmf.Binomial(below, p)
			for c := 1; c <= more; c++ {
				below[c] += below[c-1]
			}
			t[model] = append(t[model], below)
		}
	}
	return t
}

// grow returns a copy of a board to which it has added randomly drawn trials.
func (t tosses) grow(board *results.Tally, r *rand.Rand) *results.Tally {
	grown := results.NewTally(board.Models, board.Questions, 1)
	grown.Trials = board.Trials + len(t[0][0]) - 1
	for model := range t {
		for q, below := range t[model] {
			c, _ := slices.BinarySearch(below, r.Float64())
			grown.Add(model, q, 1, int(board.Row(model)[q])+min(c, len(below)-1))
		}
	}
	return grown
}

// succeed returns the share of simulated continuations of a board in which the paper's rule
// separates a better model from a worse one. The index of the better model comes first. The
// last argument is the number of continuations. Each continuation adds trials drawn by t.
func (t tosses) succeed(board *results.Tally, r *rand.Rand, above, below, count int) (succeeded float64) {
	bayes := metrics.Bayes(metrics.Binary, nil)
	for range count {
		grown := t.grow(board, r)
		a, b := bayes.Estimate(grown, above), bayes.Estimate(grown, below)
		if ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma) >= oneSided {
			succeeded += 1 / float64(count)
		}
	}
	return succeeded
}

// power returns a study of plans for pairs of models with known success probabilities. It shows the
// number of trials that a plan advises, and how often the pair is separated with this number and
// with one trial fewer.
func power() *study {
	columns := []column{{"median N", []format{count}}}
	for i, head := range []string{"at N: least", "mean", "most", "at N − 1: least", "mean", "most"} {
		columns = append(columns, column{head, []format{{scale: 100, digits: 1, bound: i%3 - 1}}})
	}
	s := &study{
		name: "power", page: "budget", boards: 30, sample: 1, every: 4, columns: columns,
		labels: []label{{"questions", true}, {"chances", false}},
	}
	for _, questions := range []int{1, 2, 5, 30, 198} {
		for at, chances := range spreads {
			purpose := fmt.Sprintf("power %d %d", at, questions)
			s.parts = append(s.parts, part{
				rows: []row{{"", []string{strconv.Itoa(questions), chances.name}}},
				measure: func(ctx context.Context, pairs int) ([]number, error) {
					found, err := drawEach(ctx, purpose, pairs, func(s *rng.Stream, _ int) ([]float64, error) {
						return plannedPair(ctx, rand.New(s), chances, questions)
					})
					if err != nil {
						return nil, err
					}
					return extents(found), nil
				},
			})
		}
	}
	return s
}

// plannedPair draws pairs of models until a plan for the pair advises 2 to 400 trials. It returns
// this number of trials, the share of 10,000 simulations in which this number separates the pair,
// and the same share with one trial fewer.
func plannedPair(ctx context.Context, r *rand.Rand, s spread, questions int) ([]float64, error) {
	const most, fresh = 400, 10_000
	for {
		e := drawEvaluation(r, s, 2, questions)
		m, err := budget.New(e.tosses(1).grow(e.blank(), r), metrics.Binary, nil, e.coins())
		if err != nil {
			return nil, err
		}
		plan, err := m.Plan(ctx, m.Pairs(2, 1), budget.PlanOptions{Confidence: 0.95, At: []int{1}})
		if err != nil {
			return nil, err
		}
		pair := plan.Pairs[0]
		n := pair.Power.Trials
		if n < 2 || n > most {
			continue
		}
		at := e.tosses(n).succeed(e.blank(), r, pair.Above, pair.Below, fresh)
		before := e.tosses(n-1).succeed(e.blank(), r, pair.Above, pair.Below, fresh)
		return []float64{float64(n), at, before}, nil
	}
}

// extents summarises numbers that were found for many pairs of models. It returns the median of the
// first number over all pairs, and the minimum, mean and maximum of every other number. It gives no
// standard errors, because the numbers of single pairs have long tails.
func extents(found [][]float64) (numbers []number) {
	for i, mean := range means(found) {
		var sorted []float64
		for _, pair := range found {
			sorted = append(sorted, pair[i])
		}
		slices.Sort(sorted)
		if i == 0 {
			numbers = append(numbers, number{sorted[len(sorted)/2], math.NaN()})
			continue
		}
		numbers = append(numbers, number{sorted[0], math.NaN()}, number{mean.value, math.NaN()}, number{sorted[len(sorted)-1], math.NaN()})
	}
	return numbers
}

// assurance returns a study of plans that are made from a board, without knowing the true success
// probabilities. It compares the probabilities that plans predict with how often the predicted
// event happens in simulations.
func assurance() *study {
	heads := percents("at 2N: said", "happened", "at 5N: said", "happened", "happened at the advised N", "need within likely N")
	for _, few := range heads[4:] { // few pairs have advice
		few.formats[0].share = false
	}
	s := &study{
		name: "assurance", page: "budget", boards: 200, sample: 1, every: 5, intervals: 9,
		labels: []label{{"questions", true}, {"N", true}, {"chances", false}},
		columns: slices.Concat([]column{{"open pairs", []format{count}}}, heads[:4],
			[]column{{"pairs with advice", []format{count}}}, heads[4:]),
	}
	for _, size := range [][2]int{{30, 4}, {30, 16}, {198, 4}} {
		for at, chances := range spreads {
			purpose := fmt.Sprintf("assurance %d %v", at, size)
			s.parts = append(s.parts, part{
				rows: []row{{"", []string{strconv.Itoa(size[0]), strconv.Itoa(size[1]), chances.name}}},
				measure: func(ctx context.Context, boards int) ([]number, error) {
					found, err := drawEach(ctx, purpose, boards, func(s *rng.Stream, _ int) ([]float64, error) {
						return assuredBoard(ctx, rand.New(s), chances, size[0], size[1])
					})
					if err != nil {
						return nil, err
					}
					return assuranceRow(found), nil
				},
			})
		}
	}
	return s
}

// Indices of the sums that assuredBoard returns. Each is a sum over the pairs of models that are
// neighbours in the ranking of a board.
const (
	predicted = iota // predicted with twice as many trials, then with five times as many
	_
	happened
	_
	openPairs // pairs that are not separated yet
	advised   // pairs for which the plan advises a number of trials
	succeeded // advised pairs that the advised number of trials separates
	compared  // pairs whose models differ
	needed    // compared pairs whose true need is in the likely range of the plan
	sums
)

// ratio adds up two numbers over all boards, and divides the first sum by the second. The two
// numbers of board b are found[b][part] and found[b][whole]. The standard error is computed from
// the differences between boards.
func ratio(found [][]float64, part, whole int) number {
	var above, below, squares float64
	for _, b := range found {
		above, below = above+b[part], below+b[whole]
	}
	for _, b := range found {
		off := b[part] - above/below*b[whole]
		squares += off * off
	}
	return number{above / below, math.Sqrt(squares) / below}
}

// eventShare returns the ratio of two findings that count events. Its standard error is at least
// that of independent events, because a few events can agree by chance.
func eventShare(found [][]float64, part, whole int) number {
	n, events := ratio(found, part, whole), 0.0
	for _, b := range found {
		events += b[whole]
	}
	n.se = max(n.se, math.Sqrt(max(n.value*(1-n.value), 1/events)/events))
	return n
}

// total adds up one number over all boards. The number of board b is found[b][of]. The sum has no
// standard error.
func total(found [][]float64, of int) (n number) {
	for _, b := range found {
		n.value += b[of]
	}
	n.se = math.NaN()
	return n
}

// assuranceRow returns the numbers in one row of the table of the study named assurance:
//   - the number of pairs that are not separated yet;
//   - after twice and after five times as many trials: the predicted and the actual share of these
//     pairs that are separated;
//   - the number of pairs for which a plan advises a number of trials, and the share of them that
//     this number separates;
//   - the share of pairs of unequal models for which the plan's likely range contains the true
//     number of trials that they need.
func assuranceRow(found [][]float64) []number {
	return []number{
		total(found, openPairs),
		ratio(found, predicted, openPairs), ratio(found, happened, openPairs),
		ratio(found, predicted+1, openPairs), ratio(found, happened+1, openPairs),
		total(found, advised), eventShare(found, succeeded, advised), eventShare(found, needed, compared),
	}
}

// assuredBoard draws a board of 5 models and makes a plan for the models that are neighbours in its
// ranking. It checks each prediction of the plan in 20 simulations. It returns sums over the pairs
// of neighbours, at the indices given by the constant predicted and those after it.
func assuredBoard(ctx context.Context, r *rand.Rand, s spread, questions, trials int) ([]float64, error) {
	const models, fresh = 5, 20
	e := drawEvaluation(r, s, models, questions)
	board := e.tosses(trials).grow(e.blank(), r)
	m, err := budget.New(board, metrics.Binary, nil, nil)
	if err != nil {
		return nil, err
	}
	options := budget.PlanOptions{Confidence: 0.95, At: []int{2 * trials, 5 * trials}, Draws: 500, Seed: r.Uint64()}
	plan, err := m.Plan(ctx, m.Pairs(models, 1), options)
	if err != nil {
		return nil, err
	}
	success := func(p budget.Pair, n int) float64 {
		if e.sum(p.Above) <= e.sum(p.Below) {
			return 0
		}
		pair := evaluation{e[p.Above], e[p.Below]}
		return pair.tosses(n-trials).succeed(board.Part([]int{p.Above, p.Below}, nil), r, 0, 1, fresh)
	}
	found := make([]float64, sums)
	for _, p := range plan.Pairs {
		if p.Equal {
			continue
		}
		found[compared]++
		need := firstOrderNeed(e[p.Above], e[p.Below])
		found[needed] += share(need >= float64(p.Power.Low) && (p.Power.High == 0 || need <= float64(p.Power.High)))
		if p.Power.Separated {
			continue
		}
		found[openPairs]++
		for i, n := range options.At {
			found[predicted+i] += p.Chances[i]
			found[happened+i] += success(p, n)
		}
		if n := p.Power.Trials; n > 0 && n <= 50*trials {
			found[advised]++
			found[succeeded] += success(p, n)
		}
	}
	return found, nil
}

// firstOrderNeed returns the approximate number of trials per question that separates two models:
// ((1.645 + 0.842)·s/gap)², rounded up. The arguments are the models' success probabilities. gap is
// the difference between their sums, and s² is the sum of the variances p(1 − p).
func firstOrderNeed(first, second []float64) float64 {
	var gap, variance float64
	for q, p := range first {
		gap += p - second[q]
		variance += p*(1-p) + second[q]*(1-second[q])
	}
	reach := oneSided + likely
	return math.Ceil(reach * reach * variance / (gap * gap))
}
