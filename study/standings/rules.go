package standings

import (
	"settle/metrics"
	"settle/ranking"
	"settle/study/posterior"
)

// Rules say how models are ranked.
type Rules struct {
	Confidence float64            // of intervals and of ties, in (0, 1)
	Ties       ranking.Ties       // when two models are not told apart
	Convention ranking.Convention // how the ranks of models that tie are numbered
	Bounds     metrics.Bounds     // that intervals are clipped to
	Estimand   posterior.Estimand // what the intervals are about
}
