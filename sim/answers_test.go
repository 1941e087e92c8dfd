package sim_test

import (
	"math"
	"slices"
	"testing"

	"settle/sim"
)

// answering returns coins of two models whose attempts have one of so many wrong answers.
func answering(t *testing.T, wrong int) *sim.Coins {
	t.Helper()
	coins, err := sim.Random(2, 3, sim.DefaultSpread, 1)
	if err == nil {
		err = coins.Answer(wrong, 5)
	}
	if err != nil {
		t.Fatal(err)
	}
	return coins
}

// Each answer and each weight comes as often as its chance says, within 4 standard errors. Right
// attempts have the first answer and no others have it.
func TestAnswersFollowTheirChances(t *testing.T) {
	coins := answering(t, 4)
	const trials = 4000
	b, err := coins.Board(trials, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	weights := [2][]float64{make([]float64, 8), make([]float64, 8)} // by outcome
	var of [2]float64
	for model := range b.Models {
		for q := range b.Questions {
			wrongs, answers := 0.0, make([]float64, 4)
			for trial, outcome := range b.Row(model, q) {
				answer := b.Answers(model, q)[trial]
				if (answer == 1) != (outcome == 1) {
					t.Fatalf("outcome %d answers %d", outcome, answer)
				}
				if outcome == 0 {
					wrongs++
					answers[answer-2]++
				}
				weights[outcome][int(8*b.WeightsOf(model, q)[trial])-1]++
				of[outcome]++
			}
			for i, p := range coins.Wrong[q] {
				if se := math.Sqrt(wrongs * p * (1 - p)); math.Abs(answers[i]-wrongs*p) > 4*se {
					t.Errorf("model %d, question %d: %v of %v wrong attempts give answer %d, whose chance is %v", model, q, answers[i], wrongs, i, p)
				}
			}
		}
	}
	for outcome, counts := range weights {
		for i, n := range counts {
			p := coins.Verifier[outcome][i]
			if se := math.Sqrt(of[outcome] * p * (1 - p)); math.Abs(n-of[outcome]*p) > 4*se {
				t.Errorf("outcome %d: %v of %v attempts weigh %d/8, whose chance is %v", outcome, n, of[outcome], i+1, p)
			}
		}
	}
}

// The chances add up to 1, and a verifier's are as its documentation has them: 1/36, …, 8/36.
func TestChancesOfAnswers(t *testing.T) {
	for _, wrong := range []int{1, 2, 1000} {
		coins := answering(t, wrong)
		for _, chances := range append(coins.Wrong, coins.Verifier[:]...) {
			sum := 0.0
			for _, p := range chances {
				sum += p
			}
			if math.Abs(sum-1) > 1e-12 || slices.Min(chances) < 0 {
				t.Errorf("%d wrong answers: chances with the sum %v, the least %v", wrong, sum, slices.Min(chances))
			}
		}
		if len(coins.Wrong) != 3 || len(coins.Wrong[0]) != wrong || coins.Verifier[1][7] != 8.0/36 || coins.Verifier[0][7] != 1.0/36 {
			t.Errorf("%d wrong answers: %v", wrong, coins.Verifier)
		}
	}
	for _, wrong := range []int{-1, 0, 1001} {
		if err := answering(t, 1).Answer(wrong, 1); err == nil {
			t.Errorf("%d wrong answers are taken", wrong)
		}
	}
}

// Answers change no outcome of the same seed, and another seed gives other answers.
func TestAnswersKeepOutcomes(t *testing.T) {
	with := answering(t, 3)
	without, err := sim.Random(2, 3, sim.DefaultSpread, 1)
	if err != nil {
		t.Fatal(err)
	}
	for index := range 3 {
		a, err := with.Board(50, 7, index)
		if err != nil {
			t.Fatal(err)
		}
		b, err := without.Board(50, 7, index)
		if err != nil {
			t.Fatal(err)
		}
		other, err := with.Board(50, 8, index)
		if err != nil {
			t.Fatal(err)
		}
		if b.Ballots != nil {
			t.Error("coins without answers make boards with them")
		}
		same := true
		for model := range a.Models {
			for q := range a.Questions {
				if !slices.Equal(a.Row(model, q), b.Row(model, q)) {
					t.Errorf("board %d: the outcomes of model %d, question %d differ", index, model, q)
				}
				same = same && slices.Equal(a.WeightsOf(model, q), other.WeightsOf(model, q))
			}
		}
		if same {
			t.Errorf("board %d: two seeds have the same weights", index)
		}
	}
}

// What is left of a board keeps the answers and the weights: they are those of the attempts that
// Made keeps, in their order.
func TestMissingKeepsAnswers(t *testing.T) {
	whole, err := answering(t, 4).Board(30, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	missing := sim.Missing{Fewest: 3, Most: 20, Drop: 0.3}
	made, err := missing.Made(whole, 9, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	left, err := missing.From(whole, 9, 0)
	if err != nil {
		t.Fatal(err)
	}
	if left.Ballots == nil || left.Ballots.Weight != whole.Ballots.Weight {
		t.Fatal("the answers are gone")
	}
	kept := 0
	for model := range whole.Models {
		for q := range whole.Questions {
			var outcomes []uint8
			var answers []uint32
			var weights []float64
			for trial, outcome := range whole.Row(model, q) {
				if made[(model*len(whole.Questions)+q)*whole.Trials()+trial] {
					outcomes = append(outcomes, outcome)
					answers = append(answers, whole.Answers(model, q)[trial])
					weights = append(weights, whole.WeightsOf(model, q)[trial])
				}
			}
			kept += len(outcomes)
			if !slices.Equal(left.Row(model, q), outcomes) || !slices.Equal(left.Answers(model, q), answers) ||
				!slices.Equal(left.WeightsOf(model, q), weights) {
				t.Errorf("model %d, question %d: other attempts are left", model, q)
			}
		}
	}
	if kept == 0 || kept == whole.Cells() {
		t.Errorf("%d of %d attempts are left", kept, whole.Cells())
	}
}

// Some models and some questions of coins have the answers that they have in all of them.
func TestPartOfCoinsKeepsAnswers(t *testing.T) {
	coins := answering(t, 4)
	part := coins.Of(coins.Models[1:], []string{coins.Questions[2], coins.Questions[0]})
	if !slices.Equal(part.Wrong[0], coins.Wrong[2]) || !slices.Equal(part.Wrong[1], coins.Wrong[0]) || len(part.Verifier[1]) != 8 {
		t.Errorf("%v of %v", part.Wrong, coins.Wrong)
	}
	subset, err := coins.Subset(coins.Models[1])
	if err != nil {
		t.Fatal(err)
	}
	if b, err := subset.Board(2, 1, 0); err != nil || b.Ballots == nil || b.Ballots.Names[1][0] != "right" {
		t.Errorf("%v, %v", b, err)
	}
}
