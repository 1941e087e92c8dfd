package results

import (
	"slices"

	"settle/internal/lists"
)

// MostTrials returns the largest number of trials that any model has on any question.
// If all models have the same number of trials on all questions, this is Trials.
func (t *Tally) MostTrials() int {
	if t.trials == nil {
		return t.Trials
	}
	return int(slices.Max(t.trials))
}

// LeastMet returns the smallest number of trials that any model has on any question,
// ignoring numbers that are 0. It returns 0 if there are no trials.
func (t *Tally) LeastMet() int {
	if t.trials == nil || t.Trials > 0 {
		return t.Trials
	}
	least := 0
	for _, n := range t.trials {
		if n > 0 && (least == 0 || int(n) < least) {
			least = int(n)
		}
	}
	return least
}

// MedianTrials returns the lower median of the numbers of trials, with one number for
// each model and question. If all these numbers are equal, this is Trials.
func (t *Tally) MedianTrials() int {
	if t.trials == nil {
		return t.Trials
	}
	sorted := slices.Sorted(slices.Values(t.trials))
	return int(sorted[(len(sorted)-1)/2])
}

// Met returns the number of questions on which a model has at least one trial.
func (t *Tally) Met(model int) int {
	if t.trials == nil {
		return t.Questions * min(t.Trials, 1)
	}
	return lists.CountIf(t.trials[model*t.Questions:(model+1)*t.Questions], func(n uint16) bool { return n > 0 })
}

// Outcomes returns the number of trials that a model has in total, over all questions.
func (t *Tally) Outcomes(model int) int64 {
	if t.trials == nil {
		return int64(t.Questions) * int64(t.Trials)
	}
	var sum int64
	for _, n := range t.trials[model*t.Questions : (model+1)*t.Questions] {
		sum += int64(n)
	}
	return sum
}

// Part returns the tally of a subset of models and questions, in the given order; nil
// selects all. The result is unequal only if its numbers of trials differ. The tally t
// must not be thin (see Thin).
func (t *Tally) Part(models, questions []int) *Tally {
	if models == nil {
		models = lists.Indices(t.Models)
	}
	if questions == nil {
		questions = lists.Indices(t.Questions)
	}
	trials := make([]uint16, 0, len(models)*len(questions))
	for _, model := range models {
		for _, q := range questions {
			trials = append(trials, uint16(t.TrialsOf(model, q)))
		}
	}
	part := NewUnequalTally(len(models), len(questions), t.Top, trials)
	if part.Trials == part.MostTrials() {
		part.trials = nil
	}
	part.casts = t.castsOf(models, questions)
	if t.Groups != nil {
		part.Groups = lists.Each(questions, func(q int) int { return t.Groups[q] })
	}
	for m, model := range models {
		row := t.Row(model)
		for q, from := range questions {
			for j, count := range row[from*t.Top : (from+1)*t.Top] {
				part.Add(m, q, j+1, int(count))
			}
		}
	}
	return part
}

// Stack returns one tally with the models of a, followed by the models of b. Both
// tallies must have the same questions, and neither must be thin (see Thin). The groups
// of the questions come from a.
func Stack(a, b *Tally) *Tally {
	both := [2]*Tally{a, b}
	var trials []uint16
	for _, t := range both {
		for i := range t.Models * t.Questions {
			trials = append(trials, uint16(t.TrialsOf(i/t.Questions, i%t.Questions)))
		}
	}
	out := NewUnequalTally(a.Models+b.Models, a.Questions, max(a.Top, b.Top), trials)
	out.Groups = a.Groups
	if a.casts != nil && b.casts != nil {
		out.casts = slices.Concat(a.casts, b.casts)
	}
	for i, t := range both {
		for model := range t.Models {
			for at, count := range t.Row(model) {
				out.Add(i*a.Models+model, at/t.Top, at%t.Top+1, int(count))
			}
		}
	}
	if out.Trials == out.MostTrials() {
		out.trials = nil
	}
	return out
}
