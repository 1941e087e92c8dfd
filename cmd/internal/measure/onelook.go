package main

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
	"settle/study/sequential"
)

// ownShapes lists, for each name in shapeNames, the numbers of models, questions and trials to
// simulate.
var ownShapes = []results.Shape{
	{Models: 32, Questions: 45, Trials: 16}, {Models: 16, Questions: 16, Trials: 5}, {Models: 31, Questions: 800, Trials: 10},
	{Models: 63, Questions: 198, Trials: 8}, {Models: 55, Questions: 400, Trials: 10}, {Models: 7, Questions: 143, Trials: 20},
	{Models: 13, Questions: 80, Trials: 5},
}

// oneLook returns a study of a single interim look (analysis) at boards like real ones. It measures
// how many pairs of models are separated, and how many of these pairs are also decided.
func oneLook() *study {
	s := &study{
		name: "one-look", page: "sequential", boards: 40, sample: 1, every: 1,
		labels: []label{{"chances like those of", false}, {"models", true}, {"questions", true}, {"N", true}},
		columns: []column{
			{"variance of a score by Eq. 20, over the true one", []format{{scale: 1, digits: 2, slack: 0.3}}},
			{"by bayes:fitted", []format{{scale: 1, digits: 2, slack: 0.3}}},
			{"pairs separated, %", []format{{scale: 100, share: true}}},
			{"decided by mixture, % of these", []format{{scale: 100, share: true}}},
			{"by holm for 80 trials and Sampled, as before", []format{{scale: 100, share: true}}},
			{"boards with a wrong separation, %", []format{{scale: 100, share: true}}},
			{"with a wrong decision, %", []format{{scale: 100, share: true}}},
		},
	}
	for i, name := range shapeNames {
		own := ownShapes[i]
		s.parts = append(s.parts, part{
			rows: []row{{"", []string{name, strconv.Itoa(own.Models), strconv.Itoa(own.Questions), strconv.Itoa(own.Trials)}}},
			measure: func(ctx context.Context, boards int) ([]number, error) {
				e, err := shape(name)
				if err != nil {
					return nil, err
				}
				found, err := drawEach(ctx, "one look "+name, boards, func(stream *rng.Stream, index int) ([]float64, error) {
					return e.look(ctx, rand.New(stream), own.Trials, uint64(index))
				})
				if err != nil {
					return nil, err
				}
				return []number{
					ratio(found, paperSquares, lookPairs), ratio(found, fittedSquares, lookPairs), ratio(found, separatedPairs, lookPairs),
					ratio(found, mixturePairs, separatedPairs), ratio(found, holmPairs, separatedPairs),
					means(found)[wrongSeparated], means(found)[wrongDecided],
				}, nil
			},
		})
	}
	return s
}

// Indices of the numbers that evaluation.look returns for one board. Most are sums over the pairs
// of models. wrongSeparated is 1 if any separated pair is in the wrong order, else 0; wrongDecided
// is the same for decided pairs.
const (
	lookPairs = iota
	paperSquares
	fittedSquares
	separatedPairs
	mixturePairs
	holmPairs
	wrongSeparated
	wrongDecided
	lookSums
)

// look draws a board with the given number of trials per question and takes one interim look at it.
// It returns several numbers; the constants from lookPairs on are their indices.
func (e evaluation) look(ctx context.Context, r *rand.Rand, trials int, seed uint64) ([]float64, error) {
	l := newLoop(e.coins(), trials, r)
	b, err := l.board()
	if err != nil {
		return nil, err
	}
	mixture, err := l.look(ctx, b, l.step(), seed)
	if err != nil {
		return nil, err
	}
	before := l.step()
	before.Correction, before.MaxTrials, before.Sampled = sequential.Holm, max(80, trials), sequential.Sampled(metrics.Binary)
	holm, err := sequential.Plan(b, metrics.Avg(metrics.Binary), before)
	if err != nil {
		return nil, err
	}
	found := make([]float64, lookSums)
	for _, c := range mixture.Comparisons {
		found[lookPairs]++
		wrong := l.gold[c.Above] <= l.gold[c.Below]
		if l.separated.Resolved(c.Above, c.Below) {
			found[separatedPairs]++
			found[wrongSeparated] = max(found[wrongSeparated], share(wrong))
		}
		if c.Decided {
			found[mixturePairs]++
			found[wrongDecided] = max(found[wrongDecided], share(wrong))
		}
	}
	for _, c := range holm.Comparisons {
		found[holmPairs] += share(c.Decided)
	}
	e.addSquares(found, b, trials)
	return found, nil
}

// addSquares adds two sums over the models to found[paperSquares] and found[fittedSquares]. The
// terms of both sums are an estimated variance of a model's score, divided by the true variance.
// The estimates are the paper's in one sum, and those of bayes:fitted in the other. The sums are
// scaled so that dividing them by the number of pairs gives means over the models.
func (e evaluation) addSquares(found []float64, b *results.Board, trials int) {
	tally := b.TallyAll()
	paper := metrics.Estimates(metrics.Avg(metrics.Binary), tally, nil)
	fitted := metrics.Estimates(metrics.BayesFitted(metrics.Binary), tally, nil)
	for model, row := range e {
		within := 0.0
		for _, p := range row {
			within += p * (1 - p)
		}
		truth := within / float64(trials*len(row)*len(row))
		pairs := float64(len(e)-1) / 2
		found[paperSquares] += pairs * math.Pow(paper[model].Sigma, 2) / truth
		found[fittedSquares] += pairs * math.Pow(fitted[model].Sigma, 2) / truth
	}
}
