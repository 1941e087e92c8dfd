package posterior_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distmv"

	"settle/internal/rng"
	"settle/results"
	"settle/study/posterior"
)

// unevenTally is a tally of one model with its own number of trials of every question,
// given the counts by question and category, 0 among them.
func unevenTally(counts [][]int) *results.Tally {
	var trials []uint16
	for _, question := range counts {
		n := 0
		for _, count := range question {
			n += count
		}
		trials = append(trials, uint16(n))
	}
	t := results.NewUnequalTally(1, len(counts), len(counts[0])-1, trials)
	for q, question := range counts {
		for category := 1; category < len(question); category++ {
			t.Add(0, q, category, question[category])
		}
	}
	return t
}

// chanceMoments are means of the chances of the categories 1..C of all questions, one
// after another, and of the products of every two of them.
type chanceMoments struct {
	total float64
	first []float64
	both  [][]float64
}

func newChanceMoments(n int) *chanceMoments {
	m := &chanceMoments{first: make([]float64, n)}
	for range n {
		m.both = append(m.both, make([]float64, n))
	}
	return m
}

func (m *chanceMoments) add(weight float64, first []float64, both func(i, j int) float64) {
	m.total += weight
	for i, x := range first {
		m.first[i] += weight * x
		for j := range first {
			m.both[i][j] += weight * both(i, j)
		}
	}
}

func (m *chanceMoments) mean(i int) float64 { return m.first[i] / m.total }

func (m *chanceMoments) covariance(i, j int) float64 {
	return m.both[i][j]/m.total - m.mean(i)*m.mean(j)
}

// exactMoments integrates the model of package betabinomial for one model of a board as
// it is said there: the concentration κ log-normal, between 0.05 and 400, around a median
// whose density on that scale goes as its 0.15th power, with one of four standard
// deviations; the mean chances π uniform on the simplex; likelihoods by log Γ, on a grid
// of κ and of π.
func exactMoments(counts [][]int) *chanceMoments {
	const kappas = 60
	categories := len(counts[0])
	lo, hi := math.Log(0.05), math.Log(400)
	at := func(i int) float64 { return lo + (hi-lo)*(float64(i)+0.5)/kappas }
	var prior [kappas]float64
	for _, spread := range []float64{0.2, 0.4, 0.8, 1.6} {
		for median := range kappas {
			var own [kappas]float64
			var sum float64
			for i := range own {
				own[i] = math.Exp(-math.Pow((at(i)-at(median))/spread, 2) / 2)
				sum += own[i]
			}
			for i := range own {
				prior[i] += math.Exp(0.15*at(median)) * own[i] / sum
			}
		}
	}
	logGamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	m := newChanceMoments(len(counts) * (categories - 1))
	visitSimplex(categories, func(pi []float64, volume float64) {
		for i := range kappas {
			kappa := math.Exp(at(i))
			log := 0.0
			var first []float64
			var mass []float64
			for _, question := range counts {
				n := 0.0
				for category, count := range question {
					n += float64(count)
					log += logGamma(kappa*pi[category]+float64(count)) - logGamma(kappa*pi[category])
				}
				log += logGamma(kappa) - logGamma(kappa+n)
				for category := 1; category < categories; category++ {
					first = append(first, (kappa*pi[category]+float64(question[category]))/(kappa+n))
					mass = append(mass, kappa+n)
				}
			}
			m.add(prior[i]*volume*math.Exp(log), first, func(a, b int) float64 {
				product := first[a] * first[b]
				switch per := categories - 1; {
				case a/per != b/per: // other questions
					return product
				case a == b:
					return product + first[a]*(1-first[a])/(mass[a]+1)
				default:
					return product - product/(mass[a]+1)
				}
			})
		}
	})
	return m
}

// visitSimplex visits points of the simplex, each with the volume that it stands for:
// Betas of what is left on the scale of their logit, by the rule of rectangles.
func visitSimplex(categories int, visit func(pi []float64, volume float64)) {
	const points, reach = 80, 12.0
	pi := make([]float64, categories)
	var recurse func(at int, left, volume float64)
	recurse = func(at int, left, volume float64) {
		if at == categories-1 {
			pi[at] = left
			visit(pi, volume)
			return
		}
		for i := range points {
			x := reach * (2*(float64(i)+0.5)/points - 1)
			share, rest := 1/(1+math.Exp(-x)), 1/(1+math.Exp(x))
			pi[at] = left * share
			recurse(at+1, left*rest, volume*share*rest*left)
		}
	}
	recurse(0, 1, 1)
}

// drawnMoments are those of draws.
func drawnMoments(counts [][]int, draws int) *chanceMoments {
	weights := make([]float64, len(counts[0]))
	weights[len(weights)-1] = 1
	drawer := posterior.NewChances(weights, unevenTally(counts), nil).Drawer()
	stream, per := rng.New(1, "test of chances", 0), len(weights)-1
	m, one, all := newChanceMoments(len(counts)*per), make([]float64, len(weights)), make([]float64, len(counts)*per)
	for draw := range draws {
		stream.Seek(draw)
		drawer.Begin(0, stream.Float64(), stream)
		for q := range counts {
			drawer.Question(q, one)
			copy(all[q*per:], one[1:])
		}
		m.add(1, all, func(i, j int) float64 { return all[i] * all[j] })
	}
	return m
}

// Draws have the means, variances and covariances of the posterior by integration: also
// the covariances between questions, which have in common that κ and π are not known.
// With two categories they differ by no more than noise and the grids, 1 % of a standard
// deviation; with three the Dirichlet distribution that stands for the posterior of π
// costs up to the error given.
func TestChancesAreThePosterior(t *testing.T) {
	for name, c := range map[string]struct {
		counts           [][]int
		mean, covariance float64 // largest errors, in standard deviations and variances
	}{
		"binary":                 {[][]int{{1, 3}, {4, 0}, {2, 2}, {0, 4}, {3, 1}}, 0.01, 0.01},
		"binary, uneven":         {[][]int{{1, 3}, {9, 0}, {0, 0}, {0, 1}}, 0.01, 0.01},
		"binary, a single trial": {[][]int{{0, 1}, {1, 0}, {0, 1}, {0, 1}, {0, 1}, {1, 0}}, 0.01, 0.01},
		"graded":                 {[][]int{{1, 2, 1}, {4, 0, 0}, {0, 1, 3}, {2, 1, 1}, {0, 4, 0}}, 0.05, 0.05},
		"graded, uneven":         {[][]int{{2, 3, 4}, {0, 0, 0}, {1, 0, 1}, {0, 1, 5}}, 0.05, 0.05},
		"graded, a single trial": {[][]int{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}}, 0.05, 0.05},
	} {
		if testing.Short() && strings.Contains(name, ", ") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			const draws = 40_000
			want, got := exactMoments(c.counts), drawnMoments(c.counts, draws)
			noise := 4 / math.Sqrt(draws)
			var worstMean, worst float64
			for i := range want.first {
				sd := math.Sqrt(want.covariance(i, i))
				worstMean = max(worstMean, math.Abs(got.mean(i)-want.mean(i))/sd-noise)
				for j := range want.first {
					scale := sd * math.Sqrt(want.covariance(j, j))
					// A product of two numbers of variance 1 has one of at most 3 or so here.
					worst = max(worst, math.Abs(got.covariance(i, j)-want.covariance(i, j))/scale-noise*math.Sqrt(3))
				}
			}
			if worstMean > c.mean || worst > c.covariance {
				t.Errorf("means are off by %.3f of a standard deviation beyond noise, covariances by %.3f", worstMean, worst)
			}
		})
	}
}

// The central 80 % of the draws of a graded score hold the true one of 80 % of 500 models,
// to five standard errors of 1.8 %. With a single trial, which tells nothing of κ, they
// hold more where questions differ much: high concentrations, the wide side, are then
// thought more probable.
func TestChancesCover(t *testing.T) {
	for _, c := range []struct {
		concentration float64
		trials        int
	}{{5, 1}, {1, 2}, {30, 4}, {5, 16}} {
		if testing.Short() && c.trials > 2 {
			continue
		}
		random := rand.New(rng.New(1, "test of covering", c.trials))
		const boards, models, draws = 100, 5, 200
		held := 0
		for board := range boards {
			tally, truth := gradedBoard(random, models, c.trials, c.concentration)
			drawer, stream := posterior.NewChances(halves, tally, nil).Drawer(), rng.New(2, "test of covering", board)
			scores := make([]float64, draws)
			for model := range models {
				for i := range scores {
					scores[i] = drawnScore(drawer, model, tally.Questions, stream)
				}
				slices.Sort(scores)
				if scores[draws/10] <= truth[model] && truth[model] <= scores[draws-1-draws/10] {
					held++
				}
			}
		}
		if share := float64(held) / (boards * models); math.Abs(share-0.8) > 5*0.018 {
			t.Errorf("κ = %v, %d trials: %.3f of the intervals hold the score", c.concentration, c.trials, share)
		}
	}
}

// halves are what three categories are worth.
var halves = []float64{0, 0.5, 1}

// gradedBoard is a board of 30 questions from Dirichlet distributions of the models, and
// their true scores, added up over questions.
func gradedBoard(random *rand.Rand, models, trials int, concentration float64) (*results.Tally, []float64) {
	const questions = 30
	tally, truth := results.NewTally(models, questions, 2), make([]float64, models)
	tally.Trials = trials
	for model := range models {
		mean := distmv.NewDirichlet([]float64{2, 1, 2}, random).Rand(nil)
		for category := range mean {
			mean[category] = max(concentration*mean[category], 0.01)
		}
		law := distmv.NewDirichlet(mean, random)
		for q := range questions {
			p := law.Rand(nil)
			truth[model] += 0.5*p[1] + p[2]
			for range trials {
				switch u := random.Float64(); {
				case u < p[2]:
					tally.Add(model, q, 2, 1)
				case u < p[1]+p[2]:
					tally.Add(model, q, 1, 1)
				}
			}
		}
	}
	return tally, truth
}

// drawnScore is a draw of a model's score, added up over questions.
func drawnScore(d *posterior.ChanceDrawer, model, questions int, stream *rng.Stream) (sum float64) {
	var into [3]float64
	d.Begin(model, stream.Float64(), stream)
	for q := range questions {
		d.Question(q, into[:])
		sum += 0.5*into[1] + into[2]
	}
	return sum
}

// What is drawn depends on the model, u and the source alone: neither on what the drawer
// drew before nor on whether trials are the board's or were made before.
func TestChancesDependOnNothingElse(t *testing.T) {
	whole, before := manyChances(4, 0), manyChances(3, 1)
	both := results.NewTally(whole.Models, whole.Questions, whole.Top)
	both.Trials = whole.Trials + before.Trials
	for model := range both.Models {
		for i, n := range whole.Row(model) {
			both.Add(model, i/both.Top, i%both.Top+1, int(n+before.Row(model)[i]))
		}
	}
	weights := []float64{0, 0.3, 1}
	one := posterior.NewChances(weights, whole, before).Drawer()
	drawn := func(d *posterior.ChanceDrawer, model int) (all []float64) {
		stream, into := rng.New(3, "test of chances", model), make([]float64, len(weights))
		d.Begin(model, stream.Float64(), stream)
		for q := range whole.Questions {
			d.Question(q, into)
			all = append(all, into...)
		}
		return all
	}
	first := [][]float64{drawn(one, 0), drawn(one, 1)}
	if slices.Equal(first[0], first[1]) {
		t.Error("two models have the same chances")
	}
	other := posterior.NewChances(weights, both, nil).Drawer()
	for _, model := range []int{1, 0} {
		if !slices.Equal(drawn(other, model), first[model]) {
			t.Errorf("model %d has other chances", model)
		}
	}
}

// manyChances is a board of two models and 20 questions with outcomes of all three
// categories.
func manyChances(trials, shift int) *results.Tally {
	t := results.NewTally(2, 20, 2)
	t.Trials = trials
	for model := range 2 {
		for q := range 20 {
			for trial := range trials {
				t.Add(model, q, (q*q+model+trial*shift+trial)%3, 1)
			}
		}
	}
	return t
}

// Chances are in millionths, but that of category 0, and add up to 1, also where there
// is a weight for a category that has no outcome.
func TestChancesAreRounded(t *testing.T) {
	for _, weights := range [][]float64{{0, 0.5, 1}, {0, 0.5, 1, 2}} {
		d := posterior.NewChances(weights, manyChances(4, 0), nil).Drawer()
		stream, into := rng.New(5, "test of chances", 0), make([]float64, len(weights))
		for range 200 {
			d.Begin(1, stream.Float64(), stream)
			for q := range 20 {
				d.Question(q, into)
				sum := 0.0
				for category, p := range into {
					sum += p
					if p < 0 || category > 0 && p != math.Round(p*1e6)/1e6 {
						t.Fatalf("chances %v", into)
					}
				}
				if math.Abs(sum-1) > 1e-6 {
					t.Fatalf("chances %v add up to %v", into, sum)
				}
			}
		}
	}
}

func TestDrawingChancesAllocatesNothing(t *testing.T) {
	binary := results.NewTally(2, 20, 1)
	binary.Trials = 3
	for _, c := range []struct {
		weights []float64
		tally   *results.Tally
	}{{[]float64{0, 1}, binary}, {[]float64{0, 0.5, 1}, manyChances(4, 0)}} {
		d := posterior.NewChances(c.weights, c.tally, nil).Drawer()
		stream, into := rng.New(1, "test of chances", 0), make([]float64, len(c.weights))
		index := 0
		if n := testing.AllocsPerRun(100, func() {
			stream.Seek(index)
			d.Begin(index%2, stream.Float64(), stream)
			for q := range 20 {
				d.Question(q, into)
			}
			index++
		}); n != 0 {
			t.Errorf("%d categories: %v allocations a draw", len(c.weights), n)
		}
	}
}

func BenchmarkChances(b *testing.B) {
	binary := results.NewTally(2, 20, 1)
	binary.Trials = 3
	for name, c := range map[string]struct {
		weights []float64
		tally   *results.Tally
	}{"binary": {[]float64{0, 1}, binary}, "graded": {[]float64{0, 0.5, 1}, manyChances(4, 0)}} {
		b.Run(name, func(b *testing.B) {
			d := posterior.NewChances(c.weights, c.tally, nil).Drawer()
			stream, into := rng.New(1, "benchmark of chances", 0), make([]float64, len(c.weights))
			b.ReportAllocs()
			for b.Loop() {
				d.Begin(0, stream.Float64(), stream)
				for q := range 20 {
					d.Question(q, into)
				}
			}
		})
	}
}
