package converge_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
	"settle/sim"
	"settle/study/converge"
)

// recorded is a replicate as a board, whose trials can be counted.
func recorded(t *testing.T, c *sim.Coins, s replicate.Source, index int) *results.Board {
	t.Helper()
	b, err := results.NewBoard(c.Models, c.Questions, s.Shape().Trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	replicate.Record(s, index, b)
	return b
}

// scoresByHand are Bayes@n, the mean of (1 + c)/(n + 2), and pass@2, the mean of
// 1 − (n − c)(n − c − 1)/(n(n − 1)), after the first n trials.
func scoresByHand(b *results.Board, metric string, n int) []float64 {
	scores := make([]float64, len(b.Models))
	for model := range b.Models {
		for q := range b.Questions {
			c := 0.0
			for _, outcome := range b.Row(model, q)[:n] {
				c += float64(outcome)
			}
			wrong, all := float64(n)-c, float64(n)
			if metric == "bayes" {
				scores[model] += (1 + c) / (all + 2)
			} else {
				scores[model] += 1 - wrong*(wrong-1)/(all*(all-1))
			}
		}
		scores[model] /= float64(len(b.Questions))
	}
	return scores
}

// signs are how every two models stand: 1, −1, or 0 for a tie.
func signs(scores []float64) []int {
	var all []int
	for i, a := range scores {
		for _, b := range scores[:i] {
			sign := 0
			switch {
			case math.Abs(a-b) < 1e-9: // scores that differ do so by 1/(30·80·79) at least
			case a > b:
				sign = 1
			default:
				sign = -1
			}
			all = append(all, sign)
		}
	}
	return all
}

// tauByHand is (concordant − discordant) over √(pairs untied in a · pairs untied in b).
func tauByHand(a, b []int) float64 {
	var sum, untiedA, untiedB float64
	for i := range a {
		sum += float64(a[i] * b[i])
		untiedA += float64(a[i] * a[i])
		untiedB += float64(b[i] * b[i])
	}
	return sum / math.Sqrt(untiedA*untiedB)
}

// A trajectory's scores, ranks, τ and changes are those of the recorded trials,
// counted one by one.
func TestTraceIsTheRecordedBoard(t *testing.T) {
	coins := sim.PaperQuantile()
	source, gold := coins.Source(40, 5), coins.Gold()
	truth := signs(coins.Means())
	for _, m := range boardtest.Parse(t, "bayes,pass@2") {
		for index := range 3 {
			trace, err := converge.Trace(t.Context(), source, m, gold, index, false)
			if err != nil {
				t.Fatal(err)
			}
			board := recorded(t, coins, source, index)
			var before []int
			var changes []int
			for i, ranks := range trace.Ranks {
				n := trace.From + i
				scores := scoresByHand(board, m.Name(), n)
				now := signs(scores)
				for model, score := range scores {
					better := 0
					for other := range scores {
						if scores[other] > score+1e-9 {
							better++
						}
					}
					if ranks[model] != float64(better+1) || math.Abs(trace.Scores[i][model]-score) > 1e-12 {
						t.Fatalf("%s, replicate %d, n = %d, model %d: rank %v and score %v, want %d and %v",
							m.Name(), index, n, model, ranks[model], trace.Scores[i][model], better+1, score)
					}
				}
				if want := tauByHand(now, truth); math.Abs(trace.Tau[i]-want) > 1e-12 {
					t.Errorf("%s, replicate %d, n = %d: τ %v, want %v", m.Name(), index, n, trace.Tau[i], want)
				}
				if before != nil && !slices.Equal(before, now) {
					changes = append(changes, n)
				}
				before = now
			}
			if !slices.Equal(trace.Changes(), changes) {
				t.Errorf("%s, replicate %d changes at %v, want %v", m.Name(), index, trace.Changes(), changes)
			}
		}
	}
}

// What Look counts is what the recorded trials show, counted one by one.
func TestLooksAreTheRecordedBoards(t *testing.T) {
	const boards = 60
	coins, _, err := sim.Named("4x6,spread=3,tie=2", 3)
	if err != nil {
		t.Fatal(err)
	}
	source, at := coins.Source(40, 5), []int{8, 9, 16, 40}
	for name, anyOrder := range map[string]bool{"ties must tie": false, "ties in any order": true} {
		o := converge.Options{Options: montecarlo.Options{Replicates: boards}, AnyOrderOfTies: anyOrder}
		looks, err := converge.Look(t.Context(), source, boardtest.Parse(t, "bayes,pass@2"), coins.Gold(), at, o)
		if err != nil {
			t.Fatal(err)
		}
		truth := signs(coins.Means())
		for _, l := range looks {
			agrees, changed, every := make([]int, len(at)), make([]int, len(at)), 0
			for index := range boards {
				board, changes := recorded(t, coins, source, index), 0
				var before []int
				for i, n := range at {
					now := signs(scoresByHand(board, l.Metric, n))
					same := func(a, b int) bool { return a == b || anyOrder && b == 0 }
					if slices.EqualFunc(now, truth, same) {
						agrees[i]++
					}
					if i > 0 && !slices.Equal(now, before) {
						changed[i]++
						changes++
					}
					before = now
				}
				if changes == len(at)-1 {
					every++
				}
			}
			if !slices.Equal(l.Agrees, agrees) || !slices.Equal(l.Changed, changed) || l.Every != every {
				t.Errorf("%s, %s: agrees %v, changed %v, every %d; want %v, %v, %d",
					l.Metric, name, l.Agrees, l.Changed, l.Every, agrees, changed, every)
			}
			if l.Every == 0 || l.Every == boards || agrees[3] == 0 && anyOrder {
				t.Errorf("%s, %s: nothing is told by %+v", l.Metric, name, l)
			}
		}
	}
}

func TestLooksErrors(t *testing.T) {
	coins := sim.PaperQuantile()
	for want, c := range map[string]struct {
		metrics string
		at      []int
	}{
		"the numbers of trials [8 41] must ascend from 1 to 40":                   {"bayes", []int{8, 41}},
		"the numbers of trials [0] must ascend from 1 to 40":                      {"bayes", []int{0}},
		"the numbers of trials [9 9] must ascend from 1 to 40":                    {"bayes", []int{9, 9}},
		"pass@2 has no score before trial 2, but the first look is after trial 1": {"bayes,pass@2", []int{1, 2}},
	} {
		list, err := metrics.Parse(c.metrics, metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := converge.Options{Options: montecarlo.Options{Replicates: 1}}
		_, err = converge.Look(t.Context(), coins.Source(40, 1), list, coins.Gold(), c.at, o)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
