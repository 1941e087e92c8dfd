package montecarlo

import (
	"slices"

	"settle/internal/wire"
	"settle/metrics"
	"settle/results"
)

// Scores describes the scores of one metric over replicates, at each number of trials
// n.
type Scores struct {
	Metric string
	Points []ScorePoint // by n, beginning with the metric's first n
}

// A ScorePoint describes the scores of one metric over replicates at one n.
type ScorePoint struct {
	N      int
	Models []Spread

	// Resolution is the largest distance between an end of a model's interval and its
	// exact value, in units of the score. Ends are rounded outwards (see Spread). It is 0
	// if intervals are exact.
	Resolution float64
}

// A Spread describes how one model's score varies over replicates. This depends on the
// source of the replicates, for example a board. It is not a posterior.
type Spread struct {
	Mean float64 // the mean score over replicates, an estimate of the expected score
	SE   float64 // the Monte Carlo standard error of Mean, NaN for a single replicate
	SD   float64 // the sample standard deviation over replicates, NaN for a single replicate

	// Lo and Hi are the ends of the central 95 % interval (Efron and Tibshirani 1993, "An
	// Introduction to the Bootstrap", section 12.5). They are the k-th smallest and the
	// k-th largest of R scores, where k = ⌊(R + 1)/40⌋, or 1 if that is 0. Scores are
	// counted on a grid, and the ends are rounded outwards to lines of the grid.
	Lo, Hi float64
}

// tail returns the k for which the ends Lo and Hi of an interval are the k-th smallest
// and the k-th largest score.
func tail(replicates int) int { return max(1, (replicates+1)/40) }

// scoreLayout describes how the score values of a replicate are stored. There is one
// row for each slot (group of metrics with the same values) and n, with one value per
// model.
type scoreLayout struct {
	plan   *metrics.Plan
	models int
	at     []int // the n at which scores are wanted, in ascending order
	place  []int // by n: the index in at, or −1
	rows   []scoreRow
}

// scoreRow describes the stored values of one slot (group of metrics with the same
// values) at one number of trials n.
type scoreRow struct {
	slot, n int
	known   bool // whether the slot has scores at n
	linear  bool // scores are linear in the values (see metrics.Scale)
	shift   int  // number of lowest bits of a value that a grid line drops
}

func newScoreLayout(plan *metrics.Plan, shape results.Shape, at []int) *scoreLayout {
	l := &scoreLayout{plan: plan, models: shape.Models, at: at, place: make([]int, shape.Trials+1)}
	for n := range l.place {
		l.place[n] = -1
		if at == nil && n > 0 && metrics.OnCurve(n, shape.Trials) {
			l.at = append(l.at, n)
		}
	}
	for i, n := range l.at {
		l.place[n] = i
	}
	metric := make([]int, plan.Slots()) // one metric of each slot: all have the same values
	for i := range plan.Metrics() {
		metric[plan.Slot(i)] = i
	}
	for slot, i := range metric {
		for _, n := range l.at {
			row := scoreRow{slot: slot, n: n, known: n >= plan.FirstTrial(slot)}
			if row.known {
				scale := plan.Scale(i, n)
				row.linear, row.shift = scale.Linear(), gridShift(scale.Largest)
			}
			l.rows = append(l.rows, row)
		}
	}
	return l
}

func (l *scoreLayout) wants(n int) bool { return l.place[n] >= 0 }

// values returns the number of values stored for a replicate. It includes places for
// scores that do not exist, because their n is too small.
func (l *scoreLayout) values() int { return len(l.rows) * l.models }

// scoreSums holds the scores of replicates. A worker stores the values of a block of
// replicates. After the block, it adds them to the total, one cell (summary of a
// model's scores) after another. The processor's cache then needs to hold the counts of
// only one cell, and all workers share one table of counts.
type scoreSums struct {
	layout  *scoreLayout
	held    []uint64 // by replicate, then row and model
	cells   []*cell  // by row and model, nil if unknown; nil in a worker
	stripes *stripes // locks of the rows
}

// begin makes room for the values of one more replicate.
func (s *scoreSums) begin() {
	n := s.layout.values()
	s.held = slices.Grow(s.held, n)
	s.held = s.held[:len(s.held)+n]
}

// store saves the scorer's values at n trials in the row of the current replicate.
func (s *scoreSums) store(scorer *metrics.Scorer, n int) {
	l := s.layout
	last := s.held[len(s.held)-l.values():]
	for at := l.place[n]; at < len(l.rows); at += len(l.at) {
		if row := &l.rows[at]; row.known {
			copy(last[at*l.models:], scorer.Values(row.slot))
		}
	}
}

func (s *scoreSums) reset() {
	s.held, s.cells = s.held[:0], nil
}

// spill adds everything in s to total, and then empties s. This can be the values of a
// worker, or sums that were read from a file.
func (s *scoreSums) spill(total *scoreSums) {
	total.stripes.do(0, total.make)
	for row := range s.layout.rows {
		total.stripes.do(row, func() { total.addRow(s, row) })
	}
	s.reset()
}

// make allocates the cells of s, which summarize scores, if s has none.
func (s *scoreSums) make() {
	if s.cells == nil {
		s.cells = s.layout.cells()
	}
}

// addRow adds the values in one row of source to the cells that summarize this row in
// s.
func (s *scoreSums) addRow(source *scoreSums, row int) {
	models, values := s.layout.models, s.layout.values()
	for i := row * models; i < (row+1)*models; i++ {
		c := s.cells[i]
		if c != nil && len(source.held) > 0 {
			c.addEach(source.held[i:], values)
		}
		if c != nil && source.cells != nil {
			c.merge(source.cells[i])
		}
	}
}

// code writes the cells to w or reads them from w. Each cell summarizes the given
// number of replicates.
func (s *scoreSums) code(w *wire.Coder, replicates int) {
	s.make()
	for _, c := range s.cells {
		if c != nil && !w.Failed() {
			c.code(w, replicates)
		}
	}
}

// cells returns empty cells, indexed by row and then by model. The cells of a row
// without scores are nil.
func (l *scoreLayout) cells() []*cell {
	cells := make([]*cell, l.values())
	for i, row := range l.rows {
		for model := range l.models {
			switch {
			case !row.known:
			case row.linear:
				cells[i*l.models+model] = newExactCell(row.shift)
			default:
				cells[i*l.models+model] = newRoundedCell()
			}
		}
	}
	return cells
}

// scores returns the scores of the metric with the given index, computed from the given
// number of replicates.
func (s *scoreSums) scores(metric int, m metrics.Metric, replicates int) Scores {
	scores := Scores{Metric: m.Name()}
	l := s.layout
	for place, n := range l.at {
		if n < m.FirstTrial() {
			continue
		}
		p, scale := ScorePoint{N: n, Models: make([]Spread, l.models)}, l.plan.Scale(metric, n)
		row := l.plan.Slot(metric)*len(l.at) + place
		for model := range p.Models {
			var resolution float64
			p.Models[model], resolution = s.cells[row*l.models+model].spread(scale, replicates)
			p.Resolution = max(p.Resolution, resolution)
		}
		scores.Points = append(scores.Points, p)
	}
	return scores
}
