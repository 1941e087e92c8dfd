package budget

import (
	"testing"

	"settle/ranking"
	"settle/study/budget"
)

// What is said in short of the three pairs of neighbours of four models with ten trials of
// each of five questions, of which one is told apart already and one never: 20 more trials
// of two models on five questions are 200.
func TestBudgetInShort(t *testing.T) {
	pair := func(above int, power budget.Power) budget.Pair {
		p := budget.Pair{Power: power}
		p.Above, p.Below = above, above+1
		return p
	}
	apart := pair(0, budget.Power{Trials: 10, Separated: true})
	open := pair(1, budget.Power{Trials: 30, ToRun: 200})
	far, never := pair(2, budget.Power{Trials: 1500}), pair(2, budget.Power{Limit: 0.4})
	const run = "Run 20 more trials of each of the 5 questions (200 in all for 2 models; 30 trials per question in total) " +
		"to separate b from c (one of 3 pairs of neighbours) with 80 % power."
	const (
		already = " 1 of the 3 pairs of neighbours is already separated, each alone."
		beyond  = "One of the 3 pairs of neighbours, c from d, needs more than 10 times the board's 10 trials per question: 1,500."
		doubt   = "the order itself is uncertain, and even endless trials confirm it with a probability of only "
		unknown = "No number of trials is known to separate a from b with 80 % power: " + doubt + "50 %."
	)
	for _, tt := range []struct {
		pairs []budget.Pair
		want  string
	}{
		{[]budget.Pair{apart, open, never},
			run + already + " No number of trials is known to separate c from d with 80 % power: " + doubt + "40 %."},
		{[]budget.Pair{apart, open, far}, run + already + " " + beyond},
		{[]budget.Pair{pair(0, budget.Power{Trials: 10, Separated: true}), pair(1, budget.Power{Trials: 10, Separated: true}), far},
			"Nothing more to run for 2 of the 3 pairs of neighbours: they are separated. " + beyond},
		{[]budget.Pair{pair(0, budget.Power{Limit: 0.5}), open, far}, run + " " + beyond + " " + unknown},
		{[]budget.Pair{pair(0, budget.Power{Trials: 20, ToRun: 100}), open, far},
			"Run 20 more trials of each of the 5 questions (300 in all for 3 models; 30 trials per question in total) " +
				"to separate each of 2 of the 3 pairs of neighbours with at least 80 % power. " +
				"The probability that all of them are then separated is 0 %; on average, 0.0 of them are; without the pair b over c, N = 20 is enough. " + beyond},
		{[]budget.Pair{pair(0, budget.Power{Limit: 0.5}), pair(1, budget.Power{Limit: 0.5}), never},
			unknown + " No number of trials is known to separate 2 other pairs."},
		{[]budget.Pair{pair(0, budget.Power{Limit: 0.5}), pair(1, budget.Power{Limit: 0.5}), far},
			beyond + " " + unknown + " No number of trials is known to separate 1 other pair."},
	} {
		b := Budget{Alone: true, Names: []string{"a", "b", "c", "d"}, Plan: &budget.Plan{
			Pairs: tt.pairs, Options: budget.PlanOptions{Power: 0.8}, Together: budget.Together{ToRun: 300},
			Models: &budget.Models{Questions: 5, Trials: 10, Fewest: 10, Most: 10, Order: ranking.ByScore([]float64{4, 3, 2, 1})},
		}}
		b.Options.Confidence = 0.975
		if got, want := b.Level(), "The plan considers each pair alone, at one-sided 97.5 % confidence."; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := b.InShort(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
