package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"settle/internal/rng"
	"settle/results"
	"settle/study/exchangeability"
)

// mixedQuestions lists the numbers of questions per model that have both right and wrong trials.
var mixedQuestions = []int{50, 100, 200, 400}

// copies returns a study that measures how often the exchangeability test detects copied trials.
// For a share of the questions, the second trial is a copy of the first.
func copies() *study {
	s := &study{
		name: "copies", page: "coverage", boards: 400, sample: 3, every: 1,
		labels: []label{{"models", true}, {"N", true}, {"share of copies", true}},
	}
	for _, questions := range mixedQuestions {
		s.columns = append(s.columns, column{fmt.Sprintf("%d questions", questions), []format{percent}})
	}
	for _, models := range []int{1, 4, 12} {
		for _, trials := range []int{3, 4, 8, 16} {
			for _, copied := range []float64{0, 0.3} {
				s.parts = append(s.parts, part{
					rows: []row{{"", []string{strconv.Itoa(models), strconv.Itoa(trials), fmt.Sprintf("%.0f %%", 100*copied)}}},
					measure: averaged(fmt.Sprintf("copies %d %d %v", models, trials, copied), func(s *rng.Stream, index int) ([]float64, error) {
						return copiesFound(s, models, trials, copied, uint64(index))
					}),
				})
			}
		}
	}
	return s
}

// copiesFound draws one board for each number of questions in mixedQuestions. For each board it
// returns 1 if the board fails the exchangeability test, else 0.
func copiesFound(s *rng.Stream, models, trials int, copied float64, seed uint64) (found []float64, err error) {
	r := rand.New(s)
	for _, questions := range mixedQuestions {
		b, err := results.NewBoard(results.Numbered("m", models), results.Numbered("q", questions), trials, 1)
		if err != nil {
			return nil, err
		}
		for model := range models {
			for q := range questions {
				drawMixed(r, b.Row(model, q), copied)
			}
		}
		result, err := exchangeability.Test(context.Background(), b, seed, 1)
		if err != nil {
			return nil, err
		}
		found = append(found, share(result.Failed()))
	}
	return found, nil
}

// drawMixed draws the trials of one question into a row, 1 for right and 0 for wrong. The success
// probability is uniform from 0 to 1. With the given probability, the second trial becomes a copy
// of the first. drawMixed repeats the draw until some trials are right and some are wrong.
func drawMixed(r *rand.Rand, row []uint8, copied float64) {
	for {
		chance := r.Float64()
		for i := range row {
			row[i] = 0
			if r.Float64() < chance {
				row[i] = 1
			}
		}
		if r.Float64() < copied {
			row[1] = row[0]
		}
		if slices.Contains(row, 0) && slices.Contains(row, 1) {
			return
		}
	}
}
