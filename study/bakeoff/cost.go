package bakeoff

import (
	"context"
	"time"

	"settle/metrics"
)

// Cost is how long a metric takes to score a model with n trials, as it does
// when replicates are compared; it depends on the machine and its load.
type Cost struct {
	N    int
	Time time.Duration
}

// enough is how long to measure for one Cost.
const enough = 2 * time.Millisecond

// Costs measures a metric on a board of a field, with the numbers of trials
// given from its first on. It fails where Measure does.
func Costs(ctx context.Context, f *Field, m metrics.Metric, at []int, seed uint64) (costs []Cost, err error) {
	defer metrics.Catch(&err)
	for _, n := range at {
		if n < m.FirstTrial() {
			continue
		}
		plan, err := metrics.NewPlan(ctx, []metrics.Metric{m}, f.Shape(n), n)
		if err != nil {
			return nil, err
		}
		scorer, t := plan.Scorer(), f.Source(n, seed).Walker().Draw(0)
		scorer.Score(t) // a program starts when it is first asked
		runs, start := 0, time.Now()
		for time.Since(start) < enough {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			scorer.Score(t)
			runs++
		}
		costs = append(costs, Cost{n, time.Since(start) / time.Duration(runs*len(f.Models))})
	}
	return costs, nil
}
