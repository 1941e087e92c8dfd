package replicate

import (
	"slices"

	"settle/internal/rng"
	"settle/results"
)

// An Uneven is a source whose replicates have fewer than N trials of some questions,
// where N is the largest number for any question. After trials have been dropped down
// to n, a replicate has the first n trials of each question, or all trials of a
// question if there are fewer.
type Uneven interface {
	Source

	// Attempts returns the number of trials of a whole replicate, summed over all
	// models and questions.
	Attempts() int
}

// Staggered returns a source whose replicates consist of all trials of a tally, in a
// random order for each question. The numbers of trials can differ between questions.
// The random numbers depend on seed and purpose.
func Staggered(t *results.Tally, seed uint64, purpose string) Uneven {
	s := &staggered{from: t, seed: seed, purpose: purpose}
	for model := range t.Models {
		for q := range t.Questions {
			s.trials = append(s.trials, uint16(t.TrialsOf(model, q)))
			s.attempts += t.TrialsOf(model, q)
		}
	}
	return s
}

type staggered struct {
	from     *results.Tally
	trials   []uint16 // by model, then question
	attempts int
	seed     uint64
	purpose  string
}

func (s *staggered) Attempts() int { return s.attempts }

func (s *staggered) Shape() results.Shape { return shapeOf(s.from, int(slices.Max(s.trials))) }

func (s *staggered) Seed() uint64 { return s.seed }

func (s *staggered) Walker() Walker {
	trials := slices.Clone(s.trials)
	return &staggeredWalker{
		source: s, stream: rng.New(s.seed, s.purpose, 0), trials: trials,
		tally: results.NewUnequalTally(s.from.Models, s.from.Questions, s.from.Top, trials),
	}
}

type staggeredWalker struct {
	source *staggered
	stream *rng.Stream
	n      int
	trials []uint16 // shared with the tally
	tally  *results.Tally
}

func (w *staggeredWalker) Draw(replicate int) *results.Tally {
	from := w.source.from
	w.stream.Seek(replicate)
	for model := range from.Models {
		copy(w.tally.Row(model), from.Row(model))
	}
	copy(w.tally.Totals, from.Totals)
	copy(w.trials, w.source.trials)
	w.n, w.tally.Trials = w.source.Shape().Trials, from.Trials
	return w.tally
}

func (w *staggeredWalker) Drop() {
	for at, trials := range w.trials {
		if int(trials) == w.n {
			w.drop(at/w.tally.Questions, at%w.tally.Questions)
			w.trials[at]--
		}
	}
	w.n--
	w.tally.Trials = min(w.tally.Trials, w.n)
}

// drop removes one of the n trials of a question at random.
func (w *staggeredWalker) drop(model, question int) {
	place := w.stream.Below(uint32(w.n))
	counts := w.tally.Row(model)[question*w.tally.Top : (question+1)*w.tally.Top]
	for j, count := range counts {
		if place < uint32(count) {
			w.tally.Add(model, question, j+1, -1)
			return
		}
		place -= uint32(count)
	}
}
