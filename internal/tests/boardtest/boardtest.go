// Package boardtest makes boards for the tests of several packages.
package boardtest

import (
	"testing"

	"settle/metrics"
	"settle/results"
)

// Parse parses a list of metrics. It fails the test if the list is invalid.
func Parse(t testing.TB, list string) []metrics.Metric {
	t.Helper()
	ms, err := metrics.Parse(list, metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// Gold returns the order of the models on a binary board by Bayes@N on all trials.
func Gold(t testing.TB, b *results.Board) []int {
	t.Helper()
	gold, err := metrics.Ordinals(metrics.Bayes(metrics.Binary, nil), b.Tally(b.Trials()))
	if err != nil {
		t.Fatal(err)
	}
	return gold
}
