package voting

import (
	"slices"

	"settle/metrics"
	"settle/results"
)

// A cell holds the trials of one model at one question.
type cell struct {
	answers  []int     // by trial: −1 for no answer, otherwise a number from 0, which is the same for equal answers
	worth    []float64 // by trial: weight of its outcome
	distinct int       // number of distinct answers
	mean     float64   // mean of worth
	final    float64   // score of the vote over all trials
}

func newCell(b *results.Board, w metrics.Weights, model, question int) *cell {
	c := &cell{}
	numbers := map[uint32]int{0: -1}
	for i, outcome := range b.Row(model, question) {
		answer := b.Answers(model, question)[i]
		if _, known := numbers[answer]; !known {
			numbers[answer] = c.distinct
			c.distinct++
		}
		c.answers = append(c.answers, numbers[answer])
		c.worth = append(c.worth, w.Float(int(outcome)))
		c.mean += c.worth[i]
	}
	c.mean /= float64(len(c.worth))
	p := newPoll(len(c.answers))
	p.begin(c)
	for trial := range c.answers {
		p.add(trial)
	}
	c.final = p.score()
	return c
}

// A poll is a vote in progress.
type poll struct {
	cell          *cell
	counts        []int     // by answer
	sums          []float64 // by answer: sum of the weights of its attempts
	seen          []int     // different answers so far
	held          []int     // by count, from 1: number of answers with that count
	first, second int       // counts of the two most frequent answers
	leader        int       // one of the most frequent answers
	last, run     int       // last answer, and the length of its current run; a run of 0 means no answer
}

func newPoll(n int) *poll {
	return &poll{counts: make([]int, n), sums: make([]float64, n), held: make([]int, n+1)}
}

// begin starts a new vote, on the trials of one model at one question.
func (p *poll) begin(c *cell) {
	clear(p.counts[:c.distinct])
	clear(p.sums[:c.distinct])
	clear(p.held)
	p.cell, p.seen = c, p.seen[:0]
	p.first, p.second, p.run = 0, 0, 0
}

// add counts the answer of the given trial as the next sample.
func (p *poll) add(trial int) {
	a := p.cell.answers[trial]
	if a < 0 {
		p.run = 0
		return
	}
	if p.run > 0 && a == p.last {
		p.run++
	} else {
		p.last, p.run = a, 1
	}
	if p.counts[a] == 0 {
		p.seen = append(p.seen, a)
	} else {
		p.held[p.counts[a]]--
	}
	p.counts[a]++
	p.sums[a] += p.cell.worth[trial]
	count := p.counts[a]
	p.held[count]++
	switch {
	case count > p.first: // the answer already led, alone or with others; with others, second already equals their count
		p.first, p.leader = count, a
	case count > p.second:
		p.second = count
	}
}

// worth returns the mean weight of the attempts so far that gave the answer with the given number.
func (p *poll) worth(answer int) float64 { return p.sums[answer] / float64(p.counts[answer]) }

// score returns the expected score of the vote, which picks one of the most frequent answers at
// random. It returns 0 if there are no votes.
func (p *poll) score() float64 {
	if p.first == 0 {
		return 0
	}
	if p.held[p.first] == 1 {
		return p.worth(p.leader)
	}
	sum := 0.0
	for _, a := range p.seen {
		if p.counts[a] == p.first {
			sum += p.worth(a)
		}
	}
	return sum / float64(p.held[p.first])
}

// A voter applies stopping rules to the trials of one model at one question, in given orders. It
// must not be shared between goroutines.
type voter struct {
	rules     []Rule
	bounds    [][]int // by rule: result of betaBounds, nil for other rules
	dominance *dominance
	poll      *poll
	looking   []int     // rules that are not Fixed; Fixed rules come first in rules
	open      []int     // rules in looking that have not stopped
	scores    []float64 // by rule, summed over questions
	samples   []float64 // by rule, summed over questions
}

func newVoter(rules []Rule, n int) *voter {
	v := &voter{
		rules: rules, bounds: make([][]int, len(rules)), dominance: newDominance(n), poll: newPoll(n),
		scores: make([]float64, len(rules)), samples: make([]float64, len(rules)),
	}
	for i, r := range rules {
		if r.Kind == Beta || r.Kind == Dirichlet {
			v.bounds[i] = betaBounds(r.Parameter, n)
		}
		if r.Kind != Fixed {
			v.looking = append(v.looking, i)
		}
	}
	return v
}

// play applies all stopping rules to the trials of one model at one question, in the given order.
// It adds the results to the sums in v.
func (v *voter) play(c *cell, order []int) {
	v.poll.begin(c)
	v.open = append(v.open[:0], v.looking...)
	next := 0 // index of the next Fixed rule; the last Fixed rule uses all trials
	for i, trial := range order {
		v.poll.add(trial)
		n := i + 1
		if int(v.rules[next].Parameter) == n {
			v.end(next, n, false)
			next++
		}
		v.open = slices.DeleteFunc(v.open, func(rule int) bool {
			stops := v.stops(rule, n)
			if stops || n == len(order) {
				v.end(rule, n, stops)
			}
			return stops
		})
	}
}

// stops reports whether the rule with the given index stops the vote after n samples.
func (v *voter) stops(rule, n int) bool {
	p, r := v.poll, v.rules[rule]
	if r.Kind == Window {
		return n%int(r.Parameter) == 0 && p.run >= int(r.Parameter)
	}
	// The probability of Dirichlet never exceeds that of Beta, which uses only two of the
	// answers.
	return p.first >= v.bounds[rule][p.second] &&
		(r.Kind == Beta || len(p.seen) < 3 || v.dominance.probability(p.first, p.held) >= r.Parameter)
}

// end adds the result of a rule that ends after n samples. stops is false if the rule ends
// without meeting a stopping condition, for example because no trials are left. For a vote over
// all trials, end uses the score stored in the cell, so that rounding does not depend on the
// order.
func (v *voter) end(rule, n int, stops bool) {
	score := v.poll.cell.final
	switch {
	case stops && v.rules[rule].Kind == Window:
		score = v.poll.worth(v.poll.last)
	case n < len(v.poll.cell.answers):
		score = v.poll.score()
	}
	v.scores[rule] += score
	v.samples[rule] += float64(n)
}
