package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// missingSizes are the questions and trials of boards whose attempts go missing.
var missingSizes = [][2]int{{30, 1}, {30, 8}, {30, 64}, {200, 4}, {800, 1}, {800, 8}}

// abilities holds the number that each model adds to the logit of a question's chance.
var abilities = []float64{-0.6, -0.3, 0, 0.3, 0.6}

// A fate tells what becomes of an attempt of outcome 0 or 1 at a question of a mean
// chance, given a uniform number: whether it was made, and whether it failed, so that its
// outcome is not known.
type fate func(outcome, chance, uniform float64) (made, failed bool)

// mechanisms lists the ways in which attempts go missing. Each loses about a tenth.
var mechanisms = []struct {
	title   string
	happens fate
}{
	{"Never made, at random", func(_, _, u float64) (bool, bool) { return u >= 0.1, false }},
	{"Never made, hard questions more often", func(_, p, u float64) (bool, bool) { return u >= 0.2*(1-p), false }},
	{"Failed, at random", func(_, _, u float64) (bool, bool) { return true, u < 0.1 }},
	{"Failed, hard questions more often", func(_, p, u float64) (bool, bool) { return true, u < 0.2*(1-p) }},
	{"Failed where the answer would have been wrong", func(o, _, u float64) (bool, bool) { return true, o == 0 && u < 0.2 }},
}

var missingPolicies = []results.Missing{results.MissingUnequal, results.MissingCommon, results.MissingWrong}

// missing measures what missing attempts do to scores, under each policy. Each board has
// all sizes and mechanisms.
func missing() *study {
	var rows []row
	for _, m := range mechanisms {
		for _, size := range missingSizes {
			for _, policy := range []string{"unequal", "common", "wrong", "nothing missing"} {
				rows = append(rows, row{m.title, []string{strconv.Itoa(size[0]), strconv.Itoa(size[1]), policy}})
			}
		}
	}
	plain := func(head string, digits int) column { return column{head, []format{{scale: 100, digits: digits}}} }
	return &study{
		name: "missing", page: "missing", boards: 1000, sample: 1, every: 1,
		labels: []label{{"M", true}, {"N", true}, {"`--missing`", false}},
		columns: append([]column{plain("kept", 0), plain("bias of scores", 2), plain("bias of first − last", 2)},
			percents("pairs in the wrong order", "intervals hold", "intervals of differences hold")...),
		parts: []part{{rows, averaged("missing attempts of pages", func(s *rng.Stream, _ int) ([]float64, error) {
			return damaged(s)
		})}},
	}
}

// damaged returns the rows of one board of each size, by mechanism, size and policy.
func damaged(stream *rng.Stream) (all []float64, err error) {
	by := make([][]float64, len(mechanisms))
	for _, size := range missingSizes {
		b := newTrueBoard(stream, size[0], size[1])
		none, err := b.damage(func(float64, float64, float64) (bool, bool) { return true, false }, results.Policy{})
		if err != nil {
			return nil, err
		}
		for i, m := range mechanisms {
			for _, policy := range missingPolicies {
				row, err := b.damage(m.happens, results.Policy{Missing: policy})
				if err != nil {
					return nil, fmt.Errorf("%s, %v, %s: %w", m.title, size, policy, err)
				}
				by[i] = append(by[i], row...)
			}
			by[i] = append(by[i], none...)
		}
	}
	for _, rows := range by {
		all = append(all, rows...)
	}
	return all, nil
}

// A trueBoard holds a board and its truth.
type trueBoard struct {
	means    []float64   // by model, over all questions
	average  []float64   // by question, over models
	outcomes [][]float64 // by model and question, then trial
	uniform  [][]float64 // likewise: decides whether an attempt goes missing
}

// newTrueBoard draws questions whose chances for a model of ability 0 are Beta(0.4, 0.4):
// most very hard or very easy.
func newTrueBoard(stream *rng.Stream, questions, trials int) *trueBoard {
	b := &trueBoard{means: make([]float64, len(abilities)), average: make([]float64, questions)}
	base := make([]float64, questions)
	for q := range base {
		p := min(max(beta(stream, 0.4, 0.4), 1e-6), 1-1e-6)
		base[q] = math.Log(p / (1 - p))
	}
	for model, ability := range abilities {
		for q := range questions {
			chance := 1 / (1 + math.Exp(-base[q]-ability))
			b.means[model] += chance / float64(questions)
			b.average[q] += chance / float64(len(abilities))
			outcomes, uniform := make([]float64, trials), make([]float64, trials)
			for i := range outcomes {
				outcomes[i] = share(stream.Float64() < chance)
				uniform[i] = stream.Float64()
			}
			b.outcomes, b.uniform = append(b.outcomes, outcomes), append(b.uniform, uniform)
		}
	}
	return b
}

// damage returns the row of what is left of a board under a policy.
func (b *trueBoard) damage(happens fate, policy results.Policy) ([]float64, error) {
	board, _, err := b.attempts(happens).Board(policy)
	if err != nil {
		return nil, err
	}
	avg, tally := metrics.Avg(metrics.Binary), board.TallyAll()
	estimates := make([]metrics.Estimate, len(abilities))
	for place, name := range board.Models {
		model, err := strconv.Atoi(strings.TrimPrefix(name, "model "))
		if err != nil {
			return nil, err
		}
		estimates[model] = avg.Estimate(tally, place)
	}
	kept := float64(board.Cells()) / float64(len(b.outcomes)*len(b.outcomes[0]))
	return append([]float64{kept}, b.errors(estimates)...), nil
}

// attempts returns those that are left of the board's.
func (b *trueBoard) attempts(happens fate) *results.Attempts {
	a := results.NewAttempts("")
	questions := len(b.average)
	for model := range b.means {
		name := fmt.Sprint("model ", model)
		for q := range questions {
			question := fmt.Sprint("question ", q)
			for i, outcome := range b.outcomes[model*questions+q] {
				made, failed := happens(outcome, b.average[q], b.uniform[model*questions+q][i])
				if failed {
					outcome = math.NaN()
				}
				if made {
					a.Add(name, question, int64(i), outcome)
				}
			}
		}
	}
	return a
}

// errors returns the bias of the scores and of the difference of the best and the worst
// model, the share of pairs in the wrong order, and the shares of intervals that hold.
func (b *trueBoard) errors(estimates []metrics.Estimate) []float64 {
	last := len(estimates) - 1
	var bias, wrong, held, differences float64
	pairs := float64(len(estimates)*last) / 2
	for i, e := range estimates {
		bias += (e.Mu - b.means[i]) / float64(len(estimates))
		held += holds(e, b.means[i]) / float64(len(estimates))
		for j, other := range estimates[:i] { // which is worse
			switch {
			case e.Mu < other.Mu:
				wrong += 1 / pairs
			case e.Mu == other.Mu:
				wrong += 0.5 / pairs
			}
			off := e.Mu - other.Mu - (b.means[i] - b.means[j])
			differences += share(math.Abs(off) <= 1.959963984540054*math.Hypot(e.Sigma, other.Sigma)) / pairs
		}
	}
	first := estimates[last].Mu - estimates[0].Mu - (b.means[last] - b.means[0])
	return []float64{bias, first, wrong, held, differences}
}
