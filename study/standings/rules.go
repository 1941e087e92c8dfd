package standings

import (
	"settle/metrics"
	"settle/ranking"
	"settle/study/posterior"
)

// Pairs says which pairs of models are compared. AllPairs takes time and memory that are
// quadratic in the number of models.
type Pairs int

const (
	// AllPairs compares every pair of models.
	AllPairs Pairs = iota
	// Neighbours compares each model with the next model in the ranking.
	Neighbours
	// NoPairs compares no pairs, so that only RankInterval shows ties.
	NoPairs
)

// Rules holds the options for ranking models.
type Rules struct {
	Confidence float64            // confidence of intervals and ties, in (0, 1)
	Ties       ranking.Ties       // decides whether two models are separated
	Convention ranking.Convention // numbers the ranks of tied models
	Bounds     metrics.Bounds     // limits to which intervals are clipped
	Estimand   posterior.Estimand // quantity that intervals are for: the mean over these questions, or over a population of questions
	Pairs      Pairs              // the pairs to compare

	// Means is the prior for the true scores, used when ranks are drawn.
	Means posterior.MeansPrior

	// NoIntervals leaves out Lo, Hi and Letters of each Standing. Set it if only the separated
	// pairs are needed: intervals are slow for mixture posteriors, and letters are slow for
	// hundreds of models.
	NoIntervals bool
}
