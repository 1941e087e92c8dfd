package betabinomial

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"settle/internal/rng"
)

// knownMoments are the posterior mean and standard deviation of the mean chance of all
// questions.
func knownMoments(trends []Trend) (mean, sigma float64) {
	parts := make([]Part, len(trends))
	for i, t := range trends {
		parts[i] = t.Part
	}
	return momentsOf(parts)
}

// knownBoards are cells of some models on the same questions: unequal trials, questions
// that a model never met, models without a success, and long rows.
func knownBoards() map[string][][]Cell {
	r := rand.New(rng.New(1, "known", 0))
	return map[string][][]Cell{
		"two models":  {{{2, 2}, {0, 2}, {1, 2}, {2, 2}, {0, 2}}, {{2, 2}, {0, 2}, {2, 2}, {1, 2}, {0, 2}}},
		"never met":   {{{2, 4}, {0, 4}, {0, 0}, {4, 4}, {0, 0}}, {{3, 3}, {0, 1}, {0, 4}, {2, 2}, {1, 4}}, {{1, 1}, {1, 4}, {1, 8}, {4, 4}, {0, 1}}},
		"all wrong":   {{{0, 4}, {0, 4}, {0, 4}, {0, 4}}, {{4, 4}, {2, 4}, {3, 4}, {0, 4}}},
		"one trial":   drawnCells(r, 3, 12, 1),
		"many trials": drawnCells(r, 2, 5, 200),
	}
}

// drawnCells are trials of models on questions with U-shaped chances, which models share
// in part.
func drawnCells(r *rand.Rand, models, questions, trials int) [][]Cell {
	easy := make([]float64, questions)
	for q := range easy {
		easy[q] = 3 * r.NormFloat64()
	}
	cells := make([][]Cell, models)
	for model := range cells {
		for q := range questions {
			p, c := 1/(1+math.Exp(-easy[q]-2*r.NormFloat64())), Cell{Trials: trials}
			for range trials {
				if r.Float64() < p {
					c.Successes++
				}
			}
			cells[model] = append(cells[model], c)
		}
	}
	return cells
}

// The reference is the same model by brute force, in the order in which it is said: sums
// over medians, spreads, concentrations, levels and slopes on fine fixed grids, and
// likelihoods by log Γ. The regressors are by their definition, in floats.
func TestKnownAgainstFinerGrids(t *testing.T) {
	for name, models := range knownBoards() {
		if testing.Short() && name != "two models" && name != "all wrong" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			known, ok := FitKnown(models)
			if !ok {
				t.Fatal("no regressors")
			}
			for model, want := range knownByBruteForce(models) {
				mean, sigma := knownMoments(known[model].Trends)
				if math.Abs(mean-want[0]) > 0.01*want[1] || math.Abs(sigma/want[1]-1) > 0.01 {
					t.Errorf("model %d: mean %.6f and σ %.6f, want %.6f and %.6f", model, mean, sigma, want[0], want[1])
				}
			}
		})
	}
}

// regressors are those of a model by their definition.
func regressors(models [][]Cell, model int) []float64 {
	var x []float64
	rate := func(without int, only int) float64 {
		s, n := 0.5, 1.0
		for l, cells := range models {
			if l == without || only >= 0 && l != only {
				continue
			}
			for _, c := range cells {
				s, n = s+float64(c.Successes), n+float64(c.Trials)
			}
		}
		return s / n
	}
	m, logit := rate(model, -1), func(p float64) float64 { return math.Log(p / (1 - p)) }
	for q := range models[model] {
		var c, n, e float64
		for l, cells := range models {
			if l != model {
				c, n = c+float64(cells[q].Successes), n+float64(cells[q].Trials)
				e += float64(cells[q].Trials) * rate(-1, l)
			}
		}
		x = append(x, logit((c+m)/(n+1))-logit((e+m)/(n+1)))
	}
	floats.AddConst(-floats.Sum(x)/float64(len(x)), x)
	return x
}

// knownByBruteForce returns the mean and the standard deviation of each model.
func knownByBruteForce(models [][]Cell) [][2]float64 {
	const points = concentrations
	var kappa []float64 // logarithms
	for i := range points {
		kappa = append(kappa, math.Log(0.05)+math.Log(400/0.05)*(float64(i)+0.5)/points)
	}
	logs, firsts, seconds := make([][]float64, len(models)), make([][]float64, len(models)), make([][]float64, len(models))
	for l, cells := range models {
		x := regressors(models, l)
		for _, k := range kappa {
			log, mean, square := overTrends(cells, x, math.Exp(k))
			logs[l], firsts[l], seconds[l] = append(logs[l], log), append(firsts[l], mean), append(seconds[l], square)
		}
	}
	var weights []float64
	var means, squares [][]float64 // by hyperprior and model
	for _, spread := range []float64{0.2, 0.4, 0.8, 1.6} {
		for _, median := range kappa {
			prior := make([]float64, points)
			for i, k := range kappa {
				prior[i] = math.Exp(-(k - median) * (k - median) / (2 * spread * spread))
			}
			floats.Scale(0.95/floats.Sum(prior), prior)
			floats.AddConst(0.05/points, prior)
			var log float64
			var mean, square []float64
			for l := range models {
				joint := make([]float64, points)
				for i := range joint {
					joint[i] = logs[l][i] + math.Log(prior[i])
				}
				sum := floats.LogSumExp(joint)
				log += sum
				var first, second float64
				for i := range joint {
					first += math.Exp(joint[i]-sum) * firsts[l][i]
					second += math.Exp(joint[i]-sum) * seconds[l][i]
				}
				mean, square = append(mean, first), append(square, second)
			}
			weights, means, squares = append(weights, log), append(means, mean), append(squares, square)
		}
	}
	total := floats.LogSumExp(weights)
	out := make([][2]float64, len(models))
	for l := range models {
		var mean, square float64
		for i, w := range weights {
			mean += math.Exp(w-total) * means[i][l]
			square += math.Exp(w-total) * squares[i][l]
		}
		out[l] = [2]float64{mean, math.Sqrt(square - mean*mean)}
	}
	return out
}

// overTrends sums over levels and slopes: the logarithm of the likelihood of a
// concentration, and the mean of the mean chance and of its square.
func overTrends(cells []Cell, x []float64, kappa float64) (log, mean, square float64) {
	const step = 0.25
	var logs, firsts, seconds []float64
	for slope := -8.5; slope <= 9.5; slope += step {
		for level := -30.0; level <= 30; level += step {
			sum := -(slope - 0.5) * (slope - 0.5) / 8
			var first, variance, density float64
			for q, c := range cells {
				m := 1 / (1 + math.Exp(-level-slope*x[q]))
				density += math.Exp(-level-slope*x[q]) * m * m / float64(len(cells))
				a, b := max(m*kappa, 1e-300), max(kappa/(1+math.Exp(level+slope*x[q])), 1e-300)
				sum += byLogGamma([]Count{{c.Successes, c.Trials, 1}}, a, b)
				mu, v := momentsGiven(a, b, []Count{{c.Successes, c.Trials, 1}})
				first, variance = first+mu/float64(len(cells)), variance+v/float64(len(cells)*len(cells))
			}
			logs, firsts, seconds = append(logs, sum+math.Log(density)), append(firsts, first), append(seconds, first*first+variance)
		}
	}
	log = floats.LogSumExp(logs)
	for i, l := range logs {
		mean, square = mean+math.Exp(l-log)*firsts[i], square+math.Exp(l-log)*seconds[i]
	}
	return log, mean, square
}

// The order of questions and of models changes no bit.
func TestKnownOrder(t *testing.T) {
	r := rand.New(rng.New(2, "known", 0))
	models := drawnCells(r, 5, 20, 3)
	models[1][3], models[4][7] = Cell{}, Cell{1, 9}
	want, _ := FitKnown(models)
	rows, columns := r.Perm(len(models)), r.Perm(20)
	shuffled := make([][]Cell, len(models))
	for i, model := range rows {
		shuffled[i] = permute(models[model], columns)
	}
	got, _ := FitKnown(shuffled)
	for i, model := range rows {
		if !reflect.DeepEqual(got[i].Trends, want[model].Trends) || !slices.Equal(got[i].X, permute(want[model].X, columns)) {
			t.Errorf("model %d differs", model)
		}
	}
}

// Others distinguish questions by their successes only: where they tell nothing, and where
// there are none, there is nothing to know, unless questions lack trials.
func TestKnownToldNothing(t *testing.T) {
	for _, models := range [][][]Cell{
		{{{1, 2}, {2, 2}, {0, 2}}},
		{{{1, 2}, {1, 2}, {1, 2}}, {{2, 2}, {2, 2}, {2, 2}}},
	} {
		if _, ok := FitKnown(models); ok {
			t.Errorf("%v: known", models)
		}
	}
	known, ok := FitKnown([][]Cell{{{1, 2}, {0, 0}}})
	if !ok || known[0].X[0] != 0 || known[0].X[1] != 0 {
		t.Errorf("a question without trials: %v, %v", known, ok)
	}
}

// One model of another shape than all others is covered as the others are: of 150 boards
// the share has a standard error of 1.8 %.
func TestKnownCoversUnlikeModels(t *testing.T) {
	if testing.Short() {
		t.Skip("150 fits")
	}
	const boards, models, questions, trials = 150, 6, 60, 2
	r, held := rand.New(rng.New(3, "known", 0)), 0
	for range boards {
		cells := drawnCells(r, models, questions, trials)
		var truth float64
		for q := range cells[0] { // nearly all easy
			p := 1 - 0.1*r.Float64()
			truth += p / questions
			cells[0][q].Successes = 0
			for range trials {
				if r.Float64() < p {
					cells[0][q].Successes++
				}
			}
		}
		known, _ := FitKnown(cells)
		if mean, sigma := knownMoments(known[0].Trends); math.Abs(mean-truth) < 1.96*sigma {
			held++
		}
	}
	if share := float64(held) / boards; share < 0.90 {
		t.Errorf("%.3f of the intervals hold the score", share)
	}
}

// Where trials do not tell the concentration, σ for comparisons is that of the highest:
// with 1,000 questions of chance ½ about √(p(1 − p)/M), the standard error of one
// trial each.
func TestCautious(t *testing.T) {
	r := rand.New(rng.New(4, "known", 0))
	models := drawnCells(r, 2, 1000, 1)
	for model := range models {
		for q := range models[model] {
			models[model][q].Successes = r.IntN(2)
		}
	}
	known, _ := FitKnown(models)
	_, sigma := knownMoments(known[0].Trends)
	if want := 0.5 / math.Sqrt(1000); math.Abs(known[0].Cautious/want-1) > 0.02 || sigma > known[0].Cautious {
		t.Errorf("σ %v, cautious %v, want %v", sigma, known[0].Cautious, want)
	}
	if known, _ = FitKnown(drawnCells(r, 2, 50, 2)); known[0].Cautious != 0 {
		t.Error("cautious although trials tell the concentration")
	}
}

func BenchmarkFitKnown(b *testing.B) {
	for _, trials := range []int{1, 16} {
		models := drawnCells(rand.New(rng.New(1, "benchmark", 0)), 63, 198, trials)
		b.Run(map[int]string{1: "63x198x1", 16: "63x198x16"}[trials], func(b *testing.B) {
			for b.Loop() {
				FitKnown(models)
			}
		})
	}
}
