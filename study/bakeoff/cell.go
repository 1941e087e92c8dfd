package bakeoff

import (
	"math"

	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
)

// cell is sums over replicates for one metric and number of trials. Those of
// error, squared error and coverage are of their means over the models of a
// replicate.
type cell struct {
	tau                   montecarlo.Taus
	err, square, coverage montecarlo.Moments
	width                 float64
	intervals             int // replicates with intervals
	models                []modelSums

	estimates []metrics.Estimate // scratch space
}

// modelSums are sums over replicates for one model.
type modelSums struct{ err, square, covered, width float64 }

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

// estimate is what a metric says of all models of a board, until the next call.
func (c *cell) estimate(m metrics.Estimator, t *results.Tally) []metrics.Estimate {
	c.estimates = metrics.Estimates(m, t, c.estimates)
	return c.estimates
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

func (c *cell) merge(from *cell) {
	c.tau.Merge(from.tau)
	c.err.Merge(from.err)
	c.square.Merge(from.square)
	c.coverage.Merge(from.coverage)
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
func (c *cell) point(n int, e entrant, replicates int) Point {
	count, nan := float64(replicates), math.NaN()
	p := Point{
		N: n, Undefined: c.tau.Undefined, Models: make([]ModelPoint, len(c.models)),
		Bias: nan, BiasSE: nan, RMSE: nan, RMSESE: nan, Coverage: nan, CoverageSE: nan, Width: nan,
	}
	p.Tau, p.TauSE = c.tau.Mean(count)
	known, intervals := e.truth != nil, float64(c.intervals)
	if known {
		p.Bias, p.BiasSE = c.err.Mean(count)
		mse, se := c.square.Mean(count)
		p.RMSE = math.Sqrt(mse)
		if p.RMSESE = se; p.RMSE > 0 {
			p.RMSESE = se / (2 * p.RMSE) // the delta method
		}
	}
	if intervals > 0 {
		p.Coverage, p.CoverageSE = c.coverage.Mean(intervals)
		p.Width = c.width / intervals
	}
	for model, sums := range c.models {
		m := ModelPoint{nan, nan, nan, nan}
		if known {
			m.Bias, m.RMSE = sums.err/count, math.Sqrt(sums.square/count)
		}
		if intervals > 0 {
			m.Coverage, m.Width = sums.covered/intervals, sums.width/intervals
		}
		p.Models[model] = m
	}
	return p
}
