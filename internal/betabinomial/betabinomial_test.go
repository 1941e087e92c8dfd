package betabinomial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/floats"

	"settle/internal/rng"
)

// moments are the posterior mean and standard deviation of the mean chance of a
// model's questions: given a node they are those of independent Betas.
func moments(nodes []Node, counts []Count) (mean, sigma float64) {
	var squares float64
	for _, n := range nodes {
		mu, variance := momentsGiven(n.Alpha, n.Beta, counts)
		mean += n.Weight * mu
		squares += n.Weight * (mu*mu + variance)
	}
	return mean, math.Sqrt(squares - mean*mean)
}

func momentsGiven(alpha, beta float64, counts []Count) (mean, variance float64) {
	var questions float64
	for _, c := range counts {
		a, b, times := alpha+float64(c.Successes), beta+float64(c.Trials-c.Successes), float64(c.Questions)
		questions += times
		mean += times * a / (a + b)
		variance += times * a * b / ((a + b) * (a + b) * (a + b + 1))
	}
	return mean / questions, variance / (questions * questions)
}

// boards are counts of some models on some questions: unequal numbers of trials,
// nothing but failures, one question, thousands of trials.
func boards() map[string][][]Count {
	return map[string][][]Count{
		"one model":    {{{2, 4, 3}, {0, 4, 2}, {4, 4, 1}}},
		"two models":   {{{1, 2, 4}, {0, 2, 5}, {2, 2, 3}}, {{1, 2, 10}, {2, 2, 2}}},
		"unequal":      {{{1, 2, 4}, {0, 7, 2}, {5, 9, 3}}, {{0, 1, 3}, {8, 8, 2}, {3, 6, 1}}, {{4, 4, 9}}},
		"all wrong":    {{{0, 4, 30}}, {{4, 4, 30}}},
		"one trial":    {{{1, 1, 12}, {0, 1, 18}}, {{1, 1, 29}, {0, 1, 1}}},
		"one question": {{{3, 5, 1}}},
		"many trials":  {{{400, 4000, 1}, {3900, 4000, 2}, {2000, 4000, 1}}, {{0, 4000, 4}}},
	}
}

// The reference is the same model by brute force, in the order in which it is
// said: a sum over medians, spreads, concentrations and means on far finer grids,
// the mean on its own scale from 0 to 1 and on that of its logit beyond 1/1000, and
// likelihoods by log Γ.
func TestAgainstFinerGrids(t *testing.T) {
	for name, models := range boards() {
		t.Run(name, func(t *testing.T) {
			mixtures := Fit(models)
			for i, want := range bruteForce(models) {
				mean, sigma := moments(mixtures[i], models[i])
				if math.Abs(mean-want[0]) > 0.01*want[1] || math.Abs(sigma/want[1]-1) > 0.01 {
					t.Errorf("model %d: mean %.6f and σ %.6f, want %.6f and %.6f", i, mean, sigma, want[0], want[1])
				}
			}
		})
	}
}

// bruteForce returns the mean and the standard deviation of each model.
func bruteForce(models [][]Count) [][2]float64 {
	const finer, points = 4 * concentrations, 1500
	kappa := make([]float64, finer)
	for i := range kappa {
		kappa[i] = math.Log(lowest) + math.Log(highest/lowest)*(float64(i)+0.5)/finer
	}
	logs := make([][]float64, len(models)) // of the likelihood of a concentration
	mean := make([][]float64, len(models))
	squares := make([][]float64, len(models))
	for l, counts := range models {
		for _, k := range kappa {
			terms := make([]float64, points)
			mu, square := make([]float64, points), make([]float64, points)
			for p := range points {
				logit := 24 * (2*(float64(p)+0.5)/points - 1)
				m, rest := 1/(1+math.Exp(-logit)), 1/(1+math.Exp(logit))
				a, b := m*math.Exp(k), rest*math.Exp(k)
				terms[p] = byLogGamma(counts, a, b) + math.Log(m*rest)
				var variance float64
				mu[p], variance = momentsGiven(a, b, counts)
				square[p] = mu[p]*mu[p] + variance
			}
			log := floats.LogSumExp(terms)
			var first, second float64
			for p := range points {
				w := math.Exp(terms[p] - log)
				first, second = first+w*mu[p], second+w*square[p]
			}
			logs[l], mean[l], squares[l] = append(logs[l], log), append(mean[l], first), append(squares[l], second)
		}
	}
	var weights []float64
	var firsts, seconds [][]float64 // by prior, of all models
	for _, spread := range spreads {
		for _, median := range kappa {
			prior := make([]float64, finer)
			for i, k := range kappa {
				prior[i] = -(k - median) * (k - median) / (2 * spread * spread)
			}
			normal := floats.LogSumExp(prior)
			log := favour * median
			var first, second []float64
			for l := range models {
				joint := make([]float64, finer)
				floats.AddTo(joint, prior, logs[l])
				sum := floats.LogSumExp(joint)
				log += sum - normal
				var mu, square float64
				for i := range joint {
					w := math.Exp(joint[i] - sum)
					mu, square = mu+w*mean[l][i], square+w*squares[l][i]
				}
				first, second = append(first, mu), append(second, square)
			}
			weights, firsts, seconds = append(weights, log), append(firsts, first), append(seconds, second)
		}
	}
	total := floats.LogSumExp(weights)
	out := make([][2]float64, len(models))
	for l := range models {
		var mu, square float64
		for i, log := range weights {
			mu, square = mu+math.Exp(log-total)*firsts[i][l], square+math.Exp(log-total)*seconds[i][l]
		}
		out[l] = [2]float64{mu, math.Sqrt(square - mu*mu)}
	}
	return out
}

// byLogGamma is the logarithm of the likelihood of counts by log Γ, as it is defined.
func byLogGamma(counts []Count, a, b float64) (sum float64) {
	for _, c := range counts {
		n, k := float64(c.Trials), float64(c.Successes)
		one := logGamma(a+k) + logGamma(b+n-k) - logGamma(a+b+n) - (logGamma(a) + logGamma(b) - logGamma(a+b))
		sum += float64(c.Questions) * one
	}
	return sum
}

// Differences between two priors are those by log Γ: of products, of long ones, of ends
// beyond a limit that is itself a length, and of factorials too large for a float64.
func TestTerms(t *testing.T) {
	for _, counts := range [][]Count{
		{{0, 3, 2}, {3, 3, 1}, {2, 7, 4}, {5, 5, 1}},
		{{100, 150, 5}, {30, 150, 2}, {149, 150, 3}, {1, 1, 3}, {70, 150, 7}, {90, 150, 1}, {91, 150, 2}},
		{{16, 4096, 2}, {4000, 4096, 3}, {2, 17, 1}},
		{{4096, 4096, 30}, {0, 4096, 3}},
		{{0, 0, 4}},
	} {
		terms := newTerms(counts, Node{Alpha: 0.3, Beta: 0.6})
		log := func(a, b float64) float64 { return terms.log(a, b) + terms.concentrationTerm(a+b) }
		for _, p := range [][2]float64{{0.01, 0.02}, {1, 1}, {0.3, 5}, {200, 90}, {1e-16, 0.05}} {
			got, want := log(p[0], p[1])-log(2, 3), byLogGamma(counts, p[0], p[1])-byLogGamma(counts, 2, 3)
			if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
				t.Errorf("%v under %v: %v, want %v", counts, p, got, want)
			}
		}
	}
}

// Models with the same counts have the same nodes, in whatever order and pieces
// the counts come, and weights add up to 1.
func TestOrderOfCounts(t *testing.T) {
	fit := Fit([][]Count{{{1, 3, 2}, {0, 3, 4}, {2, 3, 1}}, {{0, 3, 1}, {2, 3, 1}, {0, 3, 3}, {1, 3, 2}}})
	if !reflect.DeepEqual(fit[0], fit[1]) {
		t.Error("the nodes of equal counts differ")
	}
	var sum float64
	for _, n := range fit[0] {
		sum += n.Weight
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("weights add up to %v", sum)
	}
}

func BenchmarkFit(b *testing.B) {
	for _, size := range [][3]int{{11, 30, 8}, {63, 198, 16}, {31, 800, 64}, {1000, 100, 8}} {
		r := rand.New(rng.New(1, "benchmark", 0))
		models := make([][]Count, size[0])
		for l := range models {
			for range size[1] {
				models[l] = append(models[l], Count{r.IntN(size[2] + 1), size[2], 1})
			}
		}
		b.Run(fmt.Sprintf("%dx%dx%d", size[0], size[1], size[2]), func(b *testing.B) {
			for b.Loop() {
				Fit(models)
			}
		})
	}
}

// Taken at several x at once, the product is that at each of them to the last bit: of few and
// of many factors, which overflow together, and of lengths that end in Γ.
func TestLogsAreThoseOfEach(t *testing.T) {
	for name, counts := range map[string][]Count{
		"few":   {{Successes: 1, Trials: 3, Questions: 1}, {Successes: 2, Trials: 3, Questions: 2}, {Successes: 3, Trials: 3, Questions: 7}},
		"many":  {{Successes: 40, Trials: 80, Questions: 3}, {Successes: 79, Trials: 80, Questions: 1}, {Successes: 80, Trials: 80, Questions: 900}},
		"large": {{Successes: 0, Trials: 4000, Questions: 20}, {Successes: 3999, Trials: 4000, Questions: 4}},
	} {
		terms := newTerms(counts, Node{Alpha: 0.7, Beta: 1.9})
		a, b := [batchSize]float64{1e-5, 0.3, 7, 2e4}, [batchSize]float64{3e3, 0.2, 1e-4, 11}
		for i, log := range terms.logs(a, b) {
			if want := terms.log(a[i], b[i]); math.IsNaN(log) || math.IsInf(log, 0) || log != want {
				t.Errorf("%s: at %v and %v it is %v, want %v", name, a[i], b[i], log, want)
			}
		}
	}
}
