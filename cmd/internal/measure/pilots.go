package main

import (
	"context"
	"embed"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
	"settle/study/budget"
	"settle/study/posterior"
	"settle/study/standings"
)

// shapes holds files with success probabilities like those of real boards. The README in the
// folder describes them.
//
//go:embed shapes/*.csv
var shapes embed.FS

// shapeNames lists the names of the files in shapes, without .csv.
var shapeNames = []string{"aime", "balrog", "cruxeval", "gpqa", "livecodebench", "pareval", "terminal-bench"}

// Indices of the sums that evaluation.pilot returns. Each is a sum over the pairs of models for
// which a plan advises a number of trials.
const (
	promisedPairs = iota
	promised
	afresh
	continued
	pilotSums
)

// pilots returns a study of plans made from pilots, which are boards with 2 to 5 trials per
// question. A plan promises a probability that the advised number of trials separates a pair of
// models; the study measures how often this happens.
func pilots() *study {
	s := &study{
		name: "pilots", page: "budget", boards: 60, sample: 1, every: 1, intervals: 1,
		labels: []label{{"chances like those of", false}},
		columns: append([]column{{"pairs with advice", []format{count}}},
			percents("promised", "happened, fresh trials", "happened, pilot continued")...),
	}
	all := part{measure: func(ctx context.Context, boards int) (numbers []number, err error) {
		var pooled [][]float64
		for _, name := range shapeNames {
			e, err := shape(name)
			if err != nil {
				return nil, err
			}
			found, err := drawEach(ctx, "pilots "+name, boards, func(s *rng.Stream, index int) ([]float64, error) {
				return e.pilot(ctx, rand.New(s), 2+index%4)
			})
			if err != nil {
				return nil, err
			}
			numbers, pooled = append(numbers, adviceRow(found)...), append(pooled, found...)
		}
		return append(numbers, adviceRow(pooled)...), nil
	}}
	for _, name := range append(shapeNames, "all") {
		all.rows = append(all.rows, row{"", []string{name}})
	}
	s.parts = []part{all}
	return s
}

// adviceRow returns a row of the table: the number of pairs for which a plan advises a number of
// trials; the mean promised probability that these pairs are separated; and the shares that were
// separated, with fresh trials and by continuing the pilot.
func adviceRow(found [][]float64) []number {
	return []number{
		total(found, promisedPairs),
		ratio(found, promised, promisedPairs), ratio(found, afresh, promisedPairs), ratio(found, continued, promisedPairs),
	}
}

// shape returns the success probabilities, by model and question, from the file of the given name
// in the folder shapes.
func shape(name string) (evaluation, error) {
	coins, err := shapeCoins(name)
	if err != nil {
		return nil, err
	}
	return coins.P, nil
}

// shapeCoins reads coins (simulated models with known success probabilities) from the file of the
// given name in the folder shapes.
func shapeCoins(name string) (*sim.Coins, error) {
	file, err := shapes.Open("shapes/" + name + ".csv")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return sim.ReadCoins(file, name)
}

// pilot draws a board (the pilot) and makes a plan, as settle budget does, for the models that are
// neighbours in its ranking. For each pair for which the plan advises a number of trials, it
// simulates this number of trials several times. If the number is over 50 times the trials of the
// pilot, it treats z as normal instead. It returns sums over these pairs; the constants from
// promisedPairs on are their indices.
func (e evaluation) pilot(ctx context.Context, r *rand.Rand, trials int) ([]float64, error) {
	const most, times = 50, 4
	board := e.tosses(trials).grow(e.blank(), r)
	rule, err := e.rule(ctx, board)
	if err != nil {
		return nil, err
	}
	m, err := budget.New(board, metrics.Binary, nil, nil)
	if err != nil {
		return nil, err
	}
	m.OrderBy(rule.Now)
	plan, err := m.Plan(ctx, m.Pairs(len(e), 1), budget.PlanOptions{
		Confidence: 0.95, At: []int{trials}, Seed: r.Uint64(), Rule: rule, Workers: 1,
	})
	if err != nil {
		return nil, err
	}
	found := make([]float64, pilotSums)
	for _, p := range plan.Pairs {
		n := p.Power.Trials
		if p.Power.Separated || n == 0 {
			continue
		}
		found[promisedPairs]++
		found[promised] += p.Power.Chance
		if e.sum(p.Above) <= e.sum(p.Below) {
			continue
		}
		pair := evaluation{e[p.Above], e[p.Below]}
		if n > most*trials {
			likely := pair.normalChance(n, rule.Critical)
			found[afresh] += likely
			found[continued] += likely
			continue
		}
		found[afresh] += pair.tosses(n).separate(pair.blank(), r, rule.Critical, times)
		found[continued] += pair.tosses(n-trials).separate(board.Part([]int{p.Above, p.Below}, nil), r, rule.Critical, times)
	}
	return found, nil
}

// rule returns the rule by which settle budget separates the pairs of a board.
func (e evaluation) rule(ctx context.Context, board *results.Tally) (*budget.Rule, error) {
	s, err := standings.Rank(ctx, e.coins().Models, board, metrics.BayesFitted(metrics.Binary),
		standings.Rules{Confidence: 0.95, Bounds: metrics.Unbounded, Pairs: standings.NoPairs})
	if err != nil {
		return nil, err
	}
	if err := s.CompareAll(ctx, posterior.RomanoWolf, seed, montecarlo.Options{Replicates: 1000, Workers: 1}); err != nil {
		return nil, err
	}
	return &budget.Rule{
		Critical: s.Together.Critical, Now: s.Estimates(), Separated: s.Together.Better, Fitted: true,
	}, nil
}

// normalChance returns the probability that the z statistic of the first two models reaches a
// critical value after n trials per question. It treats z as normally distributed.
func (e evaluation) normalChance(n int, critical float64) float64 {
	var variance float64
	for q, p := range e[0] {
		variance += p*(1-p) + e[1][q]*(1-e[1][q])
	}
	gap := e.sum(0) - e.sum(1)
	return distuv.UnitNormal.CDF(gap*math.Sqrt(float64(n)/variance) - critical)
}

// separate simulates the given number of continuations of a board. Each continuation adds trials
// drawn by t. separate returns the share of continuations in which bayes:fitted separates the first
// model from the second. This means that z reaches the critical value.
func (t tosses) separate(board *results.Tally, r *rand.Rand, critical float64, count int) (share float64) {
	for range count {
		now := metrics.Estimates(metrics.BayesFitted(metrics.Binary).(metrics.Estimator), t.grow(board, r), nil)
		if now[0].Mu-now[1].Mu >= critical*math.Hypot(now[0].Sigma, now[1].Sigma) {
			share += 1 / float64(count)
		}
	}
	return share
}
