package montecarlo_test

import (
	"testing"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
	"settle/montecarlo"
	"settle/sim"
)

// BenchmarkFollow follows the thirteen metrics of the paper over 11 × 30 × 80, by
// replicate: what scores cost beside τ alone.
func BenchmarkFollow(b *testing.B) {
	board, err := sim.StandIn("hmmt25")
	if err != nil {
		b.Fatal(err)
	}
	source, err := bootstrap.New(board, bootstrap.Options{Replacement: true}, 1)
	if err != nil {
		b.Fatal(err)
	}
	ms, gold := boardtest.Parse(b, "paper"), boardtest.Gold(b, board)
	for name, wanted := range map[string]montecarlo.Wanted{
		"tau": {Gold: gold}, "score": {Scores: true}, "tau,score": {Gold: gold, Scores: true},
		"score at 80": {Scores: true, At: []int{80}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			o := montecarlo.Options{Replicates: b.N, Workers: 1}
			if _, err := montecarlo.Follow(b.Context(), source, ms, wanted, o); err != nil {
				b.Fatal(err)
			}
		})
	}
}
