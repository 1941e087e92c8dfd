package input

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"settle/internal/cli"
	"settle/metrics"
	"settle/ranking"
)

// Gold is the ranking that others are compared with: a larger level is better,
// an equal one is a tie.
type Gold struct {
	Levels []int
	Name   string // what it is, in a few words
}

// OpenGold returns the gold of a source. choice is "truth" for the true means
// of coins, "board" for Bayes@N on the whole board, the path of a CSV file with
// the columns model and score, or "": the truth where it is known, else the
// board.
func OpenGold(choice string, s *Source, o metrics.Options) (Gold, error) {
	switch {
	case choice == "truth" && s.Coins == nil:
		return Gold{}, cli.Usagef("--gold truth: only coins have a known truth")
	case choice == "truth", choice == "" && s.Coins != nil:
		return Gold{Levels: s.Coins.Gold(), Name: "true means"}, nil
	case choice == "board", choice == "":
		levels, err := metrics.Ordinals(metrics.Bayes(o.Weights, o.Prior), s.Board.Tally(s.Board.Trials()))
		if err != nil {
			return Gold{}, err
		}
		return Gold{Levels: levels, Name: fmt.Sprintf("bayes@%d on the whole board", s.Board.Trials())}, nil
	}
	file, err := os.Open(choice)
	if err != nil {
		return Gold{}, err
	}
	defer file.Close()
	scores, err := readGold(file, choice, s.Board.Models)
	if err != nil {
		return Gold{}, err
	}
	return Gold{Levels: ranking.ByScore(scores).Levels(), Name: choice}, nil
}

// readGold reads a score for each of the models.
func readGold(r io.Reader, file string, models []string) ([]float64, error) {
	rows := csv.NewReader(r)
	header, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s is empty: a gold has the columns model and score", file)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	name, score := slices.Index(header, "model"), slices.Index(header, "score")
	if name < 0 || score < 0 {
		return nil, fmt.Errorf("%s: a gold has the columns model and score, this file has %q", file, header)
	}
	scores := make(map[string]float64, len(models))
	for {
		record, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		line, _ := rows.FieldPos(0)
		if err := addGold(scores, models, record[name], record[score]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	all := make([]float64, len(models))
	for i, model := range models {
		value, ok := scores[model]
		if !ok {
			return nil, fmt.Errorf("%s: %d of %d models have no score, the first: %q", file, len(models)-len(scores), len(models), model)
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
		return fmt.Errorf("model %q stands twice", model)
	}
	value, err := strconv.ParseFloat(score, 64)
	if err != nil || math.IsNaN(value) {
		return fmt.Errorf("score %q of model %q is not a number", score, model)
	}
	scores[model] = value
	return nil
}
