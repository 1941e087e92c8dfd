package votes

import (
	"slices"

	"settle/internal/rng"
	"settle/results"
)

// scratch holds the attempts by one model at one question, and memory for computations
// with them.
type scratch struct {
	unit  float64   // see metric.unitOf
	scale float64   // the weight of a worth of 1
	worth []float64 // worths of the categories, in [−1, 1]

	answered bool // some attempt on the board has an answer

	question int       // index of the question on the board
	draws    int       // number of random subsets of its attempts
	n        int       // number of attempts
	outcomes []uint8   // by attempt
	answers  []uint32  // by attempt, 0 for none
	weights  []float64 // by attempt, NaN for none; nil if there are no weights

	votes  []votes  // votes for each answer that was given
	silent int      // attempts without an answer
	of     []uint64 // by answer, while votes are counted
	given  []uint32

	counting counting
	pascal   [][]float64 // binomial coefficients, up to the k-th
	urns     []urn       // one urn for each answer
	besides  []float64   // by number of attempts: ways to choose them from the attempts that do not vote for the winner

	order  []int   // attempts
	ballot []total // by answer, of a subset
	part   sample  // attempts without one of them, or resampled
	drawn  sample  // a copy of resampled attempts
	kinds  []int   // one attempt of each kind
	values []float64
	mass   []float64

	stream  *rng.Stream // random numbers for subsets
	samples *rng.Stream // random numbers for resampled attempts
}

// votes holds the attempts that gave one particular answer.
type votes struct {
	answer uint32
	count  int
	worth  float64 // sum of the worths of the attempts
}

// mean returns the mean worth of the attempts that gave the answer.
func (v *votes) mean() float64 { return v.worth / float64(v.count) }

// sample holds a list of attempts in memory of its own.
type sample struct {
	outcomes []uint8
	answers  []uint32
	weights  []float64
}

func newScratch(m *metric) *scratch {
	s := &scratch{stream: rng.New(m.seed, "votes", 0), samples: rng.New(m.seed, "votes resampled", 0)}
	s.worth, s.scale = scaledWeights(m.weights)
	return s
}

// load reads the attempts by one model at one question into the scratch space.
func (s *scratch) load(t *results.Tally, model, question int) {
	s.question = t.QuestionOf(model, question)
	s.take(t.Attempts(model, question))
}

func (s *scratch) take(outcomes []uint8, answers []uint32, weights []float64) {
	s.n, s.outcomes, s.answers, s.weights = len(outcomes), outcomes, answers, weights
}

// count counts the votes for each answer. It lists answers in the order in which they
// first appear.
func (s *scratch) count() {
	const one, bits = 1, 32 // one vote, and the bit from which votes of category 1 are counted
	of := s.of
	for i, answer := range s.answers {
		if int(answer) >= len(of) {
			of = append(of, make([]uint64, int(answer)+1-len(of))...)
		}
		if of[answer] == 0 {
			s.given = append(s.given, answer)
		}
		of[answer] += one + uint64(s.outcomes[i]&1)<<bits
	}
	s.of, s.votes, s.silent = of, s.votes[:0], 0
	for _, answer := range s.given {
		count, ones := int(uint32(of[answer])), int(of[answer]>>bits)
		if answer == 0 {
			s.silent = count
		} else {
			s.votes = append(s.votes, votes{answer, count, float64(float64(count-ones)*s.worth[0]) + float64(float64(ones)*s.worth[1])})
		}
		of[answer] = 0
	}
	s.given = s.given[:0]
	if len(s.worth) > 2 {
		for i := range s.votes {
			s.votes[i].worth = s.worthAfter(-1, s.votes[i].answer)
		}
	}
}

// worthAfter returns the sum of the worths of all attempts with the given answer that
// come after attempt i.
func (s *scratch) worthAfter(i int, answer uint32) float64 {
	var sum float64
	for j := i + 1; j < s.n; j++ {
		if s.answers[j] == answer {
			sum += s.worth[s.outcomes[j]]
		}
	}
	return sum
}

// loadWithout loads all given attempts except attempt i.
func (s *scratch) loadWithout(attempts sample, i int) {
	p := &s.part
	p.copy(sample{attempts.outcomes[:i], attempts.answers[:i], nil})
	p.outcomes, p.answers = append(p.outcomes, attempts.outcomes[i+1:]...), append(p.answers, attempts.answers[i+1:]...)
	s.take(p.outcomes, p.answers, nil)
}

// copy makes p a copy of the given sample, in the memory of p.
func (p *sample) copy(source sample) {
	p.outcomes = append(p.outcomes[:0], source.outcomes...)
	p.answers = append(p.answers[:0], source.answers...)
	p.weights = append(p.weights[:0], source.weights...)
}

// resample loads a random sample, drawn with replacement from the given attempts and
// an imaginary one. The sample has as many attempts as there are given ones.
func (s *scratch) resample(attempts sample) {
	p, n := &s.part, uint32(len(attempts.outcomes))
	p.outcomes, p.answers, p.weights = p.outcomes[:0], p.answers[:0], p.weights[:0]
	for range attempts.outcomes {
		i := s.samples.Below(n + 1)
		if i < n {
			p.outcomes, p.answers = append(p.outcomes, attempts.outcomes[i]), append(p.answers, attempts.answers[i])
		} else {
			i = s.samples.Below(n) // the imaginary attempt takes the weight of attempt i
			outcome, answer := s.imagine(attempts, s.samples.Below(2) == 1)
			p.outcomes, p.answers = append(p.outcomes, outcome), append(p.answers, answer)
		}
		if attempts.weights != nil {
			p.weights = append(p.weights, attempts.weights[i])
		}
	}
	s.take(p.outcomes, p.answers, p.weights)
}

// imagine returns an imaginary attempt. If right is true, the attempt has the best
// category and the answer of an attempt of that category. Otherwise it has the worst
// category and a new answer. Thus, even if all attempts at a question agree, future
// attempts can differ.
func (s *scratch) imagine(attempts sample, right bool) (outcome uint8, answer uint32) {
	best := uint8(slices.Index(s.worth, slices.Max(s.worth)))
	most := uint32(0)
	for i, a := range attempts.answers {
		if right && attempts.outcomes[i] == best && a > 0 {
			return best, a
		}
		most = max(most, a)
	}
	if right {
		return best, most + 1
	}
	return uint8(slices.Index(s.worth, slices.Min(s.worth))), most + 2
}
