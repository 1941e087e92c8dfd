package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"settle/internal/betabinomial"
	"settle/internal/lists"
	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
	"settle/sim"
)

// nearEqual is the row label for models that find the same questions hard and have nearly equal
// success probabilities.
const nearEqual = "11 × 30, within ±0.005"

// rivalModels is the approximate number of models to measure for each board of the study. If a
// board has fewer models, several boards are drawn in its place.
const rivalModels = 60

// A rivalry compares two ways to score the models of a board.
type rivalry struct {
	name          string
	boards, every int // as in study
	ways          [2]string
	trials        []int
	score         func(e evaluation, r *rand.Rand, trials int) [2][]metrics.Estimate
}

// Indices of the sums that rivalry.compare returns, each over the models of one board.
const (
	variances     = 0 // one for each of the two ways of scoring, at the indices 0 and 1
	squaredErrors = 2 // likewise, at 2 and 3
	held          = 4 // likewise, at 4 and 5: how many intervals contain the true score
	rivals        = 6 // the number of models
	rivalSums     = 7 // the number of sums
)

// study returns the study that compares the two ways of scoring. The models have success
// probabilities like those of real boards, or are nearly equal.
func (v rivalry) study() *study {
	s := &study{
		name: v.name, page: "savings", boards: v.boards, sample: 1, every: v.every, intervals: ownShapes[0].Models,
		labels: []label{{"chances", false}, {"n", true}, {"scores", true}},
	}
	over, near := v.ways[0]+" / "+v.ways[1], format{scale: 1, digits: 2, slack: 0.1}
	s.columns = append([]column{{"variance, " + over, []format{near}}, {"squared error, " + over, []format{near}}},
		percents("coverage, "+v.ways[0], "coverage, "+v.ways[1])...)
	for i, name := range append(slices.Clone(shapeNames), nearEqual) {
		coins, models := constant(withinOneHundredth()), 11
		if i < len(shapeNames) {
			coins, models = func() (*sim.Coins, error) { return shapeCoins(name) }, ownShapes[i].Models
		}
		times := max(1, rivalModels/models)
		for _, n := range v.trials {
			s.parts = append(s.parts, part{
				rows: []row{{"", []string{name, strconv.Itoa(n), strconv.Itoa(times * v.boards * models)}}},
				measure: func(ctx context.Context, boards int) ([]number, error) {
					c, err := coins()
					if err != nil {
						return nil, err
					}
					found, err := drawEach(ctx, fmt.Sprint(v.name, " ", name, " ", n), times*boards, func(stream *rng.Stream, _ int) ([]float64, error) {
						return v.compare(c.P, rand.New(stream), n), nil
					})
					if err != nil {
						return nil, err
					}
					return []number{
						ratio(found, variances, variances+1), ratio(found, squaredErrors, squaredErrors+1),
						ratio(found, held, rivals), ratio(found, held+1, rivals),
					}, nil
				},
			})
		}
	}
	return s
}

// compare draws one board, scores its models in both ways, and returns sums over the models. The
// constants from variances to rivals are the indices of these sums.
func (v rivalry) compare(e evaluation, r *rand.Rand, trials int) []float64 {
	sums := make([]float64, rivalSums)
	for way, estimates := range v.score(e, r, trials) {
		for model, estimate := range estimates {
			holds, square := squaredError(estimate, e.sum(model)/float64(len(e[model])))
			sums[variances+way] += estimate.Sigma * estimate.Sigma
			sums[squaredErrors+way] += square
			sums[held+way] += holds
		}
	}
	sums[rivals] = float64(len(e))
	return sums
}

// questions returns a study that compares the metrics bayes:questions and bayes:fitted.
func questions() *study {
	return rivalry{
		name: "questions", boards: 14, every: 32, ways: [2]string{"`bayes:questions`", "`bayes:fitted`"}, trials: []int{1, 2, 4, 8},
		score: func(e evaluation, r *rand.Rand, trials int) [2][]metrics.Estimate {
			board := toss(r, e, trials)
			return [2][]metrics.Estimate{
				metrics.Estimates(metrics.BayesQuestions(metrics.Binary), board, nil),
				metrics.Estimates(metrics.BayesFitted(metrics.Binary), board, nil),
			}
		},
	}.study()
}

// nearest returns a study that compares two ways to fit the metric bayes:questions: for each model
// to that model and the three models with the nearest scores, or once to all models.
func nearest() *study {
	return rivalry{
		name: "nearest", boards: 12, every: 16, ways: [2]string{"nearest", "all"}, trials: []int{1, 2},
		score: func(e evaluation, r *rand.Rand, trials int) [2][]metrics.Estimate {
			board, m := toss(r, e, trials), metrics.BayesQuestions(metrics.Binary)
			near := make([]metrics.Estimate, board.Models)
			for model := range near {
				near[model] = metrics.Estimates(m, board.Part(nearestModels(board, model, 3), nil), nil)[0]
			}
			return [2][]metrics.Estimate{near, metrics.Estimates(m, board, nil)}
		},
	}.study()
}

// nearestModels returns the index of a model, followed by the indices of the given number of other
// models whose scores are nearest to the model's score.
func nearestModels(board *results.Tally, model, others int) []int {
	distance := func(i int) int64 {
		return max(board.Totals[i]-board.Totals[model], board.Totals[model]-board.Totals[i])
	}
	rest := slices.DeleteFunc(lists.Indices(board.Models), func(i int) bool { return i == model })
	slices.SortStableFunc(rest, func(i, j int) int { return cmp.Compare(distance(i), distance(j)) })
	return append([]int{model}, rest[:others]...)
}

// pilotTrials is the number of trials per question that are run before Neyman allocation.
const pilotTrials = 2

// neyman returns a study that compares two ways to allocate trials to questions. Uniform allocation
// gives every question the same number; Neyman allocation gives more to questions with uncertain
// success probabilities. Both continue the same pilot, a board with few trials.
func neyman() *study {
	return rivalry{
		name: "neyman", boards: 60, every: 16, ways: [2]string{"uniform", "Neyman"}, trials: []int{4, 8},
		score: func(e evaluation, r *rand.Rand, trials int) [2][]metrics.Estimate {
			pilot, m := toss(r, e, pilotTrials), metrics.BayesFitted(metrics.Binary)
			uniform := e.tosses(trials-pilotTrials).grow(pilot, r)
			return [2][]metrics.Estimate{
				metrics.Estimates(m, uniform, nil), metrics.Estimates(m, e.allocate(r, pilot, trials), nil),
			}
		},
	}.study()
}

// allocate continues a pilot (a board with few trials) until each model has, on average, the given
// number of trials per question. To choose questions, it uses a prior fitted to the pilot.
func (e evaluation) allocate(r *rand.Rand, pilot *results.Tally, trials int) *results.Tally {
	cells := make([][]betabinomial.Count, pilot.Models)
	for model := range cells {
		for _, successes := range pilot.Row(model) {
			cells[model] = append(cells[model], betabinomial.Count{Successes: int(successes), Trials: pilotTrials, Questions: 1})
		}
	}
	for model, prior := range betabinomial.Fit(cells) {
		allocateModel(r, e[model], cells[model], prior, (trials-pilotTrials)*pilot.Questions)
	}
	made := lists.Flat(cells, func(row []betabinomial.Count) []uint16 {
		return lists.Each(row, func(c betabinomial.Count) uint16 { return uint16(c.Trials) })
	})
	grown := results.NewUnequalTally(pilot.Models, pilot.Questions, 1, made)
	for model, row := range cells {
		for q, c := range row {
			grown.Add(model, q, 1, c.Successes)
		}
	}
	return grown
}

// equalFalls is the ratio up to which two expected decreases of a variance count as equal. Without
// it, rounding errors of the fit would decide which question gets a trial.
const equalFalls = 1 + 1e-9

// allocateModel runs trials of one model, one at a time, and adds them to the counts in cells. Each
// trial goes to the question whose posterior variance is expected to decrease most; in a tie, to
// the first.
//
// For a posterior Beta(α, β) with variance v, the expected decrease is v/(α+β+1). It is averaged
// over the nodes of the prior.
func allocateModel(r *rand.Rand, chances []float64, cells []betabinomial.Count, prior []betabinomial.Node, trials int) {
	known := map[betabinomial.Count]float64{}
	expected := func(c betabinomial.Count) float64 {
		fall, ok := known[c]
		if !ok {
			for _, node := range prior {
				a, b := node.Alpha+float64(c.Successes), node.Beta+float64(c.Trials-c.Successes)
				total := a + b
				fall += float64(node.Weight * a * b / (total * total * (total + 1) * (total + 1)))
			}
			known[c] = fall
		}
		return fall
	}
	falls := lists.Each(cells, expected)
	for range trials {
		q := 0
		for other, fall := range falls {
			if fall > falls[q]*equalFalls {
				q = other
			}
		}
		cells[q].Trials++
		cells[q].Successes += int(share(r.Float64() < chances[q]))
		falls[q] = expected(cells[q])
	}
}
