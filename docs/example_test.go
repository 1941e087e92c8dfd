package docs_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"settle/bootstrap"
	"settle/metrics"
	"settle/montecarlo"
	"settle/sim"
)

// How close the ranking after n trials comes to that after all 80.
func Example() {
	board, err := sim.StandIn("hmmt25") // or results.Read("board.npz", results.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	ms, err := metrics.Parse("bayes,pass@2", metrics.Options{})
	if err != nil {
		log.Fatal(err)
	}
	gold, err := metrics.Ordinals(ms[0], board.Tally(board.Trials()))
	if err != nil {
		log.Fatal(err)
	}
	source, err := bootstrap.New(board, bootstrap.Options{Scheme: bootstrap.Rows, Replacement: true}, 1)
	if err != nil {
		log.Fatal(err)
	}
	curves, err := montecarlo.Curves(context.Background(), source, ms, gold, montecarlo.Options{Replicates: 10_000})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range curves {
		for _, p := range c.Points {
			if p.N == 10 || p.N == 80 {
				fmt.Printf("%s at n = %d: τ = %.2f\n", c.Metric, p.N, p.Tau)
			}
		}
	}
	// Output:
	// bayes at n = 10: τ = 0.92
	// bayes at n = 80: τ = 0.99
	// pass@2 at n = 10: τ = 0.89
	// pass@2 at n = 80: τ = 0.95
}

func init() {
	metrics.Register(metrics.Family{
		Name: "always", Syntax: "always", Doc: "share of questions that every trial solves",
		New: func(string, metrics.Options) (metrics.Metric, error) {
			return metrics.NewPerQuestion("always", 1, func(n int) ([]*big.Int, *big.Int) {
				scores := make([]*big.Int, n+1) // of a question with c = 0..n successes
				for c := range scores {
					scores[c] = new(big.Int)
				}
				scores[n].SetInt64(1)
				return scores, big.NewInt(1) // over this denominator
			}), nil
		},
	})
}

// A metric of one's own is used like any other, by its name. The model solves
// one of the 30 questions in all 80 trials.
func Example_metric() {
	board, err := sim.StandIn("hmmt25")
	if err != nil {
		log.Fatal(err)
	}
	ms, err := metrics.Parse("always", metrics.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %.4f\n", board.Models[0], ms[0].Score(board.Tally(board.Trials()), 0))
	// Output:
	// Qwen3-30B-A3B-Thinking-2507: 0.0333
}
