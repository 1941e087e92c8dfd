// Package paper holds what the experiments on the paper share: what they are given and
// what they yield, the boards of its four benchmarks, its rules of ranking, and its
// numbers of questions, trials and replicates.
//
// It believes that an experiment is a function of [Options] and nothing else. It leaves
// to its neighbours what is measured.
package paper

import (
	"strings"
	"sync"

	"settle/experiments/checks"
	"settle/figures"
	"settle/montecarlo"
	"settle/rubric/signals"
	"settle/sim"
	"settle/tables"
)

// The paper's numbers of questions, trials, boards and replicates (section 2.7).
const (
	Questions  = 30
	Trials     = 80
	Boards     = 1000
	Replicates = 10_000
)

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

// Boards are the benchmarks of the run, the stand-ins by default.
func (o Options) Boards() ([]Benchmark, error) {
	if o.Benchmarks != nil {
		return o.Benchmarks, nil
	}
	return StandIns()
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
func Once[T any](c *Cache, name string, make func() (T, error)) (T, error) {
	if c == nil {
		return make()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.kept[name]; ok {
		return known.(T), nil
	}
	made, err := make()
	if err != nil {
		return made, err
	}
	if c.kept == nil {
		c.kept = map[string]any{}
	}
	c.kept[name] = made
	return made, nil
}

// Result is what an experiment yields.
type Result struct {
	Figures []Figure
	Data    []Data
	Tables  []*tables.Table
	Checks  []checks.Check
}

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

// Plainly names the columns of a table as programs like them: in lower case and
// without blanks.
func Plainly(t *tables.Table) *tables.Table {
	for i := range t.Columns {
		t.Columns[i].Name = strings.ReplaceAll(strings.ToLower(t.Columns[i].Name), " ", "_")
	}
	return t
}

// Columns are those of a CSV file.
func Columns(names ...string) []tables.Column {
	all := make([]tables.Column, len(names))
	for i, name := range names {
		all[i].Name = name
	}
	return all
}

// Confidence is how many standard errors a figure shades on either side.
const Confidence = 1.96

// Numbers are rounded in tables, and whole in their data (report.Number).

// Percent is a share in a table.
func Percent(share float64) string { return tables.Percent(share, 1) }

// FourDigits is a number in a table.
func FourDigits(v float64) string { return tables.Float(v, 4) }

// Indices are 0..n−1.
func Indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
