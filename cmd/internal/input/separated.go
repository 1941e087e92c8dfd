package input

import (
	"settle/cmd/internal/cli"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// Separate compares every two models of a board at once, as rank does: by a metric, on these
// questions, at a simultaneous confidence.
func Separate(env *cli.Env, b *results.Board, m metrics.Metric, confidence float64) (*standings.Standings, error) {
	s, err := standings.Rank(env.Context, b.Models, b.TallyAll(), m, standings.Rules{
		Confidence: confidence, Bounds: metrics.Unbounded, Pairs: standings.NoPairs, NoIntervals: true,
	})
	if err != nil {
		return nil, err
	}
	o := montecarlo.Options{Replicates: DefaultDraws, Workers: env.Workers}
	return &s, s.CompareAll(env.Context, posterior.RomanoWolf, env.Seed, o)
}
