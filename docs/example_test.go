package docs_test

import (
	"context"
	"fmt"
	"log"
	"math/big"
	"strings"

	"settle/bootstrap"
	"settle/metrics"
	"settle/montecarlo"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/sim"
)

// The score of every model, and how uncertain it is.
func Example_rank() {
	board, err := sim.StandIn("hmmt25") // or results.Read("results.csv", results.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	bayes := metrics.Bayes(metrics.Binary, nil)
	for model, name := range board.Models {
		e := bayes.Estimate(board.Tally(board.Trials()), model)
		fmt.Printf("%s: %.3f ± %.3f\n", name, e.Mu, e.Sigma)
	}
	// Output:
	// Qwen3-30B-A3B-Thinking-2507: 0.695 ± 0.008
	// gpt-oss-20b-high: 0.640 ± 0.007
	// gpt-oss-20b-medium: 0.647 ± 0.007
	// gpt-oss-20b-low: 0.477 ± 0.007
	// OpenThinker2-32B: 0.617 ± 0.008
	// LIMO-v2: 0.585 ± 0.007
	// EXAONE-4.0-1.2B: 0.569 ± 0.007
	// OpenThinker3-1.5B: 0.537 ± 0.008
	// OpenReasoning-Nemotron-1.5B: 0.503 ± 0.008
	// DeepSeek-R1-Distill-Qwen-1.5B: 0.443 ± 0.006
	// Sky-T1-32B-Flash: 0.421 ± 0.006
}

// Attempts are sorted into categories, by thresholds of their own, and scored
// by what these are worth.
func Example_schema() {
	file := `model,question,trial,has_box,is_correct,repeated_pattern,C
Qwen3-4B,q1,1,1,1,0,0.1
Qwen3-4B,q1,2,0,1,0,0.2
Phi-4,q1,1,1,0,0,0
Phi-4,q1,2,0,0,1,0.9
`
	schema, err := rubric.Named("format-aware")
	if err != nil {
		log.Fatal(err)
	}
	attempts, err := signals.ReadFrom(strings.NewReader(file), "attempts.csv", signals.Options{Needs: schema.Needs()})
	if err != nil {
		log.Fatal(err)
	}
	thresholds := attempts.Thresholds()
	graded, err := attempts.Board(schema, &thresholds)
	if err != nil {
		log.Fatal(err)
	}
	bayes := metrics.Bayes(schema.Weights(), nil)
	for model, name := range graded.Models {
		fmt.Printf("%s: %.4f\n", name, bayes.Score(graded.Tally(graded.Trials()), model))
	}
	// Output:
	// Qwen3-4B: 1.5714
	// Phi-4: 1.0000
}

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
