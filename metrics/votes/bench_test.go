package votes_test

import (
	"testing"

	"settle/bootstrap"
	"settle/metrics"
	_ "settle/metrics/votes"
	"settle/montecarlo"
	"settle/sim"
)

// BenchmarkCurve walks replicates of 11 × 30 × 80 by plurality@8, scored at every n.
func BenchmarkCurve(b *testing.B) {
	coins, err := sim.Random(11, 30, sim.DefaultSpread, 1)
	if err == nil {
		err = coins.Answer(4, 1)
	}
	if err != nil {
		b.Fatal(err)
	}
	board, err := coins.Board(80, 1, 0)
	if err != nil {
		b.Fatal(err)
	}
	source, err := bootstrap.New(board, bootstrap.Options{Replacement: true}, 1)
	if err != nil {
		b.Fatal(err)
	}
	ms, err := metrics.Parse("plurality@8", metrics.Options{})
	if err != nil {
		b.Fatal(err)
	}
	plan, err := metrics.NewPlan(b.Context(), ms, source.Shape(), 1)
	if err != nil {
		b.Fatal(err)
	}
	p := montecarlo.NewPlayer(source, plan)
	b.ReportAllocs()
	for r := 0; b.Loop(); r++ {
		t := p.Draw(r)
		for ; t.Trials > 8; p.Drop() {
			p.Scorer.Score(t)
		}
	}
}
