package replicate

import (
	"settle/internal/rng"
	"settle/results"
)

// An Answering is a Source whose replicates also have an answer for each attempt.
type Answering interface {
	Source

	// Ballots returns the possible answers and the name of the weights, or nil if
	// the replicates have no answers.
	Ballots() *results.Ballots

	// Answerer returns an Answerer for use by one goroutine.
	Answerer() Answerer
}

// BallotsOf returns the possible answers of a source's replicates and the name of their
// weights, or nil if the replicates have no answers.
func BallotsOf(s Source) *results.Ballots {
	if a, ok := s.(Answering); ok {
		return a.Ballots()
	}
	return nil
}

// An Answerer writes answers and weights of the attempts of a replicate into a board.
// The board must hold the outcomes of the replicate, as Record writes them, and must
// have Ballots.
type Answerer interface {
	Answer(replicate int, b *results.Board)
}

// Given returns a source that adds answers to the replicates of s, which must be drawn
// from the board b. Each attempt copies the answer of an attempt of the board with the
// same model, question and outcome. If replacement is true, it is drawn from all such
// attempts; otherwise no attempt is used twice. If the board has no answers, Given
// returns s.
func Given(s Source, b *results.Board, replacement bool) Source {
	if b.Ballots == nil {
		return s
	}
	return &answeredSource{s, b, replacement}
}

type answeredSource struct {
	Source
	board       *results.Board
	replacement bool
}

func (g *answeredSource) Ballots() *results.Ballots { return g.board.Ballots }

func (g *answeredSource) Answerer() Answerer {
	return &urns{of: g, stream: rng.New(g.Seed(), "answers", 0), attempts: make([][]int, g.board.Top()+1)}
}

// urns holds the attempts by one model at one question, grouped by outcome. Answers are
// drawn from these attempts.
type urns struct {
	of       *answeredSource
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

// draw returns the index of a random attempt with the given outcome. Without
// replacement, it removes the attempt from u.
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

// wrongAnswers is a source of binary outcomes with answers, in which all right attempts
// give the same answer. See WithWrong.
type wrongAnswers struct {
	Source
	chances  func(model, question int) []float64
	verifier [2][]float64
	ballots  *results.Ballots
}

// VerifierName is the name of the weights that WithWrong gives the attempts.
const VerifierName = "verifier"

// WithWrong returns a source that adds answers and weights to the attempts of s, whose
// outcomes are binary. The names are those of the possible answers. Right attempts give
// the first answer. Wrong attempts give the other answers with the given chances, which
// must add up to 1. Each attempt gets one of the weights 1/V, …, 1. The chances of
// these V weights are verifier[0] for wrong and verifier[1] for right attempts.
func WithWrong(
	s Source, names [][]string, chances func(model, question int) []float64, verifier [2][]float64,
) Answering {
	return &wrongAnswers{s, chances, verifier, &results.Ballots{Names: names, Weight: VerifierName}}
}

func (w *wrongAnswers) Ballots() *results.Ballots { return w.ballots }

func (w *wrongAnswers) Answerer() Answerer {
	return &guesser{w, rng.New(w.Seed(), "wrong answers", 0)}
}

type guesser struct {
	of     *wrongAnswers
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

// pick returns an index of chances, given a uniform random number u in [0, 1). Index i
// is returned with the probability chances[i]. The chances must add up to 1.
func pick(chances []float64, u float64) int {
	for i, c := range chances {
		if u -= c; u < 0 {
			return i
		}
	}
	return len(chances) - 1
}
