package voting

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"settle/internal/tests/foldtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/results"
)

// board makes a board of answers by model and question: a letter for each trial, upper-case
// where it is right, and a dash for no answer.
func board(t testing.TB, models ...[]string) *results.Board {
	t.Helper()
	b, err := results.NewBoard(results.Numbered("m", len(models)), results.Numbered("q", len(models[0])), len(models[0][0]), 1)
	if err != nil {
		t.Fatal(err)
	}
	names := make([][]string, len(models[0]))
	for q := range names {
		names[q] = strings.Split("abcdefgh", "")
	}
	b.AddBallots(names, "")
	for m, questions := range models {
		for q, trials := range questions {
			for i, letter := range trials {
				if letter != '-' {
					b.Answers(m, q)[i] = 1 + uint32(strings.IndexRune("abcdefgh", letter|0x20))
				}
				if letter >= 'A' && letter <= 'Z' {
					b.Row(m, q)[i] = 1
				}
			}
		}
	}
	return b
}

func rulesOf(t testing.TB, trials int, thresholds []float64, windows []int) []Rule {
	t.Helper()
	rules, err := Rules(trials, thresholds, windows)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// plainly follows a rule along some samples, written from its description alone.
func plainly(r Rule, samples string) (spent int, score float64) {
	for n := 1; n <= len(samples); n++ {
		soFar := samples[:n]
		votes := map[rune]int{}
		for _, letter := range strings.ToLower(soFar) {
			if letter != '-' {
				votes[letter]++
			}
		}
		var counts []int
		for _, v := range votes {
			counts = append(counts, v)
		}
		slices.SortFunc(counts, func(a, b int) int { return b - a })
		if k := int(r.Parameter); r.Kind == Window && n%k == 0 {
			window := strings.ToLower(soFar[n-k:])
			if window[0] != '-' && strings.Count(window, window[:1]) == k {
				return n, worthOf(soFar, rune(window[0]))
			}
		}
		stops := r.Kind == Fixed && n == int(r.Parameter)
		if r.Kind == Beta || r.Kind == Dirichlet {
			stops = sure(r, counts)
		}
		if !stops && n < len(samples) {
			continue
		}
		tied := 0.0
		for letter, v := range votes {
			if v == counts[0] {
				score += worthOf(soFar, letter)
				tied++
			}
		}
		if tied > 0 {
			score /= tied
		}
		return n, score
	}
	panic("no samples")
}

// sure reports whether the exact posterior probability reaches the threshold.
func sure(r Rule, counts []int) bool {
	var p *big.Rat
	switch {
	case len(counts) == 0:
		return false
	case len(counts) == 1:
		p = exactBeta(counts[0], 0)
	case r.Kind == Beta:
		p = exactBeta(counts[0], counts[1])
	default:
		var left []int
		for _, v := range counts {
			left = append(left, v+1)
		}
		p = race(left)
	}
	return p.Cmp(new(big.Rat).SetFloat64(r.Parameter)) >= 0
}

// worthOf returns the share of correct attempts among the attempts that gave an answer.
func worthOf(samples string, letter rune) float64 {
	right := strings.Count(samples, strings.ToUpper(string(letter)))
	return float64(right) / float64(right+strings.Count(samples, string(letter)))
}

// orders calls f with every different order of some letters: all have the same chance.
func orders(letters, before string, f func(string)) {
	if letters == "" {
		f(before)
		return
	}
	for i := range letters {
		if strings.IndexByte(letters, letters[i]) == i {
			orders(letters[:i]+letters[i+1:], before+letters[i:i+1], f)
		}
	}
}

var small = [][]string{
	{"AAbAcA", "aaBbcd", "AAAAAA", "------"},
	{"AabbB-", "abcABC", "aaa--A", "AAAA-b"}, // the same answer was graded now right, now wrong
}

// On a small board all orders of the trials can be visited. The simulation comes to what
// follows from all of them to four standard errors.
func TestAgainstAllOrders(t *testing.T) {
	rules := rulesOf(t, 6, []float64{0.7, 0.8, 0.95}, []int{2, 3, 4})
	r, err := Simulate(t.Context(), board(t, small...), metrics.Binary, rules, 1, montecarlo.Options{Replicates: 4000})
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, got Mean, want float64) {
		if d := math.Abs(got.Value - want); d > 4*got.SE+1e-12 {
			t.Errorf("%s: %v ± %v, want %v", name, got.Value, got.SE, want)
		}
	}
	for i, rule := range rules {
		var samples, score float64 // means over models
		for m, questions := range small {
			var modelSamples, modelScore float64
			for _, trials := range questions {
				var spent, right, all float64
				orders(trials, "", func(order string) {
					n, s := plainly(rule, order)
					spent, right, all = spent+float64(n), right+s, all+1
				})
				modelSamples += spent / all / float64(len(questions))
				modelScore += right / all / float64(len(questions))
			}
			check(fmt.Sprintf("model %d, samples of %s", m, rule), r.Models[m].Outcomes[i].Samples, modelSamples)
			check(fmt.Sprintf("model %d, score of %s", m, rule), r.Models[m].Outcomes[i].Score, modelScore)
			samples, score = samples+modelSamples/2, score+modelScore/2
		}
		check("samples of "+rule.String(), r.Mean.Outcomes[i].Samples, samples)
		check("score of "+rule.String(), r.Mean.Outcomes[i].Score, score)
	}
}

// Random samples, among them long ones, are followed as the descriptions of the rules say.
func TestAgainstDescriptions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		letters := make([]byte, 1+random.IntN(14))
		for i := range letters {
			letters[i] = "AAAAAAAabbBcd-"[random.IntN(14)]
		}
		n := len(letters)
		rules := rulesOf(t, n, []float64{0.6, 0.9, 0.95, 0.96875}, nil)
		b := board(t, []string{string(letters)})
		v, order := newVoter(rules, n), make([]int, n)
		for i := range order {
			order[i] = i
		}
		v.play(newCell(b, metrics.Binary, 0, 0), order)
		for i, rule := range rules {
			spent, score := plainly(rule, string(letters))
			if v.samples[i] != float64(spent) || math.Abs(v.scores[i]-score) > 1e-12 {
				t.Errorf("%s, %s: %v samples score %v, want %d and %v", letters, rule, v.samples[i], v.scores[i], spent, score)
			}
		}
	}
}

// One sample, and the tie or agreement of two, score what single attempts do on average; the vote
// of all trials is the same in every order, also where weights are thirds.
func TestEndsOfFixed(t *testing.T) {
	b := board(t, []string{"AAbAcA", "aaBbcd"})
	weights, err := metrics.NewWeights(1./3, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Simulate(t.Context(), b, weights, rulesOf(t, 6, []float64{0.95}, nil), 1, montecarlo.Options{Replicates: 3000})
	if err != nil {
		t.Fatal(err)
	}
	m := r.Mean
	if want := (5*0.9 + 7./3) / 12; math.Abs(m.Avg-want) > 1e-12 { // 5 of 12 attempts are right
		t.Errorf("avg %v, want %v", m.Avg, want)
	}
	for _, o := range m.Outcomes[:2] {
		if math.Abs(o.Score.Value-m.Avg) > 4*o.Score.SE {
			t.Errorf("%s: %v ± %v, and avg is %v", o.Rule, o.Score.Value, o.Score.SE, m.Avg)
		}
	}
	// A wins the first question; a (always wrong) and b (half right) tie on the second
	want := (0.9 + (1./3+(1./3+0.9)/2)/2) / 2
	if all := m.All(); all.Rule != (Rule{Fixed, 6}) || all.Score.SE != 0 || all.Difference != 0 || math.Abs(all.Score.Value-want) > 1e-12 {
		t.Errorf("the vote of all: %+v, want %v", all, want)
	}
	for _, o := range m.Outcomes {
		if o.Rule.Kind == Fixed && math.Abs(o.AsMany-o.Score.Value) > 1e-15 {
			t.Errorf("%s: as many samples score %v, not %v", o.Rule, o.AsMany, o.Score.Value)
		}
	}
}

// Fixed numbers are interpolated: 2.5 samples score the mean of 2 and 3.
func TestAsMany(t *testing.T) {
	outcome := func(kind Kind, parameter, samples, score float64) Outcome {
		return Outcome{Rule: Rule{kind, parameter}, Samples: Mean{Value: samples}, Score: Mean{Value: score}}
	}
	m := Model{Outcomes: []Outcome{
		outcome(Fixed, 1, 1, 0.4), outcome(Fixed, 2, 2, 0.5), outcome(Fixed, 3, 3, 0.9), outcome(Beta, 0.9, 2.5, 0.8), outcome(Window, 2, 3, 0.1),
	}}
	m.compare()
	for i, want := range []float64{0.4, 0.5, 0.9, 0.7, 0.9} {
		if got := m.Outcomes[i].AsMany; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", m.Outcomes[i].Rule, got, want)
		}
	}
	if d := m.Outcomes[3].Difference; math.Abs(d+0.1) > 1e-12 { // 0.8 less the 0.9 of all three
		t.Errorf("difference %v, want −0.1", d)
	}
}

func TestOneTrial(t *testing.T) {
	rules := rulesOf(t, 1, []float64{0.95}, nil)
	r, err := Simulate(t.Context(), board(t, []string{"A", "-"}), metrics.Binary, rules, 1, montecarlo.Options{Replicates: 3})
	if err != nil || len(rules) != 3 {
		t.Fatal(rules, err)
	}
	for _, o := range r.Mean.Outcomes {
		if o.Samples.Value != 1 || o.Score.Value != 0.5 {
			t.Errorf("%+v", o)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		thresholds []float64
		windows    []int
	}{{[]float64{0.5}, nil}, {[]float64{1}, nil}, {[]float64{math.NaN()}, nil}, {nil, nil}, {[]float64{0.9}, []int{1}}, {[]float64{0.9}, []int{9}}, {[]float64{0.9, 0.9}, nil}, {[]float64{0.9}, []int{3, 3}}} {
		if rules, err := Rules(8, c.thresholds, c.windows); err == nil {
			t.Errorf("%v %v: %v", c.thresholds, c.windows, rules)
		}
	}
	plain, err := results.NewBoard([]string{"m"}, []string{"q"}, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Simulate(t.Context(), plain, metrics.Binary, nil, 1, montecarlo.Options{Replicates: 1}); !errors.Is(err, ErrNoAnswers) {
		t.Error(err)
	}
	unequal, err := results.NewUnequalBoard([]string{"m"}, []string{"q", "r"}, []int{2, 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	unequal.AddBallots([][]string{{"a"}, {"a"}}, "")
	if _, err := Simulate(t.Context(), unequal, metrics.Binary, nil, 1, montecarlo.Options{Replicates: 1}); !errors.Is(err, ErrUnequal) {
		t.Error(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	rules := rulesOf(t, 6, []float64{0.95}, nil)
	if _, err := Simulate(ended, board(t, small...), metrics.Binary, rules, 1, montecarlo.Options{Replicates: 9}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestShares(t *testing.T) {
	rules := rulesOf(t, 6, []float64{0.8, 0.95}, nil)
	foldtest.Shares(t, func(workers int, share *shards.Share) (any, error) {
		return Simulate(t.Context(), board(t, small...), metrics.Binary, rules, 1, montecarlo.Options{Replicates: 61, Workers: workers, Share: share})
	})
}

func TestMerge(t *testing.T) {
	b := board(t, small...)
	s := simulation{rules: rulesOf(t, 6, []float64{0.8}, nil), trials: 6, seed: 1}
	for m := range b.Models {
		s.cells = append(s.cells, []*cell{newCell(b, metrics.Binary, m, 0), newCell(b, metrics.Binary, m, 1)})
	}
	foldtest.Merges(t, 20, s.empty, s.worker())
}

// A replicate of 30 questions with 64 trials each.
func BenchmarkReplicate(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	questions := make([]string, 30)
	for q := range questions {
		letters := make([]byte, 64)
		for i := range letters {
			letters[i] = "AAAAAAbcdefgh-"[min(13, int(random.ExpFloat64()*float64(1+q%8)))]
		}
		questions[q] = string(letters)
	}
	of := board(b, questions)
	s := simulation{rules: rulesOf(b, 64, []float64{0.95}, nil), trials: 64, seed: 1}
	for q := range questions {
		s.cells = append(s.cells, nil)
		s.cells[0] = append(s.cells[0], newCell(of, metrics.Binary, 0, q))
	}
	s.cells = s.cells[:1]
	visit, into, r := s.worker(), s.empty(), 0
	for b.Loop() {
		visit(r, into, func() bool { return false })
		r++
	}
}
