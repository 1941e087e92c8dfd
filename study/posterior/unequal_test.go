package posterior_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
)

// binary are outcomes by model and question: how many of how many trials succeeded.
type binary [][][2]int

func (b binary) tally() *results.Tally { return boardtest.Counted(b...) }

// drawBinary draws a board on which every model met at least two questions.
func drawBinary(t *rapid.T, models, questions, most int) binary {
	b := make(binary, models)
	for l := range b {
		b[l] = make([][2]int, questions)
		for q := range b[l] {
			least := 0
			if q < 2 {
				least = 1
			}
			n := rapid.IntRange(least, most).Draw(t, "n")
			b[l][q] = [2]int{rapid.IntRange(0, n).Draw(t, "c"), n}
		}
	}
	return b
}

// moments are, over the questions that both of two models met, the posterior means of
// the first less the second, and the sum of the posterior variances of both, if the
// second is another; of Beta(1 + c, 1 + n − c).
func (b binary) moments(i, j int) (means []float64, variances float64) {
	mean := func(cell [2]int) float64 { return float64(1+cell[0]) / float64(2+cell[1]) }
	variance := func(cell [2]int) float64 { return mean(cell) * (1 - mean(cell)) / float64(3+cell[1]) }
	for q, cell := range b[i] {
		other := b[j][q]
		switch {
		case cell[1] == 0 || other[1] == 0:
		case i == j:
			means, variances = append(means, mean(cell)), variances+variance(cell)
		default:
			means, variances = append(means, mean(cell)-mean(other)), variances+variance(cell)+variance(other)
		}
	}
	return means, variances
}

// With M questions that a model met, or two models did, the variance of the mean is
// Σ v_q/M² + s²/M.
func TestUnequalPopulationOfBayes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBinary(t, 3, rapid.IntRange(2, 7).Draw(t, "questions"), 9)
		s := mustNew(t, metrics.Bayes(metrics.Binary, nil), b.tally(), posterior.Population)
		for i := range b {
			for j := range i + 1 {
				means, variances := b.moments(i, j)
				m := float64(len(means))
				mu, sigma := stat.Mean(means, nil), math.Sqrt(variances/(m*m)+stat.Variance(means, nil)/m)
				e := s.Estimate(i)
				if i != j {
					e = s.Difference(i, j)
				}
				if math.Abs(e.Mu-mu) > 1e-12 || math.Abs(e.Sigma-sigma) > 1e-12 {
					t.Fatalf("%v, models %d and %d: %v ± %v, want %v ± %v", b, i, j, e.Mu, e.Sigma, mu, sigma)
				}
				student := distuv.StudentsT{Sigma: 1, Nu: m - 1}
				if z := s.Z(i, j); i != j && math.Abs(distuv.UnitNormal.CDF(z)-student.CDF(mu/sigma)) > 1e-9 {
					t.Fatalf("z = %v, want that of t = %v with %v questions", z, mu/sigma, m)
				}
			}
		}
	})
}

// The means of avg are sample means: s²/M of their differences, plus what s²/M of
// either lacks of the variance of as many trials of a single question, and no less than
// the noise of the trials, Σ v_q/(n_q M²). On the questions that both models met.
func TestUnequalPopulationOfAvg(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBinary(t, 2, rapid.IntRange(2, 7).Draw(t, "questions"), 9)
		var both [2][]float64
		var lacks, noise float64
		var gaps []float64
		for q := range b[0] {
			if b[0][q][1] > 0 && b[1][q][1] > 0 {
				for l := range b {
					both[l] = append(both[l], float64(b[l][q][0])/float64(b[l][q][1]))
				}
				gaps = append(gaps, both[0][len(gaps)]-both[1][len(gaps)])
			}
		}
		m := float64(len(gaps))
		for l := range b {
			var right, trials, inverse float64
			for q := range b[l] {
				if c, n := float64(b[l][q][0]), float64(b[l][q][1]); n > 0 && b[1-l][q][1] > 0 {
					right, trials, inverse = right+c, trials+n, inverse+1/n
					if n > 1 {
						noise += c * (n - c) / n / (n - 1) / n / (m * m)
					}
				}
			}
			p := (right + 1) / (trials + 2)
			stretch := (trials + 2) / trials
			pooled := p * (1 - p) / (trials + 3) * stretch * stretch * trials * inverse / (m * m)
			if lack := pooled - stat.Variance(both[l], nil)/m; lack > 1e-12*pooled {
				lacks += lack
			}
		}
		want := math.Sqrt(max(stat.Variance(gaps, nil)/m+lacks, noise))
		s := mustNew(t, metrics.Avg(metrics.Binary), b.tally(), posterior.Population)
		if d := s.Difference(0, 1); math.Abs(d.Mu-stat.Mean(gaps, nil)) > 1e-12 || math.Abs(d.Sigma-want) > 1e-12 {
			t.Fatalf("%v: %v ± %v, want %v ± %v", b, d.Mu, d.Sigma, stat.Mean(gaps, nil), want)
		}
	})
}

// Where two models have fewer than two questions in common, their scores are those of
// two samples: of none in common the variances add up.
func TestUnequalPopulationWithoutCommonQuestions(t *testing.T) {
	b := binary{{{1, 2}, {0, 3}, {}, {}}, {{}, {}, {1, 1}, {2, 5}}}
	s := mustNew(t, metrics.Bayes(metrics.Binary, nil), b.tally(), posterior.Population)
	d, x, y := s.Difference(0, 1), s.Estimate(0), s.Estimate(1)
	if want := math.Hypot(x.Sigma, y.Sigma); d.Mu != x.Mu-y.Mu || math.Abs(d.Sigma-want) > 1e-15 {
		t.Errorf("%v ± %v, want %v ± %v", d.Mu, d.Sigma, x.Mu-y.Mu, want)
	}
	b = binary{{{1, 2}, {0, 3}}, {{}, {1, 1}}}
	_, err := posterior.New(metrics.Avg(metrics.Binary), b.tally(), posterior.Population)
	if !errors.Is(err, posterior.ErrOneQuestion) {
		t.Errorf("error %v of a model that met one question", err)
	}
}

// The chance that a model is better, by the definition of the draws: M picks of the
// questions that a model met, those of a sequence that all share, and a Beta variable
// for each.
func TestUnequalDraws(t *testing.T) {
	b := binary{
		{{3, 4}, {1, 2}, {7, 7}, {0, 3}, {}, {1, 1}},
		{{2, 6}, {2, 2}, {}, {0, 1}, {3, 5}, {2, 3}},
	}
	const draws = 20_000
	random := rand.New(rand.NewPCG(1, 2))
	for _, e := range []posterior.Estimand{posterior.Questions, posterior.Population} {
		wins := 0
		for range draws {
			var picks []int
			for range 200 {
				picks = append(picks, random.IntN(6))
			}
			var scores [2]float64
			for l, row := range b {
				asked := picks
				if e == posterior.Questions {
					asked = []int{0, 1, 2, 3, 4, 5}
				}
				met := 0
				for _, q := range asked {
					if row[q][1] > 0 && met < 5 {
						beta := distuv.Beta{Alpha: float64(1 + row[q][0]), Beta: float64(1 + row[q][1] - row[q][0]), Src: random}
						scores[l] += beta.Rand()
						met++
					}
				}
			}
			if e == posterior.Population { // of five questions that each model met
				scale := math.Sqrt(4/distuv.ChiSquared{K: 4, Src: random}.Rand()) * math.Sqrt(5.0/4)
				for l, row := range b {
					mean := 0.0
					for _, cell := range row {
						if cell[1] > 0 {
							mean += float64(1+cell[0]) / float64(2+cell[1])
						}
					}
					scores[l] = mean + scale*(scores[l]-mean)
				}
			}
			if scores[0] > scores[1] {
				wins++
			}
		}
		s := mustNew(t, metrics.Bayes(metrics.Binary, nil), b.tally(), e)
		better, err := s.Better(t.Context(), 0, 1, 1, montecarlo.Options{Replicates: draws})
		if err != nil {
			t.Fatal(err)
		}
		want := float64(wins) / draws
		if p, se := better.P(); math.Abs(p-want) > 4*math.Sqrt2*se {
			t.Errorf("%v: P = %v ± %v, want %v", e, p, se, want)
		}
		if ranks := mustRank(t, s, posterior.Independent, draws); math.Abs(ranks.P(0, 1)-want) > 4*math.Sqrt2*math.Sqrt(want*(1-want)/draws) {
			t.Errorf("%v: P(rank 1) = %v, want %v", e, ranks.P(0, 1), want)
		}
	}
}
