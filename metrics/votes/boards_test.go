package votes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"settle/metrics"
	"settle/results"
)

// boardOf returns the tally of a board of some models, by model and question, with outcomes up to top.
func boardOf(t *testing.T, top int, models ...[]question) *results.Tally {
	t.Helper()
	var trials []int
	for _, qs := range models {
		for _, q := range qs {
			trials = append(trials, len(q.answers))
		}
	}
	b, err := results.NewUnequalBoard(results.Numbered("m", len(models)), results.Numbered("q", len(models[0])), trials, top)
	if err != nil {
		t.Fatal(err)
	}
	names := make([][]string, len(models[0]))
	for i := range names {
		names[i] = results.Numbered("answer", 9)
	}
	b.AddBallots(names, "w")
	for m, qs := range models {
		for i, q := range qs {
			copy(b.Row(m, i), q.outcomes)
			copy(b.Answers(m, i), q.answers)
			copy(b.WeightsOf(m, i), q.weights)
		}
	}
	return b.TallyAll()
}

// A score is linear in the worths of the categories: it is the sum, over categories, of the weight
// times the chance that the choice is of this category, which brute force finds.
func TestGradedOutcomes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, text := range []string{"0,0.5,1", "-2,0.25,1", "1,0,0"} {
		w, err := metrics.ParseWeights(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			n := 1 + r.IntN(8)
			k := 1 + r.IntN(n)
			q := random(r, n, 1+r.IntN(4), false)
			for i := range q.outcomes {
				q.outcomes[i] = uint8(r.IntN(3))
			}
			for by, name := range names {
				ms, err := metrics.Parse(parse(t, name, k).Name(), metrics.Options{Weights: w, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				var want float64
				for category := range 3 {
					own := question{q.answers, make([]uint8, n), q.weights}
					for i, outcome := range q.outcomes {
						if int(outcome) == category {
							own.outcomes[i] = 1
						}
					}
					want += w.Float(category) * bruteForce(own, k, by)
				}
				if got := ms[0].Score(boardOf(t, 2, []question{q}), 0); math.Abs(got-want) > 1e-11 {
					t.Fatalf("%s with weights %s of %+v is %v, want %v", ms[0].Name(), text, q, got, want)
				}
			}
		}
	}
}

// drop returns a question without attempt i.
func drop(q question, i int) question {
	return question{
		slices.Delete(slices.Clone(q.answers), i, i+1), slices.Delete(slices.Clone(q.outcomes), i, i+1), slices.Delete(slices.Clone(q.weights), i, i+1),
	}
}

// The scores without each of the attempts are those by brute force. The variance of vote@K is the
// infinitesimal jackknife's, n(n−1)/(n−k)² Σ Covᵢ², where Covᵢ is the covariance over subsets of the
// score with the attempt's being in it.
func TestStandardErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		n := 3 + r.IntN(5)
		k := 1 + r.IntN(n-1)
		q := random(r, n, 4, true)
		for by, name := range names {
			m := parse(t, name, k).(*metric)
			switch by {
			case "first": // whose variance is that of plurality
				continue
			case "vote":
				s := m.begin(tally(t, q))
				s.take(q.outcomes, q.answers, q.weights)
				if got, want := (weightedVote{}).variance(s, k)/(s.unit*s.unit), infinitesimal(q, k); math.Abs(got-want) > 1e-9 {
					t.Fatalf("%s of %+v: variance %v, want %v", m.Name(), q, got, want)
				}
				continue
			}
			s := m.begin(tally(t, q))
			s.take(q.outcomes, q.answers, q.weights)
			for i, got := range m.scoresWithout(s, m.rule) {
				if want := bruteForce(drop(q, i), k, by); math.Abs(got/s.unit-want) > 1e-9 {
					t.Fatalf("%s of %+v without attempt %d is %v, want %v", m.Name(), q, i, got/s.unit, want)
				}
			}
		}
	}
}

func infinitesimal(q question, k int) float64 {
	n, number, mean := len(q.answers), 0.0, 0.0
	with := make([]float64, n)
	for bits := range 1 << n {
		var subset []int
		for i := range n {
			if bits>>i&1 == 1 {
				subset = append(subset, i)
			}
		}
		if len(subset) != k {
			continue
		}
		worth := choice(q, subset, "vote")
		number++
		mean += worth
		for _, i := range subset {
			with[i] += worth
		}
	}
	var sum float64
	for _, x := range with {
		covariance := x/number - mean/number*float64(k)/float64(n)
		sum += covariance * covariance
	}
	return sum * float64(n*(n-1)) / float64((n-k)*(n-k))
}

// A question that nobody answers is worth 0, and so is one whose answers have no weights, for metrics
// of weights. Of the other question all attempts are right, and so the mean is a half.
func TestNobodyAnswers(t *testing.T) {
	nan := math.NaN()
	right := question{[]uint32{1, 1, 1}, []uint8{1, 1, 1}, []float64{1, 1, 1}}
	silent := question{[]uint32{0, 0, 0}, []uint8{1, 1, 1}, []float64{1, 1, 1}}
	weightless := question{[]uint32{1, 1, 1}, []uint8{1, 1, 1}, []float64{nan, nan, nan}}
	for _, k := range []int{1, 2, 3} {
		for by, name := range names {
			m := parse(t, name, k).(metrics.Estimator)
			if got := m.Score(tally(t, right, silent), 0); got != 0.5 {
				t.Errorf("%s of a question without answers: %v", m.Name(), got)
			}
			if e := m.Estimate(tally(t, silent, right), 0); e.Mu != 0.5 || !(e.Sigma > 0) {
				t.Errorf("%s of a question without answers: %+v", m.Name(), e)
			}
			want := 1.0
			if by == "vote" || by == "best" {
				want = 0.5
			}
			if got := m.Score(tally(t, right, weightless), 0); got != want {
				t.Errorf("%s of a question without weights: %v, want %v", m.Name(), got, want)
			}
		}
	}
}

// Of one trial every choice is that trial: 2 of 3 questions are right. It says next to nothing of what
// another trial would be, and so no interval is narrow.
func TestOneTrial(t *testing.T) {
	var qs []question
	for _, outcome := range []uint8{1, 0, 1} {
		qs = append(qs, question{[]uint32{1}, []uint8{outcome}, []float64{0.5}})
	}
	for _, name := range []string{"plurality@1", "plurality@1:first", "plurality@inf", "cons@1", "vote@1", "vote@inf", "best@1", "best@inf", "best@1:w"} {
		m := parse(t, name, 1).(metrics.Estimator)
		if got := m.Estimate(tally(t, qs...), 0); math.Abs(got.Mu-2.0/3) > 1e-11 || !(got.Sigma > 0.1) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Models whose attempts are those of another in another order have equal scores, and tie.
func TestPermutedTrialsTie(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for round := range 100 {
		var a, b []question
		for range 3 {
			q := random(r, 9, 4, round%2 == 0)
			p := question{make([]uint32, 9), make([]uint8, 9), make([]float64, 9)}
			for to, from := range r.Perm(9) {
				p.answers[to], p.outcomes[to], p.weights[to] = q.answers[from], q.outcomes[from], q.weights[from]
			}
			a, b = append(a, q), append(b, p)
		}
		for _, name := range []string{"plurality@4", "plurality@9", "plurality@inf", "vote@3", "vote@inf", "best@4", "best@inf"} {
			e, err := metrics.Evaluate(t.Context(), parse(t, name, 0), boardOf(t, 1, a, b))
			if err != nil {
				t.Fatal(err)
			}
			if e.Ordinals[0] != e.Ordinals[1] || e.Scores[0] != e.Scores[1] {
				t.Fatalf("%s: scores %v of the same attempts", name, e.Scores)
			}
		}
	}
}

// Sums of decimals that are equal tie, in whatever order they are added: 0.1 + 0.2 + 0.3 is 0.6.
func TestDecimalWeightsTie(t *testing.T) {
	tie := question{[]uint32{1, 1, 1, 2}, []uint8{1, 1, 1, 0}, []float64{0.1, 0.2, 0.3, 0.6}}
	again := question{tie.answers, tie.outcomes, []float64{0.3, 0.2, 0.1, 0.6}}
	for _, q := range []question{tie, again} {
		if got := parse(t, "vote@4", 0).Score(tally(t, q), 0); got != 0.5 {
			t.Errorf("weights %v: %v, want 0.5", q.weights, got)
		}
	}
}

// What is drawn for a question is the same if it is scored alone, and so the mean over single
// questions is the score: 12 of 24 trials are 2.7 million subsets.
func TestDrawsOfSingleQuestions(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	var qs []question
	for range 4 {
		qs = append(qs, random(r, 24, 4, true))
	}
	board := tally(t, qs...)
	for _, name := range []string{"vote@12", "vote@inf"} {
		m := parse(t, name, 0).(metrics.Estimator)
		if _, err := metrics.QuestionMeans(m, board, 0); err != nil {
			t.Error(err)
		}
		part := board.Part(nil, []int{3, 1})
		want := (m.Score(board.Part(nil, []int{1}), 0) + m.Score(board.Part(nil, []int{3}), 0)) / 2
		if got := m.Score(part, 0); math.Abs(got-want) > 1e-11 {
			t.Errorf("%s of two questions is %v, of each %v", name, got, want)
		}
	}
}

// Questions with fewer than K trials of a model are left out for all, as of pass@K.
func TestUnequalBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	a := []question{random(r, 5, 3, false), random(r, 2, 3, false), random(r, 7, 3, false)}
	b := []question{random(r, 3, 3, false), random(r, 6, 3, false), random(r, 4, 3, false)}
	for by, name := range names {
		m := parse(t, name, 3)
		part, err := metrics.Restrict(m, boardOf(t, 1, a, b), false)
		if err != nil {
			t.Fatal(err)
		}
		if part.LeftOut != 1 {
			t.Errorf("%s leaves out %d questions, want the second", m.Name(), part.LeftOut)
		}
		for model, qs := range [][]question{a, b} {
			want := (bruteForce(qs[0], 3, by) + bruteForce(qs[2], 3, by)) / 2
			if got := part.Metric.Score(part.Tally, model); math.Abs(got-want) > 1e-11 {
				t.Errorf("%s, model %d: %v, want %v", m.Name(), model, got, want)
			}
			means, err := metrics.QuestionMeans(part.Metric.(metrics.Estimator), part.Tally, model)
			if err != nil {
				t.Fatal(err)
			}
			if last := bruteForce(qs[2], 3, by); math.Abs(means[1]-last) > 1e-11 {
				t.Errorf("%s, model %d: the last question %v, want %v", m.Name(), model, means[1], last)
			}
		}
	}
}

// A tally without attempts is refused, whatever it is asked for.
func TestTalliesWithoutAttempts(t *testing.T) {
	bare := results.NewTally(1, 1, 1)
	bare.Trials = 3
	for by, name := range names {
		m := parse(t, name, 2)
		if _, err := metrics.Restrict(m, bare, false); err == nil {
			t.Errorf("Restrict takes %s by %s", m.Name(), by)
		}
		if _, err := metrics.Evaluate(t.Context(), m, bare); err == nil {
			t.Errorf("Evaluate takes %s", m.Name())
		}
	}
}

// Scoring in a loop allocates nothing.
func TestScoresAllocateNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var qs []question
	for range 5 {
		qs = append(qs, random(r, 32, 5, false))
	}
	board := tally(t, qs...)
	for _, name := range []string{"plurality@8", "plurality@8:first", "plurality@inf", "best@8", "vote@8"} {
		m := parse(t, name, 0)
		m.Score(board, 0)
		if allocs := testing.AllocsPerRun(20, func() { m.Score(board, 0) }); allocs > 0 {
			t.Errorf("%s: %v allocations a score", name, allocs)
		}
	}
}
