package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/experiments/given"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/internal/unfused"
	"settle/kendall"
	"settle/metrics"
	"settle/results"
)

// A followup holds the measured results on one benchmark, or on all benchmarks pooled.
type followup struct {
	key       string
	unlike    string // why the published numbers do not apply to it, or ""
	share     float64
	uniform   trialSummary
	greedy    trialSummary
	hasGreedy bool
	alignment float64 // τ_b between greedy runs and gold
}

// trialResults returns the results of ranking by each single trial. If greedy is true,
// the rankings use greedy runs as a prior.
func (f *followup) trialResults(greedy bool) trialSummary {
	if greedy {
		return f.greedy
	}
	return f.uniform
}

// deviationReduction returns the relative decrease of the standard deviation of τ_b
// over single trials if greedy runs are used as a prior.
func (f *followup) deviationReduction() float64 { return 1 - f.greedy.scatter/f.uniform.scatter }

// gain returns by how much the mean τ_b over single trials increases if greedy runs are
// used as a prior.
func (f *followup) gain() float64 { return f.greedy.mean - f.uniform.mean }

// trialSummary summarizes how well single trials rank the models. It holds the mean and
// the standard deviation, over trials, of τ_b between the gold ranking and the ranking
// by one trial. It also counts the undefined values, which enter the mean as 0.
type trialSummary struct {
	mean, scatter float64
	undefined     int
}

// followups returns the measured results on each given benchmark, by key. If all four
// are given, it adds the results on all four pooled.
func followups(ctx context.Context, o paper.Options) map[string]*followup {
	found := map[string]*followup{}
	for _, b := range o.Benchmarks {
		if !b.StandIn {
			found[b.Key] = measureFollowup(ctx, b)
		}
	}
	if len(found) < len(paper.BenchmarkKeys) {
		return found
	}
	all := paper.Benchmark{Key: pooledKey, Board: pool(o.Benchmarks, paper.Benchmark.AllModels)}
	if all.Board != nil {
		all.Greedy = pool(o.Benchmarks, func(b paper.Benchmark) *results.Board { return b.Greedy })
		all.Noise = slices.ContainsFunc(o.Benchmarks, func(b paper.Benchmark) bool { return b.Noise })
		found[pooledKey] = measureFollowup(ctx, all)
	}
	return found
}

// pool returns a board with the questions of all benchmarks. The second argument
// returns the board of a benchmark; all boards must have the same models. If a board is
// missing or the numbers of trials differ, pool returns nil.
func pool(benchmarks []paper.Benchmark, of func(paper.Benchmark) *results.Board) *results.Board {
	first := of(benchmarks[0])
	var questions []string
	for i, b := range benchmarks {
		board := of(b)
		if board == nil || board.Trials() != first.Trials() {
			return nil
		}
		for _, question := range board.Questions {
			questions = append(questions, fmt.Sprintf("%d/%s", i, question)) // tasks can share names or have none
		}
	}
	all := paper.Must(results.NewBoard(first.Models, questions, first.Trials(), 1))
	at := 0
	for _, b := range benchmarks {
		board := of(b)
		for q := range board.Questions {
			for m := range board.Models {
				copy(all.Row(m, at), board.Row(m, q))
			}
			at++
		}
	}
	return all
}

// measureFollowup measures the results on one benchmark, or on all benchmarks pooled.
func measureFollowup(ctx context.Context, b paper.Benchmark) *followup {
	if b.Title != "" {
		defer paper.About(b.Title)
	}
	board := b.AllModels()
	whole := board.Tally(board.Trials())
	gold := standing(ctx, nil, whole)
	f := &followup{key: b.Key, unlike: unlikeFollowup(b.Key, board, b.Noise)}
	correct := lists.Sum(whole.Totals, func(total int64) int64 { return total })
	f.share = float64(correct) / float64(len(board.Models)*len(board.Questions)*board.Trials())
	f.uniform = singleTrials(ctx, board, nil, gold)
	if b.Greedy != nil {
		f.hasGreedy = true
		prior := b.Greedy.Tally(b.Greedy.Trials())
		f.alignment = kendall.TauB(gold, standing(ctx, nil, prior))
		f.greedy = singleTrials(ctx, board, prior, gold)
	}
	return f
}

// unlikeFollowup returns the reason why the follow-up paper's numbers do not apply to a
// board, or "" if they do apply. coin is true if the outcomes look like tosses of one
// coin.
func unlikeFollowup(key string, b *results.Board, coin bool) string {
	title := followupTitle(key)
	if coin {
		return "the outcomes given for " + title + " look like tosses of one coin"
	}
	found := lists.CountIf(b.Models, func(model string) bool { return given.Model(model) != "" })
	var lacks []string
	if len(b.Models) != followupModels || found != len(paper.Models) {
		lacks = append(lacks, fmt.Sprintf("%s (the paper has 20), of which %d are among the eleven of the first paper",
			tables.Count(len(b.Models), "model"), found))
	}
	questions := paper.Questions
	if key == pooledKey {
		questions *= len(paper.BenchmarkKeys)
	}
	lacks = given.Differs(lacks, len(b.Questions), "question", questions)
	return given.Lacks(title, given.Differs(lacks, b.Trials(), "trial", paper.Trials))
}

// standing returns the ranking of the models of t by Bayes@N, as one number per model;
// a larger number is better. The trials in prior serve as a prior, unless prior is nil.
func standing(ctx context.Context, prior, t *results.Tally) []float64 {
	paper.StopOn(ctx.Err())
	return paper.Floats(paper.Must(metrics.Ordinals(metrics.Bayes(metrics.Binary, prior), t)))
}

// singleTrials compares the rankings by each single trial of a board with the gold
// ranking. prior holds trials that the rankings use as a prior, or is nil.
func singleTrials(ctx context.Context, b *results.Board, prior *results.Tally, gold []float64) (over trialSummary) {
	taus := make([]float64, b.Trials())
	for trial := range taus {
		t := results.NewTally(len(b.Models), len(b.Questions), 1)
		t.Trials = 1
		for m := range b.Models {
			for q := range b.Questions {
				t.Add(m, q, int(b.Row(m, q)[trial]), 1)
			}
		}
		if taus[trial] = kendall.TauB(gold, standing(ctx, prior, t)); math.IsNaN(taus[trial]) {
			taus[trial] = 0
			over.undefined++
		}
	}
	var variance float64
	over.mean, variance = unfused.MeanVariance(taus, slices.Repeat([]float64{1}, len(taus)))
	over.scatter = math.Sqrt(variance)
	return over
}
