// Package experiments repeats the paper, one file per figure or table.
//
// Begin with [All].
//
// It believes that a reproduction is worth what its comparison is worth: every
// number that the paper publishes stands beside the number obtained, with its
// standard error where it has one, whether they agree or not. It leaves flags
// and terminals to the commands.
package experiments

import (
	"context"
	"fmt"
	"strings"

	"settle/experiments/checks"
	"settle/figures"
	"settle/montecarlo"
	"settle/rubric/signals"
	"settle/tables"
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

	// Cache, if not nil, spares experiments of one run what another has done.
	Cache *Cache

	// Stage, if not nil, is told what begins and out of how many replicates,
	// and returns what to tell the progress to.
	Stage func(title string, total int) (progress func(done int))

	fewerDraws int // of the paper's coins, for tests; 0 for coinDraws
}

// run returns the options of a stage of the experiment.
func (o Options) run(title string, replicates, total int) montecarlo.Options {
	m := montecarlo.Options{Replicates: replicates, Workers: o.Workers}
	if o.Stage != nil {
		m.Progress = o.Stage(title, total)
	}
	return m
}

// Experiment is a figure or a table of the paper.
type Experiment struct {
	ID    string // "fig2"
	Title string // what it shows, in a line
	Uses  Uses

	run func(context.Context, Options) (*Result, error)
}

// Run runs the experiment. Its checks are judged.
func (e Experiment) Run(ctx context.Context, o Options) (*Result, error) {
	result, err := e.run(ctx, o)
	if err != nil {
		return nil, err
	}
	result.Checks = checks.Judged(e.ID, result.Checks)
	return result, nil
}

// Uses is what an experiment takes of the Options beside what all do.
type Uses int

// What experiments take.
const (
	UsesNothing    Uses = iota
	UsesBenchmarks      // Options.Benchmarks
	UsesSignals         // Options.Signals
	UsesCoins           // Options.Coins
)

// All are the experiments in the order in which they run.
func All() []Experiment {
	return []Experiment{
		{"fig2", "τ of thirteen metrics on eleven biased coins", UsesCoins, Fig2},
		{"table1", "Ranks of the coins, with the interval and without", UsesCoins, Table1},
		{"fig3", "Trials needed to order two close coins", UsesCoins, Fig3},
		{"fig1", "When the ranking settles on four benchmarks", UsesBenchmarks, Fig1},
		{"fig4", "τ of thirteen metrics on four benchmarks", UsesBenchmarks, Fig4},
		{"fig5", "The reordering of trials that settles last", UsesBenchmarks, Fig5},
		{"fig6", "Share of rankings settled by trial n", UsesBenchmarks, Fig6},
		{"table2", "Ranks of eleven models on four benchmarks", UsesBenchmarks, Table2},
		{"table3", "What each metric offers", UsesBenchmarks, Table3},
		{"story", "How often one more trial changes the ranking", UsesBenchmarks, Story},
		{"growth", "Convergence as the leaderboard grows", UsesBenchmarks, Growth},
		{"table4", "Rubric variables, thresholds, how often they hold", UsesSignals, Table4},
		{"table5", "Twelve schemata and their categories", UsesSignals, Table5},
		{"fig7", "Ranks of models under the twelve schemata", UsesSignals, Fig7},
		{"priors", "What older models' results are worth as a prior", UsesNothing, Priors},
		{"examples", "Worked examples of blog, poster and article", UsesNothing, Examples},
		{"equations", "The paper's equations, as they are printed", UsesNothing, Equations},
		{"intervals", "What is said of intervals and estimators", UsesNothing, Intervals},
		{"followup", "What one trial is worth, by the next paper", UsesBenchmarks, Followup},
	}
}

// Select returns the experiments with the given IDs in the order of All, all
// of them where none is given, or an error naming those that there are.
func Select(ids ...string) ([]Experiment, error) {
	if len(ids) == 0 {
		return All(), nil
	}
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var selected []Experiment
	var known []string
	for _, e := range All() {
		known = append(known, e.ID)
		if wanted[e.ID] {
			selected = append(selected, e)
			delete(wanted, e.ID)
		}
	}
	for _, id := range ids {
		if wanted[id] {
			return nil, fmt.Errorf("there is no experiment %q; there are %s", id, strings.Join(known, ", "))
		}
	}
	return selected, nil
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

// plainly names the columns of a table as programs like them: in lower case and
// without blanks.
func plainly(t *tables.Table) *tables.Table {
	for i := range t.Columns {
		t.Columns[i].Name = strings.ReplaceAll(strings.ToLower(t.Columns[i].Name), " ", "_")
	}
	return t
}

// columns are those of a CSV file.
func columns(names ...string) []tables.Column {
	all := make([]tables.Column, len(names))
	for i, name := range names {
		all[i].Name = name
	}
	return all
}
