package questions

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"settle/metrics"
	"settle/ranking"
	"settle/results"
)

// A LeftOut says which models lead the ranking if one question is left out.
type LeftOut struct {
	Question int
	Leaders  []int // models that would be first, in the order of the tally
}

// A Without describes how the ranking changes if single questions are left out, one at a time.
type Without struct {
	// Changes lists, in the order of the tally, the questions without which other models
	// would lead.
	Changes []LeftOut

	// Ranks holds, for each model, its best and its worst competition rank over all
	// questions that are left out.
	Ranks []ranking.Span
}

// LeaveOneOut ranks the models by the exact scores of a metric, leaving out one question at a
// time. It fails if the metric cannot score a tally with one question less, if there is only one
// question, or if ctx ends.
func LeaveOneOut(ctx context.Context, m metrics.Metric, t *results.Tally) (Without, error) {
	whole, err := metrics.Ordinals(m, t)
	if err != nil {
		return Without{}, err
	}
	if t.Questions < 2 {
		return Without{}, errOneQuestion
	}
	lead := leaders(whole)
	w := Without{Ranks: make([]ranking.Span, t.Models)}
	for model := range w.Ranks {
		w.Ranks[model] = ranking.Span{Best: t.Models, Worst: 1}
	}
	for left := range t.Questions {
		if err := ctx.Err(); err != nil {
			return Without{}, err
		}
		rest := slices.DeleteFunc(upTo(t.Questions), func(q int) bool { return q == left })
		ordinals, err := metrics.Ordinals(metrics.Part(m, nil, rest), t.Part(nil, rest))
		if err != nil {
			return Without{}, err
		}
		if now := leaders(ordinals); !slices.Equal(now, lead) {
			w.Changes = append(w.Changes, LeftOut{Question: left, Leaders: now})
		}
		order := ranking.ByCompare(len(ordinals), func(i, j int) int { return cmp.Compare(ordinals[i], ordinals[j]) })
		for model, rank := range order.Ranks(ranking.Competition) {
			s := &w.Ranks[model]
			s.Best, s.Worst = min(s.Best, int(rank)), max(s.Worst, int(rank))
		}
	}
	return w, nil
}

var errOneQuestion = errors.New("cannot leave out the only question")

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// leaders returns the indices of the models with the highest ordinal.
func leaders(ordinals []int) []int {
	best := slices.Max(ordinals)
	return slices.DeleteFunc(upTo(len(ordinals)), func(model int) bool { return ordinals[model] != best })
}

// FewestRegraded returns the smallest number of trials whose outcomes must be changed (regraded)
// to make the challenger's observed mean larger than the leader's. Trials of the leader are
// regraded to the lowest weight, and trials of the challenger to the highest. ok is false if
// regrading all trials of both models is not enough. Means are computed exactly. Both models must
// have attempted at least one question, and w must have one weight per category of the tally.
func FewestRegraded(w metrics.Weights, t *results.Tally, leader, challenger int) (trials int, ok bool) {
	lo, hi := w.Range()
	gap := new(big.Rat).Sub(mean(w, t, leader), mean(w, t, challenger))
	gains := regradings(w, t, leader, func(worth float64) float64 { return worth - lo })
	gains = append(gains, regradings(w, t, challenger, func(worth float64) float64 { return hi - worth })...)
	slices.SortFunc(gains, func(a, b regrading) int { return b.gain.Cmp(a.gain) })
	for _, g := range gains {
		for range g.trials {
			if gap.Sign() < 0 {
				return trials, true
			}
			gap.Sub(gap, g.gain)
			trials++
		}
	}
	return trials, gap.Sign() < 0
}

// A regrading describes trials that all have the same effect if they are regraded (if their
// outcomes are changed).
type regrading struct {
	gain   *big.Rat // amount by which each of these trials reduces the gap between two models
	trials int      // number of these trials
}

func regradings(w metrics.Weights, t *results.Tally, model int, could func(worth float64) float64) []regrading {
	var all []regrading
	met := int64(t.Met(model))
	for q := range t.Questions {
		n := int64(t.TrialsOf(model, q)) * met
		for category, count := range categories(t, model, q) {
			if by := could(w.Float(category)); count > 0 && by > 0 {
				gain := new(big.Rat).SetFloat64(by)
				all = append(all, regrading{gain.Quo(gain, new(big.Rat).SetInt64(n)), count})
			}
		}
	}
	return all
}

// mean returns a model's exact mean weight over the questions that it attempted. Each of these
// questions counts equally.
func mean(w metrics.Weights, t *results.Tally, model int) *big.Rat {
	sum := new(big.Rat)
	met := int64(t.Met(model))
	for q := range t.Questions {
		n := int64(t.TrialsOf(model, q)) * met
		for category, count := range categories(t, model, q) {
			if count > 0 {
				worth := new(big.Rat).SetFloat64(w.Float(category))
				sum.Add(sum, worth.Mul(worth, big.NewRat(int64(count), n)))
			}
		}
	}
	return sum
}
