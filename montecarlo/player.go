package montecarlo

import (
	"settle/internal/rng"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// A Player draws replicates from a source for a scorer. If a metric needs the order of
// trials or the answers, it also passes these to the scorer.
type Player struct {
	replicate.Walker
	Scorer *metrics.Scorer

	recorder *replicate.Recorder // nil if no metric needs the order or the answers
	board    *results.Board
	seeds    *rng.Stream
}

// NewPlayer returns a Player that draws from s and scores by p, for use by one
// goroutine. The plan must be for the source's shape. NewPlayer panics with a
// metrics.Failure if no board can have that shape, or if the source lacks answers that
// a metric needs.
func NewPlayer(s replicate.Source, p *metrics.Plan) *Player {
	player := &Player{Walker: s.Walker(), Scorer: p.Scorer()}
	byAttempts := p.GoesByAttempts()
	if !p.Ordered() && byAttempts == nil {
		return player
	}
	shape := s.Shape()
	board, err := results.NewBoard(
		results.Numbered("model", shape.Models), results.Numbered("question", shape.Questions), shape.Trials, shape.Top)
	if err != nil {
		panic(metrics.Failure{Err: err})
	}
	if byAttempts != nil {
		ballots := replicate.BallotsOf(s)
		if err := byAttempts.CheckAttempts(ballots); err != nil {
			panic(metrics.Failure{Err: err})
		}
		board.AddBallots(ballots.Names, ballots.Weight)
	}
	player.recorder, player.board = replicate.NewRecorder(s), board
	player.seeds = rng.New(s.Seed(), "metrics that draw", 0)
	return player
}

// Draw draws replicate r with all its trials, in the same way as replicate.Walker.Draw.
func (p *Player) Draw(r int) *results.Tally {
	if p.recorder != nil {
		p.recorder.Record(r, p.board)
		p.seeds.Seek(r)
		p.Scorer.Begin(p.board, p.seeds.Uint64())
	}
	t := p.Walker.Draw(r)
	if p.board != nil {
		t.Cast(p.board)
	}
	return t
}
