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

// coinDraws is the number of random draws of the paper's coins on which a claim is
// measured. A share of 95 % then has a standard error of 2.2 %.
const coinDraws = 100

// limitDraws is the factor by which the number of draws is increased for the claim that
// all metrics converge to the same ranking. This claim needs no replicates, so more
// draws are cheap.
const limitDraws = 10

// Reasons given for checks of coins: each states why such a check is evidence or not.
var (
	meansAsPublished = checks.Construction.Because(
		"the success probabilities of the coins are shifted until the means of the coins equal the published means")
	drawnCoins = checks.Test.Because("the coins have only the means and distributions of the paper's coins, so results on draws and boards of these coins " +
		"could come out otherwise")
	givenCoins = checks.Test.Because("the coins are the user's, and nothing was made to match the paper")
)

// draws returns the number of random draws of the paper's coins that claims are
// measured on.
func draws(o paper.Options) int {
	if o.Draws > 0 {
		return o.Draws
	}
	return coinDraws
}

// draw returns the i-th random draw of the paper's coins. All experiments on coins use
// the same draws.
func draw(o paper.Options, i int) lead.Draw {
	seed := rng.New(o.Seed, "draws of the paper's coins", i).Uint64()
	return lead.Draw{Coins: sim.Paper(seed), Seed: seed}
}

// quantileBoards is the number of boards that are simulated from the quantile coins
// (see quantileDraw). A claim about resampling a single board is measured on each of
// these boards.
const quantileBoards = 30

// quantileDraw returns the quantile coins and the seed for their board with the given
// number. The coins have the paper's means, but their success probabilities are
// quantiles of the distributions instead of random draws.
func quantileDraw(o paper.Options, board int) lead.Draw {
	return lead.Draw{Coins: sim.PaperQuantile(), Seed: rng.New(o.Seed, "boards of the quantile coins", board).Uint64()}
}

// mapDraws calls piece(d, stopped) for every random draw d of the paper's coins, in
// parallel, and returns the results in order. Once stopped() is true, piece can return
// early.
func mapDraws[T any](
	ctx context.Context, o paper.Options, title string, piece func(d lead.Draw, stopped func() bool) T,
) []T {
	return mapRun(ctx, o.Run(title, draws(o), draws(o)), func(i int, stopped func() bool) T {
		return piece(draw(o, i), stopped)
	})
}

// mapRun calls piece(i, stopped) for every i in 0..run.Replicates−1, in parallel, and
// returns the results in order.
func mapRun[T any](ctx context.Context, run montecarlo.Options, piece func(i int, stopped func() bool) T) []T {
	return paper.Must(montecarlo.List(ctx, run, func() func(int, func() bool) T { return piece }))
}

// medianOf returns the index of the median. Of two middle values it chooses the lower
// one, and of equal values the first.
func medianOf(values []float64) int {
	sorted := slices.Sorted(slices.Values(values))
	return slices.Index(values, sorted[(len(sorted)-1)/2])
}
