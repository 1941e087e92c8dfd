package montecarlo_test

import (
	"context"
	"math"
	"reflect"
	"testing"

	"settle/montecarlo"
	"settle/replicate"
	"settle/sim"
)

// The simulation agrees with the exact order probabilities of package sim
// (Poisson-binomial convolutions, a separate computation) within four standard
// errors at every N, and with the expected |z| likewise.
func TestPairAgreesWithExact(t *testing.T) {
	pair, err := sim.PaperQuantile().Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	const upTo, boards = 30, 20_000
	source := func(trials int) replicate.Source { return pair.Source(trials, 3) }
	points, err := montecarlo.Pair(context.Background(), source, upTo, montecarlo.Options{Replicates: boards})
	if err != nil {
		t.Fatal(err)
	}
	for i, exact := range sim.Orders(pair.P[0], pair.P[1], upTo) {
		p := points[i]
		if p.N != exact.N {
			t.Fatalf("point %d is N = %d, want %d", i, p.N, exact.N)
		}
		if d := p.Right + p.Tied/2 - exact.Right - exact.Tied/2; math.Abs(d) > 4*p.RightSE {
			t.Errorf("N = %d: P(right) %v ± %v, exactly %v", p.N, p.Right+p.Tied/2, p.RightSE, exact.Right+exact.Tied/2)
		}
		if se := math.Sqrt(exact.Tied * (1 - exact.Tied) / boards); math.Abs(p.Tied-exact.Tied) > 4*se {
			t.Errorf("N = %d: ties %v, exactly %v ± %v", p.N, p.Tied, exact.Tied, se)
		}
		// The expected |z| replaces σ by its mean, which matters only while
		// there are few trials.
		if p.N >= 5 && math.Abs(p.Z-exact.Z) > 4*p.ZSE+0.002 {
			t.Errorf("N = %d: mean |z| %v ± %v, expected %v", p.N, p.Z, p.ZSE, exact.Z)
		}
	}
}

// No two points share random numbers, and any number of workers gives the same.
func TestPairIsDeterministic(t *testing.T) {
	pair, err := sim.PaperQuantile().Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	source := func(trials int) replicate.Source { return pair.Source(trials, 3) }
	var all [][]montecarlo.PairPoint
	for _, workers := range []int{1, 8} {
		points, err := montecarlo.Pair(context.Background(), source, 5, montecarlo.Options{Replicates: 1000, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, points)
	}
	if !reflect.DeepEqual(all[0], all[1]) {
		t.Error("eight workers give other points than one")
	}
}

func TestPairNeedsTwoModels(t *testing.T) {
	coins := sim.PaperQuantile()
	source := func(trials int) replicate.Source { return coins.Source(trials, 3) }
	if _, err := montecarlo.Pair(context.Background(), source, 1, montecarlo.Options{Replicates: 1}); err == nil {
		t.Error("eleven models did not fail")
	}
}

// Alone, boards are those of the pool, whose first point begins with board 0.
func TestPairAlone(t *testing.T) {
	pair, err := sim.PaperQuantile().Subset("LLM10", "LLM9")
	if err != nil {
		t.Fatal(err)
	}
	source := func(trials int) replicate.Source { return pair.Source(trials, 3) }
	points, err := montecarlo.Pair(context.Background(), source, 1, montecarlo.Options{Replicates: 700})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := montecarlo.PairAlone(source(1), 700, func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	if p := points[0]; alone.N != 1 || alone.Right != p.Right || alone.Tied != p.Tied ||
		math.Abs(alone.Z-p.Z) > 1e-12 || math.Abs(alone.ZSE-p.ZSE) > 1e-12 {
		t.Errorf("alone %+v, in a pool %+v", alone, p)
	}
	if _, err := montecarlo.PairAlone(sim.PaperQuantile().Source(1, 3), 1, func() bool { return false }); err == nil {
		t.Error("eleven models did not fail")
	}
}
