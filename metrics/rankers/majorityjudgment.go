package rankers

import (
	"cmp"
	"errors"
	"slices"
)

// majorityJudgment is the method of Balinski and Laraki (2007). Each question grades a
// model by the mean worth of its trials. Models are ranked by their median grade, or by
// the lower of two median grades. Ties are broken by removing the median grade,
// comparing the medians of the rest, and so on. A model's score is 1 plus the number of
// models that it is better than.
//
// If two models met different numbers of questions, each grade of one model is repeated
// as many times as the other model has questions, and vice versa. This does not change
// the order of models that met the same number of questions. A board with a model that
// met no question is refused.
type majorityJudgment struct {
	grades []int64 // grades of one model after another, each ascending; a larger grade is better
	size   []int   // by model: number of grades
	worths []int64 // by model, then question: ordinals of mean worths
	order  []int   // sorted indexes of worths
}

func newMajorityJudgment() method { return &majorityJudgment{} }

var errNoGrade = errors.New("a model has no trial of any question")

func (m *majorityJudgment) rank(b *board, scores []float64, keys []uint64) error {
	if err := m.sortGrades(b); err != nil {
		return err
	}
	for i := range b.models {
		keys[i] = 1
		for j := range b.models {
			if m.compare(b, i, j) > 0 {
				keys[i]++
			}
		}
		scores[i] = float64(keys[i])
	}
	return nil
}

func (m *majorityJudgment) sortGrades(b *board) error {
	if len(m.size) != b.models || len(m.grades) != len(b.worth) {
		m.grades, m.size = make([]int64, len(b.worth)), make([]int, b.models)
	}
	worths := b.worth
	if b.equal == 0 {
		worths = m.ordinals(b)
	}
	for i := range b.models {
		grades := m.grades[i*b.questions:][:0]
		for q := range b.questions {
			if b.met(i, q) {
				grades = append(grades, worths[i*b.questions+q])
			}
		}
		if len(grades) == 0 {
			return errNoGrade
		}
		slices.Sort(grades)
		m.size[i] = len(grades)
	}
	return nil
}

// ordinals returns, for an unequal board, a whole number for each model and question.
// These numbers have the same order as the models' mean worths on the questions.
func (m *majorityJudgment) ordinals(b *board) []int64 {
	if len(m.worths) != len(b.worth) {
		m.worths, m.order = make([]int64, len(b.worth)), make([]int, 0, len(b.worth))
	}
	m.order = m.order[:0]
	for at, trials := range b.trials {
		if trials > 0 {
			m.order = append(m.order, at)
		}
	}
	compare := func(i, j int) int { return compareFractions(b.worth[i], b.trials[i], b.worth[j], b.trials[j]) }
	slices.SortFunc(m.order, compare)
	var ordinal int64
	for place, at := range m.order {
		if place > 0 && compare(m.order[place-1], at) != 0 {
			ordinal++
		}
		m.worths[at] = ordinal
	}
	return m.worths
}

// compare compares models i and j by their median grades. It returns 1 if model i is
// better, −1 if it is worse, and 0 if they tie.
func (m *majorityJudgment) compare(b *board, i, j int) int {
	x, y := m.grades[i*b.questions:][:m.size[i]], m.grades[j*b.questions:][:m.size[j]]
	if len(x) != len(y) {
		return compareStretched(x, y)
	}
	below, above := (len(x)-1)/2, len(x)/2
	for ; below >= 0; below, above = below-1, above+1 {
		if x[below] != y[below] {
			return cmp.Compare(x[below], y[below])
		}
		if x[above] != y[above] {
			return cmp.Compare(x[above], y[above])
		}
	}
	return 0
}

// compareStretched compares two models with different numbers of grades, x and y. It
// repeats each grade of x 2·len(y) times and each grade of y 2·len(x) times, so that
// both have the same, even number of grades. It compares both lists from the middle
// outwards, and skips positions at which no grade changes.
func compareStretched(x, y []int64) int {
	ofX, ofY := int64(2*len(y)), int64(2*len(x))
	half := int64(len(x)) * int64(len(y))
	for out := int64(0); out < half; {
		below, above := half-1-out, half+out
		if x[below/ofX] != y[below/ofY] {
			return cmp.Compare(x[below/ofX], y[below/ofY])
		}
		if x[above/ofX] != y[above/ofY] {
			return cmp.Compare(x[above/ofX], y[above/ofY])
		}
		out += min(below%ofX, below%ofY, ofX-1-above%ofX, ofY-1-above%ofY) + 1
	}
	return 0
}
