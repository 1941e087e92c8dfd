package experiments

import (
	"context"
	"slices"

	"settle/experiments/checks"
	"settle/internal/rng"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
	"settle/study/lead"
)

// The paper's numbers of trials, boards and replicates (section 2.7).
const (
	paperTrials     = 80
	paperBoards     = 1000
	paperReplicates = 10_000
)

// coinDraws is on how many draws of the paper's coins a claim is measured: a share
// of 95 % of them has a standard error of 1.5 %.
const coinDraws = 200

// limitDraws is how many times as many draws the claim on the end of all curves is
// measured on, which takes no replicates.
const limitDraws = 5

// Coins are coins to measure in place of the paper's.
type Coins struct {
	Name string // for titles: "coins:20x30"
	*sim.Coins
}

// note says what coins were taken in place of the paper's.
func (c *Coins) note() string {
	return "Of " + c.Name + " in place of the paper's coins: what it publishes of its own is left out."
}

// Why checks on coins are of their kind.
var (
	meansAsPublished = checks.Ground{Kind: checks.Construction,
		Why: "the coins' chances are shifted until their means are the published ones"}
	drawnCoins = checks.Ground{Kind: checks.Test,
		Why: "the coins share only their means and distributions with the paper's; " +
			"what follows from their draws and boards is open"}
	givenCoins = checks.Ground{Kind: checks.Test,
		Why: "the coins are the user's, and nothing of them was made to match"}
)

// draws is the number of draws of the paper's coins.
func (o Options) draws() int {
	if o.fewerDraws > 0 {
		return o.fewerDraws
	}
	return coinDraws
}

// draw is one draw of the paper's coins. All experiments on coins go through the same
// ones.
func (o Options) draw(i int) lead.Draw {
	seed := rng.New(o.Seed, "draws of the paper's coins", i).Uint64()
	return lead.Draw{Coins: sim.Paper(seed), Seed: seed}
}

// quantileBoards is on how many boards of the quantile coins a claim about resampling
// one is measured.
const quantileBoards = 30

// quantileCoins are the coins of the paper's means that are no draw. They still have
// boards, by number.
func (o Options) quantileCoins(board int) lead.Draw {
	return lead.Draw{Coins: sim.PaperQuantile(), Seed: rng.New(o.Seed, "boards of the quantile coins", board).Uint64()}
}

// overDraws does a piece of work with every draw, on the pool, and returns what they
// yield in order.
func overDraws[T any](
	ctx context.Context, o Options, title string, piece func(d lead.Draw, stopped func() bool) (T, error),
) ([]T, error) {
	run := o.run(title, o.draws(), o.draws())
	return montecarlo.Each(ctx, run, func(i int, stopped func() bool) (T, error) { return piece(o.draw(i), stopped) })
}

// medianOf is the index of the median of numbers: of an even number of them, of the
// lower of the two in the middle. Of equal ones it is the first.
func medianOf(values []float64) int {
	sorted := slices.Sorted(slices.Values(values))
	return slices.Index(values, sorted[(len(sorted)-1)/2])
}

// firstBoard is the first of the fresh boards, which Fig. 2 resamples and Table 1
// ranks.
func firstBoard(d lead.Draw) (*results.Board, error) { return d.Coins.Board(paperTrials, d.Seed, 0) }
