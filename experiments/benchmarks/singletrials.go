package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/experiments/given"
	"settle/experiments/paper"
	"settle/internal/unfused"
	"settle/kendall"
	"settle/metrics"
	"settle/results"
	"settle/tables"
)

// followup is what was measured of one benchmark, or of all pooled.
type followup struct {
	key       string
	unlike    string // why the published numbers are not about it, or ""
	share     float64
	uniform   overTrials
	greedy    overTrials
	hasGreedy bool
	alignment float64 // τ_b of the greedy runs' order and the gold
}

func (f *followup) of(greedy bool) overTrials {
	if greedy {
		return f.greedy
	}
	return f.uniform
}

// cut is the share of the standard deviation over single trials that the greedy prior
// takes away.
func (f *followup) cut() float64 { return 1 - f.greedy.scatter/f.uniform.scatter }

// gain is by how much the greedy prior raises the mean over single trials.
func (f *followup) gain() float64 { return f.greedy.mean - f.uniform.mean }

// overTrials is τ_b of the order by each single trial and the gold: the mean, the
// standard deviation of these as they are, not as a sample of others, and how many are
// undefined, which count as 0.
type overTrials struct {
	mean, scatter float64
	undefined     int
}

// followups measures the benchmarks that were given, and all four pooled.
func followups(ctx context.Context, o paper.Options, into map[string]*followup) error {
	for _, b := range o.Benchmarks {
		if b.StandIn {
			continue
		}
		if err := measureFollowup(ctx, into, b.Key, b.AllModels(), b.Greedy, b.Noise); err != nil {
			return fmt.Errorf("%s: %w", b.Title, err)
		}
	}
	if len(into) < len(paper.BenchmarkKeys) {
		return nil
	}
	boards, greedy, coin := make([]*results.Board, len(o.Benchmarks)), make([]*results.Board, len(o.Benchmarks)), false
	for i, b := range o.Benchmarks {
		boards[i], greedy[i] = b.AllModels(), b.Greedy
		coin = coin || b.Noise
	}
	all, err := pool(boards)
	if err != nil || all == nil {
		return err
	}
	runs, err := pool(greedy)
	if err != nil {
		return err
	}
	return measureFollowup(ctx, into, pooled, all, runs, coin)
}

// pool is a board of all questions of boards with the same models; nil if one is, or
// if they have different numbers of trials.
func pool(boards []*results.Board) (*results.Board, error) {
	var questions []string
	for i, b := range boards {
		if b == nil || b.Trials() != boards[0].Trials() {
			return nil, nil
		}
		for _, question := range b.Questions {
			questions = append(questions, fmt.Sprintf("%d/%s", i, question)) // tasks may share names, or have none
		}
	}
	all, err := results.NewBoard(boards[0].Models, questions, boards[0].Trials(), 1)
	if err != nil {
		return nil, err
	}
	at := 0
	for _, b := range boards {
		for q := range b.Questions {
			for m := range b.Models {
				copy(all.Row(m, at), b.Row(m, q))
			}
			at++
		}
	}
	return all, nil
}

// measureFollowup measures one benchmark, or the pool of all.
func measureFollowup(
	ctx context.Context, into map[string]*followup, key string, board, greedy *results.Board, coin bool,
) error {
	whole := board.Tally(board.Trials())
	gold, err := standing(ctx, nil, whole)
	if err != nil {
		return err
	}
	f := &followup{key: key, unlike: unlikeFollowup(key, board, coin)}
	correct := int64(0)
	for _, total := range whole.Totals {
		correct += total
	}
	f.share = float64(correct) / float64(len(board.Models)*len(board.Questions)*board.Trials())
	if f.uniform, err = singleTrials(ctx, board, nil, gold); err != nil {
		return err
	}
	into[key] = f
	if greedy == nil {
		return nil
	}
	f.hasGreedy = true
	prior := greedy.Tally(greedy.Trials())
	order, err := standing(ctx, nil, prior)
	if err != nil {
		return err
	}
	f.alignment = kendall.TauB(gold, order)
	f.greedy, err = singleTrials(ctx, board, prior, gold)
	return err
}

// unlikeFollowup tells why the published numbers are not about a board, "" if they are.
func unlikeFollowup(key string, b *results.Board, coin bool) string {
	title := followupTitle(key)
	if coin {
		return "outcomes given for " + title + " are those of one coin"
	}
	found := 0
	for _, model := range b.Models {
		if given.Model(model) != "" {
			found++
		}
	}
	var lacks []string
	if len(b.Models) != followupModels || found != len(paper.Models) {
		lacks = append(lacks, fmt.Sprintf("%s (the paper 20), %d of them the first paper's eleven",
			tables.Count(len(b.Models), "model"), found))
	}
	benchmarks := 1
	if key == pooled {
		benchmarks = len(paper.BenchmarkKeys)
	}
	if len(b.Questions) != benchmarks*paper.Questions {
		lacks = append(lacks, fmt.Sprintf("%s (the paper %d)",
			tables.Count(len(b.Questions), "question"), benchmarks*paper.Questions))
	}
	if b.Trials() != paper.Trials {
		lacks = append(lacks, fmt.Sprintf("%s (the paper %d)", tables.Count(b.Trials(), "trial"), paper.Trials))
	}
	return given.Lacks(title, lacks)
}

// standing orders models by Bayes@n, as kendall takes it.
func standing(ctx context.Context, prior, t *results.Tally) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ordinals, err := metrics.Ordinals(metrics.Bayes(metrics.Binary, prior), t)
	if err != nil {
		return nil, err
	}
	order := make([]float64, len(ordinals))
	for i, ordinal := range ordinals {
		order[i] = float64(ordinal)
	}
	return order, nil
}

// singleTrials compares the order by each trial alone with the gold.
func singleTrials(ctx context.Context, b *results.Board, prior *results.Tally, gold []float64) (overTrials, error) {
	var over overTrials
	taus := make([]float64, b.Trials())
	for trial := range taus {
		t := results.NewTally(len(b.Models), len(b.Questions), 1)
		t.Trials = 1
		for m := range b.Models {
			for q := range b.Questions {
				t.Add(m, q, int(b.Row(m, q)[trial]), 1)
			}
		}
		order, err := standing(ctx, prior, t)
		if err != nil {
			return over, err
		}
		if taus[trial] = kendall.TauB(gold, order); math.IsNaN(taus[trial]) {
			taus[trial] = 0
			over.undefined++
		}
	}
	var variance float64
	over.mean, variance = unfused.MeanVariance(taus, slices.Repeat([]float64{1}, len(taus)))
	over.scatter = math.Sqrt(variance)
	return over, nil
}
