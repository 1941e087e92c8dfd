package metrics_test

import (
	"fmt"
	"math/big"

	"settle/metrics"
	"settle/results"
)

// The chance that two trials agree, which counts the pairs of two successes and
// those of two failures. Three of four trials are correct: 3 of 6 pairs agree.
// Under a uniform prior that of p is Beta(4, 2), under which p² + (1 − p)² has the mean
// 26/42 and the variance 1200/3024 − (26/42)².
func ExampleNewUStatistic() {
	pairs := func(n int) *big.Int { return new(big.Int).Binomial(int64(n), 2) }
	agreement := metrics.NewUStatistic("agree@2", 2, func(n int) ([]*big.Int, *big.Int) {
		scores := make([]*big.Int, n+1) // of a question with c = 0..n successes
		for c := range scores {
			scores[c] = pairs(c)
			scores[c].Add(scores[c], pairs(n-c))
		}
		return scores, pairs(n) // over this denominator
	})
	tally := results.NewTally(1, 1, 1)
	tally.Trials = 4
	tally.Add(0, 0, 1, 3)
	e := agreement.WithPrior(1, 1).Estimate(tally, 0)
	fmt.Printf("score %.4f, posterior %.4f ± %.4f\n", agreement.Score(tally, 0), e.Mu, e.Sigma)
	// Output: score 0.5000, posterior 0.6190 ± 0.1166
}
