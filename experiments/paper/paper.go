// Package paper provides the parts that all experiments on the paper share: options and results,
// the boards of its four benchmarks, its ranking rules, and its numbers of questions, trials and
// replicates.
//
// An experiment is a function of [Options] that returns a [Result]. It stops at errors with [Must].
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

// NotOverlap is the finding of the checks on the rule behind Table 2.
const NotOverlap = "Table 2 separates models from z = 1.645 on, although their 95 % intervals still overlap there."

// Options control an experiment. Numbers of replicates are the paper's.
type Options struct {
	Seed    uint64
	Workers int

	// Benchmarks holds the boards of the paper's four benchmarks, in the order of BenchmarkKeys; nil for the
	// stand-ins.
	Benchmarks []Benchmark

	// Signals holds attempts of the same models at one or more tasks, with all base signals. The
	// experiments on the schemata of Table 5 use them. If Signals is nil, they use attempts of
	// mimics.
	Signals []*signals.Attempts

	// Coins are used by fig2, table1 and fig3; nil for the paper's coins, which are drawn many
	// times.
	Coins *Coins

	// Draws is the number of draws of the paper's coins for claims; 0 for 100.
	Draws int

	// Cache, if not nil, lets experiments of one run share results.
	Cache *Cache

	// Stage, if not nil, is called at the start of each stage with its title and number of replicates. It
	// returns the function to call with the progress.
	Stage func(title string, total int) (progress func(done int))
}

// Run returns the Monte-Carlo options of a stage of the experiment.
func (o Options) Run(title string, replicates, total int) montecarlo.Options {
	m := montecarlo.Options{Replicates: replicates, Workers: o.Workers}
	if o.Stage != nil {
		m.Progress = o.Stage(title, total)
	}
	return m
}

// Coins holds the coins that the user gives in place of those of the paper.
type Coins struct {
	Name string // name for titles: "coins:20x30"
	*sim.Coins
}

// Note returns the note that other coins replaced the paper's.
func (c *Coins) Note() string {
	return "The coins are " + c.Name + " instead of the paper's, so the numbers published for the paper's coins are omitted."
}

// A Cache keeps results that several experiments of one run need, by name. The zero value is ready to use; a nil Cache
// keeps nothing.
type Cache struct {
	mu   sync.Mutex
	kept map[string]any
}

// Once returns the cached value with this name, or calls make and caches the result.
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

// A Result holds the output of an experiment.
type Result struct {
	Figures []Figure
	Data    []Data
	Tables  []*tables.Table
	Checks  []checks.Check
}

// Widths in millimetres of figures without a width of their own: two columns of a journal, at which text has its printed
// size, and the width of three panels in a row.
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

// AddChecks adds comparisons with published results.
func (r *Result) AddChecks(some ...checks.Check) { r.Checks = append(r.Checks, some...) }

// A Figure is a drawing with the name of its files, without an extension. Its data files come from the drawing
// itself.
type Figure struct {
	Name   string
	Figure *figures.Figure
}

// Data is a table for a CSV file, with the file's name without extension. Column names are unique and in lower case.
// Numbers are not rounded; shares are in [0, 1].
type Data struct {
	Name  string
	Table *tables.Table
}

// Confidence is the half-width of shaded bands in figures, in standard errors.
const Confidence = 1.96

// Line returns a line through points with standard errors.
func Line[T any](name string, points []T, at func(T) (x, y, se float64)) figures.Line {
	l := figures.Line{Name: name}
	for _, p := range points {
		x, y, se := at(p)
		l.X, l.Y, l.SE = append(l.X, x), append(l.Y, y), append(l.SE, se)
	}
	return l
}

// Exactly returns a line through points without standard errors.
func Exactly[T any](name string, points []T, at func(T) (x, y float64)) figures.Line {
	l := Line(name, points, func(p T) (x, y, se float64) { x, y = at(p); return x, y, 0 })
	l.SE = nil
	return l
}
