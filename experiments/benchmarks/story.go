package benchmarks

import (
	"context"
	"fmt"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/tables"
	"settle/metrics"
	"settle/replicate"
	"settle/study/converge"
)

// storyReplicates is the number of random permutations of the trials per benchmark.
const storyReplicates = 5000

// storyTrials lists the numbers of trials at which the rankings are compared: 8, one
// more, and 16.
var storyTrials = [3]int{8, 9, 16}

// storySteps lists the events of the blog's story, in which more trials change the
// ranking. They are in the order of the story; a related event follows.
var storySteps = []struct {
	what, heading, key, says string
	count                    func(converge.Looks) int // number of permutations in which it happens
}{
	{"the ranking changes with the 9th trial", "changes at 9", "changed_at_9",
		"we ran one more trial, and the leaderboard changed", func(l converge.Looks) int { return l.Changed[1] }},
	{"the ranking after 16 trials differs from the ranking after 9", "changes at 16", "changed_at_16",
		"at 16 trials it changed again", func(l converge.Looks) int { return l.Changed[2] }},
	{"the ranking changes with the 9th trial and again by the 16th trial", "both", "changed_at_both",
		"we ran one more trial, and the leaderboard changed. At 16 trials it changed again",
		func(l converge.Looks) int { return l.Every }},
	{"the ranking after all trials differs from the ranking after 16", "changes after 16", "changed_after_16",
		storyInferred, func(l converge.Looks) int { return l.Replicates - l.Agrees[2] }},
}

// storyInferred describes an event of the blog's story that the blog implies but does
// not state.
const storyInferred = "after 16 trials it had not settled"

// A storyBenchmark is a benchmark with comparisons of its rankings at the numbers of
// trials in storyTrials.
type storyBenchmark struct {
	paper.Benchmark
	looks converge.Looks
}

// Story measures how likely the blog's story is on each benchmark. In this story,
// trials are in random order. The ranking by Bayes@N after 8 trials changes with one
// more trial, and has changed again after 16 trials.
func Story(ctx context.Context, o paper.Options) *paper.Result {
	var all []storyBenchmark
	for _, b := range o.Boards() {
		if b.Board.Trials() >= storyTrials[2] {
			all = append(all, storyBenchmark{b, looks(ctx, o, b)})
		}
	}
	result := &paper.Result{}
	fields := []tables.Field[storyBenchmark]{paper.Text("board", "board", func(b storyBenchmark) string { return b.Title })}
	for _, step := range storySteps {
		fields = append(fields, paper.Number(step.heading, step.key, paper.Percent,
			func(b storyBenchmark) float64 { return b.looks.Share(step.count(b.looks)) }))
	}
	for _, b := range all {
		for _, step := range storySteps {
			outcome := checks.ComesUp(step.says, step.count(b.looks), storyReplicates)
			outcome.Inferred = step.says == storyInferred
			result.AddChecks(checks.New(b.Title+": "+step.what, "blog", b.Ground(neverFitted), outcome,
				"the statement is about one order of the trials, and this order is not published"))
		}
	}
	t, data := paper.Tables("The blog's story: how often the ranking by Bayes@N changes", fields, all)
	t.Notes = []string{
		fmt.Sprintf("Shares of %d row permutations, in which the trials of the board come in a random order. Two rankings are "+
			"the same if every pair of models has the same order in both rankings, including ties.", storyReplicates),
		paper.Note(o.Boards()),
	}
	result.AddTables(t)
	result.AddData("story", data)
	return result
}

// looks compares the rankings of a benchmark after 8, 9 and 16 trials with each other
// and with the ranking after all trials. It repeats this for many random orders of the
// trials.
func looks(ctx context.Context, o paper.Options, b paper.Benchmark) converge.Looks {
	defer paper.About(b.Title)
	source := replicate.Permuted(b.Board.Tally(b.Board.Trials()), storyTrials[2], o.Seed, "story rows")
	run := converge.Options{Options: o.Run("story "+b.Title, storyReplicates, storyReplicates)}
	bayes := []metrics.Metric{metrics.Bayes(metrics.Binary, nil)}
	return paper.Must(converge.Look(ctx, source, bayes, b.Gold(), storyTrials[:], run))[0]
}
