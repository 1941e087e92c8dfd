package benchmarks

import (
	"context"
	"fmt"
	"math"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/metrics"
	"settle/report"
	"settle/study/converge"
)

// resampling is how replicates of Figs. 1, 5 and 6 are drawn. The paper says
// "bootstrap", which draws with replacement; its numbers come from drawing without,
// as fig1 shows. So both are there.
type resampling struct {
	replacement bool
	suffix      string // of names of figures and files
	replicates  string // what a caption calls them, after their number
	within      string // what titles and checks say
}

var resamplings = []resampling{
	{false, "", "row permutations", "permutations"},
	{true, "-bootstrap", "row replicates with replacement", "with replacement"},
}

// of is what a check is called that is made for each resampling.
func (s resampling) of(b paper.Benchmark, what string) string {
	return fmt.Sprintf("%s, %s: %s", b.Title, s.within, what)
}

// ground is why a check on convergence@n is of its kind: the stand-ins were made to
// match what is published of permutations, and only of those.
func (s resampling) ground(b paper.Benchmark) checks.Ground {
	if s.replacement {
		return b.Ground(neverFitted)
	}
	return b.Ground(settlesAsFitted)
}

// Why checks on stand-ins are of their kind.
var (
	settlesAsFitted = checks.Ground{Kind: checks.Fitted,
		Why: "the stand-ins' counts were chosen so that convergence@n comes out as published"}
	neverFitted = checks.Ground{Kind: checks.Data,
		Why: "the stand-ins were not made to match this, so that they say nothing of the paper's results"}
	endsAsGold = checks.Ground{Kind: checks.Construction,
		Why: "with its last trial a permutation is the whole board, whose ranking by Bayes@N is gold"}
	bothPrinted = checks.Ground{Kind: checks.Test,
		Why: "it compares what is printed in one place with what is printed in another"}
)

// convergenceReplicates is the paper's count of row replicates in Figs. 1, 5
// and 6.
const convergenceReplicates = 100_000

// convergenceMetrics are those of Fig. 1.
const convergenceMetrics = "bayes,pass@2,pass@4,pass@8"

// settled finds where the replicates of a benchmark settle, once for all experiments.
func settled(ctx context.Context, o paper.Options, b paper.Benchmark, s resampling) (*report.Convergence, error) {
	return paper.Once(o.Cache, "settled "+b.Key+s.suffix, func() (*report.Convergence, error) {
		return measureSettled(ctx, o, b, s)
	})
}

func measureSettled(
	ctx context.Context, o paper.Options, b paper.Benchmark, s resampling,
) (*report.Convergence, error) {
	ms, err := metrics.Parse(convergenceMetrics, metrics.Options{})
	if err != nil {
		return nil, err
	}
	source, gold, err := b.RowsAndGold(s.replacement, o.Seed)
	if err != nil {
		return nil, err
	}
	stage := fmt.Sprintf("%s: convergence@n, %s", b.Title, s.within)
	run := converge.Options{Options: o.Run(stage, convergenceReplicates, convergenceReplicates)}
	distributions, err := converge.Measure(ctx, source, ms, gold, run)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Title, err)
	}
	return &report.Convergence{
		Setting: report.Setting{
			Name: b.Title, Task: b.Board.Task, Shape: b.Board.Shape(), Scheme: "rows", Replacement: s.replacement,
			Replicates: convergenceReplicates, Seed: o.Seed, Gold: b.GoldName(), OwnGold: true,
		},
		Models: b.Board.Models, GoldLevels: gold, ExactTies: true, Distributions: distributions,
	}, nil
}

// allSettled are the convergences of all benchmarks.
func allSettled(
	ctx context.Context, o paper.Options, all []paper.Benchmark, s resampling,
) ([]*report.Convergence, error) {
	found := make([]*report.Convergence, len(all))
	for i, b := range all {
		var err error
		if found[i], err = settled(ctx, o, b, s); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// trace draws the rank trajectory of Bayes@N in one replicate again.
func trace(
	ctx context.Context, o paper.Options, b paper.Benchmark, s resampling, c *report.Convergence, index int,
) (converge.Trajectory, error) {
	source, err := b.Rows(s.replacement, o.Seed)
	if err != nil {
		return converge.Trajectory{}, err
	}
	return converge.Trace(ctx, source, metrics.Bayes(metrics.Binary, nil), c.GoldLevels, index, false)
}

// How much of all replicates a word of the sources stands for, which print no
// number for it.
const (
	mostOf = 0.95 // "converges", "reliably"
	manyOf = 0.10 // "frequently", "many"
	half   = 0.50 // "severe"
)

// shareError is the standard error of a share.
func shareError(share float64, count int) float64 {
	return math.Sqrt(share * (1 - share) / float64(count))
}
