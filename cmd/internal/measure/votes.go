package main

import (
	"context"
	"math"
	"strconv"

	"settle/metrics"
	_ "settle/metrics/votes" // registers the names of metrics that count votes
	"settle/montecarlo"
	"settle/study/bakeoff"
)

// votesMeasured lists the metrics in the study of votes. The study measures them after each number
// of trials in votesAt.
const votesMeasured = "avg,plurality@8,plurality@64"

var votesAt = []int{8, 32, 64, 128, 256}

// votesShapes lists the files in the folder shapes that the study of votes uses. Boards like these
// are small enough for votes of 64 attempts. At most mostVoters models of each board take part.
var votesShapes = []string{"aime", "balrog", "pareval", "terminal-bench"}

const (
	mostVoters   = 10
	wrongAnswers = 4
)

// votes returns a study of metrics that count votes. It measures how closely their rankings agree
// with the rankings to which they converge as trials grow, and how often their intervals contain
// the truth.
func votes() *study {
	s := &study{
		name: "votes", page: "votes", boards: 40, sample: 1, every: 4, intervals: mostVoters,
		labels: []label{{"chances like those of", false}, {"n", true}},
	}
	tau := format{scale: 1, digits: 3}
	for _, head := range []string{"τ, avg", "τ, plurality@8", "τ, plurality@64"} {
		s.columns = append(s.columns, column{head, []format{tau}})
	}
	s.columns = append(s.columns, percents("interval holds, avg", "plurality@8", "plurality@64")...)
	for _, name := range votesShapes {
		p := part{measure: func(ctx context.Context, boards int) ([]number, error) { return measureVotes(ctx, name, boards) }}
		for _, n := range votesAt {
			p.rows = append(p.rows, row{"", []string{name, strconv.Itoa(n)}})
		}
		s.parts = append(s.parts, p)
	}
	return s
}

// measureVotes measures the metrics on new boards, with success probabilities from the file of the
// given name in the folder shapes. It compares the ranking by each metric with the order to which
// the metric converges.
func measureVotes(ctx context.Context, name string, boards int) ([]number, error) {
	coins, err := shapeCoins(name)
	if err != nil {
		return nil, err
	}
	some := coins.Models[:0:0]
	for i := range min(mostVoters, len(coins.Models)) {
		some = append(some, coins.Models[i*len(coins.Models)/min(mostVoters, len(coins.Models))])
	}
	coins = coins.Of(some, coins.Questions)
	if err := coins.Answer(wrongAnswers, seed); err != nil {
		return nil, err
	}
	ms, err := metrics.Parse(votesMeasured, metrics.Options{Seed: seed})
	if err != nil {
		return nil, err
	}
	field := bakeoff.OfCoins(coins)
	found, err := bakeoff.Measure(ctx, field, ms, bakeoff.Options{
		Options: montecarlo.Options{Replicates: boards}, Seed: seed, Trials: votesAt[len(votesAt)-1], At: votesAt, Golds: field.Own(ms),
	})
	if err != nil {
		return nil, err
	}
	var numbers []number
	for _, n := range votesAt {
		taus, holds := []number{}, []number{}
		for _, result := range found {
			tau, hold := number{math.NaN(), math.NaN()}, number{math.NaN(), math.NaN()}
			for _, p := range result.Points {
				if p.N == n {
					tau, hold = number{p.Tau, p.TauSE}, number{p.Coverage, p.CoverageSE}
				}
			}
			taus, holds = append(taus, tau), append(holds, hold)
		}
		numbers = append(append(numbers, taus...), holds...)
	}
	return numbers, nil
}
