// Package lead asks whether one metric's ranking is nearer to the truth than those
// of its rivals, at every number of trials, on many draws of coins rather than on
// one.
//
// Begin with [Measure]; [Limits] is to which order each metric comes in the end.
//
// It believes that what is claimed of simulated coins is claimed of all coins that
// are drawn in that way, so that the share of draws in which a claim holds says what
// a single seed cannot. A rival passes the leader where its mean τ is higher by more
// than chance: the differences are taken within replicates, and are above three of
// their standard errors. The package leaves the drawing of coins to package sim, τ
// to package montecarlo, and how the shares are shown to others.
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

// Draw is one draw of coins, with the seed of its boards.
type Draw struct {
	Coins *sim.Coins
	Seed  uint64
}

// Way is how replicates are made of coins.
type Way int

// The ways of the paper's Fig. 2, in the order of its panels.
const (
	Fresh   Way = iota // new boards of the coins
	Columns            // whole trials of one board of the coins, drawn with replacement
	Rows               // each question's trials on their own, of the same board, likewise
)

// Ways are all ways.
func Ways() []Way { return []Way{Fresh, Columns, Rows} }

// Source is the source of replicates of so many trials, made in a way. The one
// board that Columns and Rows resample is the first of those of Fresh.
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

// Options say how much to run.
type Options struct {
	montecarlo.Options // Replicates are those of each way and draw; Progress counts draws

	Draws  int   // at least 1
	Trials int   // N
	Ways   []Way // nil for all
}

// Outcome is what was found of one draw.
type Outcome struct {
	Leads []Lead // by Way; zero of those that were not asked for
}

// Measure compares the first metric with the others on so many draws of coins, which
// must all be of one size. draw makes each by its number, from 0; it is called by
// several goroutines at once. The outcomes are by draw. It fails where
// montecarlo.Curves does.
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

// measure is Measure for one draw.
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
