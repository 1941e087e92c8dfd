package replicate

import (
	"settle/internal/rng"
	"settle/results"
)

// Answering is a Source that knows what the attempts of its replicates answer.
type Answering interface {
	Source

	// Ballots returns the answers and the name of the weights of the replicates; nil if there are
	// none.
	Ballots() *results.Ballots

	// Answerer returns what fills in answers, for one goroutine.
	Answerer() Answerer
}

// BallotsOf returns the answers and the name of the weights of a source's replicates; nil if there
// are none.
func BallotsOf(s Source) *results.Ballots {
	if a, ok := s.(Answering); ok {
		return a.Ballots()
	}
	return nil
}

// Answerer fills in the answers and the weights of the attempts of a replicate. It is given a board
// that holds the outcomes of the replicate, as Record writes them, and has room for ballots.
type Answerer interface {
	Answer(replicate int, b *results.Board)
}

// Given returns a source whose attempts answer as those of a board with the same outcome of the same
// model and question: each time any of them, or if replacement is false, none of them twice. The
// replicates of the source must be drawn from that board, and have outcomes that the board has.
func Given(s Source, b *results.Board, replacement bool) Source {
	if b.Ballots == nil {
		return s
	}
	return &given{s, b, replacement}
}

type given struct {
	Source
	board       *results.Board
	replacement bool
}

func (g *given) Ballots() *results.Ballots { return g.board.Ballots }

func (g *given) Answerer() Answerer {
	return &urns{of: g, stream: rng.New(g.Seed(), "answers", 0), attempts: make([][]int, g.board.Top()+1)}
}

// urns hold the attempts at one question by their outcomes.
type urns struct {
	of       *given
	stream   *rng.Stream
	attempts [][]int // by outcome
}

func (u *urns) Answer(replicate int, b *results.Board) {
	u.stream.Seek(replicate)
	for model := range b.Models {
		for q := range b.Questions {
			u.fill(model, q)
			for trial, outcome := range b.Row(model, q) {
				b.CopyAttempt(model, q, trial, u.of.board, u.draw(outcome))
			}
		}
	}
}

func (u *urns) fill(model, question int) {
	for outcome := range u.attempts {
		u.attempts[outcome] = u.attempts[outcome][:0]
	}
	for trial, outcome := range u.of.board.Row(model, question) {
		u.attempts[outcome] = append(u.attempts[outcome], trial)
	}
}

// draw draws an attempt with an outcome.
func (u *urns) draw(outcome uint8) int {
	urn := u.attempts[outcome]
	at, last := u.stream.Below(uint32(len(urn))), len(urn)-1
	trial := urn[at]
	if !u.of.replacement {
		urn[at] = urn[last]
		u.attempts[outcome] = urn[:last]
	}
	return trial
}

// wrong is a source of binary outcomes whose right attempts all give one answer.
type wrong struct {
	Source
	chances  func(model, question int) []float64
	verifier [2][]float64
	ballots  *results.Ballots
}

// VerifierName is the name of the weights that WithWrong gives.
const VerifierName = "verifier"

// WithWrong returns a source of binary outcomes whose attempts have answers: the right ones have the
// first, and the wrong ones have the others with these chances, which add up to 1. Each has one of the
// weights 1/V, …, 1, with the chances of wrong and of right attempts.
func WithWrong(
	s Source, names [][]string, chances func(model, question int) []float64, verifier [2][]float64,
) Answering {
	return &wrong{s, chances, verifier, &results.Ballots{Names: names, Weight: VerifierName}}
}

func (w *wrong) Ballots() *results.Ballots { return w.ballots }

func (w *wrong) Answerer() Answerer {
	return &guesser{w, rng.New(w.Seed(), "wrong answers", 0)}
}

type guesser struct {
	of     *wrong
	stream *rng.Stream
}

func (g *guesser) Answer(replicate int, b *results.Board) {
	g.stream.Seek(replicate)
	for model := range b.Models {
		for q := range b.Questions {
			answers, chances, weights := b.Answers(model, q), g.of.chances(model, q), b.WeightsOf(model, q)
			for trial, outcome := range b.Row(model, q) {
				answers[trial] = 1
				if outcome == 0 {
					answers[trial] = 2 + uint32(pick(chances, g.stream.Float64()))
				}
				verifier := g.of.verifier[outcome]
				weights[trial] = float64(1+pick(verifier, g.stream.Float64())) / float64(len(verifier))
			}
		}
	}
}

// pick returns which of some chances that add up to 1 a uniform number falls into.
func pick(chances []float64, u float64) int {
	for i, c := range chances {
		if u -= c; u < 0 {
			return i
		}
	}
	return len(chances) - 1
}
