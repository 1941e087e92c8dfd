package sequential

import (
	"math"
	"math/rand/v2"
	"testing"

	"settle/metrics"
	"settle/results"
)

// The chance of being separated at the end is that of a simulation: the true difference, in
// standard errors of now, is normal around z; the trials to come make a mean of their own, and
// z at the end is by the weighted mean of both. 40,000 of them have a standard error of 0.0025.
func TestReach(t *testing.T) {
	const draws = 40_000
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ z, share, critical float64 }{
		{0, 0.25, 1.96}, {1, 0.25, 1.96}, {-2.5, 0.5, 3}, {0.3, 0.9, 3.2}, {2.9, 0.0625, 3},
	} {
		separated := 0
		for range draws {
			truth := c.z + r.NormFloat64()
			rest := truth + r.NormFloat64()*math.Sqrt(c.share/(1-c.share))
			mean := c.share*c.z + (1-c.share)*rest
			if math.Abs(mean)/math.Sqrt(c.share) >= c.critical {
				separated++
			}
		}
		want := float64(separated) / draws
		if got := (Step{Critical: c.critical}).reach(c.z, c.share); math.Abs(got-want) > 0.01 {
			t.Errorf("z = %v with %v of the information: %v, simulated %v", c.z, c.share, got, want)
		}
	}
	for _, c := range []struct{ z, share, critical, want float64 }{
		{2, 1, 1.96, 1}, {1.9, 1, 1.96, 0}, {0, 0.5, 0, 1}, {math.Inf(1), 0.5, 2, 1},
	} {
		if got := (Step{Critical: c.critical}).reach(c.z, c.share); got != c.want {
			t.Errorf("z = %v with %v of the information: %v, want %v", c.z, c.share, got, c.want)
		}
	}
}

// Three models on 100 questions, two with the same outcomes and one with none: the two that tie
// run nothing where they are out of reach, and more where the horizon is far away. What is
// needed by mixture depends on the trials there are, and not on how many there may be.
func TestOutOfReachRunsNothing(t *testing.T) {
	b, err := results.NewBoard(results.Numbered("m", 3), results.Numbered("q", 100), 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	for model := range 2 {
		for q := range 100 {
			for trial := range 4 {
				b.Row(model, q)[2*trial] = 1
			}
		}
	}
	step := Step{
		Design: Design{Batch: 4, Confidence: 0.95, HalfWidth: 0.1, Sampled: Sampled(metrics.Binary), Meant: 16},
		Policy: Neighbours, Correction: Mixture, Critical: 3,
	}
	bounds := map[float64]bool{}
	for _, c := range []struct {
		most int
		want Stop
	}{{12, OutOfReach}, {1000, GoOn}} {
		step.MaxTrials = c.most
		next, err := Plan(b, metrics.Avg(metrics.Binary), step)
		if err != nil {
			t.Fatal(err)
		}
		tie := next.Comparisons[0]
		if next.Stop != c.want || tie.OutOfReach != (c.want == OutOfReach) || (len(next.Runs) > 0) != (c.want == GoOn) {
			t.Errorf("up to %d trials: stop %v, %+v", c.most, next.Stop, tie)
		}
		if !next.Comparisons[1].Decided || !next.Comparisons[2].Decided {
			t.Errorf("up to %d trials the others are not decided", c.most)
		}
		bounds[math.Round(tie.Bound*1e9)] = true
	}
	if len(bounds) != 1 {
		t.Errorf("bounds %v", bounds)
	}
}
