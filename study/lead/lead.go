// Package lead tests whether the ranking by one metric is nearer to the truth than the rankings
// by other metrics. It does so at every number of trials and for many random sets of coins, which
// are simulated models.
//
// Call [Measure] for the comparison. Call [Limits] to see how near each metric's order, at
// unlimited trials, is to the true order.
//
// A claim about coins should hold for all coins that are drawn in the same way. So Measure
// returns an outcome for each of many sets. One metric is the leader, and the others are its
// rivals. A rival passes the leader at n trials if its mean τ is higher by more than three
// standard errors ([Errors]) of the difference within replicates. This criterion is for one n at
// a time.
//
// Do not use the package for many methods or families: see study/arena.
package lead

import (
	"context"
	"fmt"

	"settle/bootstrap"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/sim"
)

// A Draw holds one random set of coins (simulated models) and the seed for their boards.
type Draw struct {
	Coins *sim.Coins
	Seed  uint64
}

// A Way is a way to create replicates (simulated evaluations) of coins (simulated models).
type Way int

// These are the ways to create replicates in Fig. 2 of "Don't Pass@k", in the order of its
// panels.
const (
	Fresh   Way = iota // draws new boards of the coins
	Columns            // resamples whole trials of one board of the coins, with replacement
	Rows               // resamples the trials of each question of that board separately, with replacement
)

// Ways returns all ways to create replicates.
func Ways() []Way { return []Way{Fresh, Columns, Rows} }

// Source returns a source of replicates with the given number of trials per question. For Columns
// and Rows, the replicates are resamples of the first board that Fresh draws.
func (d Draw) Source(w Way, trials int) (replicate.Source, error) {
	if w == Fresh {
		return d.Coins.Source(trials, d.Seed), nil
	}
	board, err := d.Coins.Board(trials, d.Seed, 0)
	if err != nil {
		return nil, err
	}
	scheme := map[Way]bootstrap.Scheme{Columns: bootstrap.Columns, Rows: bootstrap.Rows}[w]
	return bootstrap.New(board, bootstrap.Options{Scheme: scheme, Replacement: true}, d.Seed)
}

// Options holds the settings of a measurement.
type Options struct {
	montecarlo.Options // Replicates is the number per way and draw; Progress counts draws

	Draws  int   // number of draws, at least 1
	Trials int   // N, trials per question
	Ways   []Way // ways to create replicates; nil for all
}

// An Outcome holds the results for one Draw.
type Outcome struct {
	Leads []Lead // by Way; zero for a way that was not requested
}

// Measure compares the first metric with the others on o.Draws random sets of coins (simulated
// models). All sets must have the same numbers of models and questions. draw(i) returns the set
// with index i, from 0; several goroutines call it at once. The outcomes are in the order of the
// sets. Measure fails if montecarlo.Curves fails.
func Measure(ctx context.Context, draw func(int) Draw, ms []metrics.Metric, o Options) ([]Outcome, error) {
	contest, err := montecarlo.NewContest(ctx, ms, draw(0).Coins.Shape(o.Trials))
	if err != nil {
		return nil, err
	}
	pool := o.Options
	pool.Replicates = o.Draws
	return montecarlo.Each(ctx, pool, func(i int, stopped func() bool) (Outcome, error) {
		return measure(contest, draw(i), o, stopped)
	})
}

// measure does the work of Measure for one draw.
func measure(c *montecarlo.Contest, d Draw, o Options, stopped func() bool) (Outcome, error) {
	outcome := Outcome{Leads: make([]Lead, len(Ways()))}
	ways := o.Ways
	if ways == nil {
		ways = Ways()
	}
	for _, w := range ways {
		source, err := d.Source(w, o.Trials)
		if err != nil {
			return outcome, err
		}
		curves, err := c.Alone(source, d.Coins.Gold(), o.Replicates, stopped)
		if err != nil {
			return outcome, fmt.Errorf("coins drawn with seed %d: %w", d.Seed, err)
		}
		outcome.Leads[w] = Of(curves)
	}
	return outcome, nil
}
