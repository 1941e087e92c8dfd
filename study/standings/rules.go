package standings

import (
	"settle/metrics"
	"settle/ranking"
	"settle/study/posterior"
)

// Pairs are the pairs of models that are compared. All of them take time and
// memory that grow with the square of the models.
type Pairs int

const (
	// AllPairs compares every model with every other.
	AllPairs Pairs = iota
	// Neighbours compares each model with the next one.
	Neighbours
	// NoPairs compares nothing: ties with the interval are all that is known.
	NoPairs
)

// Rules say how models are ranked.
type Rules struct {
	Confidence float64            // of intervals and of ties, in (0, 1)
	Ties       ranking.Ties       // when two models are not told apart
	Convention ranking.Convention // how the ranks of models that tie are numbered
	Bounds     metrics.Bounds     // that intervals are clipped to
	Estimand   posterior.Estimand // what the intervals are about
	Pairs      Pairs              // that are compared

	// Means is the prior of the true scores where ranks are drawn.
	Means posterior.MeansPrior

	// NoIntervals leaves out Lo and Hi of each Standing, which take their time where
	// posteriors are mixtures, and the Letters, which do where models are hundreds, for
	// who asks only which models are told apart.
	NoIntervals bool
}
