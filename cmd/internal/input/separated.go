package input

import (
	"settle/cmd/internal/cli"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/standings"
)

// Separate compares every two models of a board at once, as rank does: by a metric, on these
// questions, at a simultaneous confidence.
func Separate(env *cli.Env, b *results.Board, m metrics.Metric, confidence float64) (*standings.Standings, error) {
	return standings.Separate(env.Context, b, m, confidence, env.Seed, montecarlo.Options{Replicates: DefaultDraws, Workers: env.Workers})
}
