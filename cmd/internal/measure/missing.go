package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"settle/internal/rng"
	"settle/metrics"
	"settle/results"
)

// missingSizes lists the numbers of questions and of trials of the boards that lose attempts.
var missingSizes = [][2]int{{30, 1}, {30, 8}, {200, 1}, {200, 4}}

// abilities lists the ability of each model, which is added to the logit of the success
// probability of every question.
var abilities = []float64{-0.6, -0.3, 0, 0.3, 0.6}

// A mechanism determines which attempts go missing. The probability that an attempt goes missing
// can depend on its outcome and on the mean success probability of its question.
type mechanism struct {
	title string
	lost  func(outcome, chance float64) float64 // the probability that an attempt is missing
	wrong bool                                  // whether all missing attempts have wrong answers
}

var mechanisms = []mechanism{
	{"Nothing missing", func(_, _ float64) float64 { return 0 }, true},
	{"At random", func(_, _ float64) float64 { return 0.1 }, false},
	{"Hard questions more often", func(_, p float64) float64 { return 0.2 * (1 - p) }, false},
	{"Hard questions far more often", func(_, p float64) float64 { return 0.6 * (1 - p) }, false},
	{"Wrong answers", func(o, _ float64) float64 { return 0.2 * (1 - o) }, true},
}

// A treatment is a policy for missing attempts together with a metric.
type treatment struct {
	policy results.Missing
	metric metrics.Fittable
}

var treatments = []treatment{
	{results.MissingUnequal, metrics.BayesFitted(metrics.Binary)},
	{results.MissingUnequal, metrics.BayesQuestions(metrics.Binary)},
	{results.MissingCommon, metrics.BayesFitted(metrics.Binary)},
	{results.MissingWrong, metrics.BayesFitted(metrics.Binary)},
}

// treatments returns the treatments to measure for a mechanism. It leaves out treatments that give
// the same numbers as others. With one trial per question, the policies named common and unequal
// give the same board. If only wrong answers go missing, the policy named wrong restores all of
// them.
func (m mechanism) treatments(trials int) (all []treatment) {
	for _, t := range treatments {
		common, wrong := t.policy == results.MissingCommon, t.policy == results.MissingWrong
		if !(common && (trials == 1 || m.title == mechanisms[0].title) || wrong && m.wrong) {
			all = append(all, t)
		}
	}
	return all
}

// measureMissing returns a study of how missing attempts affect scores under each policy. Each draw
// includes boards of all sizes, which lose attempts by every mechanism.
func measureMissing() *study {
	var rows []row
	for _, m := range mechanisms {
		for _, size := range missingSizes {
			for _, t := range m.treatments(size[1]) {
				rows = append(rows, row{m.title, []string{
					strconv.Itoa(size[0]), strconv.Itoa(size[1]), t.policy.String(), "`" + t.metric.Name() + "`"}})
			}
		}
	}
	plain := func(head string, digits int) column { return column{head, []format{{scale: 100, digits: digits}}} }
	return &study{
		name: "missing", page: "missing", boards: 200, sample: 1, every: 1,
		labels: []label{{"M", true}, {"N", true}, {"`--missing`", false}, {"metric", false}},
		columns: append([]column{plain("kept", 0), plain("bias of scores", 2), plain("bias of first − last", 2)},
			percents("pairs in the wrong order", "intervals hold", "intervals of differences hold")...),
		parts: []part{{rows, averaged("missing attempts of pages", func(s *rng.Stream, _ int) ([]float64, error) {
			return drawDamaged(s)
		})}},
	}
}

// drawDamaged draws a board of each size and drops attempts by each mechanism. It returns the
// numbers of all rows of the table, ordered by mechanism, size and treatment.
func drawDamaged(stream *rng.Stream) (all []float64, err error) {
	by := make([][]float64, len(mechanisms))
	for _, size := range missingSizes {
		b := newTrueBoard(stream, size[0], size[1])
		for i, m := range mechanisms {
			attempts := b.attempts(m)
			for _, t := range m.treatments(size[1]) {
				row, err := b.score(attempts, t)
				if err != nil {
					return nil, fmt.Errorf("%s, %v, %s: %w", m.title, size, t.policy, err)
				}
				by[i] = append(by[i], row...)
			}
		}
	}
	return slices.Concat(by...), nil
}

// A trueBoard holds a board together with its true means.
type trueBoard struct {
	means    []float64   // true mean of each model over all questions
	average  []float64   // true mean of each question over all models
	outcomes [][]float64 // 1 or 0, by model and question, then trial
	uniform  [][]float64 // uniform numbers that decide whether attempts go missing, by model and question, then trial
}

// newTrueBoard draws a board of models with the abilities in the list abilities. A model of ability
// 0 has success probabilities from Beta(0.4, 0.4), so most questions are very hard or very easy.
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

// score applies a treatment to the attempts and scores the models. It returns the share of attempts
// that the treatment keeps, followed by the five numbers that b.errors returns.
func (b *trueBoard) score(attempts *results.Attempts, t treatment) ([]float64, error) {
	policy := results.Policy{Missing: t.policy, KeepUnmet: metrics.TraitsOf(t.metric).Foresees}
	board, _, err := attempts.Board(policy)
	if err != nil {
		return nil, err
	}
	tally := board.TallyAll()
	fit, err := t.metric.Fit(context.Background(), tally)
	if err != nil {
		return nil, err
	}
	estimates := make([]metrics.Estimate, len(abilities))
	for place, name := range board.Models {
		model, err := strconv.Atoi(strings.TrimPrefix(name, "model "))
		if err != nil {
			return nil, err
		}
		estimates[model] = fit.Estimate(tally, place)
	}
	kept := float64(board.Cells()) / float64(len(b.outcomes)*len(b.outcomes[0]))
	return append([]float64{kept}, b.errors(estimates)...), nil
}

// attempts returns the attempts of the board. Attempts that go missing under the mechanism have the
// outcome NaN.
func (b *trueBoard) attempts(m mechanism) *results.Attempts {
	a := results.NewAttempts("")
	questions := len(b.average)
	for model := range b.means {
		name := fmt.Sprint("model ", model)
		for q := range questions {
			question := fmt.Sprint("question ", q)
			for i, outcome := range b.outcomes[model*questions+q] {
				if b.uniform[model*questions+q][i] < m.lost(outcome, b.average[q]) {
					outcome = math.NaN()
				}
				a.Add(name, question, int64(i), outcome)
			}
		}
	}
	return a
}

// errors returns five numbers: the bias of the scores, the bias of the difference between the best
// and the worst model, the share of pairs in the wrong order, and the coverage of intervals of
// scores and of differences.
func (b *trueBoard) errors(estimates []metrics.Estimate) []float64 {
	last := len(estimates) - 1
	var bias, wrong, held, differences float64
	pairs := float64(len(estimates)*last) / 2
	for i, e := range estimates {
		bias += (e.Mu - b.means[i]) / float64(len(estimates))
		held += holds(e, b.means[i]) / float64(len(estimates))
		for j, other := range estimates[:i] { // other is truly worse than e
			switch {
			case e.Mu < other.Mu:
				wrong += 1 / pairs
			case e.Mu == other.Mu:
				wrong += 0.5 / pairs
			}
			off := e.Mu - other.Mu - (b.means[i] - b.means[j])
			differences += share(math.Abs(off) <= 1.959963984540054*math.Hypot(e.ComparisonSigma(), other.ComparisonSigma())) / pairs
		}
	}
	first := estimates[last].Mu - estimates[0].Mu - (b.means[last] - b.means[0])
	return []float64{bias, first, wrong, held, differences}
}
