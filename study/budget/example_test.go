package budget_test

import (
	"context"
	"fmt"
	"log"

	"settle/metrics"
	"settle/sim"
	"settle/study/budget"
)

// Print how many trials of each question separate each of the best three models from the next,
// and their cost at a cent per trial.
func ExampleModels_Plan() {
	ctx := context.Background()
	board, err := sim.StandIn("brumo25") // or results.Read("results.csv", results.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	models, err := budget.New(board.Tally(board.Trials()), metrics.Binary, nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	options := budget.PlanOptions{Confidence: 0.95, CostPerTrial: 0.01}
	plan, err := models.Plan(ctx, models.Pairs(3, 1), options)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range plan.Pairs {
		fmt.Printf("%s from %s: %d trials, P(right order) %.3f, for %.2f\n",
			board.Models[p.Above], board.Models[p.Below], p.Trials, p.There.Right, plan.Cost(plan.OfPair(p)))
	}
	near, far := plan.Reach()
	fmt.Printf("%d pairs within %d times the board's trials, %d beyond\n", len(near), budget.Reasonable, len(far))
	// Output:
	// Qwen3-30B-A3B-Thinking-2507 from OpenThinker2-32B: 26 trials, P(right order) 0.970, for 15.60
	// OpenThinker2-32B from LIMO-v2: 18 trials, P(right order) 0.980, for 10.80
	// LIMO-v2 from gpt-oss-20b-high: 61 trials, P(right order) 0.958, for 36.60
	// 3 pairs within 10 times the board's trials, 0 beyond
}
