package gate

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mathext"

	"settle/internal/pmf"
	"settle/results"
)

// A Question holds the result of one model at one question, which the model must solve with a
// minimum probability.
type Question struct {
	Index           int // index in the tally
	Correct, Trials int

	P        float64 // p-value of the null hypothesis that the success probability is at most Least (exact binomial test)
	Opposite float64 // p-value of the null hypothesis that the success probability is at least Least
	Answer   Answer
}

// A Questions holds the answer of a gate that requires a model to solve every question with at
// least a minimum probability.
type Questions struct {
	Least  float64 // minimum success probability at every question
	Level  float64 // significance level of the answer yes and of the answer no
	All    []Question
	Answer Answer
}

// TestQuestions tests whether a model's success probability is at least minimum, in (0, 1), at
// every question of a binary tally. It uses exact binomial tests (Clopper & Pearson 1934).
//
// The answer is yes if the test of every question rejects a smaller probability at the level.
// This intersection–union test needs no correction (Berger 1982): if one probability is too
// small, the test of that question errs with a probability of at most the level. The answer is
// no if Holm's procedure at the level finds a question with a smaller probability. A question
// without trials is always undecided.
func TestQuestions(t *results.Tally, model int, minimum, level float64) Questions {
	g := Questions{Least: minimum, Level: level, All: make([]Question, t.Questions)}
	var mass []float64
	for q := range g.All {
		one := Question{Index: q, Correct: int(t.Row(model)[q]), Trials: t.TrialsOf(model, q)}
		mass = slices.Grow(mass[:0], one.Trials+1)[:one.Trials+1]
		pmf.Binomial(mass, minimum)
		one.Opposite, one.P = sum(mass[:one.Correct+1]), sum(mass[one.Correct:])
		if one.P <= level {
			one.Answer = Yes
		}
		g.All[q] = one
	}
	g.holm()
	g.Answer = g.answer()
	return g
}

// holm finds the questions whose success probability is below the minimum, by Holm's step-down
// procedure, and sets their answer to No.
func (g *Questions) holm() {
	byP := make([]*Question, len(g.All))
	for i := range g.All {
		byP[i] = &g.All[i]
	}
	slices.SortStableFunc(byP, func(a, b *Question) int { return cmp.Compare(a.Opposite, b.Opposite) })
	for i, one := range byP {
		if one.Opposite > g.Level/float64(len(byP)-i) {
			return
		}
		one.Answer = No
	}
}

// answer returns No if some question has the answer No, Yes if all questions have the answer Yes,
// and otherwise Undecided.
func (g *Questions) answer() Answer {
	switch {
	case g.Count(No) > 0:
		return No
	case len(g.All) > 0 && g.Count(Yes) == len(g.All):
		return Yes
	}
	return Undecided
}

// Count returns the number of questions that have the given answer.
func (g *Questions) Count(a Answer) (n int) {
	for _, one := range g.All {
		if one.Answer == a {
			n++
		}
	}
	return n
}

// sum returns the sum of probabilities, limited to 1 because rounding can exceed it.
func sum(mass []float64) (s float64) {
	for _, x := range mass {
		s += x
	}
	return min(s, 1)
}

// Perfect returns the smallest number of trials with which a question passes the test if all its
// trials are correct.
func (g *Questions) Perfect() float64 { return g.trialsToPass(1) }

// Needed returns the number of trials per question that is needed for an answer of yes or no. It
// assumes that the success probabilities equal the observed rates (1 for questions without
// trials). If all rates are large enough, Needed returns the smallest number with which all
// questions pass. Otherwise, it returns the smallest number with which some question is found to
// be below the minimum. It returns +Inf if no number of trials that a board can have is enough.
func (g *Questions) Needed() float64 {
	all, first, below := 0.0, math.Inf(1), false
	for _, one := range g.All {
		rate := 1.0
		if one.Trials > 0 {
			rate = float64(one.Correct) / float64(one.Trials)
		}
		if rate < g.Least {
			first, below = min(first, g.trialsToFail(rate)), true
		} else {
			all = max(all, g.trialsToPass(rate))
		}
	}
	if below {
		return first
	}
	return all
}

// trialsToPass returns the smallest number of trials with which a question with the given
// success rate passes, or +Inf if a board cannot have that number.
func (g *Questions) trialsToPass(rate float64) float64 {
	return fewestTrials(func(n float64) bool {
		right := float64(rate * n)
		return mathext.RegIncBeta(right, n-right+1, g.Least) <= g.Level
	})
}

// trialsToFail returns the smallest number of trials with which a question with the given success
// rate is found to be below the minimum. It uses the level of the first step of Holm's procedure.
// It returns +Inf if a board cannot have that number.
func (g *Questions) trialsToFail(rate float64) float64 {
	level := g.Level / float64(len(g.All))
	return fewestTrials(func(n float64) bool {
		right := float64(rate * n)
		return mathext.RegIncBeta(n-right, right+1, 1-g.Least) <= level
	})
}

// fewestTrials returns the smallest number of trials n for which holds(n) is true. It returns +Inf
// if a board cannot have that many trials. If holds is true for some n, it must be true for all
// larger n.
func fewestTrials(holds func(n float64) bool) float64 {
	n := sort.Search(results.MaxTrials, func(i int) bool { return holds(float64(i + 1)) })
	if n == results.MaxTrials {
		return math.Inf(1)
	}
	return float64(n + 1)
}
