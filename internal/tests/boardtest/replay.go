package boardtest

import (
	"math"
	"math/rand/v2"
	"testing"

	"settle/results"
)

// Unequal draws a board of three similar models and five questions, with 3 to 9 trials
// each and categories 0..top.
func Unequal(t testing.TB, top int, r *rand.Rand) *results.Board {
	t.Helper()
	const models, questions = 3, 5
	trials := make([]int, models*questions)
	for i := range trials {
		trials[i] = 3 + r.IntN(7)
	}
	b, err := results.NewUnequalBoard(results.Numbered("m", models), results.Numbered("q", questions), trials, top)
	if err != nil {
		t.Fatal(err)
	}
	for m := range models {
		for q := range questions {
			chance := float64(2+2*q+m) / 14
			row := b.Row(m, q)
			for i := range row {
				for range top {
					if r.Float64() < chance {
						row[i]++
					}
				}
			}
		}
	}
	return b
}

// Replay draws one replicate by brute force, trial by trial, and scores its first 1..n
// trials. Element i of the result holds each model's score after i + 1 trials. This is
// the score of the outcomes so far, averaged over the questions. It is rounded to 10⁻⁹,
// so that equal scores are equal numbers.
func Replay(b *results.Board, n int, replacement bool, r *rand.Rand, score func(outcomes []uint8) float64) [][]float64 {
	all := make([][]float64, n)
	for i := range all {
		all[i] = make([]float64, len(b.Models))
	}
	for model := range b.Models {
		for q := range b.Questions {
			drawn := redrawn(b.Row(model, q), n, replacement, r)
			for i := range n {
				all[i][model] += score(drawn[:i+1]) / float64(len(b.Questions))
			}
		}
	}
	for _, scores := range all {
		for model, score := range scores {
			scores[model] = math.Round(score*1e9) / 1e9
		}
	}
	return all
}

func redrawn(row []uint8, n int, replacement bool, r *rand.Rand) []uint8 {
	drawn := make([]uint8, n)
	order := r.Perm(len(row))
	for i := range drawn {
		if replacement {
			drawn[i] = row[r.IntN(len(row))]
		} else {
			drawn[i] = row[order[i]]
		}
	}
	return drawn
}

// PlainScores holds the paper's formulas for scoring the outcomes of one question. The
// score "avg" is the mean category. The score "pass@2" is the share of pairs of trials
// with a success, and NaN for a single trial.
var PlainScores = map[string]func(outcomes []uint8) float64{
	"avg": func(outcomes []uint8) float64 {
		var sum float64
		for _, o := range outcomes {
			sum += float64(o)
		}
		return sum / float64(len(outcomes))
	},
	"pass@2": func(outcomes []uint8) float64 {
		var passed, pairs float64
		for i, a := range outcomes {
			for _, b := range outcomes[:i] {
				pairs++
				passed += float64(max(a, b))
			}
		}
		return passed / pairs
	},
}
