package coins

import (
	"context"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/rng"
	"settle/montecarlo"
	"settle/sim"
	"settle/study/lead"
)

// coinDraws is on how many draws of the paper's coins a claim is measured: a share
// of 95 % of them has a standard error of 2.2 %.
const coinDraws = 100

// limitDraws is how many times as many draws the claim on the end of all curves is
// measured on, which takes no replicates.
const limitDraws = 10

// Why checks on coins are of their kind.
var (
	meansAsPublished = checks.Construction.Because(
		"the coins' chances are shifted until their means are the published ones")
	drawnCoins = checks.Test.Because("the coins share only their means and distributions with the paper's; " +
		"what follows from their draws and boards is open")
	givenCoins = checks.Test.Because("the coins are the user's, and nothing of them was made to match")
)

// draws returns the number of draws of the paper's coins.
func draws(o paper.Options) int {
	if o.Draws > 0 {
		return o.Draws
	}
	return coinDraws
}

// draw returns one draw of the paper's coins. All experiments on coins go through the same
// ones.
func draw(o paper.Options, i int) lead.Draw {
	seed := rng.New(o.Seed, "draws of the paper's coins", i).Uint64()
	return lead.Draw{Coins: sim.Paper(seed), Seed: seed}
}

// quantileBoards is on how many boards of the quantile coins a claim about resampling
// one is measured.
const quantileBoards = 30

// quantileDraw returns the coins of the paper's means that are no draw. They still have
// boards, by number.
func quantileDraw(o paper.Options, board int) lead.Draw {
	return lead.Draw{Coins: sim.PaperQuantile(), Seed: rng.New(o.Seed, "boards of the quantile coins", board).Uint64()}
}

// overDraws does a piece of work with every draw, on the pool, and returns what they
// yield in order. A piece may end early once stopped says so.
func overDraws[T any](
	ctx context.Context, o paper.Options, title string, piece func(d lead.Draw, stopped func() bool) T,
) []T {
	return each(ctx, o.Run(title, draws(o), draws(o)), func(i int, stopped func() bool) T {
		return piece(draw(o, i), stopped)
	})
}

// each does pieces of work on the pool.
func each[T any](ctx context.Context, run montecarlo.Options, piece func(i int, stopped func() bool) T) []T {
	return paper.Must(montecarlo.List(ctx, run, func() func(int, func() bool) T { return piece }))
}

// medianOf returns the index of the median of numbers: of an even number of them, of the
// lower of the two in the middle. Of equal ones it is the first.
func medianOf(values []float64) int {
	sorted := slices.Sorted(slices.Values(values))
	return slices.Index(values, sorted[(len(sorted)-1)/2])
}
