package input

import (
	"fmt"
	"io"
	"math"

	"settle/cmd/internal/cli"
	"settle/internal/csvfile"
	"settle/internal/quoted"
	"settle/internal/reason"
	"settle/internal/tables"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
	"settle/sim"
)

// Gold is the ranking that others are compared with: a larger level is better,
// an equal one is a tie.
type Gold struct {
	Levels []int
	Name   string // what it is, in a few words
	Own    bool   // it is what the board itself says, not the truth

	// Orders are levels by metric, in place of Levels, where each metric is compared with
	// its own order of the true chances; else nil.
	Orders [][]int
}

// OwnGold is the order that each metric comes to on coins as trials are added without end,
// whether or not it is that of the true means. It fails where there are no coins, or where
// the order by a metric is not known.
func OwnGold(coins *sim.Coins, ms []metrics.Metric) (Gold, error) {
	if coins == nil {
		return Gold{}, cli.Usagef("--gold own: only of coins is known what each metric comes to: take coins:paper or a file of coins, " +
			"or another gold")
	}
	chances := coins.Chances()
	gold := Gold{Name: "each metric's own order of the true chances"}
	for _, m := range ms {
		order := metrics.OwnOrder(m, &chances)
		if order == nil {
			return Gold{}, cli.Usagef("--gold own: what %s comes to is not known, as of programs and of methods that depend on the "+
				"order of trials: leave it out of --metrics, or take --gold truth", quoted.Bare(m.Name()))
		}
		gold.Orders = append(gold.Orders, order)
	}
	return gold, nil
}

// CutTies takes ties=any or ties=exact off the value of --gold, and reports whether models
// that tie in gold can stand in any order.
func CutTies(gold string) (rest string, any bool, err error) {
	rest, ties := cutOption(gold, "ties")
	if ties != "" && ties != "any" && ties != "exact" {
		return "", false, cli.Usagef("--gold: ties must be any or exact, but is %s", quoted.Text(ties))
	}
	return rest, ties == "any", nil
}

// open returns the gold of replicates by the flag --gold.
func (r *Replicates) open(choice string) (Gold, error) {
	if _, ties := cutOption(choice, "ties"); ties != "" {
		return Gold{}, cli.Usagef("--gold: ties=%s is for converge: leave it out", ties)
	}
	if choice == "own" {
		return OwnGold(r.Coins, r.Metrics)
	}
	return OpenGold(choice, r.Source, r.options)
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
		levels, err := bayesLevels(s.Board, o)
		if err != nil {
			return Gold{}, err
		}
		name := fmt.Sprintf("bayes@%d on the whole board", s.Board.Trials())
		if s.Board.Unequal() {
			name = "bayes on all attempts of the board"
		}
		if o.Prior != nil {
			name += ", with the prior"
		}
		return Gold{Levels: levels, Name: name, Own: true}, nil
	}
	file, err := reason.Open(choice)
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

// bayesLevels is the ranking by Bayes@N on the whole board. Of an unequal board it is
// by the questions that all models met.
func bayesLevels(b *results.Board, o metrics.Options) ([]int, error) {
	bayes, err := o.Bayes()
	if err != nil {
		return nil, err
	}
	part, err := metrics.Restrict(bayes, b.TallyAll(), false)
	if err != nil {
		return nil, err
	}
	return metrics.Ordinals(part.Metric, part.Tally)
}

// readGold reads a score for each of the models.
func readGold(r io.Reader, file string, models []string) ([]float64, error) {
	scores := make(map[string]float64, len(models)) // NaN for one that has none yet
	for _, model := range models {
		scores[model] = math.NaN()
	}
	err := csvfile.Read(r, file, []string{"model", "score"}, func(values []string) error {
		return addGold(scores, values[0], values[1])
	})
	if err != nil {
		return nil, err
	}
	all := make([]float64, len(models))
	var lacking []string
	for i, model := range models {
		if all[i] = scores[model]; math.IsNaN(all[i]) {
			lacking = append(lacking, model)
		}
	}
	if len(lacking) > 0 {
		return nil, fmt.Errorf("%s: no score for %d of %s, the first: %s",
			quoted.Path(file), len(lacking), tables.Count(len(models), "model"), quoted.Text(lacking[0]))
	}
	return all, nil
}

// addGold adds the score of a model, whose name may stand as reports write it in CSV.
func addGold(scores map[string]float64, model, score string) error {
	for name := range scores {
		if _, known := scores[model]; !known && tables.SafeCell(name) == model {
			model = name
		}
	}
	switch known, ok := scores[model]; {
	case !ok:
		return fmt.Errorf("the board has no model %s", quoted.Text(model))
	case !math.IsNaN(known):
		return fmt.Errorf("model %s appears twice", quoted.Text(model))
	}
	value, ok := csvfile.Number(score)
	if !ok || math.IsNaN(value) {
		return fmt.Errorf("score %s of model %s is not a number", quoted.Text(score), quoted.Text(model))
	}
	scores[model] = value
	return nil
}
