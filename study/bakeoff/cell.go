package bakeoff

import (
	"math"

	"settle/montecarlo"
)

// cell is sums over replicates for one metric and number of trials. Those of
// error, squared error and coverage are of their means over the models of a
// replicate.
type cell struct {
	tau, weighted         montecarlo.Taus
	top1, rankError       montecarlo.Moments
	tied                  float64
	failed                int    // boards that it could not rank
	refusal               string // what it said of the first of them
	scored                int    // boards whose scores have a truth to be compared with
	err, square, coverage montecarlo.Moments
	width                 float64
	intervals             int // replicates with intervals
	models                []modelSums
}

// modelSums are sums over replicates for one model.
type modelSums struct{ err, square, covered, width float64 }

// outcome is what a metric makes of one replicate, as it is compared with others.
type outcome struct {
	agreed         // with undefined τ counted as 0
	scored bool    // whether there is a square
	square float64 // the mean over models of the squared error
}

// add takes in what a metric says of a replicate, and how that agrees with its gold.
func (c *cell) add(said *answer, e *entrant, found agreed) (o outcome) {
	o.agreed = found
	o.tau, o.weighted = c.tau.Add(found.tau), c.weighted.Add(found.weighted)
	c.top1.Add(found.top1)
	c.rankError.Add(found.rankError)
	c.tied += found.tied
	if said.refused != nil {
		if c.failed++; c.refusal == "" {
			c.refusal = said.refused.Error()
		}
		return o
	}
	if e.truth == nil || !said.scored {
		return o
	}
	c.scored++
	o.scored, o.square = true, c.addErrors(said.scores, e.truth)
	if said.known {
		c.addEnds(said.lo, said.hi, e.truth)
	}
	return o
}

// addErrors adds the errors of a replicate, and returns the mean of their squares.
func (c *cell) addErrors(scores, truth []float64) float64 {
	var sum, squares float64
	for model := range c.models {
		err := scores[model] - truth[model]
		c.models[model].err += err
		c.models[model].square += float64(err * err)
		sum += err
		squares += float64(err * err)
	}
	models := float64(len(c.models))
	c.err.Add(sum / models)
	c.square.Add(squares / models)
	return squares / models
}

// addEnds adds the intervals of a replicate.
func (c *cell) addEnds(lo, hi, truth []float64) {
	var covered, width float64
	for model := range c.models {
		if lo[model] <= truth[model] && truth[model] <= hi[model] {
			c.models[model].covered++
			covered++
		}
		c.models[model].width += hi[model] - lo[model]
		width += hi[model] - lo[model]
	}
	models := float64(len(c.models))
	c.intervals++
	c.coverage.Add(covered / models)
	c.width += width / models
}

// merge adds the sums of later replicates.
func (c *cell) merge(from *cell) {
	c.tau.Merge(&from.tau)
	c.weighted.Merge(&from.weighted)
	c.top1.Merge(&from.top1)
	c.rankError.Merge(&from.rankError)
	c.tied += from.tied
	if c.failed == 0 {
		c.refusal = from.refusal
	}
	c.failed += from.failed
	c.scored += from.scored
	c.err.Merge(&from.err)
	c.square.Merge(&from.square)
	c.coverage.Merge(&from.coverage)
	c.width += from.width
	c.intervals += from.intervals
	for model, sums := range from.models {
		into := &c.models[model]
		into.err += sums.err
		into.square += sums.square
		into.covered += sums.covered
		into.width += sums.width
	}
}

// point is what the sums over so many replicates come to.
func (c *cell) point(n int, e *entrant, replicates int) Point {
	count, nan := float64(replicates), math.NaN()
	p := Point{
		N: n, Tied: c.tied / count, Failed: c.failed, Refusal: c.refusal, Models: make([]ModelPoint, len(c.models)),
		Tau: nan, TauSE: nan, Weighted: nan, WeightedSE: nan, Top1: nan, Top1SE: nan, RankError: nan, RankErrorSE: nan,
		Bias: nan, BiasSE: nan, RMSE: nan, RMSESE: nan, Coverage: nan, CoverageSE: nan, Width: nan,
	}
	if e.gold != nil {
		p.Undefined = c.tau.Undefined
		p.Tau, p.TauSE = c.tau.Mean(count)
		p.Weighted, p.WeightedSE = c.weighted.Mean(count)
		p.Top1, p.Top1SE = c.top1.Mean(count)
		p.RankError, p.RankErrorSE = c.rankError.Mean(count)
	}
	scored, intervals := float64(c.scored), float64(c.intervals)
	if c.scored > 0 {
		p.Bias, p.BiasSE = c.err.Mean(scored)
		mse, se := c.square.Mean(scored)
		p.RMSE = math.Sqrt(mse)
		if p.RMSESE = se; p.RMSE > 0 {
			p.RMSESE = se / (2 * p.RMSE) // the delta method
		}
	}
	if c.intervals > 0 {
		p.Coverage, p.CoverageSE = c.coverage.Mean(intervals)
		p.Width = c.width / intervals
	}
	for model, sums := range c.models {
		m := ModelPoint{nan, nan, nan, nan}
		if c.scored > 0 {
			m.Bias, m.RMSE = sums.err/scored, math.Sqrt(sums.square/scored)
		}
		if c.intervals > 0 {
			m.Coverage, m.Width = sums.covered/intervals, sums.width/intervals
		}
		p.Models[model] = m
	}
	return p
}
