package montecarlo_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"settle/bootstrap"
	"settle/metrics"
	_ "settle/metrics/votes"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
	"settle/sim"
)

// answeredSources returns sources whose attempts have answers and weights, each of 3 models, 4
// questions and 6 trials.
func answeredSources(t *testing.T) map[string]replicate.Source {
	t.Helper()
	coins, err := sim.Random(3, 4, sim.DefaultSpread, 2)
	if err == nil {
		err = coins.Answer(3, 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	board, err := coins.Board(6, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]replicate.Source{"fresh": coins.Source(6, 7)}
	for scheme, o := range map[string]bootstrap.Options{
		"rows": {}, "rows with replacement": {Replacement: true}, "columns": {Scheme: bootstrap.Columns}, "paired": {Scheme: bootstrap.Columns, Paired: true, Replacement: true},
	} {
		if sources[scheme], err = bootstrap.New(board, o, 7); err != nil {
			t.Fatal(err)
		}
	}
	return sources
}

func votes(t *testing.T) []metrics.Metric {
	t.Helper()
	ms, err := metrics.Parse("plurality@2,plurality@3:first,vote@3,best@2,plurality@inf,avg", metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// firstTrials returns the first n trials of a board.
func firstTrials(t *testing.T, b *results.Board, n int) *results.Board {
	t.Helper()
	part, err := results.NewBoard(b.Models, b.Questions, n, b.Top())
	if err != nil {
		t.Fatal(err)
	}
	part.AddBallots(b.Ballots.Names, b.Ballots.Weight)
	for model := range b.Models {
		for q := range b.Questions {
			for trial := range n {
				part.CopyAttempt(model, q, trial, b, trial)
			}
		}
	}
	return part
}

// Scores of votes are those of the replicates as replicate.Record writes them down, cut at n; and
// they have the same bits for any number of workers.
func TestScoresOfVotes(t *testing.T) {
	const replicates = 25
	for name, source := range answeredSources(t) {
		follow := func(workers int) montecarlo.Followed {
			found, err := montecarlo.Follow(t.Context(), source, votes(t), montecarlo.Wanted{Scores: true}, montecarlo.Options{Replicates: replicates, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		found := follow(1)
		if many := follow(5); !reflect.DeepEqual(many.Scores, found.Scores) {
			t.Errorf("%s: five workers find other scores than one", name)
		}
		var boards []*results.Board
		ballots := replicate.BallotsOf(source)
		for r := range replicates {
			b, err := results.NewBoard(results.Numbered("m", 3), results.Numbered("q", 4), 6, 1)
			if err != nil {
				t.Fatal(err)
			}
			b.AddBallots(ballots.Names, ballots.Weight)
			replicate.Record(source, r, b)
			boards = append(boards, b)
		}
		for i, m := range votes(t) {
			for at, p := range found.Scores[i].Points {
				var want [3]float64
				n := found.Scores[i].Points[at].N
				for _, b := range boards {
					e, err := metrics.Evaluate(t.Context(), m, firstTrials(t, b, n).TallyAll())
					if err != nil {
						t.Fatal(err)
					}
					for model, score := range e.Scores {
						want[model] += score / replicates
					}
				}
				for model, s := range p.Models {
					if math.Abs(s.Mean-want[model]) > 1e-9 {
						t.Errorf("%s, %s, n = %d, model %d: %v, want %v", name, m.Name(), n, model, s.Mean, want[model])
					}
				}
			}
		}
	}
}

// A source without answers is refused in words.
func TestVotesNeedAnswers(t *testing.T) {
	_, err := montecarlo.Curves(t.Context(), sim.PaperQuantile().Source(6, 1), votes(t)[:1], order(11), montecarlo.Options{Replicates: 2})
	if err == nil || !strings.Contains(err.Error(), "plurality@2 requires an answer for each attempt") {
		t.Error(err)
	}
}
