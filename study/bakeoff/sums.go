package bakeoff

import (
	"math"
	"slices"

	"settle/internal/aggregate"
	"settle/internal/exact"
	"settle/study/converge"
)

// A sums adds up the results of all replicates (simulated boards), for every metric and number of
// trials.
type sums struct {
	Replicates int
	Cells      [][]cell // by metric, then index of the number of trials
	Duels      [][]duel // by pair of metrics first < second, at second·(second−1)/2 + first; then index of the number of trials
	Settled    []counts // by metric; nil if package converge counts them
}

// A duel adds up, over replicates, the advantage of the first of two metrics over the second.
type duel struct {
	Tau, Weighted, Top1, RankError, Square exact.Moments
	Squares                                int // replicates on which both have a squared error
}

func (d *duel) add(first, second *outcome) {
	d.Tau.Add(first.tau - second.tau)
	d.Weighted.Add(first.weighted - second.weighted)
	d.Top1.Add(first.top1 - second.top1)
	d.RankError.Add(second.rankError - first.rankError)
	if first.scored && second.scored {
		d.Squares++
		d.Square.Add(second.square - first.square)
	}
}

// A counts says how many replicates settle at each number of trials n. A replicate settles at n if
// its ranking by the metric equals the gold order from n trials on.
type counts struct {
	At    []int            // by n − 1 for n = 1..N+1; the last element counts replicates that never settle
	First aggregate.Firsts // first replicates that settle, with the same index
}

// add counts replicate r, which settles at n trials: its ranking equals the gold order from then
// on. n is N + 1 if that never happens.
func (c *counts) add(r, n int) {
	c.First.Add(n-1, r)
	c.At[n-1]++
}

func (c *counts) distribution(metric string, replicates int) converge.Distribution {
	n := len(c.At) - 1
	return converge.Distribution{
		Metric: metric, Replicates: replicates, Counts: slices.Clone(c.At[:n]), First: slices.Clone(c.First),
	}
}

// emptySums returns sums over no replicates.
func (c *contest) emptySums() *sums {
	entrants := len(c.entrants)
	s := &sums{Cells: make([][]cell, entrants), Duels: make([][]duel, entrants*(entrants-1)/2)}
	for i := range s.Cells {
		s.Cells[i] = make([]cell, len(c.at))
		for step := range s.Cells[i] {
			s.Cells[i][step].Models = make([]modelSums, len(c.field.Models))
		}
	}
	for i := range s.Duels {
		s.Duels[i] = make([]duel, len(c.at))
	}
	if c.field.Missing.Any() {
		for range entrants {
			s.Settled = append(s.Settled, counts{make([]int, c.trials+1), aggregate.NewFirsts(c.trials + 1)})
		}
	}
	return s
}

func (s *sums) cell(metric, step int) *cell { return &s.Cells[metric][step] }

// duel returns the summed comparison of two metrics at one number of trials. The metrics are given
// by index, with first < second, and step is the index of the number of trials.
func (s *sums) duel(first, second, step int) *duel {
	return &s.Duels[second*(second-1)/2+first][step]
}

// meanAdvantage returns the mean advantage of metric i over each metric, itself included. step is
// the index of the number of trials.
func (c *contest) meanAdvantage(s *sums, i, step int) []Ahead {
	out := make([]Ahead, len(c.entrants))
	for j := range c.entrants {
		out[j] = c.advantageOver(s, i, j, step)
	}
	return out
}

// advantageOver returns the mean advantage of metric i over metric j. step is the index of the
// number of trials.
func (c *contest) advantageOver(s *sums, i, j, step int) Ahead {
	nan, own, other := math.NaN(), &c.entrants[i], &c.entrants[j]
	a := Ahead{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan}
	if c.at[step] < other.metric.FirstTrial() {
		return a
	}
	d, sign, count := &duel{}, 1.0, s.Replicates
	if i != j {
		d = s.duel(min(i, j), max(i, j), step)
	}
	if j < i {
		sign = -1
	}
	mean := func(m *exact.Moments, count int) (mean, se float64) {
		mean, se = m.Mean(count)
		return sign * mean, se
	}
	if own.gold != nil && other.gold != nil {
		a.Tau, a.TauSE = mean(&d.Tau, count)
		a.Weighted, a.WeightedSE = mean(&d.Weighted, count)
		a.Top1, a.Top1SE = mean(&d.Top1, count)
		a.RankError, a.RankErrorSE = mean(&d.RankError, count)
	}
	if i == j {
		a.TauSE, a.WeightedSE, a.Top1SE, a.RankErrorSE = 0, 0, 0, 0
	} else if own.truth != nil && slices.Equal(own.truth, other.truth) && d.Squares > 0 {
		a.Square, a.SquareSE = mean(&d.Square, d.Squares)
	}
	return a
}
