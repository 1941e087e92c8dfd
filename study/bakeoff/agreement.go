package bakeoff

import (
	"math"
	"slices"

	"settle/kendall"
)

// An agreement compares rankings with one gold order. It must stay in one goroutine.
type agreement struct {
	tau      *kendall.Comparer
	weighted *kendall.Weighted
	places   []float64 // by model: its place in gold, as a mid-rank
	best     []bool    // by model: no model is better in gold
}

// An agreed holds the agreement of one ranking with gold, as in Point but for a single board.
type agreed struct {
	tau, weighted   float64 // NaN if undefined
	top1, rankError float64
	tied            int // ordered pairs of models that tie
}

func newAgreement(gold []int) *agreement {
	a := &agreement{
		tau: kendall.NewComparer(gold), weighted: kendall.NewWeighted(gold),
		places: make([]float64, len(gold)), best: make([]bool, len(gold)),
	}
	top := slices.Max(gold)
	for model, level := range gold {
		a.best[model] = level == top
		for other, theirs := range gold {
			switch {
			case theirs > level:
				a.places[model]++
			case theirs == level && other != model:
				a.places[model] += 0.5
			}
		}
		a.places[model]++
	}
	return a
}

// clone returns a copy with its own scratch space.
func (a *agreement) clone() *agreement {
	clone := *a
	clone.tau = a.tau.Clone()
	return &clone
}

// of compares the ranking that keys define with gold; a model with a larger key is better.
func (a *agreement) of(keys []uint64) agreed {
	found := agreed{tau: a.tau.TauB(keys), weighted: a.weighted.Tau(keys)}
	var first, right int
	top := slices.Max(keys)
	for model, key := range keys {
		better, equal := 0, -1
		for _, other := range keys {
			if other > key {
				better++
			}
			if other == key {
				equal++
			}
		}
		found.rankError += math.Abs(float64(float64(2*better+equal+2)/2) - a.places[model])
		found.tied += equal
		if key == top {
			first++
			if a.best[model] {
				right++
			}
		}
	}
	found.top1 = float64(right) / float64(first)
	found.rankError /= float64(len(keys))
	return found
}
