package bakeoff

import (
	"context"
	"math"
	"time"

	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// Cost is how long a metric takes to rank the models of a board with n trials, all of
// which are made, as it does when replicates are compared; it depends on the machine and
// its load. A metric that depends on the order of trials goes through all n of them.
type Cost struct {
	N    int
	Time time.Duration // per ranking of a whole board
}

// enough is how long to measure for one Cost, in rounds, and costly on how many boards in
// turn: some take a method longer than others.
const (
	enough = 2 * time.Millisecond
	costly = 8
)

// Costs measures a metric on boards of a field, with the numbers of trials
// given from its first on. It fails where Measure does.
func Costs(ctx context.Context, f *Field, m metrics.Metric, at []int, seed uint64) (costs []Cost, err error) {
	defer metrics.Catch(&err)
	for _, n := range at {
		if n < m.FirstTrial() {
			continue
		}
		rank, err := ranked(ctx, f, m, n, seed)
		if err != nil {
			return nil, err
		}
		took, err := fastest(ctx, rank)
		if err != nil {
			return nil, err
		}
		costs = append(costs, Cost{n, took})
	}
	return costs, nil
}

// fastest is how long a ranking takes, on average over the boards, in the round that took
// least: whatever else the machine does only adds to it.
func fastest(ctx context.Context, rank func(board int)) (time.Duration, error) {
	rank(0) // a program starts when it is first asked
	least, begin, times := time.Duration(math.MaxInt64), time.Now(), 1
	for round := 0; round == 0 || time.Since(begin) < enough; round++ {
		start := time.Now()
		for i := range times * costly {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			rank(i % costly)
		}
		took := time.Since(start) / time.Duration(times*costly)
		if least = min(least, took); took*costly < 20*time.Microsecond {
			times = 16 // so that looking at the clock takes no part of it
		}
	}
	return least, nil
}

// ranked is what ranks some boards of n trials by a metric.
func ranked(ctx context.Context, f *Field, m metrics.Metric, n int, seed uint64) (rank func(board int), err error) {
	plan, err := metrics.NewPlan(ctx, []metrics.Metric{m}, f.Shape(n), n)
	if err != nil {
		return nil, err
	}
	source, scorer := f.Source(n, seed), plan.Scorer()
	var tallies []*results.Tally
	var boards []*results.Board // where the order of trials counts
	for r := range costly {
		tallies = append(tallies, source.Walker().Draw(r))
		if plan.Ordered() {
			board, err := results.NewBoard(f.Models, results.Numbered("question", f.Chances.Questions), n, f.Chances.Top)
			if err != nil {
				return nil, err
			}
			replicate.Record(source, r, board)
			boards = append(boards, board)
		}
	}
	return func(board int) {
		if board == 0 && plan.Batched() {
			scorer.Ahead(tallies) // as those of a replicate are asked about
		}
		if boards != nil {
			scorer.Begin(boards[board], seed)
		}
		scorer.Score(tallies[board])
	}, nil
}
