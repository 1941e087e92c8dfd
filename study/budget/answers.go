package budget

import (
	"fmt"
	"math"
	"math/rand/v2"

	"settle/metrics"
	"settle/results"
)

// simulatedAnswers holds the attempts of one simulated evaluation, for a metric that uses the
// answers given, not only the outcomes. The evaluation starts with the attempts on the board.
// Each further attempt copies the answer of a random attempt with the same model, question and
// outcome.
type simulatedAnswers struct {
	metric metrics.AttemptMetric
	names  [][]string     // of the answers on the board, by question
	board  *results.Board // attempts of the simulated evaluation
	urns   [][][]ballot   // attempts to copy from, by model and question, then category
	before []uint16       // counts of a question by category; see count
	wrong  [][]float64    // shares of wrong answers, by model and question; see metrics.Chances
}

// A ballot holds the answer that an attempt gave, and the weight of that answer.
type ballot struct {
	answer uint32
	weight float64
}

// checkAnswers returns an error if metric, which scores models by their answers, cannot be used
// for a plan.
func (m *Models) checkAnswers(metric metrics.AttemptMetric) error {
	if err := metric.CheckAttempts(m.made.Ballots()); err != nil {
		return err
	}
	one := metrics.Chances{Models: 1, Questions: 1, Top: 1, P: []float64{0.5}, Wrong: [][]float64{{1}}}
	if len(m.values) != 2 || metric.Truths(&one) == nil {
		return fmt.Errorf("cannot plan by %s: the limit of its scores is unknown; use plurality@K or avg", metric.Name())
	}
	return nil
}

func (s *trialSimulator) goesByAnswers() bool {
	_, ok := s.metric.(metrics.AttemptMetric)
	return ok
}

// newSimulatedAnswers returns an empty board, with attempts to copy from, for simulated
// evaluations with up to limit trials per question. It returns nil if the metric does not use
// answers.
func (s *trialSimulator) newSimulatedAnswers(limit int) *simulatedAnswers {
	if !s.goesByAnswers() {
		return nil
	}
	top, made, ballots := len(s.values)-1, s.made, s.made.Ballots()
	board, err := results.NewBoard(
		results.Numbered("model", made.Models), results.Numbered("question", made.Questions), limit, top)
	if err != nil {
		panic(metrics.Failure{Err: err})
	}
	board.AddBallots(make([][]string, made.Questions), ballots.Weight)
	board.Ballots.Names[0] = []string{"any"} // marks that answers exist
	a := &simulatedAnswers{metric: s.metric.(metrics.AttemptMetric), names: ballots.Names, board: board, before: make([]uint16, top)}
	for model := range made.Models {
		for q := range made.Questions {
			urns := make([][]ballot, top+1)
			outcomes, answers, weights := made.Attempts(model, q)
			for i, outcome := range outcomes {
				b := ballot{answers[i], math.NaN()}
				if weights != nil {
					b.weight = weights[i]
				}
				urns[outcome] = append(urns[outcome], b)
			}
			a.urns = append(a.urns, urns)
			a.wrong = append(a.wrong, shares(urns[0]))
		}
	}
	return a
}

// shares returns, for each different answer, its share of all attempts. Attempts without an
// answer count only in the denominator. If there is no attempt, the result is a single share of
// 1, for an answer that nobody has given yet.
func shares(all []ballot) []float64 {
	places, list := map[uint32]int{}, []float64{}
	for _, b := range all {
		if b.answer == 0 {
			continue
		}
		at, known := places[b.answer]
		if !known {
			at = len(list)
			places[b.answer] = at
			list = append(list, 0)
		}
		list[at] += 1 / float64(len(all))
	}
	if len(all) == 0 {
		return []float64{1} // an answer that no attempt has given yet
	}
	return list
}

// begin copies the attempts in made, those on the real board, to the simulated board. If begun
// has no trials, every evaluation starts with an empty board, and begin copies nothing.
func (a *simulatedAnswers) begin(made *results.Tally, begun *results.Tally) {
	for model := range begun.Models {
		for q := range begun.Questions {
			if begun.Trials == 0 {
				continue
			}
			outcomes, answers, weights := made.Attempts(model, q)
			copy(a.board.Row(model, q), outcomes)
			copy(a.board.Answers(model, q), answers)
			copy(a.board.WeightsOf(model, q), weights)
		}
	}
}

// count saves the current counts of a question by category, so that extend can find the trials
// that are added later.
func (a *simulatedAnswers) count(t *results.Tally, model, question int) {
	copy(a.before, t.Row(model)[question*t.Top:(question+1)*t.Top])
}

// extend adds an attempt to the simulated board for each trial of a question that was added to t
// since the last call of count. The attempts get the trial numbers n, …, to − 1.
func (a *simulatedAnswers) extend(t *results.Tally, model, question, n, to int, random *rand.Rand) {
	now := t.Row(model)[question*t.Top : (question+1)*t.Top]
	for category := t.Top; category >= 0; category-- {
		added := to - n
		if category > 0 {
			added = int(now[category-1] - a.before[category-1])
		}
		for range added {
			b := a.draw(model, question, category, random)
			a.board.Row(model, question)[n] = uint8(category)
			a.board.Answers(model, question)[n] = b.answer
			if weights := a.board.WeightsOf(model, question); weights != nil {
				weights[n] = b.weight
			}
			n++
		}
	}
}

// draw picks at random one of the model's attempts at the question with the given outcome
// category. It returns the attempt's answer and weight. If there is no such attempt, it returns
// an answer that no attempt gave.
func (a *simulatedAnswers) draw(model, question, category int, random *rand.Rand) ballot {
	urn := a.urns[model*len(a.board.Questions)+question][category]
	if len(urn) == 0 {
		return ballot{answer: uint32(len(a.names[question]) + 1 + category), weight: math.NaN()}
	}
	return urn[random.IntN(len(urn))]
}

// target returns the score that a model approaches with unlimited trials. correct holds the
// model's success probability at each question.
func (a *simulatedAnswers) target(model int, correct []float64) float64 {
	questions := len(correct)
	c := metrics.Chances{
		Models: 1, Questions: questions, Top: 1, P: correct, Wrong: a.wrong[model*questions : (model+1)*questions],
	}
	return a.metric.Truths(&c)[0]
}
