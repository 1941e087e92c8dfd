package input

import (
	"settle/cmd/internal/cli"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/standings"
)

// Separate compares all pairs of models on a board by a metric, as settle rank does. The
// comparisons are about the questions of the board and have simultaneous confidence.
func Separate(env *cli.Env, b *results.Board, m metrics.Metric, confidence float64) (*standings.Standings, error) {
	return standings.Separate(env.Context, b, m, confidence, env.Seed, montecarlo.Options{Replicates: DefaultDraws, Workers: env.Workers})
}
