package bakeoff

import (
	"context"
	"math"
	"time"

	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// A Cost is the time that a metric takes to rank the models of one board with N trials per
// question. No attempts are missing, and the metric is called in the same way as by Measure. The
// time depends on the machine and its load. For a metric that depends on the order of trials, it
// includes reading all N trials.
type Cost struct {
	N    int
	Time time.Duration // per ranking of a whole board
}

// measureTime is the time spent on measuring one Cost, in several rounds. boardCount is the number
// of different boards that are ranked in turn, because some boards take longer than others.
const (
	measureTime = 2 * time.Millisecond
	boardCount  = 8
)

// Costs measures how long a metric takes to rank boards of a field. The numbers of trials per
// question are in at; Costs leaves out those that are too small for the metric. It fails if
// Measure fails.
func Costs(ctx context.Context, f *Field, m metrics.Metric, at []int, seed uint64) (costs []Cost, err error) {
	defer metrics.Catch(&err)
	for _, n := range at {
		if n < m.FirstTrial() {
			continue
		}
		rank, err := ranker(ctx, f, m, n, seed)
		if err != nil {
			return nil, err
		}
		took, err := fastestRound(ctx, rank)
		if err != nil {
			return nil, err
		}
		costs = append(costs, Cost{n, took})
	}
	return costs, nil
}

// fastestRound calls rank in several rounds and returns the mean time per board in the fastest
// round. It ignores the other rounds, because other work of the machine only adds time.
func fastestRound(ctx context.Context, rank func(board int)) (time.Duration, error) {
	rank(0) // an external program starts at its first request
	least, begin, times := time.Duration(math.MaxInt64), time.Now(), 1
	for round := 0; round == 0 || time.Since(begin) < measureTime; round++ {
		start := time.Now()
		for i := range times * boardCount {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			rank(i % boardCount)
		}
		took := time.Since(start) / time.Duration(times*boardCount)
		if least = min(least, took); took*boardCount < 20*time.Microsecond {
			times = 16 // so that the time to read the clock is negligible
		}
	}
	return least, nil
}

// ranker draws several boards of a field with n trials per question. It returns a function that
// ranks the board with a given index by the metric m.
func ranker(ctx context.Context, f *Field, m metrics.Metric, n int, seed uint64) (rank func(board int), err error) {
	plan, err := metrics.NewPlan(ctx, []metrics.Metric{m}, f.Shape(n), n)
	if err != nil {
		return nil, err
	}
	source, scorer := f.Source(n, seed), plan.Scorer()
	var tallies []*results.Tally
	var boards []*results.Board // if the order of trials counts
	for r := range boardCount {
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
			scorer.Ahead(tallies) // boards of a replicate are also scored together
		}
		if boards != nil {
			scorer.Begin(boards[board], seed)
		}
		scorer.Score(tallies[board])
	}, nil
}
