// Package experiments repeats the paper: the figures and tables on its coins, on its
// four benchmarks and on its schemata, and what it says of estimators: a package each,
// in which files are named after figures and tables.
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

// Experiment is a figure or a table of the paper.
type Experiment struct {
	ID    string // "fig2"
	Title string // what it shows, in a line
	Uses  Uses

	run func(context.Context, paper.Options) *paper.Result // stops by paper.Must
}

// Run runs the experiment. Its checks are judged.
func (e Experiment) Run(ctx context.Context, o paper.Options) (result *paper.Result, err error) {
	defer metrics.Catch(&err)
	paper.StopOn(ctx.Err())
	found := e.run(ctx, o)
	found.Checks = checks.Judged(e.ID, found.Checks)
	return found, nil
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

// All returns the experiments in the order in which they run.
func All() []Experiment {
	return []Experiment{
		{"fig2", "τ of thirteen metrics on eleven biased coins", UsesCoins, coins.Fig2},
		{"table1", "Ranks of the coins, with the interval and without", UsesCoins, coins.Table1},
		{"fig3", "Trials needed to order two close coins", UsesCoins, coins.Fig3},
		{"fig1", "When the ranking settles on four benchmarks", UsesBenchmarks, benchmarks.Fig1},
		{"fig4", "τ of thirteen metrics on four benchmarks", UsesBenchmarks, benchmarks.Fig4},
		{"fig5", "The reordering of trials that settles last", UsesBenchmarks, benchmarks.Fig5},
		{"fig6", "Share of rankings settled by trial n", UsesBenchmarks, benchmarks.Fig6},
		{"table2", "Ranks of eleven models on four benchmarks", UsesBenchmarks, benchmarks.Table2},
		{"table3", "What each metric offers", UsesBenchmarks, benchmarks.Table3},
		{"story", "How often one more trial changes the ranking", UsesBenchmarks, benchmarks.Story},
		{"growth", "Convergence as the leaderboard grows", UsesBenchmarks, benchmarks.Growth},
		{"table4", "Rubric variables, thresholds, how often they hold", UsesSignals, schemata.Table4},
		{"table5", "Twelve schemata and their categories", UsesSignals, schemata.Table5},
		{"fig7", "Ranks of models under the twelve schemata", UsesSignals, schemata.Fig7},
		{"priors", "What older models' results are worth as a prior", UsesNothing, estimators.Priors},
		{"examples", "Worked examples of blog, poster and article", UsesNothing, estimators.Examples},
		{"equations", "The paper's equations, as they are printed", UsesNothing, estimators.Equations},
		{"intervals", "What is said of intervals and estimators", UsesNothing, estimators.Intervals},
		{"followup", "What one trial is worth, by the next paper", UsesBenchmarks, benchmarks.Followup},
	}
}

// Select returns the experiments with the given IDs in the order of All, all
// of them where none is given, or an error naming those that there are.
func Select(ids ...string) ([]Experiment, error) {
	if len(ids) == 0 {
		return All(), nil
	}
	known := lists.Each(All(), func(e Experiment) string { return e.ID })
	for _, id := range ids {
		if !slices.Contains(known, id) {
			return nil, fmt.Errorf("there is no experiment %q; there are %s", id, strings.Join(known, ", "))
		}
	}
	return lists.Where(All(), func(e Experiment) bool { return slices.Contains(ids, e.ID) }), nil
}
