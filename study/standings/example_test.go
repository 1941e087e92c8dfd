package standings_test

import (
	"context"
	"fmt"
	"log"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/sim"
	"settle/study/standings"
)

// The best three of a board: their ranks by exact scores and with the interval,
// the confidence that each is better than the next, and how likely it is first.
func ExampleRank() {
	ctx := context.Background()
	board, err := sim.StandIn("hmmt25") // or results.Read("results.csv", results.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	rules := standings.Rules{Confidence: 0.95, Convention: ranking.Dense, Bounds: metrics.Unbounded}
	tally, bayes := board.Tally(board.Trials()), metrics.Bayes(metrics.Binary, nil)
	s, err := standings.Rank(ctx, board.Models, tally, bayes, rules)
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Draw(ctx, 1, montecarlo.Options{Replicates: 1000}); err != nil {
		log.Fatal(err)
	}
	for place, row := range s.Rows[:3] {
		_, rho, _ := s.Next(place)
		fmt.Printf("%v, with interval %v: %s, %.3f ± %.3f; above the next with %.2f, first with %.2f\n",
			row.Rank, row.RankInterval, row.Model, row.Score, row.Sigma, rho, row.Probabilities[0])
	}
	// Output:
	// 1, with interval 1: Qwen3-30B-A3B-Thinking-2507, 0.695 ± 0.008; above the next with 1.00, first with 1.00
	// 2, with interval 2: gpt-oss-20b-medium, 0.647 ± 0.007; above the next with 0.74, first with 0.00
	// 3, with interval 2: gpt-oss-20b-high, 0.640 ± 0.007; above the next with 0.99, first with 0.00
}
