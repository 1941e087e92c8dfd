package posterior_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
)

// tallyOf returns the tally of counts by model, question and category from 1 on.
func tallyOf(trials, top int, counts [][][]int) *results.Tally {
	t := results.NewTally(len(counts), len(counts[0]), top)
	t.Trials = trials
	for m, rows := range counts {
		for q, row := range rows {
			for j, n := range row {
				t.Add(m, q, j+1, n)
			}
		}
	}
	return t
}

func mustNew(t interface {
	Helper()
	Fatal(...any)
}, m metrics.Estimator, tally *results.Tally, e posterior.Estimand) *posterior.Scores {
	t.Helper()
	s, err := posterior.New(m, tally, e)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRank(t testing.TB, s *posterior.Scores, p posterior.MeansPrior, draws int) *posterior.Ranks {
	t.Helper()
	ranks, err := s.Ranks(t.Context(), p, 1, montecarlo.Options{Replicates: draws})
	if err != nil {
		t.Fatal(err)
	}
	return ranks
}

// within reports whether a share of draws is within five standard errors, plus the given error
// of the expectation, of its expected value.
func within(got, want float64, draws int, slack float64) bool {
	return math.Abs(got-want) <= 5*math.Sqrt(want*(1-want)/float64(draws))+slack
}

// The probabilities of ranks, and that of the first model over the second, are
// those of numerical integration: testdata/reference.py, whose grids are good
// to 0.001.
func TestReference(t *testing.T) {
	content, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name        string
		Top, Trials int
		Weights     string
		Counts      [][][]int
		PriorTrials int `json:"prior_trials"`
		Prior       [][][]int
		Ranks       [][]float64
	}
	if err := json.Unmarshal(content, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 5 {
		t.Fatalf("%d cases", len(cases))
	}
	const draws, slack = 40_000, 0.001
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			weights, err := metrics.ParseWeights(c.Weights)
			if err != nil {
				t.Fatal(err)
			}
			var prior *results.Tally
			if c.Prior != nil {
				prior = tallyOf(c.PriorTrials, c.Top, c.Prior)
			}
			s := mustNew(t, metrics.Bayes(weights, prior), tallyOf(c.Trials, c.Top, c.Counts), posterior.Questions)
			if s.Normal() {
				t.Error("bayes is drawn from a normal approximation")
			}
			ranks := mustRank(t, s, posterior.Independent, draws)
			for model, row := range c.Ranks {
				for i, want := range row {
					if got := ranks.P(model, i+1); !within(got, want, draws, slack) {
						t.Errorf("P(rank of %d = %d) = %v, want %v", model, i+1, got, want)
					}
				}
			}
			if len(c.Ranks) == 2 {
				better, err := s.Better(t.Context(), 0, 1, 2, montecarlo.Options{Replicates: draws})
				if err != nil {
					t.Fatal(err)
				}
				if p, _ := better.P(); !within(p, c.Ranks[0][0], draws, slack) {
					t.Errorf("P(better) = %v, want %v", p, c.Ranks[0][0])
				}
			}
		})
	}
}

// L models of the same results have each rank with probability 1/L, by
// symmetry, whatever the estimand and however scores are drawn.
func TestSymmetric(t *testing.T) {
	const draws = 20_000
	for _, models := range []int{2, 3, 7} {
		counts := make([][][]int, models)
		for m := range counts {
			counts[m] = [][]int{{1}, {5}, {3}, {2}}
		}
		tally := tallyOf(5, 1, counts)
		for _, m := range []metrics.Estimator{metrics.Bayes(metrics.Binary, nil), metrics.Avg(metrics.Binary)} {
			for _, e := range []posterior.Estimand{posterior.Questions, posterior.Population} {
				ranks := mustRank(t, mustNew(t, m, tally, e), posterior.Exchangeable, draws)
				for model := range models {
					for rank := 1; rank <= models; rank++ {
						if got := ranks.P(model, rank); !within(got, 1/float64(models), draws, 0) {
							t.Errorf("%s, %s: P(rank of %d = %d) = %v of %d models", m.Name(), e, model, rank, got, models)
						}
					}
				}
			}
		}
	}
}

// Two models drawn from normal distributions are in the right order with the
// probability Φ(z), and for bayes nearly so when questions are many (central
// limit theorem); z is that of the estimand.
func TestNormal(t *testing.T) {
	const draws, questions = 40_000, 60
	counts := make([][][]int, 2)
	for q := range questions {
		easy := 2 + q%7 // of 9
		counts[0] = append(counts[0], []int{easy})
		counts[1] = append(counts[1], []int{easy + []int{-2, 1, 0}[q%3]})
	}
	tally := tallyOf(9, 1, counts)
	for _, c := range []struct {
		m     metrics.Estimator
		slack float64
	}{{metrics.Avg(metrics.Binary), 0}, {metrics.Bayes(metrics.Binary, nil), 0.01}} {
		for _, e := range []posterior.Estimand{posterior.Questions, posterior.Population} {
			s := mustNew(t, c.m, tally, e)
			better, err := s.Better(t.Context(), 0, 1, 1, montecarlo.Options{Replicates: draws})
			if err != nil {
				t.Fatal(err)
			}
			got, se := better.P()
			want := 0.5 * math.Erfc(-s.Z(0, 1)/math.Sqrt2)
			if want < 0.7 || want > 0.999 {
				t.Fatalf("%s, %s: Φ(z) = %v tells little", c.m.Name(), e, want)
			}
			if !within(got, want, draws, c.slack) {
				t.Errorf("%s, %s: P = %v, want Φ(z) = %v", c.m.Name(), e, got, want)
			}
			if math.Abs(se-math.Sqrt(got*(1-got)/draws)) > 1e-12 {
				t.Errorf("standard error %v", se)
			}
		}
	}
}

// The σ of a population is that of the law of total variance, computed here by
// gonum from the posterior means of questions; differences are paired.
func TestPopulationSigma(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trials, questions := rapid.IntRange(1, 9).Draw(t, "trials"), rapid.IntRange(2, 12).Draw(t, "questions")
		counts, means := make([][][]int, 2), make([][]float64, 2)
		for m := range counts {
			for range questions {
				c := rapid.IntRange(0, trials).Draw(t, "successes")
				counts[m] = append(counts[m], []int{c})
				means[m] = append(means[m], float64(1+c)/float64(2+trials)) // Laplace's rule
			}
		}
		tally, bayes := tallyOf(trials, 1, counts), metrics.Bayes(metrics.Binary, nil)
		inner, err := posterior.New(bayes, tally, posterior.Questions)
		if err != nil {
			t.Fatal(err)
		}
		outer, err := posterior.New(bayes, tally, posterior.Population)
		if err != nil {
			t.Fatal(err)
		}
		differences := make([]float64, questions)
		for q := range differences {
			differences[q] = means[0][q] - means[1][q]
		}
		near := func(what string, got, variance float64) {
			if want := math.Sqrt(variance); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		square := func(v float64) float64 { return v * v }
		a, b, count := inner.Sigma(0), inner.Sigma(1), float64(questions)
		near("σ on these questions", a, square(bayes.Estimate(tally, 0).Sigma))
		near("σ of a difference on these questions", inner.Difference(0, 1).Sigma, a*a+b*b)
		near("σ", outer.Sigma(0), a*a+stat.Variance(means[0], nil)/count)
		near("σ of a difference", outer.Difference(0, 1).Sigma, a*a+b*b+stat.Variance(differences, nil)/count)
		if got, want := inner.Z(0, 1), ranking.Z(inner.Mean(0), a, inner.Mean(1), b); math.Abs(got-want) > 1e-12 {
			t.Errorf("z on these questions: %v, want %v", got, want)
		}
		// As far out in the normal distribution as t is in Student's with one degree less than questions.
		student := distuv.StudentsT{Sigma: 1, Nu: count - 1}
		if got, want := outer.Z(0, 1), outer.Difference(0, 1).Mu/outer.Difference(0, 1).Sigma; outer.Difference(0, 1).Mu != 0 &&
			math.Abs(ranking.Rho(got)-student.CDF(want)) > 1e-9 {
			t.Errorf("z: %v, want that of t = %v", got, want)
		}
	})
}

// The σ of avg in a population is that of sample means, √(s²/M) by gonum, or if
// that is less, the σ of M·N trials of one question: Eq. 20 by hand, with C
// successes in T trials √((1 + C)(1 + T − C)/(T + 3))/T. What the least variance
// has beyond s²/M adds up in differences, whose variance is at least that of the
// trials of both, estimated by p̂(1 − p̂)/(N − 1) a question.
func TestPopulationSigmaOfAvg(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trials, questions := rapid.IntRange(1, 9).Draw(t, "trials"), rapid.IntRange(2, 12).Draw(t, "questions")
		counts, shares := make([][][]int, 2), make([][]float64, 2)
		var between, missing, within [2]float64
		for m := range counts {
			successes := 0
			for range questions {
				c := rapid.IntRange(0, trials).Draw(t, "successes")
				successes += c
				if n := float64(trials); trials > 1 {
					within[m] += float64(c) / n * (1 - float64(c)/n) / (n - 1) / float64(questions*questions)
				}
				counts[m] = append(counts[m], []int{c})
				shares[m] = append(shares[m], float64(c)/float64(trials))
			}
			c, all := float64(successes), float64(trials*questions)
			between[m] = stat.Variance(shares[m], nil) / float64(questions)
			if missing[m] = (1+c)*(1+all-c)/(all+3)/all/all - between[m]; missing[m] < 1e-12 {
				missing[m] = 0 // rounding, or less than nothing: fractions with denominators below 1.4e6 and 1.3e5 differ by more
			}
		}
		s := mustNew(t, metrics.Avg(metrics.Binary), tallyOf(trials, 1, counts), posterior.Population)
		differences := make([]float64, questions)
		for q := range differences {
			differences[q] = shares[0][q] - shares[1][q]
		}
		near := func(what string, sigma, variance float64) {
			if math.Abs(sigma-math.Sqrt(variance)) > 1e-9 {
				t.Errorf("%s: %v, want %v", what, sigma, math.Sqrt(variance))
			}
		}
		for m := range counts {
			near("σ", s.Sigma(m), between[m]+missing[m])
		}
		near("σ of a difference", s.Difference(0, 1).Sigma,
			max(stat.Variance(differences, nil)/float64(questions)+missing[0]+missing[1], within[0]+within[1]))
	})
}

// Two models that solve none of ten questions, each tried N times, differ by 0,
// and by how much else is as open as for two models at different questions: the
// variance is twice that of 10·N failures by Eq. 20, (1 + T)/(T + 3)/T² for T
// trials. s_d² and the sample variances of outcomes are 0.
func TestNobodySolves(t *testing.T) {
	for _, trials := range []int{1, 4, 64} {
		tally := results.NewTally(2, 10, 1)
		tally.Trials = trials
		s := mustNew(t, metrics.Avg(metrics.Binary), tally, posterior.Population)
		all := float64(10 * trials)
		want := math.Sqrt(2 * (1 + all) / (all + 3) / all / all)
		if d := s.Difference(0, 1); d.Mu != 0 || math.Abs(d.Sigma-want) > 1e-12 {
			t.Errorf("%d trials: difference %v ± %v, want 0 ± %v", trials, d.Mu, d.Sigma, want)
		}
	}
}

// An always is an estimator without uncertainty: every model has the same score.
type always struct{ metrics.Estimator }

func (always) Name() string { return "always" }
func (always) Estimate(*results.Tally, int) metrics.Estimate {
	return metrics.Estimate{Mu: 0.5}
}

// Models that tie in a draw share their places, and half of a tie counts as
// better; the interval of the rank of one in L equal shares is all but the
// outermost.
func TestTies(t *testing.T) {
	tally := tallyOf(2, 1, [][][]int{{{1}}, {{1}}, {{1}}})
	s := mustNew(t, always{metrics.Avg(metrics.Binary)}, tally, posterior.Questions)
	ranks := mustRank(t, s, posterior.Exchangeable, 300)
	for model := range 3 {
		for rank := 1; rank <= 3; rank++ {
			if got := ranks.P(model, rank); math.Abs(got-1.0/3) > 1e-9 {
				t.Errorf("P(rank of %d = %d) = %v, want 1/3", model, rank, got)
			}
		}
		if lo, hi := ranks.Interval(model, 0.95); lo != 1 || hi != 3 {
			t.Errorf("95 %% interval %d to %d, want 1 to 3", lo, hi)
		}
		// The quantiles of 0.34 and 0.66 both lie in the second third.
		if lo, hi := ranks.Interval(model, 0.32); lo != 2 || hi != 2 {
			t.Errorf("32 %% interval %d to %d, want 2", lo, hi)
		}
	}
	better, err := s.Better(t.Context(), 0, 1, 1, montecarlo.Options{Replicates: 10})
	if err != nil {
		t.Fatal(err)
	}
	if p, _ := better.P(); p != 0.5 {
		t.Errorf("P = %v, want 1/2", p)
	}
}

// A lopsided is not a mean over questions: its score is that of the first question.
type lopsided struct{ metrics.Estimator }

func (lopsided) Name() string { return "lopsided" }
func (lopsided) Estimate(t *results.Tally, model int) metrics.Estimate {
	return metrics.Estimate{Mu: float64(t.Row(model)[0]), Sigma: 1}
}

// There is no population estimate from one question, nor for scores that are not means over
// questions.
func TestRefusals(t *testing.T) {
	bayes := metrics.Bayes(metrics.Binary, nil)
	if _, err := posterior.New(bayes, tallyOf(2, 1, [][][]int{{{1}}}), posterior.Population); !errors.Is(err, posterior.ErrOneQuestion) {
		t.Errorf("one question: %v", err)
	}
	if _, err := posterior.New(lopsided{bayes}, tallyOf(2, 1, [][][]int{{{1}, {2}}}), posterior.Population); err == nil {
		t.Error("lopsided: no error")
	}
	if _, err := posterior.ParseEstimand("both"); err == nil {
		t.Error("an estimand named both")
	}
	for _, name := range []string{"questions", "population"} {
		if e, err := posterior.ParseEstimand(name); err != nil || e.String() != name {
			t.Errorf("%s: %v, %v", name, e, err)
		}
	}
}

// Results depend on the seed but not on the workers.
func TestSeed(t *testing.T) {
	tally := tallyOf(4, 1, [][][]int{{{1}, {2}}, {{2}, {2}}, {{3}, {1}}})
	for _, e := range []posterior.Estimand{posterior.Questions, posterior.Population} {
		s := mustNew(t, metrics.Bayes(metrics.Binary, nil), tally, e)
		of := func(seed uint64, workers int) []float64 {
			ranks, err := s.Ranks(t.Context(), posterior.Exchangeable, seed, montecarlo.Options{Replicates: 2000, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if ranks.Draws != 2000 {
				t.Errorf("%d draws", ranks.Draws)
			}
			return ranks.Probabilities(0)
		}
		one := of(1, 1)
		if eight := of(1, 8); !slices.Equal(one, eight) {
			t.Errorf("%v with one worker, %v with eight", one, eight)
		}
		if slices.Equal(one, of(2, 1)) {
			t.Errorf("%v with either seed", one)
		}
	}
}

// An end of the context ends the draws.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := mustNew(t, metrics.Bayes(metrics.Binary, nil), tallyOf(1, 1, [][][]int{{{1}}, {{0}}}), posterior.Questions)
	if _, err := s.Ranks(ctx, posterior.Exchangeable, 1, montecarlo.Options{Replicates: 1_000_000_000}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// In a population the chances of questions vary by the variance of their posterior
// means and by the mean of their posterior variances (the law of total variance). Beta(½,
// ½) chances of 100 questions with two trials each, drawn anew: 95 % intervals of
// bayes:fitted hold the mean ½ of all such questions on 95 % of 600 boards, to four
// standard errors; without the second part on 90 %, which is eight away.
func TestPopulationOfFittedHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("many fits")
	}
	const boards, questions = 600, 100
	r := rand.New(rng.New(1, "population of fitted", 0))
	chances := distuv.Beta{Alpha: 0.5, Beta: 0.5, Src: r}
	held := 0.0
	for range boards {
		tally := results.NewTally(2, questions, 1)
		tally.Trials = 2
		for model := range 2 {
			for q := range questions {
				p := chances.Rand()
				for range 2 {
					if r.Float64() < p {
						tally.Add(model, q, 1, 1)
					}
				}
			}
		}
		m, err := metrics.Fit(t.Context(), metrics.BayesFitted(metrics.Binary), tally)
		if err != nil {
			t.Fatal(err)
		}
		s, err := posterior.New(m, tally, posterior.Population)
		if err != nil {
			t.Fatal(err)
		}
		for model := range 2 {
			if lo, hi := s.Estimate(model).Interval(0.95, metrics.Unbounded); lo <= 0.5 && 0.5 <= hi {
				held += 1.0 / (2 * boards)
			}
		}
	}
	if se := math.Sqrt(0.95 * 0.05 / (2 * boards)); math.Abs(held-0.95) > 4*se {
		t.Errorf("%.3f of the intervals hold", held)
	}
}

// Scores in [0, 1] differ by at most 1. One model solves all of three questions twice, and the
// other one none, so the normal approximation alone would reach beyond 1.
func TestDifferenceStaysInRange(t *testing.T) {
	tally := tallyOf(2, 1, [][][]int{{{2}, {2}, {2}}, {{0}, {0}, {0}}})
	m, err := metrics.Fit(t.Context(), metrics.BayesFitted(metrics.Binary), tally)
	if err != nil {
		t.Fatal(err)
	}
	for _, estimand := range []posterior.Estimand{posterior.Questions, posterior.Population} {
		s, err := posterior.New(m, tally, estimand)
		if err != nil {
			t.Fatal(err)
		}
		d := s.Difference(0, 1)
		if lo, hi := d.Interval(0.95, metrics.Unbounded); d.Mu+1.96*d.Sigma <= 1 || hi != 1 || lo <= 0 {
			t.Errorf("%v: %v to %v for %v ± %v", estimand, lo, hi, d.Mu, d.Sigma)
		}
		if lo, hi := s.Difference(1, 0).Interval(0.95, metrics.Unbounded); lo != -1 || hi >= 0 {
			t.Errorf("%v, reversed: %v to %v", estimand, lo, hi)
		}
	}
}

// A rule for the questions of the board, and a fitted prior with grouped questions, have no
// population estimate, and the error names an alternative.
func TestOfTheseQuestionsOnly(t *testing.T) {
	tally := results.NewTally(2, 4, 1)
	tally.Trials = 2
	tally.Add(0, 0, 1, 2)
	tally.Add(1, 1, 1, 1)
	wilson, err := metrics.Parse("avg:wilson", metrics.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := posterior.New(wilson[0].(metrics.Estimator), tally, posterior.Population); !posterior.NoPopulation(err) {
		t.Errorf("avg:wilson: %v", err)
	}
	tally.Groups = []int{0, 0, 1, 1}
	fitted, err := metrics.Fit(t.Context(), metrics.BayesFitted(metrics.Binary), tally)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := posterior.New(fitted, tally, posterior.Population); !posterior.NoPopulation(err) {
		t.Errorf("bayes:fitted in groups: %v", err)
	}
	if _, err := posterior.New(metrics.Avg(metrics.Binary), tally, posterior.Population); err != nil {
		t.Errorf("avg in groups: %v", err)
	}
}
