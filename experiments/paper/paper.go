// Package paper provides the parts that all experiments on the paper share. These are
// options and results, the boards of four benchmarks, the ranking rules, and the
// paper's numbers of questions, trials and replicates.
//
// An experiment is a function of [Options] that returns a [Result]. It stops at errors
// with [Must].
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

// Numbers of questions, trials, boards and replicates in the paper (section 2.7).
const (
	Questions  = 30
	Trials     = 80
	Boards     = 1000
	Replicates = 10_000
)

// NotOverlap is the sentence that sums up checks of the rule by which Table 2 separates
// models.
const NotOverlap = "Table 2 separates models from z = 1.645 on, although their 95 % intervals still overlap at this z."

// Options control an experiment. The numbers of replicates are not options; they are
// the paper's.
type Options struct {
	Seed    uint64
	Workers int

	// Benchmarks holds the boards of the paper's four benchmarks, in the order of
	// BenchmarkKeys. If it is nil, experiments use the stand-ins.
	Benchmarks []Benchmark

	// Signals holds attempts by the same models at one or more tasks, with all base
	// signals. Experiments on the schemata of Table 5 sort them into categories. If
	// Signals is nil, these experiments use simulated attempts.
	Signals []*signals.Attempts

	// Coins replaces the paper's coins in fig2, table1 and fig3. If it is nil, these
	// experiments draw the paper's coins many times.
	Coins *Coins

	// Draws is the number of random draws of the paper's coins on which claims are
	// measured; 0 means 100.
	Draws int

	// Cache, if not nil, lets the experiments of one run share intermediate results.
	Cache *Cache

	// Stage, if not nil, is called at the start of each stage with the stage's title and
	// number of replicates. It returns a function that is called with the number of
	// replicates done.
	Stage func(title string, total int) (progress func(done int))
}

// Run returns the Monte-Carlo options for one stage of an experiment. title and total
// describe the stage to o.Stage.
func (o Options) Run(title string, replicates, total int) montecarlo.Options {
	m := montecarlo.Options{Replicates: replicates, Workers: o.Workers}
	if o.Stage != nil {
		m.Progress = o.Stage(title, total)
	}
	return m
}

// Coins holds coins (simulated models) that the user gives in place of the paper's
// coins.
type Coins struct {
	Name string // name for titles: "coins:20x30"
	*sim.Coins
}

// Note returns a note that the user's coins replaced the paper's.
func (c *Coins) Note() string {
	return "The coins are " + c.Name + " instead of the paper's, so the numbers published for the paper's coins are omitted."
}

// A Cache keeps results, by name, that several experiments of one run need. The zero
// value is ready to use; a nil Cache keeps nothing.
type Cache struct {
	mu   sync.Mutex
	kept map[string]any
}

// Once returns the cached value with the given name. If there is none, it calls make(),
// caches the value and returns it.
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

// A Result holds everything that an experiment returns.
type Result struct {
	Figures []Figure
	Data    []Data
	Tables  []*tables.Table
	Checks  []checks.Check
}

// Widths, in millimetres, of figures that set no width.
const (
	pageWidth = 178 // two columns of a journal, where figures are printed without scaling
	widePage  = 230 // for figures with three panels
)

// AddFigure adds a figure to the result. name is the name of its files.
func (r *Result) AddFigure(name string, f *figures.Figure) {
	if f.Width == 0 {
		f.Width = pageWidth
		if len(f.Panels) == 3 {
			f.Width = widePage
		}
	}
	r.Figures = append(r.Figures, Figure{Name: name, Figure: f})
}

// AddData adds a table that is written to a CSV file. name is the name of the file.
func (r *Result) AddData(name string, t *tables.Table) {
	r.Data = append(r.Data, Data{Name: name, Table: t})
}

// AddTables adds tables for readers to the result.
func (r *Result) AddTables(some ...*tables.Table) { r.Tables = append(r.Tables, some...) }

// AddChecks adds comparisons with published results to the result.
func (r *Result) AddChecks(some ...checks.Check) { r.Checks = append(r.Checks, some...) }

// A Figure is a drawing, with the name of its files without an extension. Its data
// files are made from the drawing.
type Figure struct {
	Name   string
	Figure *figures.Figure
}

// Data is a table that is written to a CSV file, with the name of the file without an
// extension. Column names are unique and in lower case. Numbers are not rounded; shares
// are in [0, 1].
type Data struct {
	Name  string
	Table *tables.Table
}

// Confidence is the half-width of shaded bands in figures, in standard errors.
const Confidence = 1.96

// Line returns a line of a figure through points that have standard errors. at(p)
// returns the coordinates and the standard error of point p.
func Line[T any](name string, points []T, at func(T) (x, y, se float64)) figures.Line {
	l := figures.Line{Name: name}
	for _, p := range points {
		x, y, se := at(p)
		l.X, l.Y, l.SE = append(l.X, x), append(l.Y, y), append(l.SE, se)
	}
	return l
}

// Exactly returns a line of a figure through points without standard errors. at(p)
// returns the coordinates of point p.
func Exactly[T any](name string, points []T, at func(T) (x, y float64)) figures.Line {
	l := Line(name, points, func(p T) (x, y, se float64) { x, y = at(p); return x, y, 0 })
	l.SE = nil
	return l
}
