package benchmarks

import (
	"context"
	"fmt"
	"math"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/metrics"
	"settle/report"
	convergereport "settle/report/converge"
	"settle/study/converge"
)

// resampling is a way of drawing the replicates of Figs. 1, 5 and 6. The paper says
// "bootstrap", which draws with replacement. However, the experiments fig1 and fig5
// show that the paper drew without replacement. The experiments measure both.
type resampling struct {
	replacement bool
	suffix      string // suffix of names of figures and files
	replicates  string // name in captions, after their number
	within      string // name in titles and checks
}

var resamplings = []resampling{
	{false, "", "row permutations", "permutations"},
	{true, "-bootstrap", "row replicates with replacement", "with replacement"},
}

// ground returns the kind of checks on convergence@n on a benchmark, with a reason. The
// stand-ins (simulated boards) match the published results by construction, but only
// for replicates drawn by permutation.
func (s resampling) ground(b paper.Benchmark) checks.Ground {
	if s.replacement {
		return b.Ground(neverFitted)
	}
	return b.Ground(settlesAsFitted)
}

// Reasons given for checks that use stand-ins for the paper's results.
var (
	settlesAsFitted = checks.Fitted.Because(
		"the stand-ins' counts were chosen so that convergence@n equals the published values")
	neverFitted = checks.Data.Because(
		"the stand-ins were not made to match the published value, so the obtained value says nothing about the paper's results")
	endsAsGold = checks.Construction.Because(
		"after its last trial, a permutation equals the whole board, and the ranking of the whole board by Bayes@N is gold")
	bothPrinted = checks.Test.Because("the check compares two printed statements or numbers with each other")
)

// convergenceReplicates is the number of row replicates that the paper uses in Figs. 1,
// 5 and 6.
const convergenceReplicates = 100_000

// convergenceMetrics lists the metrics shown in Fig. 1.
const convergenceMetrics = "bayes,pass@2,pass@4,pass@8"

// A settledBoard is a benchmark with the distributions of convergence@n over its
// replicates. Convergence@n is the n at which a ranking settles.
type settledBoard struct {
	paper.Benchmark
	how         resampling
	panel       string // title
	convergence *convergereport.Convergence
}

// bayes returns the distribution of convergence@n (the n at which a ranking settles)
// for rankings by Bayes@N.
func (b settledBoard) bayes() converge.Distribution { return b.convergence.Distributions[0] }

// passDistributions returns the distributions of convergence@n (the n at which a
// ranking settles), one for rankings by each Pass@k.
func (b settledBoard) passDistributions() []converge.Distribution {
	return b.convergence.Distributions[1:]
}

// check returns a check whose name also states how replicates are drawn.
func (b settledBoard) check(what, source string, o checks.Outcome, note string) checks.Check {
	return checks.New(fmt.Sprintf("%s, %s: %s", b.Title, b.how.within, what), source, b.how.ground(b.Benchmark), o, note)
}

// share returns the outcome of a quoted statement about a share of replicates. It takes
// the quotation, the measured share, and whether the statement is true for this share.
func (b settledBoard) share(says string, share float64, holds bool) checks.Outcome {
	return checks.Measured(says, share, shareError(share, convergenceReplicates), holds)
}

// settledBoards measures, for all benchmarks, at which n the rankings of replicates
// settle. s says how replicates are drawn. All experiments share these measurements.
func settledBoards(ctx context.Context, o paper.Options, s resampling) (all []settledBoard) {
	for i, b := range o.Boards() {
		c := paper.Once(o.Cache, "settled "+b.Key+s.suffix, func() *convergereport.Convergence { return measureSettling(ctx, o, b, s) })
		all = append(all, settledBoard{b, s, panelTitle(i, b), c})
	}
	return all
}

// measureSettling measures at which n the rankings of a benchmark's replicates settle.
// s says how replicates are drawn.
func measureSettling(ctx context.Context, o paper.Options, b paper.Benchmark, s resampling) *convergereport.Convergence {
	defer paper.About(b.Title)
	ms := paper.Must(metrics.Parse(convergenceMetrics, metrics.Options{}))
	gold := b.Gold()
	run := o.Run(fmt.Sprintf("%s: convergence@n, %s", b.Title, s.within), convergenceReplicates, convergenceReplicates)
	source := b.Rows(s.replacement, o.Seed)
	return &convergereport.Convergence{
		Setting: report.Setting{
			Name: b.Title, Task: b.Board.Task, Shape: b.Board.Shape(), Scheme: "rows", Replacement: s.replacement,
			Replicates: convergenceReplicates, Seed: o.Seed, Gold: fmt.Sprintf("bayes@%d", b.Board.Trials()), OwnGold: true,
		},
		Models: b.Board.Models, GoldLevels: gold, ExactTies: true,
		Distributions: paper.Must(converge.Measure(ctx, source, ms, gold, converge.Options{Options: run})),
	}
}

// trajectory returns a panel that shows each model's rank by Bayes@N against n, in the
// replicate with the given index.
func (b settledBoard) trajectory(ctx context.Context, o paper.Options, title string, index int) figures.Trajectories {
	source, gold := b.Rows(b.how.replacement, o.Seed), b.convergence.GoldLevels
	t := paper.Must(converge.Trace(ctx, source, metrics.Bayes(metrics.Binary, nil), gold, index, false))
	return b.convergence.Trajectories(title, t)
}

// Shares of replicates that are used as the meaning of words, where the paper and the
// poster print no numbers.
const (
	mostOf = 0.95 // "converges", "reliably"
	manyOf = 0.10 // "frequently", "many"
	half   = 0.50 // "severe"
)

// shareError returns the standard error of a share that was measured on the given
// number of replicates.
func shareError(share float64, count int) float64 {
	return math.Sqrt(share * (1 - share) / float64(count))
}
