package metrics_test

import (
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	_ "settle/metrics/rankers"
)

// A σ is a standard error where no prior makes the estimate, whatever the name ends in.
func TestTraits(t *testing.T) {
	for _, c := range []struct {
		metric                           string
		standardError, plain, new, ranks bool
	}{
		{metric: "bayes", plain: true},
		{metric: "bayes:jeffreys"},
		{metric: "bayes:fitted"},
		{metric: "avg", standardError: true, plain: true},
		{metric: "avg:wilson", standardError: true},
		{metric: "pass@2", standardError: true},
		{metric: "pass@2:zero-inflated"},
		{metric: "pass@2:new", new: true},
		{metric: "pass@2:0.5+2"},
		{metric: "geomds@2", standardError: true},
		{metric: "geomds@2:uniform"},
		{metric: "borda", ranks: true},
	} {
		got := metrics.TraitsNamed(c.metric)
		if got.StandardError != c.standardError || got.Plain != c.plain || got.New != c.new || got.Ranks != c.ranks {
			t.Errorf("%s: %+v", c.metric, got)
		}
	}
	if got := metrics.TraitsNamed("nothing"); got != (metrics.Traits{}) {
		t.Errorf("of no metric: %+v", got)
	}
}

func TestFittedTwin(t *testing.T) {
	for metric, twin := range map[string]string{
		"avg": "bayes:fitted", "bayes:jeffreys": "bayes:fitted", "bayes:fitted": "bayes:fitted", "pass@4": "pass@4:fitted",
		"geomds@4": "geomds@4:fitted", "pass@4:zero-inflated": "pass@4:zero-inflated", "geom@4": "geom@4",
	} {
		if got := metrics.FittedTwin(boardtest.Parse(t, metric)[0], metrics.Options{}).Name(); got != twin {
			t.Errorf("%s: the twin is %s, want %s", metric, got, twin)
		}
	}
}
