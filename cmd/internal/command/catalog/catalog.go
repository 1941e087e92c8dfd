// Package catalog implements settle metrics, which lists the metrics.
//
// Usage:
//
//	settle metrics [flags] [NAME]
//
// See docs/guide.md for examples.
package catalog

import (
	"context"
	"math"
	"slices"
	"time"

	"settle/cmd/internal/cli"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report/catalog"

	"settle/results"
	"settle/sim"

	_ "settle/metrics/rankers" // registers the names of ranking methods
)

// Command holds the arguments and flags of settle metrics, without the flags that all commands
// share.
type Command struct {
	Name    string `arg:"" optional:"" predictor:"metrics" help:"Metric to describe in full, such as pass@K or pass@8:fitted."`
	Measure bool   `help:"Measure the cost on this machine: microseconds for ranking 11 models on 30 questions with 16 trials."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "List the metrics for --metrics: what each one scores, whether it has an interval, which boards it accepts, and how costly a ranking is."
}

// Run prints the list.
func (c *Command) Run(env *cli.Env) error {
	families := metrics.Families()
	if c.Name != "" {
		one, err := metrics.FamilyOf(c.Name)
		if err != nil {
			return cli.Usagef("%w", err)
		}
		families = []metrics.Family{one}
	}
	var shows catalog.Metrics
	for _, f := range families {
		offer, err := f.Offer()
		if err != nil {
			return err
		}
		one := catalog.Metric{Family: f, Offer: offer, Micros: math.NaN()}
		if c.Measure {
			if one.Micros, err = medianTime(env.Context, f); err != nil {
				return err
			}
		}
		shows.List = append(shows.List, one)
	}
	if c.Measure {
		shows.Measured = "of 11 models on 30 questions with 16 trials, one processor"
	}
	if c.Name != "" && env.Format != string(tables.CSV) {
		return env.Print(shows.One())
	}
	return env.Print(shows.Report(tables.Format(env.Format).IsData()))
}

// Settings for measuring the time of a ranking: the number of boards, the trials per question, and
// the number and minimum duration of measurements. Each call ranks another board, because the
// processor's branch predictor would adapt to a single board.
const (
	boards   = 32
	trials   = 16
	measures = 5
	long     = 4 * time.Millisecond
)

// medianTime returns the median time that a metric takes to rank a board, in microseconds.
func medianTime(ctx context.Context, f metrics.Family) (float64, error) {
	m, err := f.Instance(metrics.Options{})
	if err != nil {
		return 0, err
	}
	coins := sim.Paper(0)
	if err := coins.Answer(4, 0); err != nil {
		return 0, err
	}
	plan, err := metrics.NewPlan(ctx, []metrics.Metric{m}, coins.Shape(trials), trials)
	if err != nil {
		return 0, err
	}
	scorer, drawn := plan.Scorer(), make([]*results.Tally, boards)
	for i := range drawn {
		board, err := coins.Board(trials, 0, i)
		if err != nil {
			return 0, err
		}
		if ordered, ok := m.(metrics.Sequential); ok {
			return median(ctx, func(i int) { metrics.EvaluateInOrder(ordered, board, uint64(i)) })
		}
		drawn[i] = board.Tally(trials)
	}
	return median(ctx, func(i int) { scorer.Score(drawn[i%boards]) })
}

// median returns the median time of a call rank(i), in microseconds. Each measured time is the mean
// of many calls.
func median(ctx context.Context, rank func(i int)) (float64, error) {
	rank(0)
	times := make([]float64, measures)
	for i := range times {
		begun, calls := time.Now(), 0
		for time.Since(begun) < long {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			rank(calls)
			calls++
		}
		times[i] = float64(time.Since(begun).Nanoseconds()) / 1000 / float64(calls)
	}
	slices.Sort(times)
	return times[measures/2], nil
}
