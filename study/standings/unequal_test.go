package standings_test

import (
	"math"
	"slices"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

// unequal is a board of three models and four questions: successes and trials by model and
// question.
var unequal = [][][2]int{
	{{2, 2}, {1, 4}, {0, 1}, {1, 1}},
	{{1, 2}, {2, 4}, {1, 3}, {0, 0}},
	{{1, 3}, {3, 3}, {2, 2}, {3, 3}},
}

func unequalTally(board [][][2]int) ([]string, *results.Tally) {
	return results.Numbered("m", len(board)), boardtest.Counted(board...)
}

// By hand, over the first three questions: 1 + 1/4 + 0 = 5/4 for m1 and 1/2 + 1/2 +
// 1/3 = 4/3 for m2 and 1/3 + 1 + 1 = 7/3 for m3; with m4's own question 9/4 over four,
// 4/3 over three and 10/3 over four.
func TestRankUnequal(t *testing.T) {
	models, counts := unequalTally(unequal)
	own := rules
	own.Estimand = posterior.Population
	for _, test := range []struct {
		metric  metrics.Metric
		rules   standings.Rules
		scores  []float64 // by model
		order   []int
		asked   []int // questions, by place
		leftOut standings.LeftOut
	}{
		{
			metrics.Avg(metrics.Binary), rules,
			[]float64{5. / 12, 4. / 9, 7. / 9}, []int{2, 1, 0}, []int{3, 3, 3},
			standings.LeftOut{Questions: 1, Of: 4, Needs: 1},
		},
		{
			metrics.Avg(metrics.Binary), own,
			[]float64{9. / 16, 4. / 9, 10. / 12}, []int{2, 0, 1}, []int{4, 4, 3},
			standings.LeftOut{Of: 4, Needs: 1, Own: true},
		},
		{ // by the pairs of trials that both fail: 0 of 1 and 3 of 6, 0 of 1 and 1 of 6, 1 of 3 and 0 of 3
			metrics.PassAtK(2), rules,
			[]float64{(1 + 1./2) / 2, (1 + 5./6) / 2, (2./3 + 1) / 2}, []int{1, 2, 0}, []int{2, 2, 2},
			standings.LeftOut{Questions: 2, Of: 4, Needs: 2},
		},
	} {
		s, err := standings.Rank(t.Context(), models, counts, test.metric, test.rules)
		if err != nil {
			t.Fatal(err)
		}
		if s.LeftOut != test.leftOut {
			t.Errorf("%s leaves out %+v, want %+v", s.Metric, s.LeftOut, test.leftOut)
		}
		for place, row := range s.Rows {
			if row.Index != test.order[place] || row.Questions != test.asked[place] ||
				math.Abs(row.Score-test.scores[row.Index]) > 1e-15 {
				t.Errorf("%s, place %d: %+v", s.Metric, place+1, row)
			}
		}
	}
}

// m1 leads by its scores on all it met, but m2 is better wherever both were asked: z is
// negative, and whatever its size the two tie.
func TestRankUnequalWithContraryPair(t *testing.T) {
	var board [][][2]int
	for range 2 {
		board = append(board, make([][2]int, 30))
	}
	for q := range 30 {
		board[0][q], board[1][q] = [2]int{20, 20}, [2]int{0, 0}
		if q < 10 {
			board[0][q], board[1][q] = [2]int{10, 20}, [2]int{15 + q%2, 20}
		}
	}
	models, counts := unequalTally(board)
	own := rules
	own.Estimand = posterior.Population
	s, err := standings.Rank(t.Context(), models, counts, metrics.Bayes(metrics.Binary, nil), own)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Draw(t.Context(), 1, montecarlo.Options{Replicates: 100}); err != nil {
		t.Fatal(err)
	}
	if s.Rows[0].Index != 0 || s.Pairs[0].Z > -3 || s.Resolved[0] || s.Rows[1].RankInterval != 1 {
		t.Errorf("rows %+v, pairs %+v, resolved %v", s.Rows, s.Pairs, s.Resolved)
	}
	for _, row := range s.Rows {
		if row.Span.Best != 1 || row.Span.Worst != 2 {
			t.Errorf("%+v", row.Span)
		}
	}
}

// A pair is compared on what both have: m1 and m3 share all four questions, and of
// these three with two trials or more.
func TestCompareUnequal(t *testing.T) {
	models, counts := unequalTally(unequal)
	v := standings.Versus{A: models[2], B: models[0], Confidence: 0.95}
	for _, m := range []metrics.Metric{metrics.Avg(metrics.Binary), metrics.PassAtK(2)} {
		if err := v.Compare(t.Context(), counts, m, 2, 0, 1, montecarlo.Options{Replicates: 10}); err != nil {
			t.Fatal(err)
		}
	}
	avg, pass := v.Metrics[0], v.Metrics[1]
	if math.Abs(avg.ScoreA-10./12) > 1e-15 || math.Abs(avg.ScoreB-9./16) > 1e-15 || avg.LeftOut.Questions != 0 {
		t.Errorf("%+v", avg)
	}
	if pass.ScoreA != 5./6 || pass.ScoreB != 0.75 || pass.LeftOut != (standings.LeftOut{Questions: 2, Of: 4, Needs: 2}) {
		t.Errorf("%+v", pass)
	}
	if d := avg.Estimands[0].Difference.Mu; math.Abs(d-(10./12-9./16)) > 1e-15 {
		t.Errorf("the difference is %v", d)
	}
}

func TestRankUnequalFails(t *testing.T) {
	own := rules
	own.Estimand = posterior.Population
	models, counts := unequalTally([][][2]int{{{0, 0}, {1, 2}, {1, 1}}, {{1, 3}, {0, 0}, {1, 2}}})
	for _, test := range []struct {
		metric metrics.Metric
		rules  standings.Rules
		want   string
	}{
		{metrics.PassAtK(2), rules, "pass@2: no question has at least 2 trials of every model"},
		{metrics.PassAtK(3), own, "pass@3: cannot score model \"m1\": no question has enough trials"},
	} {
		_, err := standings.Rank(t.Context(), models, counts, test.metric, test.rules)
		if err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	models, counts = unequalTally([][][2]int{{{0, 0}, {1, 2}}, {{1, 3}, {0, 0}}})
	const want = "bayes: no question has a trial of every model; if all outcomes are right or wrong, use bayes:questions, which needs no such question"
	_, err := standings.Rank(t.Context(), models, counts, metrics.Bayes(metrics.Binary, nil), rules)
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A prior that is unequal counts by question: with one success in one old trial of
// the first question, 2/2 there is (1 + 2 + 1)/(2 + 2 + 1).
func TestRankWithUnequalPrior(t *testing.T) {
	_, older := unequalTally([][][2]int{{{1, 1}, {0, 0}}, {{0, 0}, {0, 5}}})
	models, counts := tally(2, 2, 2, 2)
	s, err := standings.Rank(t.Context(), models, counts, metrics.Bayes(metrics.Binary, older), rules)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{(4./5 + 3./4) / 2, (3./4 + 3./9) / 2}
	got := []float64{s.Rows[0].Score, s.Rows[1].Score}
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) <= 1e-15 }) || s.Rows[0].Index != 0 {
		t.Errorf("scores %v, want %v", got, want)
	}
	if p := s.Prior; p.Uniform != 2 || p.Given != 5 || !p.UpTo || p.Trials != 2 || p.Most != 0 {
		t.Errorf("%+v", p)
	}
}

// Two models of score 2/5 under pass@1 and of posterior mean 7/15, both exactly, which
// floats make out to differ in the last bit: the smaller σ stands first.
func TestOrderIsNotRounding(t *testing.T) {
	models, counts := unequalTally([][][2]int{
		{{0, 1}, {0, 1}, {1, 1}, {0, 1}, {1, 1}},
		{{2, 2}, {0, 2}, {0, 1}, {0, 1}, {1, 1}},
	})
	s, err := standings.Rank(t.Context(), models, counts, metrics.PassAtK(1), rules)
	if err != nil {
		t.Fatal(err)
	}
	first, second := s.Rows[0], s.Rows[1]
	if first.Model != "m2" || first.Sigma >= second.Sigma {
		t.Errorf("%s (σ %v) stands above %s (σ %v)", first.Model, first.Sigma, second.Model, second.Sigma)
	}
}
