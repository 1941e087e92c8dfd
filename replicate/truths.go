package replicate

import (
	"settle/internal/rng"
	"settle/results"
)

// A Truth holds the probability of each outcome for each model and question. These
// probabilities are drawn again for each replicate. A Truth must not be shared between
// goroutines.
type Truth interface {
	// Draw draws all probabilities again.
	Draw(stream *rng.Stream)

	// Chances returns the probabilities of the categories 1..C for one model and
	// question. The Truth owns the slice.
	Chances(model, question int) []float64
}

// A Guess is a Walker whose replicates each have their own Truth.
type Guess interface {
	Walker

	// Truth returns the Truth of the replicate that was drawn last.
	Truth() Truth
}

// FromTruths returns a source whose replicates are new trials. Each replicate has its
// own outcome probabilities, drawn by a Truth. truth() is called once per walker to
// make the walker's Truth. Every walker is a Guess. The random numbers depend on seed
// and purpose.
func FromTruths(shape results.Shape, truth func() Truth, seed uint64, purpose string) Source {
	return &guesses{shape, truth, seed, purpose}
}

type guesses struct {
	shape   results.Shape
	truth   func() Truth
	seed    uint64
	purpose string
}

func (s *guesses) Shape() results.Shape { return s.shape }
func (s *guesses) Seed() uint64         { return s.seed }

func (s *guesses) Walker() Walker {
	truth := s.truth()
	counts := newOutward(s.shape.Trials)
	tosses := drawAll(func(model, question int, stream *rng.Stream) int {
		return counts.count(stream.Float64(), truth.Chances(model, question)[0])
	})
	if s.shape.Top > 1 {
		tosses = multinomialsOf(s.shape, truth)
	}
	draw := func(into *results.Tally, stream *rng.Stream) {
		truth.Draw(stream)
		tosses(into, stream)
	}
	from := &shuffledSource{shape: s.shape, seed: s.seed, purpose: s.purpose, drawers: sharedDrawer(draw)}
	return &guess{from.Walker().(*shuffledWalker), truth}
}

type guess struct {
	*shuffledWalker
	truth Truth
}

func (g *guess) Truth() Truth { return g.truth }

// multinomialsOf returns a drawer that draws graded outcomes one by one. truth holds
// the probabilities of the outcomes.
func multinomialsOf(shape results.Shape, truth Truth) drawer {
	return func(into *results.Tally, stream *rng.Stream) {
		for model := range shape.Models {
			for q := range shape.Questions {
				chances := truth.Chances(model, q)
				for range shape.Trials {
					into.Add(model, q, categoryOf(chances, stream.Float64()), 1)
				}
			}
		}
	}
}

// categoryOf returns the category that a uniform number u in [0, 1) selects. chances
// holds the probabilities of the categories 1..C; the rest is the probability of
// category 0.
func categoryOf(chances []float64, u float64) int {
	for j, chance := range chances {
		if u < chance {
			return j + 1
		}
		u -= chance
	}
	return 0
}
