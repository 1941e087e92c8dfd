package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/sim"
	"settle/study/sequential"
)

// lookBoards lists the boards of the study "looks". A call coins() returns models with known
// success probabilities. If coins is nil, each evaluation draws the success probabilities from the
// posterior of a built-in board.
var lookBoards = []struct {
	name   string
	coins  func() (*sim.Coins, error)
	trials int
}{
	{"11 × 30 × 80, `coins:paper`, two equal", constant(sim.Paper(1)), 80},
	{"11 × 30 × 80, shares of `stand-in:aime25`", func() (*sim.Coins, error) { return sharesOf("aime25") }, 80},
	{"11 × 30 × 80, posterior of `stand-in:aime25`", nil, 80},
	{"11 × 30 × 80, shares of `stand-in:hmmt25`", func() (*sim.Coins, error) { return sharesOf("hmmt25") }, 80},
	{"20 × 30 × 80, `coins:20x30`", func() (*sim.Coins, error) { return sim.Random(20, 30, sim.DefaultSpread, 1) }, 80},
	{"11 × 30 × 80, within ±0.005", constant(withinOneHundredth()), 80},
	{"2 × 30 × 80, equal", constant(equalModels(2, 30)), 80},
	{"6 × 30 × 80, equal", constant(equalModels(6, 30)), 80},
	{"6 × 30 × 80, equal, right in 1 of 200", constant(flat(6, 30, 0.005)), 80},
	{"12 × 198 × 16, U-shaped", constant(spreadCoins()), 16},
	{"4 × 3 × 80, two equal", constant(few()), 80},
	{"2 × 1 × 80, equal", constant(flat(2, 1, 0.5)), 80},
}

func constant(c *sim.Coins) func() (*sim.Coins, error) {
	return func() (*sim.Coins, error) { return c, nil }
}

// equalModels returns models that all have the same success probabilities.
func equalModels(models, questions int) *sim.Coins {
	c := &sim.Coins{Models: make([]string, models), Questions: make([]string, questions)}
	r := rand.New(rng.New(seed, "alike", 0))
	var p []float64
	for range questions {
		p = append(p, millionth(beta(r, 0.5, 0.5)))
	}
	for model := range c.Models {
		c.Models[model] = fmt.Sprint("m", model)
		c.P = append(c.P, slices.Clone(p))
	}
	return c
}

// flat returns models with the success probability p for every question.
func flat(models, questions int, p float64) *sim.Coins {
	c := equalModels(models, questions)
	c.P = fill(models, questions, func(int, int) float64 { return p })
	return c
}

// withinOneHundredth returns models whose success probabilities differ by at most 0.01.
func withinOneHundredth() *sim.Coins {
	c := equalModels(11, 30)
	for model := range c.P {
		for q := range c.P[model] {
			c.P[model][q] = 0.01 + 0.98*c.P[model][q] + 0.001*float64(model-5)
		}
	}
	return c
}

// spreadCoins returns 12 models whose mean success probabilities differ by 0.03. On most of the 198
// questions, each model is nearly always right or nearly always wrong.
func spreadCoins() *sim.Coins {
	c := equalModels(12, 198)
	r := rand.New(rng.New(seed, "u-shaped", 0))
	c.P = fill(12, 198, func(model, _ int) float64 {
		mean := 0.3 + 0.03*float64(model)
		return millionth(beta(r, mean, 1-mean))
	})
	return c
}

func few() *sim.Coins {
	c := flat(4, 3, 0.5)
	for q := range 3 {
		c.P[2][q], c.P[3][q] = 0.35, 0.8
	}
	return c
}

// corrections lists the correction that each column of the table shows.
var corrections = []sequential.Correction{sequential.None, sequential.Bonferroni, sequential.OBrienFleming,
	sequential.Holm, sequential.Mixture, sequential.Betting}

// looks returns a study of policies that can stop an evaluation early. It measures how many boards
// have a wrong decision, how many comparisons stay undecided, and how many trials are spent.
func looks() *study {
	s := &study{
		name: "looks", page: "sequential", boards: 2000, sample: 3, every: 1,
		labels: []label{{"models × questions × trials", false}, {"policy", false}},
	}
	for _, c := range corrections {
		s.columns = append(s.columns, column{c.String(), []format{percent, {scale: 100, share: true}, {scale: 100}}})
	}
	for i, board := range lookBoards {
		p := part{measure: func(ctx context.Context, replicates int) ([]number, error) { return play(ctx, i, replicates) }}
		for _, policy := range sequential.Policies() {
			p.rows = append(p.rows, row{"", []string{board.name, policy}})
		}
		s.parts = append(s.parts, p)
	}
	return s
}

// play simulates all policies on the board with the given index in lookBoards. It returns the
// numbers in the rows of the table that show this board. Each look (interim analysis) follows a
// batch of 4 trials.
func play(ctx context.Context, board, replicates int) ([]number, error) {
	b := lookBoards[board]
	var source replicate.Source
	var gold []int
	if b.coins != nil {
		c, err := b.coins()
		if err != nil {
			return nil, err
		}
		source, gold = c.Source(sequential.MostTrials(b.trials, len(c.Models)), seed), c.Gold()
	} else {
		standIn, err := sim.StandIn("aime25")
		if err != nil {
			return nil, err
		}
		source = sequential.Posterior(standIn.TallyAll(), metrics.Binary, sequential.MostTrials(b.trials, len(standIn.Models)), seed)
	}
	d := sequential.Design{
		Batch: 4, HalfWidth: 0.025, Confidence: 0.95, Trials: b.trials, Sampled: sequential.Sampled(metrics.Binary),
	}
	found, err := sequential.Evaluate(ctx, source, metrics.Avg(metrics.Binary), gold, d, corrections,
		montecarlo.Options{Replicates: replicates})
	if err != nil {
		return nil, err
	}
	var numbers []number
	for _, policy := range sequential.Policies() {
		for _, c := range corrections {
			at := slices.IndexFunc(found, func(r sequential.Result) bool { return r.Policy.String() == policy && r.Correction == c })
			if at < 0 {
				none := number{math.NaN(), math.NaN()}
				numbers = append(numbers, none, none, none)
				continue
			}
			r := found[at]
			numbers = append(numbers, number{r.WrongBoards.Value, r.WrongBoards.SE}, number{r.Undecided.Value, r.Undecided.SE},
				number{r.BudgetShare(), r.Trials.SE / float64(r.Budget)})
		}
	}
	return numbers, nil
}
