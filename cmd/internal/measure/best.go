package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/internal/tables"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
)

// bestBins holds the lower bounds of the ranges into which P(best) is divided.
var bestBins = []float64{0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}

// measureBest returns a study that measures how often models are truly the best, for each range of
// P(best), the estimated probability of being the best. It uses the boards of all rankKinds.
// P(best) is computed with two priors: one treats the models as independent, the other as draws
// from one distribution.
func measureBest() *study {
	s := &study{
		name: "best", page: "ranks", boards: 400, sample: 1, every: 1, labels: []label{{"P(best) in %", true}},
		parts: []part{{measure: statements}},
	}
	for _, prior := range []string{"each by itself", "together"} {
		s.columns = append(s.columns, column{prior + ": statements", []format{count}},
			column{"said", []format{percent}}, column{"happened", []format{percent}})
	}
	for i, from := range bestBins {
		upTo := append(bestBins[1:], 1)[i]
		name := tables.Float(100*from, 0) + " to " + tables.Float(100*upTo, 0)
		s.parts[0].rows = append(s.parts[0].rows, row{cells: []string{name}})
	}
	return s
}

// statements returns three numbers for each range of P(best) and each prior. P(best) is the
// estimated probability that a model is the best. The numbers are: how many models are in the
// range, the mean of their P(best), and the share of them that are truly the best.
func statements(ctx context.Context, boards int) ([]number, error) {
	sums := make([]float64, 6*len(bestBins))
	for _, k := range rankKinds {
		found, err := drawEach(ctx, k.purpose("ranks"), boards, k.drawn(statementsOfBoard))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.name, err)
		}
		for _, board := range found {
			for i, x := range board {
				sums[i] += x
			}
		}
	}
	var numbers []number
	for three := range slices.Chunk(sums, 3) {
		n, said, happened := three[0], three[1]/three[0], three[2]/three[0]
		numbers = append(numbers, number{n, math.NaN()},
			number{said, math.Sqrt(said * (1 - said) / n)}, number{happened, math.Sqrt(happened * (1 - happened) / n)})
	}
	return numbers, nil
}

// statementsOfBoard returns three numbers for each range of P(best) and each prior: how many models
// are in the range, the sum of their P(best), and how many of them are truly the best. If k models
// share the first place, each counts as 1/k.
func statementsOfBoard(k kind, p [][]float64, tally *results.Tally, index int) ([]float64, error) {
	found := make([]float64, 6*len(bestBins))
	metric, err := metrics.Fit(context.Background(), metrics.BayesFitted(metrics.Binary), tally)
	if err != nil {
		return nil, err
	}
	scores, err := posterior.New(metric, tally, posterior.Questions)
	if err != nil {
		return nil, err
	}
	truth := totals(p)
	first := slices.Max(truth)
	ties := 0.0
	for _, sum := range truth {
		ties += share(sum == first)
	}
	for at, prior := range []posterior.MeansPrior{posterior.Independent, posterior.Exchangeable} {
		ranks, err := scores.Ranks(context.Background(), prior, uint64(index), montecarlo.Options{Replicates: 1000, Workers: 1})
		if err != nil {
			return nil, err
		}
		for model, sum := range truth {
			said := ranks.P(model, 1)
			bin := len(bestBins) - 1
			for said < bestBins[bin] {
				bin--
			}
			three := found[3*(2*bin+at):]
			three[0]++
			three[1] += said
			three[2] += share(sum == first) / ties
		}
	}
	return found, nil
}
