package bakeoff

import (
	"math"

	"settle/internal/exact"
	"settle/internal/wire"
	"settle/montecarlo"
)

// A cell adds up the results of one metric over replicates, for one number of trials. For Err,
// Square and Coverage, each replicate contributes the mean over its models.
type cell struct {
	Tau, Weighted                          montecarlo.Taus
	Top1, RankError, Err, Square, Coverage exact.Moments
	Width                                  exact.Sum
	Tied                                   int // ordered pairs of models that tie
	Failed                                 int // boards that the metric could not rank
	Refused                                refusal
	Scored                                 int // boards whose scores have a target
	Intervals                              int // replicates with intervals
	Models                                 []modelSums
}

// A modelSums adds up the results of one metric for one model over replicates.
type modelSums struct {
	Err     exact.Moments
	Width   exact.Sum
	Covered int
}

// A refusal holds the error of a metric on the first board that the metric could not rank.
type refusal struct {
	next   int // index of that board's replicate plus 1, 0 for none
	reason string
}

// note stores why a metric could not rank the board of a replicate, unless the reason from an
// earlier replicate is already stored. next is the index of the replicate plus 1.
func (r *refusal) note(next int, reason string) {
	if r.next == 0 || next < r.next {
		r.next, r.reason = next, reason
	}
}

// Reset removes the refusal.
func (r *refusal) Reset() { *r = refusal{} }

// MergePart merges a refusal from other replicates: it keeps the refusal of the earlier replicate.
func (r *refusal) MergePart(from any) {
	if other := from.(*refusal); other.next > 0 {
		r.note(other.next, other.reason)
	}
}

// Code encodes or decodes the refusal: the index of its replicate, which is −1 if there is no
// refusal, and the reason.
func (r *refusal) Code(w *wire.Coder) {
	index := r.next - 1
	w.Int(&index)
	r.next = index + 1
	w.Text(&r.reason)
}

// An outcome holds the results of one metric on one replicate, which are compared with the results
// of other metrics on the same replicate.
type outcome struct {
	rankingAgreement         // undefined τ count as 0
	scored           bool    // whether square is set
	square           float64 // mean squared error over the models
}

// add adds the results of a metric on one replicate: its answer, and the agreement of its ranking
// with the gold order. It returns the values that are compared with other metrics.
func (c *cell) add(replicate int, said *answer, e *entrant, found rankingAgreement) (o outcome) {
	o.rankingAgreement = found
	o.tau, o.weighted = c.Tau.Add(found.tau), c.Weighted.Add(found.weighted)
	c.Top1.Add(found.top1)
	c.RankError.Add(found.rankError)
	c.Tied += found.tied
	if said.refused != nil {
		c.Failed++
		c.Refused.note(replicate+1, said.refused.Error())
		return o
	}
	if e.truth == nil || !said.scored {
		return o
	}
	c.Scored++
	o.scored, o.square = true, c.addErrors(said.scores, e.truth)
	if said.known {
		c.addEnds(said.lo, said.hi, e.truth)
	}
	return o
}

// addErrors adds the errors of all models' scores on a replicate (score minus target) and returns
// their mean square.
func (c *cell) addErrors(scores, truth []float64) float64 {
	var sum, squares float64
	for model := range c.Models {
		err := scores[model] - truth[model]
		c.Models[model].Err.Add(err)
		sum += err
		squares += float64(err * err)
	}
	models := float64(len(c.Models))
	c.Err.Add(sum / models)
	c.Square.Add(squares / models)
	return squares / models
}

// addEnds adds the intervals of all models on a replicate: their widths, and whether they
// contain the target.
func (c *cell) addEnds(lo, hi, truth []float64) {
	var covered, width float64
	for model := range c.Models {
		if lo[model] <= truth[model] && truth[model] <= hi[model] {
			c.Models[model].Covered++
			covered++
		}
		c.Models[model].Width.Add(hi[model] - lo[model])
		width += hi[model] - lo[model]
	}
	models := float64(len(c.Models))
	c.Intervals++
	c.Coverage.Add(covered / models)
	c.Width.Add(width / models)
}

// point returns the mean results for n trials per question, over the given number of replicates.
func (c *cell) point(n int, e *entrant, replicates int) Point {
	nan, models := math.NaN(), float64(len(c.Models))
	p := Point{
		N: n, Tied: float64(c.Tied) / (models * (models - 1)) / float64(replicates), Failed: c.Failed, Refusal: c.Refused.reason, Models: make([]ModelPoint, len(c.Models)),
		Tau: nan, TauSE: nan, Weighted: nan, WeightedSE: nan, Top1: nan, Top1SE: nan, RankError: nan, RankErrorSE: nan,
		Bias: nan, BiasSE: nan, RMSE: nan, RMSESE: nan, Coverage: nan, CoverageSE: nan, Width: nan,
	}
	if e.gold != nil {
		p.Undefined = c.Tau.Undefined
		p.Tau, p.TauSE = c.Tau.Mean(replicates)
		p.Weighted, p.WeightedSE = c.Weighted.Mean(replicates)
		p.Top1, p.Top1SE = c.Top1.Mean(replicates)
		p.RankError, p.RankErrorSE = c.RankError.Mean(replicates)
	}
	if c.Scored > 0 {
		p.Bias, p.BiasSE = c.Err.Mean(c.Scored)
		mse, se := c.Square.Mean(c.Scored)
		p.RMSE = math.Sqrt(mse)
		if p.RMSESE = se; p.RMSE > 0 {
			p.RMSESE = se / (2 * p.RMSE) // the delta method
		}
	}
	if c.Intervals > 0 {
		p.Coverage, p.CoverageSE = c.Coverage.Mean(c.Intervals)
		p.Width = c.Width.Over(c.Intervals)
	}
	for model := range c.Models {
		m, sums := ModelPoint{nan, nan, nan, nan}, &c.Models[model]
		if c.Scored > 0 {
			m.Bias, _ = sums.Err.Mean(c.Scored)
			m.RMSE = sums.Err.RootMeanSquare(c.Scored)
		}
		if c.Intervals > 0 {
			m.Coverage, m.Width = float64(sums.Covered)/float64(c.Intervals), sums.Width.Over(c.Intervals)
		}
		p.Models[model] = m
	}
	return p
}
