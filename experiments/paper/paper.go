// Package paper holds what the experiments on the paper share: what they are given and
// what they yield, the boards of its four benchmarks, its rules of ranking, and its
// numbers of questions, trials and replicates.
//
// It believes that an experiment is a function of [Options] and nothing else. It leaves
// to its neighbours what is measured.
package paper

import (
	"sync"

	"settle/experiments/checks"
	"settle/figures"
	"settle/internal/tables"
	"settle/montecarlo"
	"settle/rubric/signals"
	"settle/sim"
)

// The paper's numbers of questions, trials, boards and replicates (section 2.7).
const (
	Questions  = 30
	Trials     = 80
	Boards     = 1000
	Replicates = 10_000
)

// NotOverlap is what checks of the rule of Table 2 find.
const NotOverlap = "Table 2 separates models from z = 1.645 on, where their 95 % intervals still overlap."

// Options say how to run an experiment. Replicate counts are the paper's.
type Options struct {
	Seed    uint64
	Workers int

	// Benchmarks are the boards of the paper's four benchmarks, in the order of
	// BenchmarkKeys; nil for the stand-ins.
	Benchmarks []Benchmark

	// Signals are attempts with all base signals at one or several tasks, by the same
	// models, for the experiments on the schemata of Table 5; nil for those of mimics.
	Signals []*signals.Attempts

	// Coins are those of fig2, table1 and fig3; nil for the paper's, which are
	// drawn many times.
	Coins *Coins

	// Draws is how many draws of the paper's coins claims are measured on; 0 for 200.
	Draws int

	// Cache, if not nil, spares experiments of one run what another has done.
	Cache *Cache

	// Stage, if not nil, is told what begins and out of how many replicates,
	// and returns what to tell the progress to.
	Stage func(title string, total int) (progress func(done int))
}

// Run returns the options of a stage of the experiment.
func (o Options) Run(title string, replicates, total int) montecarlo.Options {
	m := montecarlo.Options{Replicates: replicates, Workers: o.Workers}
	if o.Stage != nil {
		m.Progress = o.Stage(title, total)
	}
	return m
}

// Coins are coins to measure in place of the paper's.
type Coins struct {
	Name string // for titles: "coins:20x30"
	*sim.Coins
}

// Note says what coins were taken in place of the paper's.
func (c *Coins) Note() string {
	return "Of " + c.Name + " in place of the paper's coins: what it publishes of its own is left out."
}

// Cache keeps what several experiments of one run need, by name. The zero value is
// ready to use; a nil Cache keeps nothing.
type Cache struct {
	mu   sync.Mutex
	kept map[string]any
}

// Once makes a thing, unless the cache has one of the name, and keeps it.
func Once[T any](c *Cache, name string, make func() T) T {
	if c == nil {
		return make()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.kept[name]; ok {
		return known.(T)
	}
	if c.kept == nil {
		c.kept = map[string]any{}
	}
	made := make()
	c.kept[name] = made
	return made
}

// Result is what an experiment yields.
type Result struct {
	Figures []Figure
	Data    []Data
	Tables  []*tables.Table
	Checks  []checks.Check
}

// The widths of figures that choose none, in millimetres: both columns of a journal, where
// text has the size that it is printed in, and what three panels in a row need.
const (
	pageWidth = 178
	widePage  = 230
)

// AddFigure adds a figure.
func (r *Result) AddFigure(name string, f *figures.Figure) {
	if f.Width == 0 {
		f.Width = pageWidth
		if len(f.Panels) == 3 {
			f.Width = widePage
		}
	}
	r.Figures = append(r.Figures, Figure{Name: name, Figure: f})
}

// AddData adds a table for a CSV file.
func (r *Result) AddData(name string, t *tables.Table) {
	r.Data = append(r.Data, Data{Name: name, Table: t})
}

// AddTables adds tables for readers.
func (r *Result) AddTables(some ...*tables.Table) { r.Tables = append(r.Tables, some...) }

// AddChecks adds comparisons with what is published.
func (r *Result) AddChecks(some ...checks.Check) { r.Checks = append(r.Checks, some...) }

// Figure is a drawing with the name of its files, without an ending. The data
// behind it is the figure's own.
type Figure struct {
	Name   string
	Figure *figures.Figure
}

// Data is a table for a CSV file, with the file's name without its ending. Its
// columns are named in lower case, each otherwise, and its numbers are whole:
// shares in [0, 1], not rounded.
type Data struct {
	Name  string
	Table *tables.Table
}

// Confidence is how many standard errors a figure shades on either side.
const Confidence = 1.96

// Line returns a line through points, with their standard errors.
func Line[T any](name string, points []T, at func(T) (x, y, se float64)) figures.Line {
	l := figures.Line{Name: name}
	for _, p := range points {
		x, y, se := at(p)
		l.X, l.Y, l.SE = append(l.X, x), append(l.Y, y), append(l.SE, se)
	}
	return l
}

// Exactly returns a line through points that have no standard errors.
func Exactly[T any](name string, points []T, at func(T) (x, y float64)) figures.Line {
	l := Line(name, points, func(p T) (x, y, se float64) { x, y = at(p); return x, y, 0 })
	l.SE = nil
	return l
}
