package bakeoff

import (
	"math"
	"slices"

	"settle/kendall"
)

// An agreement compares rankings with one gold order (the reference ranking). It must not be
// shared between goroutines.
type agreement struct {
	tau      *kendall.Comparer
	weighted *kendall.Weighted
	places   []float64 // by model: its rank in the gold order, as a mid-rank
	best     []bool    // by model: no model is better in the gold order
}

// A rankingAgreement holds the agreement of one ranking of one board with the gold order (the
// reference ranking). The fields are defined in Point.
type rankingAgreement struct {
	tau, weighted   float64 // NaN if τ is undefined
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

// clone returns a copy of the agreement with its own scratch space.
func (a *agreement) clone() *agreement {
	clone := *a
	clone.tau = a.tau.Clone()
	return &clone
}

// compareRanking measures how well one ranking agrees with the gold order (the reference ranking).
// keys holds one key per model; a larger key is a better place.
func (a *agreement) compareRanking(keys []uint64) rankingAgreement {
	found := rankingAgreement{tau: a.tau.TauB(keys), weighted: a.weighted.Tau(keys)}
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
