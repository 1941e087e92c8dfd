package montecarlo

import (
	"slices"

	"settle/internal/wire"
	"settle/metrics"
	"settle/results"
)

// Scores are what one metric scores replicates at, against n.
type Scores struct {
	Metric string
	Points []ScorePoint // by n, from the metric's first n on
}

// ScorePoint is what one metric scores replicates at one n.
type ScorePoint struct {
	N      int
	Models []Spread

	// Resolution is how much too wide the interval of a model may be at either end, in
	// units of the score (see Spread); 0 where intervals are exact.
	Resolution float64
}

// Spread is the distribution of one model's score over replicates. It is about what
// replicates are drawn from, a board say, and says nothing of what else might have been
// there: it is no posterior.
type Spread struct {
	Mean float64 // the expected score, as far as the replicates tell
	SE   float64 // the Monte-Carlo standard error of Mean, NaN for a single replicate
	SD   float64 // the sample standard deviation over replicates, NaN for a single one

	// Lo and Hi are the k-th smallest and the k-th largest score of all R replicates with
	// k = ⌊(R + 1)/40⌋, the central interval of 95 % (Efron and Tibshirani 1993, "An
	// Introduction to the Bootstrap", section 12.5), or the extremes where that is less
	// than 1. Scores are counted on a grid, of which the ends of the interval are the
	// outer lines.
	Lo, Hi float64
}

// tail is how many replicates are beyond an end of the interval, and that end.
func tail(replicates int) int { return max(1, (replicates+1)/40) }

// scoreLayout says where the values of a replicate are: rows of as many as there are
// models, by slot and n.
type scoreLayout struct {
	plan   *metrics.Plan
	models int
	at     []int // the n at which scores are wanted, ascending
	place  []int // by n: the index in at, −1 for none
	rows   []scoreRow
}

// scoreRow is the values of one slot at one n.
type scoreRow struct {
	slot, n int
	known   bool // the slot has started
	linear  bool // scores are linear in the values (see metrics.Scale)
	shift   int  // the bits by which values are finer than the grid
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
	metric := make([]int, plan.Slots()) // one of each slot: all have the same values
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

// values is how many values a replicate has, with room for those that are not known.
func (l *scoreLayout) values() int { return len(l.rows) * l.models }

// scoreSums is what replicates score. A worker holds their values as they came, and the
// total adds them up cell by cell after each block: so the counts of one cell at a time are
// in the processor's cache, and there is one table of counts for any number of workers.
type scoreSums struct {
	layout  *scoreLayout
	held    []uint64 // by replicate, then row and model
	cells   []*cell  // by row and model, nil where nothing is known; nil in a worker
	stripes *stripes // of rows
}

// begin makes room for a replicate.
func (s *scoreSums) begin() {
	n := s.layout.values()
	s.held = slices.Grow(s.held, n)
	s.held = s.held[:len(s.held)+n]
}

// hold takes in what the scorer found at n.
func (s *scoreSums) hold(scorer *metrics.Scorer, n int) {
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

// spill moves what a worker holds, or sums that were kept, to the total.
func (s *scoreSums) spill(total *scoreSums) {
	total.stripes.do(0, total.make)
	for row := range s.layout.rows {
		total.stripes.do(row, func() { total.addRow(s, row) })
	}
	s.reset()
}

// make makes the cells of a total.
func (s *scoreSums) make() {
	if s.cells == nil {
		s.cells = s.layout.cells()
	}
}

// addRow adds one row of other sums.
func (s *scoreSums) addRow(from *scoreSums, row int) {
	models, values := s.layout.models, s.layout.values()
	for i := row * models; i < (row+1)*models; i++ {
		c := s.cells[i]
		if c != nil && len(from.held) > 0 {
			c.addEach(from.held[i:], values)
		}
		if c != nil && from.cells != nil {
			c.merge(from.cells[i])
		}
	}
}

// code writes or reads the sums of blocks that were merged.
func (s *scoreSums) code(w *wire.Coder, replicates int) {
	s.make()
	for _, c := range s.cells {
		if c != nil && !w.Failed() {
			c.code(w, replicates)
		}
	}
}

// cells are empty ones, nil where nothing is known.
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

// of are the scores of a metric, given by its index.
func (s *scoreSums) of(metric int, m metrics.Metric, replicates int) Scores {
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
