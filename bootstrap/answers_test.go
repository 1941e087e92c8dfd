package bootstrap_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/bootstrap"
	"settle/replicate"
	"settle/results"
)

// numbered gives each attempt its place as its answer, from 1, and as its weight.
func numbered(b *results.Board) *results.Board {
	b.AddBallots(make([][]string, len(b.Questions)), "w")
	for q := range b.Questions {
		most := 0
		for model := range b.Models {
			answers, weights := b.Answers(model, q), b.WeightsOf(model, q)
			for trial := range answers {
				answers[trial], weights[trial] = uint32(trial+1), float64(trial+1)
			}
			most = max(most, len(answers))
		}
		b.Ballots.Names[q] = results.Numbered("answer", most)
	}
	return b
}

// recordReplicate returns a replicate of a board as a board, whose attempts must be attempts of
// that board: with the outcome, the answer and the weight of the same trial.
func recordReplicate(t *rapid.T, b *results.Board, o bootstrap.Options, index int) *results.Board {
	s, err := bootstrap.New(b, o, 9)
	if err != nil {
		t.Fatal(err)
	}
	into, err := results.NewBoard(b.Models, b.Questions, s.Shape().Trials, b.Top())
	if err != nil {
		t.Fatal(err)
	}
	ballots := replicate.BallotsOf(s)
	into.AddBallots(ballots.Names, ballots.Weight)
	replicate.Record(s, index, into)
	for model := range b.Models {
		for q := range b.Questions {
			for trial, outcome := range into.Row(model, q) {
				answer, weight := into.Answers(model, q)[trial], into.WeightsOf(model, q)[trial]
				if int(answer) > len(b.Row(model, q)) || answer == 0 || float64(answer) != weight || b.Row(model, q)[answer-1] != outcome {
					t.Fatalf("model %d, question %d: outcome %d with answer %d and weight %v is no attempt of %v", model, q, outcome, answer, weight, b.Row(model, q))
				}
			}
		}
	}
	return into
}

func sorted(answers []uint32) []uint32 { return slices.Sorted(slices.Values(answers)) }

// Without replacement no attempt comes twice, and where a replicate has as many trials as the board
// every attempt comes once. Boards may be unequal.
func TestRowsHoldEachAnswerOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardOf(t)
		if rapid.Bool().Draw(t, "unequal") {
			trials := rapid.SliceOfN(rapid.IntRange(1, 9), len(b.Models)*len(b.Questions), len(b.Models)*len(b.Questions)).Draw(t, "trials")
			var err error
			if b, err = results.NewUnequalBoard(b.Models, b.Questions, trials, b.Top()); err != nil {
				t.Fatal(err)
			}
			for model := range b.Models {
				for q := range b.Questions {
					for trial := range b.Row(model, q) {
						b.Row(model, q)[trial] = uint8(rapid.IntRange(0, b.Top()).Draw(t, "outcome"))
					}
				}
			}
		}
		r := recordReplicate(t, numbered(b), bootstrap.Options{}, rapid.IntRange(0, 99).Draw(t, "replicate"))
		for model := range b.Models {
			for q := range b.Questions {
				got := sorted(r.Answers(model, q))
				if len(slices.Compact(slices.Clone(got))) != len(got) {
					t.Fatalf("attempts %v", got)
				}
				if len(got) == len(b.Row(model, q)) && !slices.Equal(got, sorted(b.Answers(model, q))) {
					t.Fatalf("attempts %v, want each", got)
				}
			}
		}
	})
}

// Whole trials stay together over questions, and paired over models; without replacement each comes
// once.
func TestColumnsKeepAnswersTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := numbered(boardOf(t))
		o := bootstrap.Options{Scheme: bootstrap.Columns, Replacement: rapid.Bool().Draw(t, "replacement"), Paired: rapid.Bool().Draw(t, "paired")}
		r := recordReplicate(t, b, o, rapid.IntRange(0, 99).Draw(t, "replicate"))
		for model := range b.Models {
			first := r.Answers(model, 0)
			if o.Paired {
				first = r.Answers(0, 0)
			}
			for q := range b.Questions {
				if got := r.Answers(model, q); !slices.Equal(got, first) {
					t.Fatalf("model %d has trials %v at question %d, want %v", model, got, q, first)
				}
			}
			if !o.Replacement && !slices.Equal(sorted(first), sorted(b.Answers(model, 0))) {
				t.Fatalf("trials %v, want each", first)
			}
		}
	})
}

// With replacement a replicate holds only attempts of the board, as recordReplicate checks.
func TestResampledAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		recordReplicate(t, numbered(boardOf(t)), bootstrap.Options{Replacement: true, Trials: rapid.IntRange(1, 20).Draw(t, "n")},
			rapid.IntRange(0, 99).Draw(t, "replicate"))
	})
}

// With replacement every attempt is drawn equally often: 4000 replicates of 5 draws from 5 attempts,
// two of them right, have each 4000 times on average. The number of a right one has the variance
// of 20,000 draws of chance 1/5: 3200, and so a standard error of 57. Five draws are five different
// attempts with a chance of 5!/5⁵, 3.84 %: 154 of the replicates, with a standard error of 12.
func TestResampledAnswersAreUniform(t *testing.T) {
	b := mustBoard(t, 5)
	b.Row(0, 0)[1], b.Row(0, 0)[4] = 1, 1
	s, err := bootstrap.New(numbered(b), bootstrap.Options{Replacement: true}, 3)
	if err != nil {
		t.Fatal(err)
	}
	into := numbered(mustBoard(t, 5))
	recorder, counts, different := replicate.NewRecorder(s), make([]int, 6), 0
	for index := range 4000 {
		recorder.Record(index, into)
		for _, answer := range into.Answers(0, 0) {
			counts[answer]++
		}
		if len(slices.Compact(sorted(into.Answers(0, 0)))) == 5 {
			different++
		}
	}
	for _, n := range counts[1:] {
		if n < 4000-4*57 || n > 4000+4*57 {
			t.Errorf("attempts were drawn %v times, want 4000 ± 57 each", counts[1:])
			break
		}
	}
	if different < 154-4*12 || different > 154+4*12 {
		t.Errorf("%d of 4000 replicates have 5 different attempts, want 154 ± 12", different)
	}
}

func mustBoard(t *testing.T, trials int) *results.Board {
	t.Helper()
	b, err := results.NewBoard([]string{"m"}, []string{"q"}, trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A board without answers has replicates without them.
func TestBoardsWithoutAnswers(t *testing.T) {
	for _, o := range []bootstrap.Options{{}, {Replacement: true}, {Scheme: bootstrap.Columns}} {
		s, err := bootstrap.New(mustBoard(t, 5), o, 1)
		if err != nil {
			t.Fatal(err)
		}
		if replicate.BallotsOf(s) != nil {
			t.Errorf("%+v: there are answers", o)
		}
		replicate.Record(s, 0, mustBoard(t, 5))
	}
}
