package benchmarks

import (
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/montecarlo"
	"settle/replicate"
	"settle/report"
	"settle/results"
	"settle/tables"
)

// storyReplicates are row permutations of each benchmark.
const storyReplicates = 5000

// storyTrials are those after which the ranking was looked at: 8 trials, one more,
// and 16.
var storyTrials = [3]int{8, 9, 16}

// storyScores are the successes of all models after each of storyTrials.
type storyScores [len(storyTrials)][]int

// storySteps are what the blog tells, one after the other, and what is close to it.
var storySteps = [4]struct {
	what, says string
	happens    func(at storyScores, whole []int) bool
}{
	{"the ranking changes with the 9th trial", "we ran one more trial, and the leaderboard changed",
		func(at storyScores, _ []int) bool { return !sameRanking(at[0], at[1]) }},
	{"the ranking after 16 trials is not that after 9", "at 16 trials it changed again",
		func(at storyScores, _ []int) bool { return !sameRanking(at[1], at[2]) }},
	{"both", "we ran one more trial, and the leaderboard changed. At 16 trials it changed again",
		func(at storyScores, _ []int) bool { return !sameRanking(at[0], at[1]) && !sameRanking(at[1], at[2]) }},
	{"the ranking after all trials is not that after 16", storyInferred,
		func(at storyScores, whole []int) bool { return !sameRanking(at[2], whole) }},
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
		changes, err := changes(ctx, o, b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Title, err)
		}
		shown, exact := []string{b.Title}, []string{b.Title}
		for i, step := range storySteps {
			share := float64(changes.counts[i]) / storyReplicates
			shown, exact = append(shown, paper.Percent(share)), append(exact, report.Number(share))
			outcome := checks.ComesUp(step.says, changes.counts[i], storyReplicates)
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

// changes counts, in permutations of a benchmark's trials, what happens of the story.
func changes(ctx context.Context, o paper.Options, b paper.Benchmark) (*storyCounts, error) {
	tally := b.Board.Tally(b.Board.Trials())
	whole := successesOf(tally, nil)
	source := replicate.Permuted(tally, storyTrials[2], o.Seed, "story rows")
	worker := func() montecarlo.Visit[*storyCounts] {
		walker := source.Walker()
		var at storyScores
		return func(r int, into *storyCounts, _ func() bool) {
			t := walker.Draw(r)
			for i, n := range slices.Backward(storyTrials[:]) {
				for t.Trials > n {
					walker.Drop()
				}
				at[i] = successesOf(t, at[i][:0])
			}
			into.add(at, whole)
		}
	}
	run := o.Run("story "+b.Title, storyReplicates, storyReplicates)
	return montecarlo.Fold(ctx, run, func() *storyCounts { return new(storyCounts) }, worker)
}

// successesOf appends the number of right answers of each model, which orders models
// as Bayes@N does.
func successesOf(t *results.Tally, into []int) []int {
	for model := range t.Models {
		into = append(into, int(t.Totals[model*t.Top]))
	}
	return into
}

// storyCounts count the replicates in which each of storySteps happens.
type storyCounts struct{ counts [len(storySteps)]int }

// add counts a replicate by its successes after each of storyTrials, and those of the
// whole board.
func (c *storyCounts) add(at storyScores, whole []int) {
	for i, step := range storySteps {
		if step.happens(at, whole) {
			c.counts[i]++
		}
	}
}

// sameRanking tells whether every pair stands the same way by both.
func sameRanking(a, b []int) bool {
	for i := range a {
		for j := range i {
			if (a[i] < a[j]) != (b[i] < b[j]) || (a[i] > a[j]) != (b[i] > b[j]) {
				return false
			}
		}
	}
	return true
}

// Reset forgets everything.
func (c *storyCounts) Reset() { *c = storyCounts{} }

// Merge adds the counts of other replicates.
func (c *storyCounts) Merge(from *storyCounts) {
	for i, count := range from.counts {
		c.counts[i] += count
	}
}
