package metrics_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"settle/metrics"
	"settle/results"
)

// endsSoon calls work with a context that ends after a tenth of a second, and wants
// it to end then with that error: within 2 s, on a machine with other work.
func endsSoon(t *testing.T, what string, work func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	start := time.Now()
	err := work(ctx)
	if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 2*time.Second {
		t.Errorf("%s: error %v after %v", what, err, took)
	}
}

// Plans that take from several seconds to minutes end with their context, be it in
// the middle of one n.
func TestNewPlanEndsWithItsContext(t *testing.T) {
	for list, shape := range map[string]results.Shape{
		"maj@1000":        {Models: 2, Questions: 5, Trials: 2000, Top: 1},
		"max@1000":        {Models: 2, Questions: 5, Trials: 2000, Top: 1},
		"auc@4096":        {Models: 2, Questions: 5, Trials: 4096, Top: 1},
		"pass-naive@4096": {Models: 2, Questions: 5, Trials: 4096, Top: 1},
	} {
		endsSoon(t, list, func(ctx context.Context) error {
			_, err := metrics.NewPlan(ctx, parse(t, list), shape, 1)
			return err
		})
	}
	w, err := metrics.ParseWeights("0,1/2,1")
	if err != nil {
		t.Fatal(err)
	}
	endsSoon(t, "max@1000 of graded outcomes", func(ctx context.Context) error {
		shape := results.Shape{Models: 2, Questions: 5, Trials: 2000, Top: 2}
		_, err := metrics.NewPlan(ctx, []metrics.Metric{metrics.MaxAtK(1000, w)}, shape, 1)
		return err
	})
}

// Many questions with as many different counts take long to evaluate at any large
// K, be it for the scores or for the posteriors.
func TestEvaluateEndsWithItsContext(t *testing.T) {
	const n = results.MaxTrials
	tally := results.NewTally(2, 10_000, 1)
	tally.Trials = n
	for q := range tally.Questions {
		tally.Add(0, q, 1, 6*q)
		tally.Add(1, q, 1, 6*q+3)
	}
	for _, name := range []string{"maj@32767", "auc@65535", "pass-naive@65535", "max@30000", "mgpass@65535:uniform"} {
		endsSoon(t, name, func(ctx context.Context) error {
			_, err := metrics.Evaluate(ctx, parse(t, name)[0], tally)
			return err
		})
	}
}

// After Evaluate the estimates of a tally are look-ups, with a prior of one's own
// too.
func TestEvaluatePreparesEstimates(t *testing.T) {
	tally := successes([]int{0, 7, 65_535}, results.MaxTrials)
	m := metrics.MajAtK(1001).WithPrior(2, 3)
	if _, err := metrics.Evaluate(t.Context(), m, tally); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	const runs = 1000
	for range runs {
		m.Estimate(tally, 0)
	}
	if each := time.Since(start) / runs; each > 100*time.Microsecond {
		t.Errorf("an estimate takes %v, want a look-up", each)
	}
}
