package priors

import (
	"context"
	"fmt"
	"math"

	"settle/internal/exact"
	"settle/kendall"
	"settle/montecarlo"
	"settle/sim"
)

// An Agreement says how well the true rankings before and after updates agree.
type Agreement struct {
	Updates int

	// Tau is the mean of Kendall's τ between the rankings over all updates. SE is its
	// Monte-Carlo standard error, NaN for a single update.
	Tau, SE float64

	// Discordant counts updates by their number of discordant pairs of models, 0..L(L−1)/2.
	// If d of n pairs are discordant, τ is 1 − 2d/n.
	Discordant []int
}

// Agree draws o.Replicates updates and measures how well the true rankings before and after an
// update agree. It fails if the update is invalid or if ctx ends.
func (u Update) Agree(ctx context.Context, o montecarlo.Options) (Agreement, error) {
	if err := u.check(); err != nil {
		return Agreement{}, err
	}
	return u.agree(ctx, truths, o)
}

func (u Update) agree(ctx context.Context, purpose string, o montecarlo.Options) (Agreement, error) {
	models := len(u.Old.Models)
	pairs := models * (models - 1) / 2
	gold := kendall.NewComparer(u.Old.Gold())
	counts, err := montecarlo.Fold(ctx, o,
		func() *histogram { return &histogram{make([]int, pairs+1)} },
		func() montecarlo.Visit[*histogram] {
			d, comparer, keys := u.drawer(purpose), gold.Clone(), make([]uint64, models)
			return func(update int, into *histogram, _ func() bool) {
				d.draw(update)
				for model, mean := range d.means {
					keys[model] = math.Float64bits(mean) // keeps the order of non-negative numbers
				}
				tau := comparer.TauB(keys)
				into.Counts[int(math.Round((1-tau)/2*float64(pairs)))]++
			}
		})
	if err != nil {
		return Agreement{}, err
	}
	return counts.agreement(pairs), nil
}

// A histogram counts updates by their number of discordant pairs: pairs of models whose order the
// update reverses.
type histogram struct{ Counts []int }

func (h *histogram) agreement(pairs int) Agreement {
	a := Agreement{Discordant: h.Counts}
	var taus exact.Moments
	for d, count := range h.Counts {
		tau := 1 - 2*float64(d)/float64(pairs)
		a.Updates += count
		taus.AddTimes(tau, count)
	}
	a.Tau, a.SE = taus.Mean(a.Updates)
	return a
}

// These are the settings of the search for the noise in Fit.
const (
	fitTolerance = 0.0005 // largest error of the mean τ
	fitSteps     = 30
)

// Fit finds the noise at which Kendall's τ between old and new true rankings has the mean target,
// in (0, 1), to within 0.0005. It returns the update of the old models with that noise. The mean
// is over o.Replicates updates, which are drawn only for the fit. Progress counts up to at most
// FitReplicates. Fit fails if the old models are invalid, if no noise up to MaxNoise reaches the
// target, or if ctx ends.
func Fit(ctx context.Context, old *sim.Coins, target float64, seed uint64, o montecarlo.Options) (Update, error) {
	u := Update{Old: old, Seed: seed}
	if err := u.check(); err != nil {
		return u, err
	}
	if !(target > 0 && target < 1) {
		return u, fmt.Errorf("the mean τ must be above 0 and below 1, not %v", target)
	}
	progress, low, high := o.Progress, 0.0, MaxNoise
	for step := range fitSteps {
		if progress != nil {
			o.Progress = func(done int) { progress(step*o.Replicates + done) }
		}
		u.Noise = (low + high) / 2
		a, err := u.agree(ctx, fitting, o)
		switch {
		case err != nil:
			return u, err
		case math.Abs(a.Tau-target) <= fitTolerance:
			return u, nil
		case a.Tau > target:
			low = u.Noise
		default:
			high = u.Noise
		}
	}
	return u, fmt.Errorf("no noise of at most %v logits gives a mean τ of %v over %d updates; use more updates or another τ",
		MaxNoise, target, o.Replicates)
}

// FitReplicates returns the largest number of updates that Fit can draw, given o.Replicates.
func FitReplicates(replicates int) int { return fitSteps * replicates }
