package arena

import (
	"context"
	"math"
	"testing"

	"settle/metrics"
)

func TestTimes(t *testing.T) {
	ms, err := metrics.Parse("avg,bayes,pass@4,mgpass@4,pass^4,gpass@4:0.5", metrics.Options{Weights: metrics.Binary})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Families() {
		l, err := Measure(context.Background(), f, ms, Options{Seed: 1, Workers: 2, Draws: 30, Boards: 4, Trials: Trials()})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(f.Name)
		for m := range ms {
			t.Logf("%-12s %+.4v", ms[m].Name(), l.Cells[0][m])
		}
	}
	_ = math.Pi
}
