package budget

import (
	"fmt"
	"math"
	"math/rand/v2"

	"settle/metrics"
	"settle/results"
)

// answered holds the attempts of evaluations that are played, for metrics that go by their answers:
// those that the board has, and further ones, which answer as one of its attempts with the same
// outcome.
type answered struct {
	metric metrics.AttemptMetric
	names  [][]string     // of the answers that the board has, by question
	board  *results.Board // of evaluations
	urns   [][][]ballot   // by model and question, then category
	before []uint16       // counts of a question
	wrong  [][]float64    // by model and question, see metrics.Chances
}

// ballot is what an attempt answers, and the weight of it.
type ballot struct {
	answer uint32
	weight float64
}

// checkAnswers reports why no plan can be made by a metric that goes by answers, or nil.
func (m *Models) checkAnswers(metric metrics.AttemptMetric) error {
	if err := metric.CheckAttempts(m.made.Ballots()); err != nil {
		return err
	}
	one := metrics.Chances{Models: 1, Questions: 1, Top: 1, P: []float64{0.5}, Wrong: [][]float64{{1}}}
	if len(m.values) != 2 || metric.Truths(&one) == nil {
		return fmt.Errorf("no plan is made by %s: what its scores come to is not known; plan by plurality@K or avg", metric.Name())
	}
	return nil
}

func (s *simulated) goesByAnswers() bool {
	_, ok := s.metric.(metrics.AttemptMetric)
	return ok
}

// newAnswered returns room for evaluations of so many trials, or nil if the metric does not go by
// answers.
func (s *simulated) newAnswered(most int) *answered {
	if !s.goesByAnswers() {
		return nil
	}
	top, made, ballots := len(s.values)-1, s.made, s.made.Ballots()
	board, err := results.NewBoard(
		results.Numbered("model", made.Models), results.Numbered("question", made.Questions), most, top)
	if err != nil {
		panic(metrics.Failure{Err: err})
	}
	board.AddBallots(make([][]string, made.Questions), ballots.Weight)
	board.Ballots.Names[0] = []string{"any"} // there are answers
	a := &answered{metric: s.metric.(metrics.AttemptMetric), names: ballots.Names, board: board, before: make([]uint16, top)}
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

// shares returns how often each answer is given, less those that give none.
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
		return []float64{1} // an answer that nobody gave so far
	}
	return list
}

// begin puts the attempts that are made on the board.
func (a *answered) begin(made *results.Tally, begun *results.Tally) {
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

// count takes note of the counts of a question.
func (a *answered) count(t *results.Tally, model, question int) {
	copy(a.before, t.Row(model)[question*t.Top:(question+1)*t.Top])
}

// extend puts the trials on the board that were added since count, behind trial n.
func (a *answered) extend(t *results.Tally, model, question, n, to int, random *rand.Rand) {
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

// draw draws what an attempt with an outcome answers. If the model has none, it is an answer that
// nobody gave.
func (a *answered) draw(model, question, category int, random *rand.Rand) ballot {
	urn := a.urns[model*len(a.board.Questions)+question][category]
	if len(urn) == 0 {
		return ballot{answer: uint32(len(a.names[question]) + 1 + category), weight: math.NaN()}
	}
	return urn[random.IntN(len(urn))]
}

// target is what the score of a model comes to, given its chances of being right.
func (a *answered) target(model int, correct []float64) float64 {
	questions := len(correct)
	c := metrics.Chances{
		Models: 1, Questions: questions, Top: 1, P: correct, Wrong: a.wrong[model*questions : (model+1)*questions],
	}
	return a.metric.Truths(&c)[0]
}
