package benchmarks

import (
	"context"
	"fmt"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/metrics"
	"settle/replicate"
	"settle/report"
	"settle/study/converge"
	"settle/tables"
)

// storyReplicates are row permutations of each benchmark.
const storyReplicates = 5000

// storyTrials are those after which the ranking was looked at: 8 trials, one more,
// and 16.
var storyTrials = [3]int{8, 9, 16}

// storySteps are what the blog tells, one after the other, and what is close to it.
var storySteps = [4]struct {
	what, says string
	count      func(converge.Looks) int // of the reorderings in which it happens
}{
	{"the ranking changes with the 9th trial", "we ran one more trial, and the leaderboard changed",
		func(l converge.Looks) int { return l.Changed[1] }},
	{"the ranking after 16 trials is not that after 9", "at 16 trials it changed again",
		func(l converge.Looks) int { return l.Changed[2] }},
	{"both", "we ran one more trial, and the leaderboard changed. At 16 trials it changed again",
		func(l converge.Looks) int { return l.Every }},
	{"the ranking after all trials is not that after 16", storyInferred,
		func(l converge.Looks) int { return l.Replicates - l.Agrees[2] }},
}

// storyInferred is not told, but why the authors went on.
const storyInferred = "after 16 trials it had not settled"

// Story measures how likely the blog's story is on each benchmark: that the ranking
// by Bayes@N of 8 trials in random order changes with one more, and again at 16.
func Story(ctx context.Context, o paper.Options) (*paper.Result, error) {
	benchmarks, err := o.Boards()
	if err != nil {
		return nil, err
	}
	result := &paper.Result{}
	t := storyTable(benchmarks)
	data := &tables.Table{
		Columns: paper.Columns("board", "changed_at_9", "changed_at_16", "changed_at_both", "changed_after_16"),
	}
	for _, b := range benchmarks {
		if b.Board.Trials() < storyTrials[2] {
			continue
		}
		looks, err := looks(ctx, o, b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Title, err)
		}
		shown, exact := []string{b.Title}, []string{b.Title}
		for _, step := range storySteps {
			share := looks.Share(step.count(looks))
			shown, exact = append(shown, paper.Percent(share)), append(exact, report.Number(share))
			outcome := checks.ComesUp(step.says, step.count(looks), storyReplicates)
			outcome.Inferred = step.says == storyInferred
			result.Checks = append(result.Checks, checks.Check{
				Check: b.Title + ": " + step.what, Ground: b.Ground(neverFitted), Source: "blog", Outcome: outcome,
				Note: "it is of one order of the trials, which is not published",
			})
		}
		t.Rows, data.Rows = append(t.Rows, shown), append(data.Rows, exact)
	}
	result.Tables = []*tables.Table{t}
	result.Data = []paper.Data{{Name: "story", Table: data}}
	return result, nil
}

// storyTable is the table without its rows.
func storyTable(benchmarks []paper.Benchmark) *tables.Table {
	t := &tables.Table{
		Title:   "The blog's story: how often the ranking by Bayes@N changes",
		Columns: []tables.Column{{Name: "board"}},
		Notes: []string{
			fmt.Sprintf("Shares of %d row permutations: the trials of the board in a random order. Rankings are "+
				"the same if every pair of models stands the same way in both, ties included.", storyReplicates),
			paper.Note(benchmarks),
		},
	}
	for _, name := range []string{"9 is not 8", "16 is not 9", "both", "all is not 16"} {
		t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
	}
	return t
}

// looks are those at the ranking of a benchmark whose trials come in random orders,
// compared with each other and with the ranking by all trials.
func looks(ctx context.Context, o paper.Options, b paper.Benchmark) (converge.Looks, error) {
	tally := b.Board.Tally(b.Board.Trials())
	bayes := metrics.Bayes(metrics.Binary, nil)
	whole, err := metrics.Ordinals(bayes, tally)
	if err != nil {
		return converge.Looks{}, err
	}
	source := replicate.Permuted(tally, storyTrials[2], o.Seed, "story rows")
	run := converge.Options{Options: o.Run("story "+b.Title, storyReplicates, storyReplicates)}
	all, err := converge.Look(ctx, source, []metrics.Metric{bayes}, whole, storyTrials[:], run)
	if err != nil {
		return converge.Looks{}, err
	}
	return all[0], nil
}
