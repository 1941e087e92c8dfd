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

// Gold holds the gold ranking, the reference for other rankings. Each model has a level: a larger
// level is better, and equal levels are a tie.
type Gold struct {
	Levels []int
	Name   string // short description
	Own    bool   // whether the ranking was computed from the board itself

	// Orders replaces Levels if each metric is compared with its own true order. It then holds the
	// levels for each metric. Otherwise it is nil.
	Orders [][]int
}

// OwnGold returns, for each metric, the order to which the metric's ranking converges as the number
// of trials grows. This order can differ from the order of the true means. OwnGold fails if coins
// is nil, because the success probabilities are then unknown. It also fails if the limit of a
// metric is unknown.
func OwnGold(coins *sim.Coins, ms []metrics.Metric) (Gold, error) {
	if coins == nil {
		return Gold{}, cli.Usagef("--gold own requires coins, where the limit of each metric is known; use coins:paper or a file of coins, " +
			"or another value of --gold")
	}
	chances := coins.Chances()
	gold := Gold{Name: "the order to which each metric converges"}
	for _, m := range ms {
		order := metrics.OwnOrder(m, &chances)
		if order == nil {
			return Gold{}, cli.Usagef("--gold own: the limit of %s is unknown, as for every external program and every "+
				"method that depends on the order of trials; remove this metric from --metrics, or use --gold truth", quoted.Bare(m.Name()))
		}
		gold.Orders = append(gold.Orders, order)
	}
	return gold, nil
}

// CutTies removes ties=any or ties=exact from the value of --gold. It returns true for ties=any,
// which allows any order of models that tie in the gold ranking.
func CutTies(gold string) (rest string, any bool, err error) {
	rest, ties := cutOption(gold, "ties")
	if ties != "" && ties != "any" && ties != "exact" {
		return "", false, cli.Usagef("--gold: ties must be any or exact, not %s", quoted.Text(ties))
	}
	return rest, ties == "any", nil
}

// open returns the gold ranking that the value of --gold selects for the replicates.
func (r *Replicates) open(choice string) (Gold, error) {
	if _, ties := cutOption(choice, "ties"); ties != "" {
		return Gold{}, cli.Usagef("--gold: ties=%s works only with settle converge; remove ties=", ties)
	}
	if choice == "own" {
		return OwnGold(r.Coins, r.Metrics)
	}
	return OpenGold(choice, r.Source, r.options)
}

// OpenGold returns the gold ranking (the reference) for a source. The choice "truth" selects the
// true means of coins or mimics, which are simulated models. The choice "board" selects Bayes@N on
// the whole board. The choice "" selects the truth if it is known, otherwise the board. Any other
// choice is the path of a CSV file with the columns model and score.
func OpenGold(choice string, s *Source, o metrics.Options) (Gold, error) {
	switch {
	case choice == "truth" && s.Truth == nil:
		return Gold{}, cli.Usagef("--gold truth requires coins or mimics; use --gold board or --gold FILE")
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

// bayesLevels ranks the models by Bayes@N on the whole board. It returns a level for each model; a
// larger level is better. On an unequal board it uses only questions that all models tried.
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

// readGold reads a CSV file with one score for each of the models.
func readGold(r io.Reader, file string, models []string) ([]float64, error) {
	scores := make(map[string]float64, len(models)) // NaN means that the score has not been read yet
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
		return nil, fmt.Errorf("%s: scores are missing for %d of %s, such as %s",
			quoted.Path(file), len(lacking), tables.Count(len(models), "model"), quoted.Text(lacking[0]))
	}
	return all, nil
}

// addGold stores the score of a model. The model's name can be escaped as in the CSV of reports.
func addGold(scores map[string]float64, model, score string) error {
	for name := range scores {
		if _, known := scores[model]; !known && tables.SafeCell(name) == model {
			model = name
		}
	}
	switch known, ok := scores[model]; {
	case !ok:
		return fmt.Errorf("model %s is not on the board", quoted.Text(model))
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
