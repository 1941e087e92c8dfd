package input

import (
	"fmt"
	"io"
	"math"
	"slices"

	"settle/cmd/internal/cli"
	"settle/internal/csvfile"
	"settle/metrics"
	"settle/ranking"
	"settle/tables"
)

// Gold is the ranking that others are compared with: a larger level is better,
// an equal one is a tie.
type Gold struct {
	Levels []int
	Name   string // what it is, in a few words
	Own    bool   // it is what the board itself says, not the truth
}

// OpenGold returns the gold of a source. choice is "truth" for the true means
// of coins or mimics, "board" for Bayes@N on the whole board, the path of a CSV file with
// the columns model and score, or "": the truth where it is known, else the
// board.
func OpenGold(choice string, s *Source, o metrics.Options) (Gold, error) {
	switch {
	case choice == "truth" && s.Truth == nil:
		return Gold{}, cli.Usagef("--gold truth: only coins and mimics have a known truth")
	case choice == "truth", choice == "" && s.Truth != nil:
		return *s.Truth, nil
	case choice == "board", choice == "":
		levels, err := metrics.Ordinals(metrics.Bayes(o.Weights, o.Prior), s.Board.Tally(s.Board.Trials()))
		if err != nil {
			return Gold{}, err
		}
		name := fmt.Sprintf("bayes@%d on the whole board", s.Board.Trials())
		if o.Prior != nil {
			name += ", with the prior"
		}
		return Gold{Levels: levels, Name: name, Own: true}, nil
	}
	file, err := open(choice)
	if err != nil {
		return Gold{}, fmt.Errorf("--gold: %w", err)
	}
	defer file.Close()
	scores, err := readGold(file, choice, s.Board.Models)
	if err != nil {
		return Gold{}, fmt.Errorf("--gold: %w", err)
	}
	return Gold{Levels: ranking.ByScore(scores).Levels(), Name: choice}, nil
}

// readGold reads a score for each of the models.
func readGold(r io.Reader, file string, models []string) ([]float64, error) {
	scores := make(map[string]float64, len(models))
	err := csvfile.Read(r, file, []string{"model", "score"}, func(values []string) error {
		return addGold(scores, models, values[0], values[1])
	})
	if err != nil {
		return nil, err
	}
	all := make([]float64, len(models))
	for i, model := range models {
		value, ok := scores[model]
		if !ok {
			return nil, fmt.Errorf("%s: no score for %d of %s, the first: %q", file, len(models)-len(scores), tables.Count(len(models), "model"), model)
		}
		all[i] = value
	}
	return all, nil
}

func addGold(scores map[string]float64, models []string, model, score string) error {
	if !slices.Contains(models, model) {
		return fmt.Errorf("the board has no model %q", model)
	}
	if _, ok := scores[model]; ok {
		return fmt.Errorf("model %q appears twice", model)
	}
	value, ok := csvfile.Number(score)
	if !ok || math.IsNaN(value) {
		return fmt.Errorf("score %q of model %q is not a number", score, model)
	}
	scores[model] = value
	return nil
}
