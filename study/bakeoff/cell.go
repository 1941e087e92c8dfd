package bakeoff

import (
	"math"

	"settle/internal/exact"
	"settle/internal/wire"
	"settle/montecarlo"
)

// cell is sums over replicates for one metric and number of trials. Those of
// error, squared error and coverage are of their means over the models of a
// replicate.
type cell struct {
	tau, weighted         montecarlo.Taus
	top1, rankError       exact.Moments
	tied                  int    // times that a model has the place of another one
	failed                int    // boards that it could not rank
	first                 int    // the index of the first of them, −1 if there is none
	refusal               string // what it said of that
	scored                int    // boards whose scores have a truth to be compared with
	err, square, coverage exact.Moments
	width                 exact.Sum
	intervals             int // replicates with intervals
	models                []modelSums
}

// modelSums are sums over replicates for one model.
type modelSums struct {
	err     exact.Moments
	width   exact.Sum
	covered int
}

// outcome is what a metric makes of one replicate, as it is compared with others.
type outcome struct {
	agreed         // with undefined τ counted as 0
	scored bool    // whether there is a square
	square float64 // the mean over models of the squared error
}

// add takes in what a metric says of a replicate, and how that agrees with its gold.
func (c *cell) add(replicate int, said *answer, e *entrant, found agreed) (o outcome) {
	o.agreed = found
	o.tau, o.weighted = c.tau.Add(found.tau), c.weighted.Add(found.weighted)
	c.top1.Add(found.top1)
	c.rankError.Add(found.rankError)
	c.tied += found.tied
	if said.refused != nil {
		c.failed++
		c.refuse(replicate, said.refused.Error())
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

// refuse takes note of what the metric said of a board that it could not rank, unless it
// said something of an earlier one.
func (c *cell) refuse(replicate int, refusal string) {
	if c.first < 0 || replicate < c.first {
		c.first, c.refusal = replicate, refusal
	}
}

// addErrors adds the errors of a replicate, and returns the mean of their squares.
func (c *cell) addErrors(scores, truth []float64) float64 {
	var sum, squares float64
	for model := range c.models {
		err := scores[model] - truth[model]
		c.models[model].err.Add(err)
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
		c.models[model].width.Add(hi[model] - lo[model])
		width += hi[model] - lo[model]
	}
	models := float64(len(c.models))
	c.intervals++
	c.coverage.Add(covered / models)
	c.width.Add(width / models)
}

// reset forgets everything.
func (c *cell) reset() {
	c.tau.Reset()
	c.weighted.Reset()
	for _, m := range c.moments() {
		m.Reset()
	}
	c.width.Reset()
	c.tied, c.failed, c.first, c.refusal, c.scored, c.intervals = 0, 0, -1, "", 0, 0
	for model := range c.models {
		m := &c.models[model]
		m.err.Reset()
		m.width.Reset()
		m.covered = 0
	}
}

// moments are those of what is no τ.
func (c *cell) moments() [5]*exact.Moments {
	return [...]*exact.Moments{&c.top1, &c.rankError, &c.err, &c.square, &c.coverage}
}

// merge adds the sums of other replicates.
func (c *cell) merge(from *cell) {
	c.tau.Merge(&from.tau)
	c.weighted.Merge(&from.weighted)
	others := from.moments()
	for i, m := range c.moments() {
		m.Merge(others[i])
	}
	c.width.Merge(&from.width)
	c.tied += from.tied
	if from.failed > 0 {
		c.refuse(from.first, from.refusal)
	}
	c.failed += from.failed
	c.scored += from.scored
	c.intervals += from.intervals
	for model := range c.models {
		m, other := &c.models[model], &from.models[model]
		m.err.Merge(&other.err)
		m.width.Merge(&other.width)
		m.covered += other.covered
	}
}

// code writes or reads the sums.
func (c *cell) code(w *wire.Coder) {
	c.tau.Code(w)
	c.weighted.Code(w)
	for _, m := range c.moments() {
		m.Code(w)
	}
	c.width.Code(w)
	w.Int(&c.tied)
	w.Int(&c.failed)
	w.Int(&c.first)
	w.Text(&c.refusal)
	w.Int(&c.scored)
	w.Int(&c.intervals)
	for model := range c.models {
		m := &c.models[model]
		m.err.Code(w)
		m.width.Code(w)
		w.Int(&m.covered)
	}
}

// point is what the sums over so many replicates come to.
func (c *cell) point(n int, e *entrant, replicates int) Point {
	nan, models := math.NaN(), float64(len(c.models))
	p := Point{
		N: n, Tied: float64(c.tied) / (models * (models - 1)) / float64(replicates), Failed: c.failed, Refusal: c.refusal, Models: make([]ModelPoint, len(c.models)),
		Tau: nan, TauSE: nan, Weighted: nan, WeightedSE: nan, Top1: nan, Top1SE: nan, RankError: nan, RankErrorSE: nan,
		Bias: nan, BiasSE: nan, RMSE: nan, RMSESE: nan, Coverage: nan, CoverageSE: nan, Width: nan,
	}
	if e.gold != nil {
		p.Undefined = c.tau.Undefined
		p.Tau, p.TauSE = c.tau.Mean(replicates)
		p.Weighted, p.WeightedSE = c.weighted.Mean(replicates)
		p.Top1, p.Top1SE = c.top1.Mean(replicates)
		p.RankError, p.RankErrorSE = c.rankError.Mean(replicates)
	}
	if c.scored > 0 {
		p.Bias, p.BiasSE = c.err.Mean(c.scored)
		mse, se := c.square.Mean(c.scored)
		p.RMSE = math.Sqrt(mse)
		if p.RMSESE = se; p.RMSE > 0 {
			p.RMSESE = se / (2 * p.RMSE) // the delta method
		}
	}
	if c.intervals > 0 {
		p.Coverage, p.CoverageSE = c.coverage.Mean(c.intervals)
		p.Width = c.width.Over(c.intervals)
	}
	for model := range c.models {
		m, sums := ModelPoint{nan, nan, nan, nan}, &c.models[model]
		if c.scored > 0 {
			m.Bias, _ = sums.err.Mean(c.scored)
			m.RMSE = sums.err.RootMeanSquare(c.scored)
		}
		if c.intervals > 0 {
			m.Coverage, m.Width = float64(sums.covered)/float64(c.intervals), sums.width.Over(c.intervals)
		}
		p.Models[model] = m
	}
	return p
}
