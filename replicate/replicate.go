// Package replicate draws replicates: random boards of one shape.
//
// Use [Permuted], [Resampled], [Fresh], [FromTruths] or [Staggered] to make a [Source],
// and its [Walker] to draw replicates. [Record] writes a replicate into a board.
//
// A Walker draws a whole replicate as counts of n = N trials per question. Then it goes
// down to n = 1 by dropping one trial of every question at a time. This assumes that
// trials are exchangeable: of c successes in n trials, the last trial was a success with
// probability c/n. One such pass visits every n at the cost of drawing one replicate,
// and never builds a matrix of resampled outcomes. A replicate depends only on the
// source and its index.
//
// Do not use the package to resample a board (package bootstrap) or to make simulated
// models (package sim); these return Sources. Package metrics scores the counts.
package replicate

import (
	"fmt"

	"settle/internal/rng"
	"settle/results"
)

// A Source draws replicates of one shape. It is safe for concurrent use.
type Source interface {
	// Shape returns the shape of every replicate.
	Shape() results.Shape

	// Walker returns a Walker for use by one goroutine.
	Walker() Walker

	// Seed returns the seed of all random numbers of the source.
	Seed() uint64
}

// A Walker holds one replicate at a time. Its random numbers depend only on the source
// and the index of the replicate.
type Walker interface {
	// Draw draws the replicate with the given index and returns the tally of all its
	// N trials. The walker owns the tally; Drop and the next Draw change it.
	Draw(replicate int) *results.Tally

	// Drop removes the last of the n trials of every model and question, so that the
	// tally holds the first n − 1 trials.
	Drop()
}

// Permuted returns a source whose replicates draw n trials of each question from a
// tally, without replacement and in a random order for each question. If n is the
// number of trials of every question, each whole replicate equals the tally. Permuted
// panics if n exceeds t.Trials, the fewest trials of any question. The random numbers
// depend on seed and purpose.
func Permuted(t *results.Tally, n int, seed uint64, purpose string) Source {
	if n > t.Trials {
		panic(fmt.Sprintf("replicate: cannot draw %d of %d trials without replacement", n, t.Trials))
	}
	draw := func(into *results.Tally, stream *rng.Stream) { subset(t, n, into, stream) }
	s := &shuffledSource{shape: shapeOf(t, n), seed: seed, purpose: purpose, drawers: sharedDrawer(draw)}
	if n == t.Trials && !t.Unequal() {
		s.same = results.NewTally(t.Models, t.Questions, t.Top)
		s.same.CopyFrom(t)
		s.same.Thin()
	}
	return s
}

// Resampled returns a source whose replicates draw n trials of each question, with
// replacement, from the trials of that question in a tally. Every question must have
// trials. n can be larger than their number. The random numbers depend on seed and
// purpose.
func Resampled(t *results.Tally, n int, seed uint64, purpose string) Source {
	if t.Top > 1 {
		return &shuffledSource{shape: shapeOf(t, n), seed: seed, purpose: purpose, drawers: sharedDrawer(newRedraw(t, n).draw)}
	}
	observed := func(model, question int) float64 {
		return float64(t.Row(model)[question]) / float64(t.TrialsOf(model, question))
	}
	return Fresh(shapeOf(t, n), observed, seed, purpose)
}

// Fresh returns a source whose replicates are new trials with binary outcomes. A trial
// is a success with the probability, in [0, 1], that the function returns for its model
// and question. The random numbers depend on seed and purpose.
func Fresh(shape results.Shape, probability func(model, question int) float64, seed uint64, purpose string) Source {
	return &shuffledSource{shape: shape, seed: seed, purpose: purpose, drawers: binomials(shape, probability)}
}

func shapeOf(t *results.Tally, n int) results.Shape {
	return results.Shape{Models: t.Models, Questions: t.Questions, Trials: n, Top: t.Top}
}

// shuffledSource is a source whose trials come in a random order, separately for each
// question.
type shuffledSource struct {
	shape   results.Shape
	seed    uint64
	purpose string
	drawers func() drawer  // makes a drawer for each walker
	same    *results.Tally // tally of every whole replicate, thin; nil if whole replicates differ
}

// A drawer draws the counts of all trials of a replicate and stores them in a tally.
type drawer func(into *results.Tally, stream *rng.Stream)

// sharedDrawer returns a function that returns the drawer d at every call, so that all
// walkers share d.
func sharedDrawer(d drawer) func() drawer { return func() drawer { return d } }

func (s *shuffledSource) Shape() results.Shape { return s.shape }
func (s *shuffledSource) Seed() uint64         { return s.seed }

func (s *shuffledSource) Walker() Walker {
	stream := rng.New(s.seed, s.purpose, 0)
	return &shuffledWalker{
		whole:  s.drawers(),
		same:   s.same,
		trials: s.shape.Trials,
		stream: stream,
		tally:  results.NewTally(s.shape.Models, s.shape.Questions, s.shape.Top),
		dice:   dice{stream: stream, doubts: rng.New(s.seed, s.purpose+", doubts", 0)},
	}
}

type shuffledWalker struct {
	whole  drawer
	same   *results.Tally
	trials int // N
	stream *rng.Stream
	tally  *results.Tally
	dice   dice
}

func (w *shuffledWalker) Draw(replicate int) *results.Tally {
	w.stream.Seek(replicate)
	w.dice.doubts.Seek(replicate)
	if w.same != nil {
		w.tally.CopyThin(w.same)
		return w.tally
	}
	w.tally.Clear()
	w.whole(w.tally, w.stream)
	w.tally.Trials = w.trials
	w.tally.Thin()
	return w.tally
}

func (w *shuffledWalker) Drop() {
	w.dice.n = uint64(w.tally.Trials)
	w.tally.Drop(w.dice.drop)
}

// Record writes a replicate into a board as a sequence of trials. The board must have
// the source's shape. The first n trials on the board have the same tally as a Walker
// of the source after it has dropped the trials beyond n.
func Record(s Source, replicate int, into *results.Board) { NewRecorder(s).Record(replicate, into) }

// A Recorder writes replicates into boards, one after the other. It must not be shared
// between goroutines.
type Recorder struct {
	walker   Walker
	before   *results.Tally // tally before the last call of Drop
	answerer Answerer       // nil if there are no answers
}

// NewRecorder returns a Recorder for the replicates of a source.
func NewRecorder(s Source) *Recorder {
	shape := s.Shape()
	r := &Recorder{walker: s.Walker(), before: results.NewTally(shape.Models, shape.Questions, shape.Top)}
	if a, ok := s.(Answering); ok {
		r.answerer = a.Answerer()
	}
	return r
}

// Record writes a replicate of the recorder's source into a board, as the function
// Record does. It also writes answers if the source has them and the board has Ballots.
func (r *Recorder) Record(replicate int, into *results.Board) {
	r.recordOutcomes(replicate, into)
	if r.answerer != nil && into.Ballots != nil {
		r.answerer.Answer(replicate, into)
	}
}

func (r *Recorder) recordOutcomes(replicate int, into *results.Board) {
	t := r.walker.Draw(replicate)
	for trial := t.Trials - 1; trial >= 0; trial-- {
		r.before.CopyFrom(t)
		r.walker.Drop()
		for model := range t.Models {
			was := r.before.Row(model)
			for at, count := range t.Row(model) {
				if at%t.Top == 0 {
					into.Row(model, at/t.Top)[trial] = 0
				}
				if count != was[at] {
					into.Row(model, at/t.Top)[trial] = uint8(at%t.Top + 1)
				}
			}
		}
	}
}
