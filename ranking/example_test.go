package ranking_test

import (
	"fmt"

	"settle/ranking"
)

// Three models whose posteriors are as wide as the first two are apart.
func Example() {
	mu := []float64{0.60, 0.62, 0.40}
	sigma := []float64{0.02, 0.02, 0.02}

	order := ranking.ByScore(mu)
	fmt.Println(order.Ranks(ranking.Dense))

	tied, err := order.TieClose(ranking.ZScore, mu, sigma, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tied.Ranks(ranking.Dense))

	for _, pair := range ranking.PairsOf(order, ranking.Independent{Mu: mu, Sigmas: sigma}) {
		fmt.Printf("%d over %d: z = %.3f, ρ = %.3f\n", pair.Above, pair.Below, pair.Z, pair.Rho)
	}
	// Output:
	// [2 1 3]
	// [1 1 2]
	// 1 over 0: z = 0.707, ρ = 0.760
	// 1 over 2: z = 7.778, ρ = 1.000
	// 0 over 2: z = 7.071, ρ = 1.000
}
