// Package experiments reproduces the paper "Don't Pass@k": its figures and tables on
// coins, on four benchmarks and on schemata, and its statements about estimators. Each
// group has its own package, in which many files are named after figures and tables.
//
// Call [All] or [Select], then [Experiment.Run]. [Claims] and [Answer] summarize the
// checks.
//
// Every published number that can be computed is compared with the number obtained, with
// its standard error if there is one. Numbers that agree and numbers that differ are both
// reported.
package experiments

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"settle/experiments/benchmarks"
	"settle/experiments/checks"
	"settle/experiments/coins"
	"settle/experiments/estimators"
	"settle/experiments/paper"
	"settle/experiments/schemata"
	"settle/internal/lists"
	"settle/metrics"
)

// An Experiment reproduces one figure, table or group of statements of the paper.
type Experiment struct {
	ID    string // "fig2"
	Title string // one line that says what it shows
	Uses  Uses

	run func(context.Context, paper.Options) *paper.Result // stops at errors with paper.Must
}

// Run runs the experiment and sets the final verdicts of its checks. It returns an
// error if ctx ends or a computation fails.
func (e Experiment) Run(ctx context.Context, o paper.Options) (result *paper.Result, err error) {
	defer metrics.Catch(&err)
	paper.StopOn(ctx.Err())
	found := e.run(ctx, o)
	found.Checks = checks.Judged(e.ID, found.Checks)
	return found, nil
}

// A Uses value says which parts of paper.Options an experiment reads, in addition to
// the parts that all experiments read.
type Uses int

// The possible values of Uses.
const (
	UsesNothing    Uses = iota
	UsesBenchmarks      // Options.Benchmarks
	UsesSignals         // Options.Signals
	UsesCoins           // Options.Coins
)

// All returns all experiments in the order in which they run.
func All() []Experiment {
	return []Experiment{
		{"fig2", "τ of thirteen metrics on eleven biased coins", UsesCoins, coins.Fig2},
		{"table1", "Ranks of the coins, with and without the interval", UsesCoins, coins.Table1},
		{"fig3", "Trials needed to order two close coins", UsesCoins, coins.Fig3},
		{"fig1", "When the ranking settles on four benchmarks", UsesBenchmarks, benchmarks.Fig1},
		{"fig4", "τ of thirteen metrics on four benchmarks", UsesBenchmarks, benchmarks.Fig4},
		{"fig5", "The permutation of trials that settles last", UsesBenchmarks, benchmarks.Fig5},
		{"fig6", "Share of rankings settled by trial n", UsesBenchmarks, benchmarks.Fig6},
		{"table2", "Ranks of eleven models on four benchmarks", UsesBenchmarks, benchmarks.Table2},
		{"table3", "Features of each metric", UsesBenchmarks, benchmarks.Table3},
		{"story", "How often one more trial changes the ranking", UsesBenchmarks, benchmarks.Story},
		{"growth", "Convergence as the leaderboard grows", UsesBenchmarks, benchmarks.Growth},
		{"table4", "Rubric variables, thresholds and their frequencies", UsesSignals, schemata.Table4},
		{"table5", "Twelve schemata and their categories", UsesSignals, schemata.Table5},
		{"fig7", "Ranks of models under the twelve schemata", UsesSignals, schemata.Fig7},
		{"priors", "Value of older models' results as a prior", UsesNothing, estimators.Priors},
		{"examples", "Worked examples of blog, poster and article", UsesNothing, estimators.Examples},
		{"equations", "The paper's equations as printed", UsesNothing, estimators.Equations},
		{"intervals", "Statements about intervals and estimators", UsesNothing, estimators.Intervals},
		{"followup", "Value of one trial, from the follow-up paper", UsesBenchmarks, benchmarks.Followup},
	}
}

// Select returns the experiments with the given IDs, in the order of All. Without IDs
// it returns all experiments. It returns an error for an unknown ID.
func Select(ids ...string) ([]Experiment, error) {
	if len(ids) == 0 {
		return All(), nil
	}
	known := lists.Each(All(), func(e Experiment) string { return e.ID })
	for _, id := range ids {
		if !slices.Contains(known, id) {
			return nil, fmt.Errorf("unknown experiment %q; experiments are %s", id, strings.Join(known, ", "))
		}
	}
	return lists.Where(All(), func(e Experiment) bool { return slices.Contains(ids, e.ID) }), nil
}
