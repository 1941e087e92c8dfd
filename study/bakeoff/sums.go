package bakeoff

import (
	"math"
	"slices"

	"settle/internal/exact"
	"settle/internal/wire"
	"settle/montecarlo"
	"settle/study/converge"
)

// sums are sums over replicates, for every metric and number of trials.
type sums struct {
	replicates int
	steps      int      // numbers of trials
	cells      []cell   // by metric, then number of trials
	duels      []duel   // by pair of metrics, the later one first, then number of trials
	settled    []counts // by metric; nil where that is counted elsewhere
}

// duel is sums over replicates of by how much the earlier of two metrics did better.
type duel struct {
	tau, weighted, top1, rankError, square exact.Moments
	squares                                int // replicates on which both have a squared error
}

func (d *duel) add(first, second *outcome) {
	d.tau.Add(first.tau - second.tau)
	d.weighted.Add(first.weighted - second.weighted)
	d.top1.Add(first.top1 - second.top1)
	d.rankError.Add(second.rankError - first.rankError)
	if first.scored && second.scored {
		d.squares++
		d.square.Add(second.square - first.square)
	}
}

// moments are those of all differences.
func (d *duel) moments() [5]*exact.Moments {
	return [...]*exact.Moments{&d.tau, &d.weighted, &d.top1, &d.rankError, &d.square}
}

func (d *duel) reset() {
	for _, m := range d.moments() {
		m.Reset()
	}
	d.squares = 0
}

func (d *duel) merge(from *duel) {
	others := from.moments()
	for i, m := range d.moments() {
		m.Merge(others[i])
	}
	d.squares += from.squares
}

func (d *duel) code(w *wire.Coder) {
	for _, m := range d.moments() {
		m.Code(w)
	}
	w.Int(&d.squares)
}

// counts are how many replicates settle at each n.
type counts struct {
	at    []int // by n − 1 for n = 1..N+1, the last for those that never do
	first []int // likewise: the index of the first of them, −1 if none
}

func newCounts(trials int) counts {
	c := counts{make([]int, trials+1), make([]int, trials+1)}
	c.reset()
	return c
}

// add counts a replicate that settles at n.
func (c *counts) add(r, n int) {
	c.first[n-1] = montecarlo.Earlier(c.first[n-1], r)
	c.at[n-1]++
}

func (c *counts) reset() {
	clear(c.at)
	for i := range c.first {
		c.first[i] = -1
	}
}

func (c *counts) merge(from *counts) {
	for i, n := range from.at {
		c.first[i] = montecarlo.Earlier(c.first[i], from.first[i])
		c.at[i] += n
	}
}

func (c *counts) code(w *wire.Coder) {
	w.Ints(c.at)
	w.Ints(c.first)
}

func (c *counts) distribution(metric string, replicates int) converge.Distribution {
	n := len(c.at) - 1
	return converge.Distribution{
		Metric: metric, Replicates: replicates, Counts: slices.Clone(c.at[:n]), First: slices.Clone(c.first),
	}
}

// empty makes sums of no replicates.
func (c *contest) empty() *sums {
	entrants := len(c.entrants)
	s := &sums{
		steps: len(c.at), cells: make([]cell, entrants*len(c.at)),
		duels: make([]duel, entrants*(entrants-1)/2*len(c.at)),
	}
	for i := range s.cells {
		s.cells[i].models, s.cells[i].first = make([]modelSums, len(c.field.Models)), -1
	}
	if c.field.Missing.Any() {
		for range entrants {
			s.settled = append(s.settled, newCounts(c.trials))
		}
	}
	return s
}

func (s *sums) cell(metric, step int) *cell { return &s.cells[metric*s.steps+step] }

// duel is that of two metrics, the earlier one first.
func (s *sums) duel(first, second, step int) *duel {
	return &s.duels[(second*(second-1)/2+first)*s.steps+step]
}

// ahead is by how much metric i did better than each of the others.
func (c *contest) ahead(s *sums, i, step int) []Ahead {
	out := make([]Ahead, len(c.entrants))
	for j := range c.entrants {
		out[j] = c.aheadOf(s, i, j, step)
	}
	return out
}

// aheadOf is by how much metric i did better than metric j.
func (c *contest) aheadOf(s *sums, i, j, step int) Ahead {
	nan, own, other := math.NaN(), &c.entrants[i], &c.entrants[j]
	a := Ahead{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan}
	if c.at[step] < other.metric.FirstTrial() {
		return a
	}
	d, sign, count := &duel{}, 1.0, s.replicates
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
		a.Tau, a.TauSE = mean(&d.tau, count)
		a.Weighted, a.WeightedSE = mean(&d.weighted, count)
		a.Top1, a.Top1SE = mean(&d.top1, count)
		a.RankError, a.RankErrorSE = mean(&d.rankError, count)
	}
	if i == j {
		a.TauSE, a.WeightedSE, a.Top1SE, a.RankErrorSE = 0, 0, 0, 0
	} else if own.truth != nil && slices.Equal(own.truth, other.truth) && d.squares > 0 {
		a.Square, a.SquareSE = mean(&d.square, d.squares)
	}
	return a
}

// Reset forgets everything.
func (s *sums) Reset() {
	s.replicates = 0
	for i := range s.cells {
		s.cells[i].reset()
	}
	for i := range s.duels {
		s.duels[i].reset()
	}
	for i := range s.settled {
		s.settled[i].reset()
	}
}

// Merge adds the sums of other replicates.
func (s *sums) Merge(from *sums) {
	s.replicates += from.replicates
	for i := range s.cells {
		s.cells[i].merge(&from.cells[i])
	}
	for i := range s.duels {
		s.duels[i].merge(&from.duels[i])
	}
	for i := range s.settled {
		s.settled[i].merge(&from.settled[i])
	}
}

// Code writes or reads the sums.
func (s *sums) Code(w *wire.Coder) {
	w.Int(&s.replicates)
	for i := range s.cells {
		s.cells[i].code(w)
	}
	for i := range s.duels {
		s.duels[i].code(w)
	}
	for i := range s.settled {
		s.settled[i].code(w)
	}
}
