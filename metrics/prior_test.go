package metrics_test

import (
	"os"
	"slices"
	"testing"

	"settle/metrics"
	"settle/results"
)

// A prior on real boards, where they are at hand: with the board itself as
// prior, every trial counts twice. The scores and σ are Eq. 12-15 by numpy:
// μ = mean((1 + 2c)/(2 + 2N)) of binary outcomes, mean(Σ w_k (1 + 2n_k)/(4 + 2N))
// of graded ones.
func TestSharedPrior(t *testing.T) {
	for _, test := range []struct {
		file, weights, model string
		mu, sigma            float64 // σ is 0 where it was not worked out
	}{
		{"evalperf-31x118x100.npz", "0,1", "deepseek-chat-v3", 0.881775465682, 0.00095587658},
		{"pareval-graded-7x143x20.npz", "0,0.3,0.6,1", "gpt-4", 0.76629052765, 0},
		{"pareval-graded-7x143x20.npz", "0,0.3,0.6,1", "phind-v2", 0.72433248569, 0},
	} {
		path := "../../shared/data/" + test.file
		if _, err := os.Stat(path); err != nil {
			t.Skipf("the measured data is not here: %v", err)
		}
		board, err := results.Read(path, results.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		weights, err := metrics.ParseWeights(test.weights)
		if err != nil {
			t.Fatal(err)
		}
		tally := board.Tally(board.Trials())
		e := metrics.Bayes(weights, tally).Estimate(tally, slices.Index(board.Models, test.model))
		checkNear(t, test.model, e.Mu, test.mu, 1e-10)
		if test.sigma > 0 {
			checkNear(t, "σ of "+test.model, e.Sigma, test.sigma, 1e-10)
		}
	}
}

// Bayes@N counts one trial of each question for every category, and those of a
// prior; avg@N has none.
func TestPriorTrials(t *testing.T) {
	weights, err := metrics.ParseWeights("0,1/2,1")
	if err != nil {
		t.Fatal(err)
	}
	prior := results.NewTally(1, 1, 2)
	prior.Trials = 4
	for _, test := range []struct {
		metric         metrics.Metric
		uniform, given float64
		ok             bool
	}{
		{metrics.Bayes(weights, nil), 3, 0, true},
		{metrics.Bayes(weights, prior), 3, 4, true},
		{metrics.Avg(weights), 0, 0, false},
	} {
		uniform, given, ok := metrics.PriorTrials(test.metric)
		if uniform != test.uniform || given != test.given || ok != test.ok {
			t.Errorf("%s: %v, %v, %v, want %+v", test.metric.Name(), uniform, given, ok, test)
		}
		avg, ok := metrics.Observed(test.metric, prior)
		if ok != test.ok || ok && (avg.Name() != "avg" || !slices.Equal(metrics.Scores(avg, prior, nil), metrics.Scores(metrics.Avg(weights), prior, nil))) {
			t.Errorf("%s without prior is %v, %v", test.metric.Name(), avg, ok)
		}
	}
}
