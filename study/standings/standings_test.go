package standings_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
)

var rules = standings.Rules{Confidence: 0.95, Convention: ranking.Dense, Bounds: metrics.Unbounded}

// tally returns a tally in which each model has the same number of successes on every question.
func tally(questions, trials int, successes ...int) ([]string, *results.Tally) {
	t := results.NewTally(len(successes), questions, 1)
	t.Trials = trials
	for model, count := range successes {
		for q := range questions {
			t.Add(model, q, 1, count)
		}
	}
	return results.Numbered("m", len(successes)), t
}

func ranked(
	t *testing.T, m metrics.Metric, r standings.Rules, questions, trials int, successes ...int,
) standings.Standings {
	t.Helper()
	models, counts := tally(questions, trials, successes...)
	s, err := standings.Rank(t.Context(), models, counts, m, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// With c of 18 trials of one question right, the posterior is Beta(c + 1, 19 − c):
// its mean p is (c + 1)/20 and its variance p(1 − p)/21. The means 0.8, 0.65 and
// 0.5 of 15, 12 and 9 are at z = 0.15/√((0.16 + 0.2275)/21) = 1.10 and
// 0.15/√((0.2275 + 0.25)/21) = 0.99 of the next, below 1.645, but the first is at
// 0.3/√((0.16 + 0.25)/21) = 2.15 of the last. So all tie by chains, and the first
// and the last are the pair that the chain hides.
func TestChained(t *testing.T) {
	s := ranked(t, metrics.Bayes(metrics.Binary, nil), rules, 1, 18, 9, 15, 12)
	var order []int
	for _, row := range s.Rows {
		order = append(order, row.Index)
	}
	if !slices.Equal(order, []int{1, 2, 0}) {
		t.Fatalf("the order is %v, want 1 2 0", order)
	}
	for place, want := range []float64{0.15 / math.Sqrt(0.3875/21), 0.15 / math.Sqrt(0.4775/21)} {
		if z, _, resolved := s.Next(place); !near(z, want) || resolved {
			t.Errorf("place %d: z = %v, resolved %v, want %v, false", place+1, z, resolved, want)
		}
	}
	if !s.Ties() || s.SeparatedNeighbours() != 0 {
		t.Errorf("ties %v, %d apart, want all to tie", s.Ties(), s.SeparatedNeighbours())
	}
	if pairs := s.Chained(); len(pairs) != 1 || pairs[0].Above != 0 || pairs[0].Below != 2 ||
		!near(pairs[0].Z, 0.3/math.Sqrt(0.41/21)) {
		t.Errorf("chained are %+v, want the first and the last", pairs)
	}
	if margin, sigma := s.Margin(); !near(margin, 0.15) || !near(sigma, math.Sqrt(0.3875/21)) {
		t.Errorf("the margin is %v ± %v", margin, sigma)
	}
}

// Without an interval, no pairs are compared: max@2, the larger of two outcomes, has none.
func TestWithoutInterval(t *testing.T) {
	max2, err := metrics.Parse("max@2", metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := ranked(t, max2[0], rules, 2, 4, 1, 3)
	margin, sigma := s.Margin()
	if s.Interval || s.Ties() || s.SeparatedNeighbours() != 0 || s.Shifted() || len(s.Chained()) > 0 || !math.IsNaN(margin+sigma) {
		t.Errorf("%+v: margin %v ± %v", s, margin, sigma)
	}
	if err := s.Draw(t.Context(), 1, montecarlo.Options{Replicates: 10}); err != nil || s.Draws != 0 {
		t.Errorf("%d draws, error %v", s.Draws, err)
	}
}

// The unbiased pass@2 of 2 of 4 is 1 − 1/6; its posterior mean under Beta(3, 3) is
// 1 − E(1 − p)² = 1 − 3·4/(6·7) = 5/7. The mean of Bayes@N is its score.
func TestShifted(t *testing.T) {
	pass, err := metrics.Parse("pass@2:uniform", metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := ranked(t, pass[0], rules, 1, 4, 2)
	if !s.Shifted() || !near(s.Rows[0].Score, 5./6) || !near(s.Rows[0].Mu, 5./7) {
		t.Errorf("shifted %v, score %v and mean %v, want 5/6 and 5/7", s.Shifted(), s.Rows[0].Score, s.Rows[0].Mu)
	}
	if ranked(t, metrics.Bayes(metrics.Binary, nil), rules, 1, 4, 2).Shifted() {
		t.Error("the scores of Bayes@N are not what its intervals lie around")
	}
}

// Of two trials of each of 100 questions, all right, the posterior is Beta(3, 1):
// mean 3/4, variance 3/80, and the mean of the questions has σ = √(3/8000) = 0.019.
// Its 95 % interval ends far below the mean of the trials, 1, while that of a
// model with one right of two is around ½. The uniform prior counts as the two
// outcomes and has more than a tenth of the say, until there are 19 trials.
func TestPrior(t *testing.T) {
	bayes := metrics.Bayes(metrics.Binary, nil)
	s := ranked(t, bayes, rules, 100, 2, 2, 1)
	if want := (standings.Prior{Uniform: 2, Flat: true, Trials: 2, Models: 2, Outside: 1}); s.Prior != want || !s.Prior.Heavy() {
		t.Errorf("the prior is %+v, heavy %v, want %+v", s.Prior, s.Prior.Heavy(), want)
	}
	_, older := tally(100, 3, 0, 0)
	s = ranked(t, metrics.Bayes(metrics.Binary, older), rules, 100, 2, 2, 1)
	if s.Prior.Given != 3 || s.Prior.Uniform != 2 {
		t.Errorf("with 3 older trials the prior is %+v", s.Prior)
	}
	for trials, heavy := range map[int]bool{18: true, 19: false} {
		if s := ranked(t, bayes, rules, 1, trials, 9); s.Prior.Heavy() != heavy {
			t.Errorf("2 of %d: heavy %v, want %v", 2+trials, s.Prior.Heavy(), heavy)
		}
	}
	if s := ranked(t, metrics.Avg(metrics.Binary), rules, 1, 1, 1); s.Prior != (standings.Prior{}) || s.Prior.Heavy() {
		t.Errorf("avg has a prior: %+v", s.Prior)
	}
}

// By symmetry each of two equal models is first in half of the draws, within four
// standard errors, and the draws do not depend on the workers.
func TestDraw(t *testing.T) {
	const draws = 10_000
	s := ranked(t, metrics.Bayes(metrics.Binary, nil), rules, 3, 4, 2, 2)
	other := ranked(t, metrics.Bayes(metrics.Binary, nil), rules, 3, 4, 2, 2)
	for workers, s := range map[int]*standings.Standings{1: &s, 4: &other} {
		if err := s.Draw(t.Context(), 7, montecarlo.Options{Replicates: draws, Workers: workers}); err != nil {
			t.Fatal(err)
		}
	}
	for i, row := range s.Rows {
		if p := row.Probabilities[0]; math.Abs(p-0.5) > 4*0.5/math.Sqrt(draws) {
			t.Errorf("%s is first in %v of the draws", row.Model, p)
		}
		if !slices.Equal(row.Probabilities, other.Rows[i].Probabilities) {
			t.Errorf("four workers draw %v, one %v", other.Rows[i].Probabilities, row.Probabilities)
		}
	}
	if s.Draws != draws || s.Seed != 7 || s.Normal {
		t.Errorf("%d draws of seed %d, normal %v", s.Draws, s.Seed, s.Normal)
	}
}

// What a comparison says of two models is what package posterior says of their
// difference, on these questions and on questions like these; of one question
// there is no population. A metric without intervals has scores alone.
func TestVersus(t *testing.T) {
	ms, err := metrics.Parse("bayes,max@2", metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, questions := range []int{1, 5} {
		_, counts := tally(questions, 18, 9, 15, 12)
		v := standings.Versus{A: "m2", B: "m1", Confidence: 0.9}
		for _, m := range ms {
			if err := v.Compare(t.Context(), counts, m, 1, 0, 3, montecarlo.Options{Replicates: 100}); err != nil {
				t.Fatal(err)
			}
		}
		bayes, max2 := v.Metrics[0], v.Metrics[1]
		if len(max2.Estimands) > 0 || !near(bayes.ScoreA, 0.8) || !near(bayes.ScoreB, 0.5) {
			t.Errorf("%+v", v)
		}
		if want := min(questions, 2); len(bayes.Estimands) != want {
			t.Fatalf("%d estimands of %d questions, want %d", len(bayes.Estimands), questions, want)
		}
		for _, e := range bayes.Estimands {
			scores, err := posterior.New(ms[0].(metrics.Estimator), counts, e.Estimand)
			if err != nil {
				t.Fatal(err)
			}
			width := 1.6448536269514722 * scores.Difference(1, 0).Sigma // Φ⁻¹(0.95)
			if e.Estimand == posterior.Population {
				width = 2.1318467863 * scores.Difference(1, 0).Sigma // the 0.95 quantile of t with 4 degrees of freedom, by scipy
			}
			if e.Difference != scores.Difference(1, 0) || e.Z != scores.Z(1, 0) || e.Rho != ranking.Rho(e.Z) ||
				math.Abs(e.Hi-0.3-width) > 1e-9 || math.Abs(0.3-e.Lo-width) > 1e-9 {
				t.Errorf("%+v, want 0.3 ± %v", e, width)
			}
			better, err := scores.Better(t.Context(), 1, 0, 3, montecarlo.Options{Replicates: 100})
			if err != nil {
				t.Fatal(err)
			}
			if p, se := better.P(); e.P != p || e.PSE != se || e.Draws != 100 {
				t.Errorf("P = %v ± %v of %d draws, want %v ± %v", e.P, e.PSE, e.Draws, p, se)
			}
		}
	}
}

// Without draws P is NaN, and a prior that is not heavy is not reported.
func TestVersusWithoutDraws(t *testing.T) {
	_, counts := tally(2, 19, 9, 15)
	v := standings.Versus{A: "m1", B: "m2", Confidence: 0.95}
	bayes := metrics.Bayes(metrics.Binary, nil)
	if err := v.Compare(t.Context(), counts, bayes, 0, 1, 1, montecarlo.Options{}); err != nil {
		t.Fatal(err)
	}
	if e := v.Metrics[0].Estimands[0]; !math.IsNaN(e.P) || !math.IsNaN(e.PSE) || e.Draws != 0 {
		t.Errorf("%+v, want no P", e)
	}
	if v.Prior != (standings.Prior{}) {
		t.Errorf("2 of 21 is heavy: %+v", v.Prior)
	}
}

// The order of models on the board matters only for models that are equal in every respect.
func TestRankIsInvariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, questions := rapid.IntRange(2, 7).Draw(t, "L"), rapid.IntRange(2, 4).Draw(t, "M")
		trials := rapid.IntRange(2, 20).Draw(t, "N")
		board, names := results.NewTally(models, questions, 1), results.Numbered("m", models)
		board.Trials = trials
		for model := range models {
			for q := range questions {
				board.Add(model, q, 1, rapid.IntRange(0, trials).Draw(t, "c"))
			}
		}
		numbering := rapid.Permutation(numbers(models)).Draw(t, "numbering")
		shuffled, renamed := results.NewTally(models, questions, 1), make([]string, models)
		shuffled.Trials = trials
		for to, from := range numbering {
			renamed[to] = names[from]
			for q, c := range board.Row(from) {
				shuffled.Add(to, q, 1, int(c))
			}
		}
		list, err := metrics.Parse("bayes,avg,pass@2,maj@2", metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := rules
		r.Confidence = rapid.Float64Range(0.5, 0.99).Draw(t, "confidence")
		r.Estimand = rapid.SampledFrom([]posterior.Estimand{posterior.Questions, posterior.Population}).Draw(t, "estimand")
		r.Ties = rapid.SampledFrom([]ranking.Ties{ranking.ZScore, ranking.Overlap}).Draw(t, "ties")
		for _, m := range list {
			want, err := standings.Rank(t.Context(), names, board, m, r)
			if err != nil {
				t.Fatal(err)
			}
			got, err := standings.Rank(t.Context(), renamed, shuffled, m, r)
			if err != nil {
				t.Fatal(err)
			}
			sameRows(t, m.Name(), got.Rows, want.Rows)
		}
	})
}

func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// sameRows checks that every model has the same row except for its index, and that rows in one
// place have the same numbers.
func sameRows(t *rapid.T, metric string, got, want []standings.Standing) {
	byName := map[string]standings.Standing{}
	for _, row := range want {
		row.Index = 0
		byName[row.Model] = row
	}
	for place, row := range got {
		row.Index = 0
		if !reflect.DeepEqual(row, byName[row.Model]) {
			t.Errorf("%s: %+v on the shuffled board, %+v on the other", metric, row, byName[row.Model])
		}
		if row.Score != want[place].Score || row.Mu != want[place].Mu || row.Sigma != want[place].Sigma {
			t.Errorf("%s: place %d has %+v on the shuffled board, %+v on the other", metric, place+1, row, want[place])
		}
	}
}
