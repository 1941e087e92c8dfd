package posterior

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
)

// randomTally is a board of models of different strength on questions of
// different difficulty, with outcomes 0..top.
func randomTally(models, questions, trials, top int) *results.Tally {
	t := results.NewTally(models, questions, top)
	t.Trials = trials
	r := rand.New(rng.New(1, "tally", 0))
	for model := range models {
		for q := range questions {
			p := r.Float64() * (0.3 + 0.7*float64(model)/float64(models))
			for range trials {
				category := 0
				for range top {
					if r.Float64() < p {
						category++
					}
				}
				t.Add(model, q, category, 1)
			}
		}
	}
	return t
}

// randomScores are those of Bayes@N on such a board, with a weight for each
// outcome.
func randomScores(tb testing.TB, models, questions, trials int, e Estimand, values ...float64) *Scores {
	tb.Helper()
	weights, err := metrics.NewWeights(values...)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := New(metrics.Bayes(weights, nil), randomTally(models, questions, trials, len(values)-1), e)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// useReal gives each model a prior of its own in place of the uniform one: real
// numbers, most of them below 1. It returns the parameters.
func useReal(s *Scores) func(model, question int) []float64 {
	d := s.dirichlet
	nu := func(model, question int) []float64 {
		own := slices.Clone(d.Nu(model, question))
		for category := range own {
			own[category] += 0.3 + 0.013*float64(model) + 0.1*float64(category) - 1
		}
		return own
	}
	s.groups = sync.OnceValue(func() []groupedQuestions { return newGroups(d.Weights, s.Models(), d.Questions, nu) })
	return nu
}

// anew forgets the tables of the last run.
func anew(s *Scores) {
	d := s.dirichlet
	s.groups = sync.OnceValue(func() []groupedQuestions { return newGroups(d.Weights, s.Models(), d.Questions, d.Nu) })
}

// BenchmarkRanks is 4000 draws of all scores, tables included: what rank does by
// default. The last board, of 200 draws, has more different posteriors than
// tables.
func BenchmarkRanks(b *testing.B) {
	binary, graded := []float64{0, 1}, []float64{0, 1, 2, 3, 4, 5}
	for _, c := range []struct {
		name                             string
		models, questions, trials, draws int
		e                                Estimand
		weights                          []float64
		prepare                          func(*Scores)
	}{
		{"binary", 31, 800, 10, 4000, Questions, binary, anew},
		{"binary,population", 31, 800, 10, 4000, Population, binary, anew},
		{"graded", 7, 143, 20, 4000, Questions, graded, anew},
		{"graded,population", 7, 143, 20, 4000, Population, graded, anew},
		{"graded,large", 31, 800, 10, 4000, Questions, graded, anew},
		{"real", 63, 198, 16, 4000, Questions, binary, func(s *Scores) { useReal(s) }},
		{"many", 31, 1000, 1000, 200, Questions, graded, anew},
	} {
		b.Run(fmt.Sprintf("%s/%dx%dx%d", c.name, c.models, c.questions, c.trials), func(b *testing.B) {
			s := randomScores(b, c.models, c.questions, c.trials, c.e, c.weights...)
			for b.Loop() {
				c.prepare(s)
				if _, err := s.Ranks(b.Context(), Exchangeable, 1, montecarlo.Options{Replicates: c.draws}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDraw is a draw of all scores by one worker, tables made before.
func BenchmarkDraw(b *testing.B) {
	for _, e := range []Estimand{Questions, Population} {
		s := randomScores(b, 31, 800, 10, e, 0, 1)
		models := make([]int, s.Models())
		for i := range models {
			models[i] = i
		}
		d, index := newDrawer(s, models, make([]float64, len(models)), 1), 0
		b.Run("31x800x10/2/"+e.String(), func(b *testing.B) {
			for b.Loop() {
				d.draw(index, func() bool { return false })
				index++
			}
		})
	}
}

// BenchmarkBeta is one draw, and BenchmarkTable is making what it is drawn from.
func BenchmarkBeta(b *testing.B) {
	for _, p := range [][2]float64{{1, 1}, {2, 10}, {6, 6}, {1000, 1000}, {0.5, 10.5}, {0.5, 0.5}} {
		x, s := newBeta(p[0], p[1], mostStrips), rng.New(1, "benchmark", 0)
		b.Run(fmt.Sprintf("%v,%v", p[0], p[1]), func(b *testing.B) {
			for b.Loop() {
				x.sum(s, 1000)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/draw")
		})
	}
}

func BenchmarkTable(b *testing.B) {
	for _, p := range [][2]float64{{2, 10}, {0.5, 10.5}} {
		for _, strips := range []int{leastStrips, 128, mostStrips} {
			b.Run(fmt.Sprintf("%v,%v/%d", p[0], p[1], strips), func(b *testing.B) {
				for b.Loop() {
					newBeta(p[0], p[1], strips)
				}
			})
		}
	}
}
